// Texml translates the course's formulas from TeX to MathML, so that a page
// carries finished formulas and a reader's browser needs no script for them:
//
//	go generate ./...       # runs this in lessons/course/formulas
//	go run ./cmd/texml -check
//
// It asks packages lessons and reference for every formula, lets Temml (static/vendor/temml)
// translate them in a JavaScript interpreter written in Go, tidies the result
// and writes lessons/course/formulas/formulas.json: a JSON object from "i:" or "d:", for inline
// and display, and the TeX to the MathML. Each formula has its own line and the
// keys are sorted, so that a difference reads well. A formula that does not
// parse is an error, and then nothing is written. What the file has already is not
// translated again, as long as Temml, its options, the macros and the font are the same: the
// key "made by" has their sum.
//
// With -check nothing is written either: what is missing, stale or no longer
// used is named, and the exit code is 1 if there is any.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/concept"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail if formulas.json is not current")
	flag.Parse()
	if err := run(*check, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "texml:", err)
		os.Exit(1)
	}
}

func run(check bool, log io.Writer) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	t, err := load(root)
	if err != nil {
		return err
	}
	formulas, err := all()
	if err != nil {
		return err
	}
	file := filepath.Join(root, "lessons/course/formulas/formulas.json")
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	now, err := t.translate(formulas, read(old))
	if err != nil {
		return err
	}
	body := encode(now)
	switch {
	case bytes.Equal(old, body):
		return nil
	case check:
		for _, line := range compare(old, now) {
			fmt.Fprintln(log, line)
		}
		return errors.New("lessons/course/formulas/formulas.json is not current: run go generate")
	}
	return os.WriteFile(file, body, 0o644)
}

// all are the formulas of the course. Its lessons compute the facts in them side by side.
func all() ([]course.Formula, error) {
	var reading sync.WaitGroup
	for _, l := range lessons.Contents.Open() {
		reading.Go(func() { _, _ = l.Text() }) // whose slip is Formulas' below
	}
	reading.Wait()
	formulas, err := lessons.Contents.Formulas()
	if err != nil {
		return nil, err
	}
	referred, err := reference.Formulas()
	if err != nil {
		return nil, err
	}
	asked, err := concept.Text.Formulas()
	return slices.Concat(formulas, referred, asked), err
}

// read is what formulas.json has, nothing of half a file.
func read(file []byte) map[string]string {
	m := map[string]string{}
	if json.Unmarshal(file, &m) != nil {
		return nil
	}
	return m
}

// moduleRoot is the directory of go.mod: go generate runs commands in the
// package's directory, people in the repository's.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod here or above")
		}
		dir = filepath.Dir(dir)
	}
}

// load reads what the translation needs from the repository.
func load(root string) (*temml, error) {
	source, err := os.ReadFile(filepath.Join(root, "static/vendor/temml/temml.min.js"))
	if err != nil {
		return nil, err
	}
	glyphs, err := os.ReadFile(filepath.Join(root, "static/fonts/stix-two-math.txt"))
	if err != nil {
		return nil, err
	}
	return newTemml(string(source), string(glyphs))
}

// translate returns the MathML of every formula under its key, as it is known of what was made
// alike. It goes on after an error, so that an author sees all of them at once.
func (t *temml) translate(formulas []course.Formula, known map[string]string) (map[string]string, error) {
	if known[madeBy] != t.sum {
		known = nil
	}
	all := make(map[string]string, len(formulas)+1)
	all[madeBy] = t.sum
	var failed []error
	for _, f := range formulas {
		s, ok := known[f.Key()]
		if !ok {
			var err error
			if s, err = t.mathML(f.TeX, f.Display); err != nil {
				failed = append(failed, err)
			}
		}
		all[f.Key()] = s
	}
	return all, errors.Join(failed...)
}

// encode writes a JSON object with sorted keys, one a line.
func encode(m map[string]string) []byte {
	var b bytes.Buffer
	b.WriteString("{\n")
	for i, key := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.Write(quote(key))
		b.WriteString(": ")
		b.Write(quote(m[key]))
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// quote is a JSON string that leaves <, > and & as they are.
func quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("texml: " + err.Error()) // a string has no reason to fail
	}
	return bytes.TrimSpace(b.Bytes())
}

// compare says in lines how the file differs from what it should be.
func compare(file []byte, now map[string]string) []string {
	old := read(file)
	if old == nil {
		return []string{"not JSON"}
	}
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if s, ok := old[key]; !ok {
			lines = append(lines, "missing: "+key)
		} else if s != now[key] {
			lines = append(lines, "stale: "+key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(old)) {
		if _, ok := now[key]; !ok {
			lines = append(lines, "unused: "+key)
		}
	}
	return lines
}
