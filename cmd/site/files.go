package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/static"
)

// files are those of the folder, by their paths from its top.
type files map[string][]byte

func (f files) bytes() (n int) {
	for _, body := range f {
		n += len(body)
	}
	return n
}

// addWorker adds the worker, which names what there is to keep; all else is there by now.
func (f files) addWorker() error {
	assets := static.Load()
	w := static.Worker{Pages: []string{""}, Assets: string(assets.Listing())}
	for path := range f {
		if strings.HasSuffix(path, ".js") {
			w.Files = append(w.Files, path) // Go's own script is the first
		}
	}
	for _, a := range assets.All() {
		path := strings.TrimPrefix(a.Path, "/")
		f[path] = a.Body
		w.Files = append(w.Files, path)
	}
	for _, form := range []struct{ ending, format string }{{".br", "brotli"}, {".gz", "gzip"}, {"", ""}} {
		for path := range f {
			if strings.HasPrefix(path, "engine/") && strings.HasSuffix(path, ".wasm"+form.ending) {
				w.Programs = append(w.Programs, static.Program{Path: path, Format: form.format})
			}
		}
	}
	sum := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintln(sum, path, len(f[path]))
		sum.Write(f[path])
	}
	w.Revision = hex.EncodeToString(sum.Sum(nil)[:6])
	kept := len(f[w.Programs[1].Path]) // most browsers unpack gzip, and not all of them brotli
	for _, path := range w.Files {
		kept += len(f[path])
	}
	about, err := json.Marshal(map[string]any{"revision": w.Revision, "bytes": kept})
	if err != nil {
		return err
	}
	f["sw.json"] = about
	f["sw.js"], err = w.Script(assets.Named("js/worker.js").Body)
	f["manifest.webmanifest"] = fmt.Appendf(nil, manifest, strings.TrimPrefix(assets.URL("icon.svg"), "/"))
	f["404.html"] = []byte(missing)
	return err
}

const manifest = `{"name": "Gramophone: kernel methods you can play", "short_name": "Gramophone", "start_url": "./",
 "display": "minimal-ui", "icons": [{"src": "%s", "type": "image/svg+xml", "sizes": "any"}]}
`

// missing is what hosts of files show where there is none. It may stand at any depth, so
// that it has no relative address.
const missing = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Nothing here · Gramophone</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
</head><body><h1>Nothing here</h1><p>There is no page at this address. Files of a figure, such as its numbers, are made
in your browser: open the lesson first, and wait until its figures can be moved.</p></body></html>
`

// write writes the folder, or a zip of it.
func (f files) write(to string) error {
	if strings.HasSuffix(to, ".zip") {
		return f.zip(to)
	}
	if old, err := os.ReadDir(to); err == nil && len(old) > 0 {
		if _, err := os.Stat(filepath.Join(to, "sw.json")); err != nil {
			return fmt.Errorf("%s has other things in it: give a new folder", to)
		}
	}
	for path, body := range f {
		file := filepath.Join(to, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, body, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// zip writes the files in the order of their names, without a time, so that the same course
// is the same file.
func (f files) zip(to string) (err error) {
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	z := zip.NewWriter(file)
	for _, path := range slices.Sorted(maps.Keys(f)) {
		method := zip.Deflate
		switch filepath.Ext(path) {
		case ".br", ".gz", ".woff2", ".png", ".epub":
			method = zip.Store
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: "gramophone/" + path, Method: method})
		if err != nil {
			return err
		}
		if _, err := w.Write(f[path]); err != nil {
			return err
		}
	}
	return z.Close()
}
