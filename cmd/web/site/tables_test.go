package site

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Every series and matrix of a figure is a table of its own, by name and in the archive,
// with the numbers of the figure's JSON; the one CSV has all series.
func TestTables(t *testing.T) {
	s := quietSite()
	read := func(address string, file []byte) [][]string {
		rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
		if err != nil {
			t.Errorf("%s: %v", address, err)
		}
		return rows
	}
	eachFigure(t, func(t *testing.T, path string, _ *course.Lesson, _ *course.Figure, _ []*course.Control) {
		figure := jsonAt[struct {
			Series   map[string][]json.RawMessage
			Matrices map[string][]json.RawMessage
		}](t, s, path+".json")
		body := get(t, s, path+".zip", plain).Body.Bytes()
		archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		if err != nil {
			t.Fatalf("%s.zip: %v", path, err)
		}
		files := map[string][]byte{}
		for _, f := range archive.File {
			r := course.Must(f.Open())
			if files[strings.TrimSuffix(f.Name, ".csv")], err = io.ReadAll(r); err != nil {
				t.Errorf("%s.zip: %s: %v", path, f.Name, err)
			}
		}
		total := 1 // the header of the one table
		for _, tables := range []map[string][]json.RawMessage{figure.Series, figure.Matrices} {
			for name, rows := range tables {
				address := path + ".csv?series=" + name
				w := get(t, s, address, plain)
				if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), files[name]) {
					t.Errorf("%s: %d, and another file in the archive", address, w.Code)
				}
				delete(files, name)
				table := read(address, w.Body.Bytes())
				if len(table) != len(rows)+1 {
					t.Errorf("%s has %d lines for %d rows", address, len(table), len(rows))
					continue
				}
				for i, row := range rows {
					if row[0] != '[' {
						row = append(append([]byte{'['}, row...), ']')
					}
					var want []*float64
					noError(t, json.Unmarshal(row, &want))
					for j, text := range table[i+1] {
						if want[j] == nil && text == "" {
							continue
						}
						if got, err := strconv.ParseFloat(text, 64); err != nil || want[j] == nil || got != *want[j] {
							t.Errorf("%s, line %d: %q, not %s", address, i+2, text, row)
						}
					}
				}
			}
		}
		for name := range files {
			t.Errorf("%s.zip has a file %s.csv", path, name)
		}
		for _, rows := range figure.Series {
			total += len(rows)
		}
		one := get(t, s, path+".csv", plain)
		if table := read(path+".csv", one.Body.Bytes()); len(figure.Series) > 0 && len(table) != total {
			t.Errorf("%s.csv has %d lines, not %d", path, len(table), total)
		}
		t.Logf("%s.csv: %d bytes", path, one.Body.Len())
	})
}

// A name that no table has costs a state one draw, however many such names are asked for.
func TestAnUnknownTableCostsOneDraw(t *testing.T) {
	draws := 0
	l := &course.Lesson{Slug: "l", Title: "L", Prose: "::: figure f :::\n", Draft: true,
		Figures: []course.Figure{{Name: "f", Title: "F", Build: func(*course.Form) course.Draw {
			return func(context.Context, *course.Memo) (*course.Picture, error) {
				draws++
				return &course.Picture{Series: []course.Series{course.Table("known", "x", []float64{1})}}, nil
			}
		}}}}
	s := siteOf(l)
	for _, name := range []string{"one", "two", "three"} {
		w := get(t, s, "/lessons/l/f.csv?series="+name, plain)
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "no series") {
			t.Errorf("%s: %d, %s", name, w.Code, w.Body)
		}
	}
	same(t, "how often it is drawn", draws, 1)
	if w := get(t, s, "/lessons/l/f.csv?series=known", plain); w.Code != http.StatusOK || w.Body.String() != "x\n1\n" {
		t.Errorf("%d, %q", w.Code, w.Body)
	}
}

// Where nothing is fitted there is no program, and the answer says so.
func TestNoProgramSaysWhy(t *testing.T) {
	s := quietSite()
	for _, ext := range []string{"py", "R", "go", "ipynb"} {
		w := get(t, s, krrPage+"/fit."+ext+"?data=points&points=none", plain)
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "Nothing is fitted in this state") {
			t.Errorf("%s: %d, %.300s", ext, w.Code, w.Body)
		}
	}
}
