package figures

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// notebookType is the content type of a Jupyter notebook.
const notebookType = "application/x-ipynb+json"

// A notebook is a Jupyter notebook, as https://nbformat.readthedocs.io describes
// format 4.5.
type notebook struct {
	Cells    []any `json:"cells"` // prose and program
	Metadata struct {
		Kernel   kernelSpec `json:"kernelspec"`
		Language language   `json:"language_info"`
	} `json:"metadata"`
	Format int `json:"nbformat"`
	Minor  int `json:"nbformat_minor"`
}

type kernelSpec struct {
	Title    string `json:"display_name"`
	Language string `json:"language"`
	Name     string `json:"name"`
}

type language struct {
	Name string `json:"name"`
}

// A proseCell is a cell of Markdown.
type proseCell struct {
	Type     string   `json:"cell_type"`
	ID       string   `json:"id"`
	Metadata struct{} `json:"metadata"`
	Source   []string `json:"source"`
}

// A codeCell is a cell of Python that has not been run.
type codeCell struct {
	proseCell
	Count   *int  `json:"execution_count"`
	Outputs []any `json:"outputs"`
}

func (n *notebook) write(id string, paragraphs ...string) {
	n.Cells = append(n.Cells, proseCell{Type: "markdown", ID: id, Source: lines(strings.Join(paragraphs, "\n\n"))})
}

// figure adds the cells of a figure in its state: what it shows, and the program that
// computes its numbers and draws it. A figure without a program has no more than words.
func (n *notebook) figure(f views.Figure) {
	paragraphs := []string{"## " + course.Portable(f.Figure.Title)}
	if f.Picture.Message != "" {
		paragraphs = append(paragraphs, course.Literal(f.Picture.Message))
	}
	paragraphs = append(paragraphs, course.Literal(f.Picture.Sentences()))
	if f.Picture.Code == nil {
		n.write(f.Figure.Name, paragraphs...)
		return
	}
	about, cells := f.Picture.Code.Cells()
	n.write(f.Figure.Name, append(paragraphs, "*"+course.Literal(about)+"*")...)
	for _, c := range cells {
		n.program(f.Figure.Name+"-"+cellID(c.Name), "# "+c.Name+"\n"+c.Code)
	}
}

// program adds a cell of code.
func (n *notebook) program(id, code string) {
	n.Cells = append(n.Cells, codeCell{proseCell: proseCell{Type: "code", ID: id, Source: lines(code)},
		Outputs: []any{}})
}

// cellID is the name of a cell as its format has ids: of letters, digits and hyphens.
func cellID(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// bytes is the file, the same for the same cells.
func (n *notebook) bytes() ([]byte, error) {
	n.Metadata.Kernel = kernelSpec{Title: "Python 3", Language: "python", Name: "python3"}
	n.Metadata.Language = language{Name: "python"}
	n.Format, n.Minor = 4, 5
	return respond.JSON(n, " ")
}

// lines are the lines of a cell, each but the last with its end.
func lines(text string) []string {
	return strings.SplitAfter(strings.TrimRight(text, "\n"), "\n")
}

// writeNotebook is a figure as a notebook.
func writeNotebook(f Shown) ([]byte, error) {
	if f.View.Picture.Code == nil {
		return nil, ErrNoProgram
	}
	n := new(notebook)
	n.figure(f.View)
	return n.bytes()
}

// lessonNotebook is a lesson as one notebook: its words, and where they stand the figures,
// in the states of the query.
func (s *Pages) lessonNotebook(ctx context.Context, l *course.Lesson, query url.Values) ([]byte, error) {
	page, err := s.Drawn(ctx, l, query)
	if err != nil {
		return nil, err
	}
	n := new(notebook)
	n.write("lesson", "# "+l.Heading(), course.Portable(l.Lede))
	for i, b := range page.Text.Blocks {
		if b.Kind == "figure" {
			n.figure(page.Figures[b.Name])
		} else if words := b.Markdown(); words != "" {
			n.write(fmt.Sprintf("words-%d", i), words)
		}
	}
	return n.bytes()
}
