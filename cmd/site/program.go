package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// cold are the packages whose functions are called a few times in a move, and not a million
// times: to write a page, to read a query. Their functions are not inlined, which takes room.
// This module is among them but for what is hot.
var cold = []string{"github.com/...", "golang.org/x/net/...", "golang.org/x/text/...",
	"golang.org/x/image/...", "golang.org/x/sync/...", "archive/...",
	"text/...", "html/...", "encoding/...", "net/...", "crypto/...", "go/...", "log/...", "regexp/...", "fmt", "os/...",
	"time", "mime/...", "math/big", "flag", "path/...", "io/...", "embed", "context", "runtime/debug",
	"gonum.org/v1/plot/...", "codeberg.org/...", "gonum.org/v1/gonum/optimize/...", "gonum.org/v1/gonum/stat/..."}

var hot = []string{"github.com/gramophone-course/gramophone/engine", "github.com/gramophone-course/gramophone/plots"}

// build compiles the course as the program that a browser runs, by more arguments of go build.
func build(ctx context.Context, work string, more []string) (wasm []byte, err error) {
	file := filepath.Join(work, "course.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", file}
	for _, packages := range cold {
		args = append(args, "-gcflags="+packages+"=-l")
	}
	for _, packages := range hot { // the last word on a package holds
		args = append(args, "-gcflags="+packages+"=")
	}
	args = slices.Concat(args, more, []string{"github.com/gramophone-course/gramophone/cmd/site/program"})
	program := exec.CommandContext(ctx, "go", args...)
	program.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if err := quiet(program); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// addProgram adds the program, compressed too, and Go's script that starts it.
func (f files) addProgram(ctx context.Context, wasm []byte, quality int, out io.Writer) error {
	goroot, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	// Go's programs need its own script in a browser, of the same version.
	script, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	f[hashed("engine/wasm_exec.", script, ".js")] = script
	name := hashed("engine/course.", wasm, ".wasm")
	start := time.Now()
	f[name] = wasm
	if f[name+".gz"], err = packed(wasm, func(w io.Writer) (io.WriteCloser, error) {
		return gzip.NewWriterLevel(w, gzip.BestCompression)
	}); err != nil {
		return err
	}
	f[name+".br"], err = packed(wasm, func(w io.Writer) (io.WriteCloser, error) {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: 24}), nil
	})
	fmt.Fprintf(out, "the program: %.2f MB, %.2f MB in gzip, %.2f MB in brotli (%s)\n", float64(len(wasm))/1e6,
		float64(len(f[name+".gz"]))/1e6, float64(len(f[name+".br"]))/1e6, time.Since(start).Round(time.Second))
	return err
}

func hashed(begin string, body []byte, end string) string {
	sum := sha256.Sum256(body)
	return begin + hex.EncodeToString(sum[:4]) + end
}

func packed(body []byte, by func(io.Writer) (io.WriteCloser, error)) ([]byte, error) {
	var b bytes.Buffer
	w, err := by(&b)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(body)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	b, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(b)), nil
}

// quiet runs a command whose output matters only where it fails.
func quiet(c *exec.Cmd) error {
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, said)
	}
	return nil
}
