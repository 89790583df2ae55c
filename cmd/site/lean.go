package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// This file has what makes the browser's program nearly a third smaller and its sums faster, for whoever
// publishes it (-lean), by changing places of Go's library and gonum's; without it, it is the same
// program.

// lean are the arguments of go build that have it use the changed sources, which are in work.
func lean(ctx context.Context, work string) (args []string, err error) {
	overlay, err := changed(ctx, work)
	if err != nil {
		return nil, err
	}
	modules, err := own(ctx, work)
	if err != nil {
		return nil, err
	}
	// Who calls these checks lengths: elsewhere they are assembly, which checks none either.
	return []string{"-overlay", overlay, "-modfile", modules, "-gcflags=" + sums + "=-B"}, nil
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
	// No picture is read, and no certificate.
	{"image/png/reader.go", "\timage.RegisterFormat(\"png\", pngHeader, Decode, DecodeConfig)\n", ""},
	{"crypto/x509/pkix/pkix.go", "\trdns = append(rdns, n.ToRDNSequence()...)\n\treturn rdns.String()\n",
		"\treturn \"\"\n"},
}

// A begun is a pattern of variables that a package sets as it begins, in some of its files, and
// what stands for them. What their values name, the linker keeps, although nothing asks for it.
type begun struct {
	files []string
	found *regexp.Regexp
	as    string
}

// algorithms are those of TLS, which nobody speaks in the program: their tests of themselves and
// their curves are made functions, and the key encapsulations of HPKE are nil.
var algorithms = []begun{
	{[]string{"crypto/internal/fips140/ecdh/cast.go", "crypto/internal/fips140/ecdsa/cast.go",
		"crypto/internal/fips140/ed25519/cast.go", "crypto/internal/fips140/mlkem/cast.go",
		"crypto/internal/fips140/rsa/cast.go"},
		regexp.MustCompile(`(?ms)^var (\w+) = (sync\.OnceFunc\(func\(\) \{$.*?^\}\))$`),
		"func $1() {\n$2()\n}"},
	{[]string{"crypto/internal/fips140/ecdsa/ecdsa.go"},
		regexp.MustCompile(`(?ms)^var (\w+) = (sync\.OnceValue\(func\(\) (\S+) \{$.*?^\}\))$`),
		"func $1() $3 {\nreturn $2()\n}"},
	{[]string{"crypto/hpke/kem.go", "crypto/hpke/pq.go"},
		regexp.MustCompile(`(?ms)^var (\w+) = &(dhKEM|hybridKEM)\{.*?\}$`), "var $1 *$2"},
}

// sums are gonum's, with and without assembly; in the browser's program they are ours.
const (
	sumsFolder = "internal/asm/f64/"
	sums       = "gonum.org/v1/gonum/internal/asm/f64"
)

//go:embed f64/f64.go
var ourSums []byte

