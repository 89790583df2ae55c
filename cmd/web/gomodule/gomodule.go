// Package gomodule hands out the engine as a Go module: what the Go tool asks of a module proxy,
// for the one module that a course has. Nobody need have published it.
//
//	GOPROXY=http://localhost:8080/go,https://proxy.golang.org,direct
//	GONOSUMDB=github.com/gramophone-course/gramophone
package gomodule

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// Pages are the module's files.
type Pages struct {
	*respond.Sender
	files func() map[string][]byte // by their addresses
}

// New are made when the first is asked for.
func New(s *respond.Sender) *Pages { return &Pages{s, sync.OnceValue(pack)} }

// needed are the lines of the repository's go.mod that the engine's has.
var needed = regexp.MustCompile(`(?m)^(go \S+)$|^\t((?:gonum\.org/v1/gonum|golang\.org/x/sys) \S+)`)

// pack makes the files of the module, whose version follows from what is in it.
func pack() map[string][]byte {
	mod := "module " + course.Module + "\n"
	for _, line := range needed.FindAllStringSubmatch(text("go.mod"), -1) {
		if mod += "\n" + line[1] + "\n"; line[2] != "" {
			mod = strings.TrimSuffix(mod, "\n") + "require " + line[2] + "\n"
		}
	}
	sources, hash := map[string]string{"go.mod": mod, "LICENSE": text("LICENSE")}, sha256.New()
	order := []string{"LICENSE", "go.mod"}
	err := fs.WalkDir(gramophone.Library, "engine", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(name, "_test.go") {
			order, sources[name] = append(order, name), text(name)
		}
		return err
	})
	if err != nil {
		panic(err) // it is in the program
	}
	for _, name := range order {
		fmt.Fprintf(hash, "%s %d\n%s", name, len(sources[name]), sources[name])
	}
	version := fmt.Sprintf("v0.0.0-x%.6x", hash.Sum(nil))
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, name := range order {
		w := course.Must(z.Create(course.Module + "@" + version + "/" + name)) // memory does not refuse
		course.Must(w.Write([]byte(sources[name])))
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	info := fmt.Appendf(nil, "{\"Version\": %q}\n", version)
	return map[string][]byte{
		"@latest": info, "@v/list": []byte(version + "\n"), "@v/" + version + ".info": info,
		"@v/" + version + ".mod": []byte(mod), "@v/" + version + ".zip": packed.Bytes(),
	}
}

// text is a file of the module as it stands.
func text(name string) string {
	return string(course.Must(gramophone.Library.ReadFile(name))) // it is embedded
}

// Paths are the addresses of all files under that of the proxy.
func (s *Pages) Paths(proxy string) (paths []string) {
	for name := range s.files() {
		paths = append(paths, proxy+course.Module+"/"+name)
	}
	return paths
}

// File answers with one of them. Of other modules the Go tool asks the next proxy.
func (s *Pages) File(w http.ResponseWriter, r *http.Request) error {
	name, ours := strings.CutPrefix(r.PathValue("file"), course.Module+"/")
	body := s.files()[name]
	if !ours || body == nil {
		return &respond.Nothing{Title: "No such module",
			Sentence: "Here is the engine of the course alone, as a Go module."}
	}
	kind := "text/plain; charset=utf-8"
	if strings.HasSuffix(name, ".zip") {
		kind = respond.ZIP
	}
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: "go/" + name}, ContentType: kind,
		Write: func(context.Context) ([]byte, error) { return body, nil }})
}
