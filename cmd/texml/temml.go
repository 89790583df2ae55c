package main

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// temml is the Temml library in an interpreter of its own.
type temml struct {
	render func(tex string, options map[string]any) (string, error)
	glyphs string // the characters of the formula font
	sum    string // of all that a formula's MathML follows from, beside its TeX
}

// madeBy is the key of that sum in formulas.json; no formula has it.
const madeBy = "made by"

//go:embed temml.go tidy.go
var ours embed.FS

// sum is that of the library, the font's characters, the macros and what tidies.
func sum(source, glyphs string) (string, error) {
	h := sha256.New()
	for _, name := range []string{"temml.go", "tidy.go"} {
		text, err := ours.ReadFile(name)
		if err != nil {
			return "", err
		}
		h.Write(text)
	}
	macros, err := json.Marshal(course.Macros) // sorted by their names
	fmt.Fprintf(h, "%s\n%s\n%s", source, glyphs, macros)
	return hex.EncodeToString(h.Sum(nil)), err
}

// newTemml runs the library's source, which takes about 25 ms.
func newTemml(source, glyphs string) (*temml, error) {
	vm := goja.New()
	if _, err := vm.RunScript("temml.min.js", source); err != nil {
		return nil, err
	}
	by, err := sum(source, glyphs)
	if err != nil {
		return nil, err
	}
	t := &temml{glyphs: glyphs, sum: by}
	f, err := vm.RunString("temml.renderToString")
	if err != nil {
		return nil, err
	}
	return t, vm.ExportTo(f, &t.render)
}

// mathML translates a formula, and fails with Temml's reason where it cannot.
func (t *temml) mathML(tex string, display bool) (string, error) {
	all := make(map[string]any, len(course.Macros)) // fresh each time: \def and \gdef write to it
	for name, body := range course.Macros {
		all[name] = body
	}
	out, err := t.render(caretT.ReplaceAllLiteralString(tex, `\T`), map[string]any{
		"displayMode":  display,
		"throwOnError": true,
		"strict":       false, // strict LaTeX has no \class
		"wrap":         "none",
		"macros":       all,
		// \class{t-lambda}{…} ties a symbol to its control; links and styles stay refused.
		"trust": func(context map[string]any) bool { return context["command"] == `\class` },
	})
	if err != nil {
		var exception *goja.Exception
		reason := err.Error()
		if errors.As(err, &exception) {
			reason = strings.TrimPrefix(exception.Value().String(), "ParseError: ")
		}
		return "", fmt.Errorf("%s: %s", tex, reason)
	}
	if out, err = tidy(out); err != nil {
		return "", fmt.Errorf("%s: %w", tex, err)
	}
	for _, r := range out {
		if !strings.ContainsRune(t.glyphs, r) {
			return "", fmt.Errorf("%s: the formula font is cut without %q (U+%04X); static/fonts/subset.py can add it",
				tex, r, r)
		}
	}
	return out, nil
}

// caretT finds an author's ^\T: \T brings its own ^, and both spellings are read.
var caretT = regexp.MustCompile(`\^\s*\\T\b`)
