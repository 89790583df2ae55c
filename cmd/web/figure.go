package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramophone/lessons"
	"gramophone/plots"
	"gramophone/views"
)

// figureView reads a figure's state from its parameters.
func (s *site) figureView(l *lessons.Lesson, f *lessons.Figure, query url.Values, prefix, action string) (views.Figure, lessons.Draw) {
	form := lessons.NewForm(query)
	draw := f.Build(form)
	return views.Figure{Site: s.view(), Lesson: l, Figure: f, Form: form, Prefix: prefix, Action: s.view().URL(action)}, draw
}

// A form is a way to have a figure, by the ending of its address.
type form struct {
	contentType string
	write       func(views.Figure) ([]byte, error)
}

var forms = map[string]form{
	"json": {"application/json", func(f views.Figure) ([]byte, error) { return appendJSON(nil, f), nil }},
	"csv":  {"text/csv; charset=utf-8", writeCSV},
	"svg": {"image/svg+xml", func(f views.Figure) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WriteSVG(&b, title(f), f.Picture.Description, f.Picture.Columns)
		return b.Bytes(), err
	}},
	"png": {"image/png", func(f views.Figure) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WritePNG(&b, title(f), f.Picture.Columns, 2)
		return b.Bytes(), err
	}},
	"pdf": {"application/pdf", func(f views.Figure) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WritePDF(&b, title(f), f.Picture.Columns)
		return b.Bytes(), err
	}},
	"py": {"text/plain; charset=utf-8", writeCode("py")},
	"R":  {"text/plain; charset=utf-8", writeCode("R")},
	"go": {"text/plain; charset=utf-8", writeCode("go")},
}

func title(f views.Figure) string { return lessons.Plain(lessons.Inline(f.Figure.Title)) }

func writeCode(ext string) func(views.Figure) ([]byte, error) {
	return func(f views.Figure) ([]byte, error) {
		if f.Picture.Code == nil {
			return nil, errNotFound
		}
		return []byte(f.Picture.Code.In(ext)), nil
	}
}

// figure is one figure: a page of its own, a fragment for the page that shows
// it, or, with an ending, one of its forms.
func (s *site) figure(w http.ResponseWriter, r *http.Request) error {
	l, ok := lessons.Lookup(r.PathValue("slug"))
	if !ok {
		return errNotFound
	}
	name, ext, ended := strings.Cut(r.PathValue("figure"), ".")
	f, ok := l.Figure(name)
	if !ok {
		return errNotFound
	}
	as, known := forms[ext]
	if ended && !known {
		return errNotFound
	}
	query := lessons.ParseQuery(r.URL.RawQuery)
	sub := lessons.Sub(query, f.Name, true)
	fragment := r.Header.Get("HX-Request") == "true"
	prefix, action := "", "/lessons/"+l.Slug+"/"+f.Name
	if fragment && !alone(r, s.view().URL(action)) {
		prefix, action = f.Name+".", "/lessons/"+l.Slug
	}
	v, draw := s.figureView(l, f, sub, prefix, action)
	seq := sub.Get("seq")
	if seq != "" && len(seq) <= 40 {
		w.Header().Set("Seq", url.QueryEscape(seq))
	}

	if ext == "" {
		w.Header().Add("Vary", "HX-Request, HX-Target, HX-Current-URL")
	}
	kind := ext
	var write func(context.Context) ([]byte, error)
	switch {
	case ext != "":
		if ext != "json" {
			w.Header().Set("Content-Disposition", "inline; filename=\""+l.Slug+"-"+f.Name+"."+ext+"\"")
		}
		if ext == "svg" {
			w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; frame-ancestors 'self'")
		}
		write = func(context.Context) ([]byte, error) { return as.write(v) }
	case fragment:
		as.contentType = htmlType
		if kind = "full"; strings.HasSuffix(r.Header.Get("HX-Target"), "-live") {
			kind = "live"
		}
		write = func(ctx context.Context) ([]byte, error) {
			if kind == "live" {
				return render(ctx, views.Live(v))
			}
			return render(ctx, views.Full(v))
		}
	default:
		as.contentType, kind = htmlType, "page"
		if v.Embed = sub.Get("embed") == "1"; v.Embed {
			kind = "embed"
			v.Carry = []views.Param{{Name: "embed", Value: "1"}}
			w.Header().Set("Content-Security-Policy", policy+"*")
		}
		write = func(ctx context.Context) ([]byte, error) { return render(ctx, views.FigurePage(s.view(), v)) }
	}
	key := kind + " " + prefix + " " + l.Slug + "/" + f.Name + "?" + v.Form.Query("")
	if ext == "" {
		key += " " + v.Form.Access("")
	}
	if len(v.Form.Notes) > 0 || (seq != "" && ext == "json") {
		key = "" // a slip is answered, not kept
	}
	if v.Form.Fleeting {
		key = ""
		w.Header().Set("Cache-Control", "no-store")
	}
	return s.send(w, r, key, as.contentType, func(ctx context.Context) ([]byte, error) {
		leave, err := s.fits.pass(ctx)
		if err != nil {
			return nil, err
		}
		defer leave()
		if v.Picture, err = draw(lessons.WithBusy(ctx, s.fits.busy), s.memo); err != nil {
			return nil, err
		}
		body, err := write(ctx)
		if seq != "" && ext == "json" && err == nil {
			body = append(body[:len(body)-2], ",\n \"seq\": "...)
			body = append(appendString(body, seq), "}\n"...)
		}
		return body, err
	})
}

