package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// This file has what makes the browser's program a third smaller, without which it is the
// same program.

// cold are the packages whose functions are called a few times in a move, and not a million
// times: to write a page, to read a query. Their functions are not inlined, which takes room.
var cold = []string{"gramophone/views/...", "gramophone/cmd/...", "github.com/...", "golang.org/x/net/...",
	"text/...", "html/...", "encoding/...", "net/...", "crypto/...", "go/...", "log/...", "regexp/...", "fmt"}

// lean are the arguments of go build that leave out what a browser does not need. The files
// that they name are in work.
func lean(ctx context.Context, work string) (args []string, err error) {
	overlay, err := withoutMethods(ctx, work)
	if err != nil {
		return nil, err
	}
	modules, err := withoutTeX(ctx, work)
	if err != nil {
		return nil, err
	}
	args = []string{"-overlay", overlay, "-modfile", modules}
	for _, packages := range cold {
		args = append(args, "-gcflags="+packages+"=-l")
	}
	return args, nil
}

// withoutMethods writes an overlay in which templates call no methods of their data. The
// linker keeps every exported method of every type for text/template, which finds methods by
// names that it reads at run time: a fifth of the program, though no program of a figure
// calls one.
func withoutMethods(ctx context.Context, work string) (overlay string, err error) {
	const calls, never = "if method := ptr.MethodByName(fieldName); method.IsValid() {",
		"if method := (reflect.Value{}); method.IsValid() {"
	goroot, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	original := filepath.Join(goroot, "src", "text", "template", "exec.go")
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	if bytes.Count(source, []byte(calls)) != 1 {
		return "", fmt.Errorf("%s is not as it was in Go 1.26: see withoutMethods in cmd/site", original)
	}
	changed := filepath.Join(work, "exec.go")
	if err := os.WriteFile(changed, bytes.Replace(source, []byte(calls), []byte(never), 1), 0o600); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{original: changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(work, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o600)
}

// withoutTeX writes a go.mod by which gonum.org/v1/plot is a copy of itself without its TeX,
// which the course does not use, and with it four fonts of half a megabyte.
func withoutTeX(ctx context.Context, work string) (modules string, err error) {
	const plot = "gonum.org/v1/plot"
	original, err := output(ctx, "go", "list", "-m", "-f", "{{.Dir}}", plot)
	if err != nil {
		return "", err
	}
	own, err := output(ctx, "go", "env", "GOMOD")
	if err != nil {
		return "", err
	}
	copied := filepath.Join(work, "plot")
	if err := copySources(original, copied, "text/latex.go"); err != nil {
		return "", err
	}
	mod, err := os.ReadFile(own)
	if err != nil {
		return "", err
	}
	sum, err := os.ReadFile(strings.TrimSuffix(own, ".mod") + ".sum")
	if err != nil {
		return "", err
	}
	modules = filepath.Join(work, "lean.mod")
	if err := os.WriteFile(filepath.Join(work, "lean.sum"), sum, 0o600); err != nil {
		return "", err
	}
	return modules, os.WriteFile(modules, fmt.Appendf(mod, "\nreplace %s => %s\n", plot, copied), 0o600)
}

// copySources copies a module's go.mod and its Go files, but for tests and one of them.
func copySources(from, to, without string) error {
	return fs.WalkDir(os.DirFS(from), ".", func(name string, d fs.DirEntry, err error) error {
		wanted := name == "go.mod" || strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
		if err != nil || d.IsDir() || !wanted || name == without {
			return err
		}
		body, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		file := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		return os.WriteFile(file, body, 0o600)
	})
}
