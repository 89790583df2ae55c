package site

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/static"
	"github.com/gramophone-course/gramophone/views"
)

// A keeping is what readers keep of the course for when the network is gone: the files of a
// folder that cmd/site has written, and the worker as it is where there is a server.
type keeping struct {
	folder fs.FS
	worker []byte
}

// workerPolicy is the Content-Security-Policy of the worker, which runs WebAssembly.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// newKeeping fails where the folder is none of this revision of the course, whose assets are given:
// its program would name files that the server does not have.
func newKeeping(folder fs.FS, assets *static.Assets) (*keeping, error) {
	sw, err := fs.ReadFile(folder, "sw.js")
	if err != nil {
		return nil, &ConfigError{"Offline", "wants a folder that cmd/site has written: " + err.Error()}
	}
	w, script, err := static.ReadWorker(sw)
	if err != nil {
		return nil, err
	}
	if w.Assets != string(assets.Listing()) {
		return nil, &ConfigError{"Offline", "has another revision of the course; write it anew with cmd/site"}
	}
	w.Served, w.Pages = true, []string{}
	k := &keeping{folder: folder}
	k.worker, err = w.Script(script)
	return k, err
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
		return respond.ErrNotFound
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

// offline is the page on which a reader has the course kept in her browser.
func (s *Site) offline(w http.ResponseWriter, r *http.Request) error {
	return s.sender.Page(w, r, respond.Key{What: "offline"}, views.Offline(s.view()))
}