// alone reports whether a fragment is for the figure's own page, where
// parameters have no prefix.
func alone(r *http.Request, path string) bool {
	u, err := url.Parse(r.Header.Get("HX-Current-URL"))
	return err == nil && u.Path == path
}

// appendJSON writes a figure's numbers: full precision, in the shortest form
// that reads back the same, null for what is not finite.
func appendJSON(b []byte, f views.Figure) []byte {
	b = append(b, `{"lesson": `...)
	b = appendString(b, f.Lesson.Slug)
	b = append(b, `, "figure": `...)
	b = appendString(b, f.Figure.Name)
	b = append(b, ",\n \"params\": {"...)
	for i, c := range f.Form.Controls {
		b = appendKey(b, i, c.Name)
		if c.Kind == lessons.Real || c.Kind == lessons.Whole {
			b = appendFloat(b, c.Number())
		} else {
			b = appendString(b, c.Value)
		}
	}
	b = append(b, "},\n \"notes\": ["...)
	for i, n := range f.Form.Notes {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendString(b, n)
	}
	b = append(b, "],\n \"description\": "...)
	description := f.Picture.Description
	if f.Picture.Message != "" {
		description = f.Picture.Message + " " + description
	}
	b = appendString(b, description)
	b = append(b, ",\n \"values\": {"...)
	for i, n := range f.Picture.Numbers {
		b = appendFloat(appendKey(b, i, n.Name), n.Value)
	}
	b = append(b, '}')
	if c := f.Picture.Certificate; c != nil {
		b = append(b, ",\n \"certificate\": {"...)
		b = appendFloat(appendKey(b, 0, "primal_dual_gap"), c.PrimalDualGap)
		b = appendFloat(appendKey(b, 1, "residual"), c.Residual)
		b = appendFloat(appendKey(b, 2, "bound"), c.Bound)
		b = strconv.AppendBool(appendKey(b, 3, "ok"), c.OK)
		b = append(b, '}')
	}
	b = append(b, ",\n \"series\": {"...)
	for i, s := range f.Picture.Series {
		b = append(appendKey(b, i, s.Name), '[')
		for row := range s.Columns[0].Values {
			if row > 0 {
				b = append(b, ", "...)
			}
			b = appendTuple(b, s.Columns, row)
		}
		b = append(b, ']')
	}
	b = append(b, "},\n \"matrices\": {"...)
	for i, m := range f.Picture.Matrices {
		b = appendMatrix(appendKey(b, i, m.Name), m.Values)
	}
	return append(b, "}}\n"...)
}

func appendTuple(b []byte, columns []lessons.Column, row int) []byte {
	if len(columns) == 1 {
		return appendFloat(b, columns[0].Values[row])
	}
	b = append(b, '[')
	for i, c := range columns {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendFloat(b, c.Values[row])
	}
	return append(b, ']')
}

func appendMatrix(b []byte, m mat.Matrix) []byte {
	rows, cols := m.Dims()
	b = append(b, '[')
	for i := range rows {
		if i > 0 {
			b = append(b, ",\n  "...)
		}
		b = append(b, '[')
		for j := range cols {
			if j > 0 {
				b = append(b, ", "...)
			}
			b = appendFloat(b, m.At(i, j))
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

func appendKey(b []byte, i int, name string) []byte {
	if i > 0 {
		b = append(b, ", "...)
	}
	return append(appendString(b, name), ": "...)
}

func appendString(b []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can be marshalled
	}
	return append(b, quoted...)
}

func appendFloat(b []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}

// writeCSV writes what a figure draws as one table: the series first, then the
// matrices an entry a line; a column that a line has no use for is empty.
func writeCSV(f views.Figure) ([]byte, error) {
	header := []string{"series"}
	place := func(name string) int {
		if i := slices.Index(header, name); i >= 0 {
			return i
		}
		header = append(header, name)
		return len(header) - 1
	}
	for _, s := range f.Picture.Series {
		for _, c := range s.Columns {
			place(c.Name)
		}
	}
	if len(f.Picture.Matrices) > 0 {
		place("row")
		place("column")
		place("value")
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(header) // a bytes.Buffer does not fail, and Error reports
	record := make([]string, len(header))
	text := func(v float64) string {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	for _, s := range f.Picture.Series {
		for row := range s.Columns[0].Values {
			clear(record)
			record[0] = s.Name
			for _, c := range s.Columns {
				record[place(c.Name)] = text(c.Values[row])
			}
			_ = w.Write(record)
		}
	}
	for _, m := range f.Picture.Matrices {
		rows, cols := m.Values.Dims()
		for i := range rows {
			for j := range cols {
				clear(record)
				record[0], record[place("row")], record[place("column")] = m.Name, strconv.Itoa(i+1), strconv.Itoa(j+1)
				record[place("value")] = text(m.Values.At(i, j))
				_ = w.Write(record)
			}
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}