// products have gonum's products of matrices call its product of a matrix and a vector once a
// row, where they call a sum of two vectors for each number: those calls would take longer
// than the sums.
var products = []change{
	{"blas/gonum/dgemm.go", `		for l, v := range a[i*lda : i*lda+k] {
			tmp := alpha * v
			if tmp != 0 {
				f64.AxpyUnitary(tmp, b[l*ldb:l*ldb+n], ctmp)
			}
		}
`, `		f64.GemvT(uintptr(k), uintptr(n), alpha, b, uintptr(ldb), a[i*lda:], 1, 1, ctmp, 1)
`},
	{"blas/gonum/dgemm.go", `	for l := 0; l < k; l++ {
		btmp := b[l*ldb : l*ldb+n]
		for i, v := range a[l*lda : l*lda+m] {
			tmp := alpha * v
			if tmp != 0 {
				ctmp := c[i*ldc : i*ldc+n]
				f64.AxpyUnitary(tmp, btmp, ctmp)
			}
		}
	}
`, `	for i := 0; i < m; i++ {
		f64.GemvT(uintptr(k), uintptr(n), alpha, b, uintptr(ldb), a[i:], uintptr(lda), 1, c[i*ldc:i*ldc+n], 1)
	}
`},
	{"blas/gonum/dgemm.go", `		for j := 0; j < n; j++ {
			ctmp[j] += alpha * f64.DotUnitary(atmp, b[j*ldb:j*ldb+k])
		}
`, `		f64.GemvN(uintptr(n), uintptr(k), alpha, b, uintptr(ldb), atmp, 1, 1, ctmp, 1)
`},
	{"blas/gonum/level3float64.go", `				if beta == 0 {
					for jc := range ctmp {
						j := jc + i
						ctmp[jc] = alpha * f64.DotUnitary(atmp, a[j*lda:j*lda+k])
					}
				} else {
					for jc, vc := range ctmp {
						j := jc + i
						ctmp[jc] = vc*beta + alpha*f64.DotUnitary(atmp, a[j*lda:j*lda+k])
					}
				}
`, `				f64.GemvN(uintptr(n-i), uintptr(k), alpha, a[i*lda:], uintptr(lda), atmp, 1, beta, ctmp, 1)
`},
	{"blas/gonum/level3float64.go", `			for l := 0; l < k; l++ {
				tmp := alpha * a[l*lda+i]
				if tmp != 0 {
					f64.AxpyUnitary(tmp, a[l*lda+i:l*lda+n], ctmp)
				}
			}
`, `			if k > 0 {
				f64.GemvT(uintptr(k), uintptr(n-i), alpha, a[i:], uintptr(lda), a[i:], uintptr(lda), 1, ctmp, 1)
			}
`},
	{"blas/gonum/level3float64.go", `				if nonUnit {
					tmp := 1 / a[k*lda+k]
					f64.ScalUnitary(tmp, btmpk)
				}
				for ia, va := range a[k*lda+k+1 : k*lda+m] {
					if va != 0 {
						i := ia + k + 1
						f64.AxpyUnitary(-va, btmpk, b[i*ldb:i*ldb+n])
					}
				}
				if alpha != 1 {
					f64.ScalUnitary(alpha, btmpk)
				}
`, `				f64.GemvT(uintptr(k), uintptr(n), -1, b, uintptr(ldb), a[k:], uintptr(lda), alpha, btmpk, 1)
				if nonUnit {
					f64.ScalUnitary(1/a[k*lda+k], btmpk)
				}
`},
}

// changed writes an overlay with Go's library as the changes have it.
func changed(ctx context.Context, work string) (overlay string, err error) {
	goroot, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	src := filepath.Join(goroot, "src")
	sources, err := apply(changes, src)
	if err != nil {
		return "", err
	}
	for _, b := range algorithms {
		if err := b.replace(src, sources); err != nil {
			return "", err
		}
	}
	replace := map[string]string{}
	for original, source := range sources {
		replace[original] = filepath.Join(work, fmt.Sprintf("changed-%d-%s", len(replace), filepath.Base(original)))
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

// replace adds the files of a folder, by their names, as they are without the variables.
func (b begun) replace(folder string, sources map[string][]byte) error {
	for _, name := range b.files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !b.found.Match(source) {
			return notAsItWas(file)
		}
		sources[file] = b.found.ReplaceAll(source, []byte(b.as))
	}
	return nil
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
			return nil, notAsItWas(file)
		}
		sources[file] = bytes.Replace(source, []byte(c.from), []byte(c.to), 1)
	}
	return sources, nil
}

func notAsItWas(file string) error {
	return fmt.Errorf("%s is not as it was: see the changes in cmd/site", file)
}

// own writes a go.mod by which three modules are copies of themselves: gonum.org/v1/plot without
// its TeX, which the course does not use, and with it four fonts of half a megabyte, otter without
// its files, and with them encoding/gob, and gonum.org/v1/gonum with our sums.
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
		path    string
		without []string
		changes []change
	}{
		{"gonum.org/v1/plot", []string{"text/latex.go"}, nil},
		{"github.com/maypok86/otter/v2", []string{"persistence.go"}, nil},
		{"gonum.org/v1/gonum", []string{sumsFolder + "axpy.go", sumsFolder + "dot.go", sumsFolder + "ge_noasm.go"},
			products},
	} {
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
		if m.path == "gonum.org/v1/gonum" {
			sources[filepath.Join(copied, filepath.FromSlash(sumsFolder+"f64.go"))] = ourSums
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

// copySources copies a module's go.mod and its Go files, but for tests and some.
func copySources(from, to string, without []string) error {
	return fs.WalkDir(os.DirFS(from), ".", func(name string, d fs.DirEntry, err error) error {
		wanted := name == "go.mod" || strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
		if err != nil || d.IsDir() || !wanted || slices.Contains(without, name) {
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
