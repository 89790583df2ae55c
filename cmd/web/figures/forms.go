package figures

import (
	"bytes"
	"maps"
	"slices"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

var (
	// ErrNoProgram is why a state of a figure has no program.
	ErrNoProgram = &respond.Nothing{Title: "No program here",
		Sentence: "Nothing is fitted in this state of the figure, so that there is no program for it."}
	errNotInLanguage = &respond.Nothing{Title: "Not in this language",
		Sentence: "The figure has a program, but none in this language."}
	errNoTable = &respond.Nothing{Title: "No such table",
		Sentence: "The figure has no series and no matrix of that name in this state."}
)

// A form is a way to have a figure, by the ending of its address.
type form struct {
	ContentType string
	Write       func(Shown) ([]byte, error)
}

// Forms are the ways to have a figure, by the ending of its address.
var Forms = map[string]form{
	"json": {"application/json", func(f Shown) ([]byte, error) { return appendJSON(nil, f.View, f.seq), nil }},
	"csv":  {"text/csv; charset=utf-8", func(f Shown) ([]byte, error) { return writeCSV(f.View.Picture, f.series) }},
	"zip":  {respond.ZIP, func(f Shown) ([]byte, error) { return writeTables(f.View.Picture) }},
	"svg": {"image/svg+xml", func(f Shown) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WriteSVG(&b, title(f.View), f.View.Picture.Sentences(), f.View.Sheet())
		return b.Bytes(), err
	}},
	"png": {"image/png", func(f Shown) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WritePNG(&b, title(f.View), f.View.Sheet(), 2)
		return b.Bytes(), err
	}},
	"pdf": {"application/pdf", func(f Shown) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WritePDF(&b, title(f.View), f.View.Sheet())
		return b.Bytes(), err
	}},
	"py": {"text/plain; charset=utf-8", writeCode("py")},
	"R":  {"text/plain; charset=utf-8", writeCode("R")},
	"go": {"text/plain; charset=utf-8", writeCode("go")},

	"ipynb": {notebookType, writeNotebook},
}

// Endings are those of the forms.
func Endings() []string { return slices.Collect(maps.Keys(Forms)) }

func title(f views.Figure) string { return course.Plain(course.Inline(f.Figure.Title)) }

func writeCode(ext string) func(Shown) ([]byte, error) {
	return func(f Shown) ([]byte, error) {
		switch code := f.View.Picture.Code; {
		case code == nil:
			return nil, ErrNoProgram
		case !code.Has(ext):
			return nil, errNotInLanguage
		}
		return []byte(f.View.Program(ext)), nil
	}
}
