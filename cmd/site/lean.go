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

// This file has what makes the browser's program a third smaller and its sums faster, without
// which it is the same program.

// cold are the packages whose functions are called a few times in a move, and not a million
// times: to write a page, to read a query. Their functions are not inlined, which takes room.
// This module is among them but for what is hot.
var cold = []string{"github.com/...", "golang.org/x/net/...", "golang.org/x/text/...",
	"golang.org/x/image/...", "golang.org/x/sync/...", "archive/...",
	"text/...", "html/...", "encoding/...", "net/...", "crypto/...", "go/...", "log/...", "regexp/...", "fmt", "os/...",
	"time", "mime/...", "math/big", "flag", "path/...", "io/...", "embed", "context", "runtime/debug",
	"gonum.org/v1/plot/...", "codeberg.org/...", "gonum.org/v1/gonum/optimize/...", "gonum.org/v1/gonum/stat/..."}

var hot = []string{"github.com/gramophone-course/gramophone/engine", "github.com/gramophone-course/gramophone/plots"}

// lean are the arguments of go build that leave out what a browser does not need. The files
// that they name are in work.
func lean(ctx context.Context, work string) (args []string, err error) {
	overlay, err := changed(ctx, work)
	if err != nil {
		return nil, err
	}
	modules, err := own(ctx, work)
	if err != nil {
		return nil, err
	}
	args = []string{"-overlay", overlay, "-modfile", modules}
	for _, packages := range cold {
		args = append(args, "-gcflags="+packages+"=-l")
	}
	for _, packages := range hot { // the last word on a package holds
		args = append(args, "-gcflags="+packages+"=")
	}
	// Who calls these checks lengths: elsewhere they are assembly, which checks none either.
	return append(args, "-gcflags="+sums+"=-B"), nil
}

// A change is of one place in a file of a library.
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

// sums are gonum's, with and without assembly.
const sums = "gonum.org/v1/gonum/internal/asm/f64"

// unrolled has gonum take four numbers a turn where a server's processor has its assembly:
// the sums under every product of matrices.
var unrolled = []change{
	{"internal/asm/f64/axpy.go", "\tfor i, v := range x {\n\t\ty[i] += alpha * v\n\t}\n", `	i := 0
	for ; i <= len(x)-4; i += 4 {
		y[i] += alpha * x[i]
		y[i+1] += alpha * x[i+1]
		y[i+2] += alpha * x[i+2]
		y[i+3] += alpha * x[i+3]
	}
	for ; i < len(x); i++ {
		y[i] += alpha * x[i]
	}
`},
	{"internal/asm/f64/axpy.go", "\tfor i, v := range x {\n\t\tdst[i] = alpha*v + y[i]\n\t}\n", `	i := 0
	for ; i <= len(x)-4; i += 4 {
		dst[i] = alpha*x[i] + y[i]
		dst[i+1] = alpha*x[i+1] + y[i+1]
		dst[i+2] = alpha*x[i+2] + y[i+2]
		dst[i+3] = alpha*x[i+3] + y[i+3]
	}
	for ; i < len(x); i++ {
		dst[i] = alpha*x[i] + y[i]
	}
`},
	{"internal/asm/f64/dot.go", "\tfor i, v := range x {\n\t\tsum += y[i] * v\n\t}\n\treturn sum\n",
		`	i, a, b, c := 0, 0.0, 0.0, 0.0
	for ; i <= len(x)-4; i += 4 {
		sum += y[i] * x[i]
		a += y[i+1] * x[i+1]
		b += y[i+2] * x[i+2]
		c += y[i+3] * x[i+3]
	}
	for ; i < len(x); i++ {
		sum += y[i] * x[i]
	}
	return sum + a + b + c
`},
}

// changed writes an overlay with Go's library as the changes have it.
func changed(ctx context.Context, work string) (overlay string, err error) {
	goroot, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	sources, err := apply(changes, filepath.Join(goroot, "src"))
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
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

// apply returns the files of a folder that changes are of, by their names, as they have them.
func apply(changes []change, folder string) (sources map[string][]byte, err error) {
	sources = map[string][]byte{}
	for _, c := range changes {
		file := filepath.Join(folder, filepath.FromSlash(c.file))
		source, read := sources[file]
		if !read {
			if source, err = os.ReadFile(file); err != nil {
				return nil, err
			}
		}
		if bytes.Count(source, []byte(c.from)) != 1 {
			return nil, fmt.Errorf("%s is not as it was: see the changes in cmd/site", file)
		}
		sources[file] = bytes.Replace(source, []byte(c.from), []byte(c.to), 1)
	}
	return sources, nil
}

// own writes a go.mod by which two modules are copies of themselves: gonum.org/v1/plot without
// its TeX, which the course does not use, and with it four fonts of half a megabyte, and
// gonum.org/v1/gonum with its sums unrolled.
func own(ctx context.Context, work string) (modules string, err error) {
	list, err := output(ctx, "go", "env", "GOMOD")
	if err != nil {
		return "", err
	}
	mod, err := os.ReadFile(list)
	if err != nil {
		return "", err
	}
	sum, err := os.ReadFile(strings.TrimSuffix(list, ".mod") + ".sum")
	if err != nil {
		return "", err
	}
	for _, m := range []struct {
		path, without string
		changes       []change
	}{{"gonum.org/v1/plot", "text/latex.go", nil}, {"gonum.org/v1/gonum", "", unrolled}} {
		original, err := output(ctx, "go", "list", "-m", "-f", "{{.Dir}}", m.path)
		if err != nil {
			return "", err
		}
		copied := filepath.Join(work, filepath.Base(m.path))
		if err := copySources(original, copied, m.without); err != nil {
			return "", err
		}
		sources, err := apply(m.changes, copied)
		if err != nil {
			return "", err
		}
		for file, source := range sources {
			if err := os.WriteFile(file, source, 0o600); err != nil {
				return "", err
			}
		}
		mod = fmt.Appendf(mod, "\nreplace %s => %s\n", m.path, copied)
	}
	modules = filepath.Join(work, "lean.mod")
	if err := os.WriteFile(filepath.Join(work, "lean.sum"), sum, 0o600); err != nil {
		return "", err
	}
	return modules, os.WriteFile(modules, mod, 0o600)
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
