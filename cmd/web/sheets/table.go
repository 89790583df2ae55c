package sheets

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

const tableFile = "sheet.csv"

// Table is a sheet with its answers as CSV, for its teacher.
func (s *Pages) Table(w http.ResponseWriter, r *http.Request) error {
	return s.file(w, r, tableFile, "text/csv; charset=utf-8", s.drawer.table)
}

// table is a plan with its answers.
func (d Drawer) table(ctx context.Context, p Plan) ([]byte, error) {
	list, err := d.Variants(ctx, p, p.Variants, true)
	if err != nil {
		return nil, err
	}
	return table(list)
}

// file answers with a file for who has a sheet's key.
func (s *Pages) file(w http.ResponseWriter, r *http.Request, name, contentType string,
	write func(context.Context, Plan) ([]byte, error)) error {
	_, p, owns, err := s.opened(w, r)
	if err != nil {
		return err
	}
	if !owns {
		return errNone
	}
	return sendFile(s.Sender, w, r, name, contentType, func(ctx context.Context) ([]byte, error) {
		return write(ctx, p)
	})
}

// sendFile answers with a file that is made at the gate, and is not kept.
func sendFile(s *respond.Sender, w http.ResponseWriter, r *http.Request, name, contentType string,
	write func(context.Context) ([]byte, error)) error {
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return s.Send(w, r, respond.Reply{ContentType: contentType, Drawn: true, Write: write})
}

// table has a row for each question of each variant. Formulas are TeX.
func table(variants [][]Drawn) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"variant", "number", "item", "title", "points", "question", "answer", "tolerance", "unit",
		"near misses", "difficulty"}}
	for v, items := range variants {
		for i, d := range items {
			row := []string{Letter(v), strconv.Itoa(i + 1), d.Item.Name(), "",
				course.FormatNumber(d.Item.Points), "", "", "", "", "", ""}
			if e := d.Exercise; e != nil {
				row[3], row[5], row[9], row[10] = e.Name(), questionIn(d), missesIn(d), e.Difficulty()
				row[6], row[7] = d.right()
				if e.Number != nil {
					row[8] = e.Number.Unit
				}
			}
			rows = append(rows, row)
		}
	}
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

// questionIn is what an exercise asks, on one line.
func questionIn(d Drawn) string {
	asked := d.asked()
	parts := []string{words(asked.Ask)}
	for i, c := range asked.Choices {
		parts = append(parts, views.ChoiceLetter(i)+") "+words(c))
	}
	for _, s := range asked.Steps {
		parts = append(parts, "[ ] "+words(s))
	}
	return strings.Join(parts, " | ")
}

// missesIn are the near misses of an exercise, or its wrong choices, each with what it shows, on one line.
func missesIn(d Drawn) string {
	var parts []string
	if n := d.Exercise.Number; n != nil {
		for _, m := range n.Misses {
			parts = append(parts, course.FormatNumber(m.Value)+": "+words(m.Why))
		}
	}
	for i, c := range d.Exercise.Choices {
		if !c.Right {
			parts = append(parts, views.ChoiceLetter(i)+": "+words(c.Why))
		}
	}
	return strings.Join(parts, " | ")
}

// words are the plain words of HTML, on one line.
func words(html string) string { return strings.Join(strings.Fields(course.Plain(html)), " ") }
