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
var cold = []string{"gramophone/views/...", "gramophone/cmd/...", "gramophone/lessons/...",
	"github.com/...", "golang.org/x/net/...",
	"golang.org/x/text/...", "golang.org/x/image/...", "golang.org/x/sync/...", "archive/...",
	"text/...", "html/...", "encoding/...", "net/...", "crypto/...", "go/...", "log/...", "regexp/...", "fmt", "os/...",
	"time", "mime/...", "math/big", "flag", "path/...", "io/...", "embed", "context", "runtime/debug"}

// lean are the arguments of go build that leave out what a browser does not need. The files
// that they name are in work.
func lean(ctx context.Context, work string) (args []string, err error) {
	overlay, err := changed(ctx, work)
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

// A change is of one place in a file of Go's library.
type change struct{ file, from, to string }

// changes leave out of Go's library what the course never does in a browser, but the linker
// cannot know. If a file is another in a newer Go, the place is not found, and somebody has
// to look.
var changes = []change{
	// Templates call no methods of their data: no program of a figure does. For text/template,
	// which finds methods by names that it reads at run time, the linker keeps every exported
	// method of every type, a fifth of the program.
	{"text/template/exec.go", "if method := ptr.MethodByName(fieldName); method.IsValid() {",
		"if method := (reflect.Value{}); method.IsValid() {"},
	// Nobody asks other servers, so that no client is kept, and with it no TLS.
	{"net/http/transport.go", "var DefaultTransport RoundTripper = &Transport{\n",
		"var DefaultTransport RoundTripper\n\nfunc usualTransport() *Transport {\n\treturn &Transport{\n"},
	{"net/http/transport.go", "\tExpectContinueTimeout: 1 * time.Second,\n}\n",
		"\tExpectContinueTimeout: 1 * time.Second,\n}\n}\n"},
}

// changed writes an overlay with Go's library as the changes have it.
func changed(ctx context.Context, work string) (overlay string, err error) {
	goroot, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	sources, replace := map[string][]byte{}, map[string]string{}
	for _, c := range changes {
		original := filepath.Join(goroot, "src", filepath.FromSlash(c.file))
		source, read := sources[original]
		if !read {
			if source, err = os.ReadFile(original); err != nil {
				return "", err
			}
		}
		if bytes.Count(source, []byte(c.from)) != 1 {
			return "", fmt.Errorf("%s is not as it was in Go 1.26: see changes in cmd/site", original)
		}
		sources[original] = bytes.Replace(source, []byte(c.from), []byte(c.to), 1)
	}
	for original, source := range sources {
		replace[original] = filepath.Join(work, "changed-"+filepath.Base(original))
		if err := os.WriteFile(replace[original], source, 0o600); err != nil {
			return "", err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
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
