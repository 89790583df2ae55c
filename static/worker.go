package static

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A Worker is what the course's service worker is told: sw.js begins with it. The script
// itself is js/worker.js, and js/types.d.ts has the same fields.
type Worker struct {
	Revision string    `json:"revision"`
	Served   bool      `json:"served"`   // there is a server, which is asked first
	Files    []string  `json:"files"`    // whose names have a hash of them, by their paths from the course's root
	Pages    []string  `json:"pages"`    // to be kept with them
	Programs []Program `json:"programs"` // the forms of the program, the smallest first
	Assets   string    `json:"assets"`   // the listing, see [Assets.Listing]
}

// A Program is one form of the program that a browser runs.
type Program struct {
	Path   string `json:"path"`
	Format string `json:"format"` // by its name in a browser's DecompressionStream; "" for none
}

const workerBegins = "const course = "

// Script is sw.js: w, and then the script of the worker.
func (w Worker) Script(script []byte) ([]byte, error) {
	told, err := json.Marshal(w)
	return bytes.Join([][]byte{[]byte(workerBegins), told, []byte(";\n"), script}, nil), err
}

// ReadWorker reads what [Worker.Script] wrote: what the worker is told, and its script.
func ReadWorker(sw []byte) (w Worker, script []byte, err error) {
	told, script, ok := bytes.Cut(sw, []byte(";\n"))
	told, begins := bytes.CutPrefix(told, []byte(workerBegins))
	if !ok || !begins {
		return w, nil, errors.New("static: this is no sw.js of the course")
	}
	if err := json.Unmarshal(told, &w); err != nil {
		return w, nil, fmt.Errorf("static: sw.js: %w", err)
	}
	return w, script, nil
}
