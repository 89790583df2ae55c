//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/static"
)

// A keeping is what readers keep of the course for when the network is gone: the files of a
// folder that cmd/site has written, and the worker as it is where there is a server.
type keeping struct {
	folder fs.FS
	worker []byte
}

// workerPolicy is the Content-Security-Policy of the worker, which runs WebAssembly.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// newKept is newSite where readers may keep the course. It fails where the folder is none of
// this revision of the course: its program would name files that the server does not have.
func newKept(contents course.Course, log *slog.Logger, prefix string, m memory, folder fs.FS) (*site, error) {
	sw, err := fs.ReadFile(folder, "sw.js")
	if err != nil {
		return nil, fmt.Errorf("-site wants a folder that cmd/site has written: %w", err)
	}
	w, script, err := static.ReadWorker(sw)
	if err != nil {
		return nil, err
	}
	assets := loadAssets()
	if w.Assets != string(assets.Listing()) {
		return nil, errors.New("-site: the folder has another revision of the course; write it anew with cmd/site")
	}
	w.Served, w.Pages = true, []string{}
	k := &keeping{folder: folder}
	if k.worker, err = w.Script(script); err != nil {
		return nil, err
	}
	return firstSite(contents, log, prefix, m, assets, func(s *site, handle func(pattern string, h handler)) {
		s.handleServer(handle)
		handle("GET /offline", s.offline)    // where a reader has the course kept
		handle("GET /sw.js", k.script)       // the worker that keeps it
		handle("GET /sw.json", k.file)       // its size and revision
		handle("GET /engine/{name}", k.file) // the program that draws its figures then
	}), nil
}

// script is the worker's.
func (k *keeping) script(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Security-Policy", workerPolicy)
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(k.worker))
	return nil
}

// file is one of the folder's.
func (k *keeping) file(w http.ResponseWriter, r *http.Request) error {
	name := "sw.json"
	if program := r.PathValue("name"); program != "" {
		name = path.Join("engine", program)
	}
	body, err := fs.ReadFile(k.folder, name)
	if err != nil {
		return errNotFound
	}
	contentType := "application/octet-stream"
	switch path.Ext(name) {
	case ".js":
		contentType = "text/javascript; charset=utf-8"
	case ".json":
		contentType = "application/json"
	case ".wasm":
		contentType = "application/wasm"
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}
