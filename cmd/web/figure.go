package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

// figureView reads a figure's state from its parameters.
func (s *site) figureView(
	l *course.Lesson, f *course.Figure, query url.Values, prefix, action string,
) (views.Figure, course.Draw) {
	form, draw := f.With(s.tables, query)
	_, playable := playing(l, f, views.InPlayground)
	return views.Figure{Site: s.view(), Lesson: l, Figure: f, Form: form, Prefix: prefix,
		Action: s.view().URL(action), Playable: playable}, draw
}

// A shown is a figure in the state that a request asks for.
type shown struct {
	view views.Figure
	draw course.Draw
	seq  string // what the request would have back

	series string // that whose table is asked for; all if empty
}

// A form is a way to have a figure, by the ending of its address.
type form struct {
	contentType string
	write       func(shown) ([]byte, error)
}

var forms = map[string]form{
	"json": {"application/json", func(f shown) ([]byte, error) { return appendJSON(nil, f.view, f.seq), nil }},
	"csv":  {"text/csv; charset=utf-8", func(f shown) ([]byte, error) { return writeCSV(f.view.Picture, f.series) }},
	"zip":  {zipType, func(f shown) ([]byte, error) { return writeTables(f.view.Picture) }},
	"svg": {"image/svg+xml", func(f shown) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WriteSVG(&b, title(f.view), f.view.Picture.Sentences(), f.view.Picture.Columns)
		return b.Bytes(), err
	}},
	"png": {"image/png", func(f shown) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WritePNG(&b, title(f.view), f.view.Picture.Columns, 2)
		return b.Bytes(), err
	}},
	"pdf": {"application/pdf", func(f shown) ([]byte, error) {
		var b bytes.Buffer
		err := plots.WritePDF(&b, title(f.view), f.view.Picture.Columns)
		return b.Bytes(), err
	}},
	"py": {"text/plain; charset=utf-8", writeCode("py")},
	"R":  {"text/plain; charset=utf-8", writeCode("R")},
	"go": {"text/plain; charset=utf-8", writeCode("go")},

	"ipynb": {notebookType, writeNotebook},
}

func title(f views.Figure) string { return course.Plain(course.Inline(f.Figure.Title)) }

func writeCode(ext string) func(shown) ([]byte, error) {
	return func(f shown) ([]byte, error) {
		if f.view.Picture.Code == nil {
			return nil, errNoProgram
		}
		return []byte(f.view.Picture.Code.In(ext)), nil
	}
}

// figure is one figure: with an ending one of its forms, a fragment for the page
// that shows it, or a page of its own.
func (s *site) figure(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r.PathValue("slug"))
	if err != nil {
		return err
	}
	return s.figureOf(w, r, l)
}

// figureOf is a figure of a lesson, or of what stands by itself.
func (s *site) figureOf(w http.ResponseWriter, r *http.Request, l *course.Lesson) error {
	name, ext, ended := strings.Cut(r.PathValue("figure"), ".")
	fig, ok := l.Figure(name)
	if !ok {
		return errNotFound
	}
	query := course.Sub(course.ParseQuery(r.URL.RawQuery), fig.Name, true)
	page := l.Address()
	prefix, action := "", page+"/"+fig.Name
	fragment := !ended && r.Header.Get("HX-Request") == "true"
	if fragment && l.Path == "" && !onPage(r, s.view().URL(action)) {
		prefix, action = fig.Name+".", page
	}
	if m, ok := playing(l, fig, ext); ok {
		return s.openPlayground(w, r, m, fig, query)
	}
	var f shown
	if f.view, f.draw = s.figureView(l, fig, query, prefix, action); prefix != "" {
		l.Fold(fig, f.view.Form)
	}
	f.view.Deck = fragment && projected(r)
	f.view.Home = fragment && l.Home != nil && l.Home.Figure == fig.Name && onPage(r, s.view().URL("/"))
	f.view.Phone = (prefix != "" || l.Path != "") && query.Get("w") == phoneWidth
	if f.seq = query.Get("seq"); f.seq != "" && len(f.seq) <= 40 {
		w.Header().Set("Seq", url.QueryEscape(f.seq))
	}
	if ended {
		f.series = query.Get("series")
		return s.figureForm(w, r, f, ext)
	}
	w.Header().Add("Vary", "HX-Request, HX-Target, HX-Current-URL")
	if fragment {
		followed, end := s.follow(r)
		defer end()
		return s.figureFragment(w, followed, f)
	}
	return s.figurePage(w, r, f, query.Get("embed") == "1")
}

// filePolicy is that of a picture which is opened by itself.
const filePolicy = "default-src 'none'; img-src data:; frame-ancestors 'self'"

// figureForm is a figure as a file.
func (s *site) figureForm(w http.ResponseWriter, r *http.Request, f shown, ext string) error {
	as, ok := forms[ext]
	if !ok {
		return errNotFound
	}
	name := f.view.Lesson.Slug + "-" + f.view.Figure.Name
	what := ext
	if ext == "csv" && f.series != "" {
		name += "-" + url.QueryEscape(f.series)
		what += " " + f.series
	}
	if ext != "json" {
		named(w, name+"."+ext)
	}
	if ext == "svg" {
		w.Header().Set("Content-Security-Policy", filePolicy)
	}
	if ext == "csv" && f.series != "" {
		// A name that a state does not have costs one draw, and then none.
		if names, ok := course.Kept[[]string](s.answers, f.key("tables")); ok && !slices.Contains(names, f.series) {
			return errNoTable
		}
	}
	k := f.key(what)
	k.access = "" // a file has no controls
	if f.seq != "" && ext == "json" {
		k = key{} // it is in the file, and another each time
	}
	return s.show(w, r, f, k, as.contentType, func(ctx context.Context, f shown) ([]byte, error) {
		if f.series != "" && !f.view.Form.Fleeting {
			if err := s.keepTables(ctx, f); err != nil {
				return nil, err
			}
		}
		if numbers(f.view.Picture) > manyNumbers {
			if err := course.Long(ctx); err != nil {
				return nil, err
			}
		}
		return as.write(f)
	})
}

// keepTables keeps the names of what a drawn figure has tables of: they are read off the
// figure, which is not drawn for them.
func (s *site) keepTables(ctx context.Context, f shown) error {
	_, err := course.RememberBy(ctx, s.answers, f.key("tables"), func(context.Context) ([]string, int, error) {
		names, bytes := []string{}, 0
		for _, series := range f.view.Picture.Series {
			names = append(names, series.Name)
		}
		for _, m := range f.view.Picture.Matrices {
			names = append(names, m.Name)
		}
		for _, name := range names {
			bytes += len(name) + 16
		}
		return names, bytes, nil
	})
	return err
}

// figureFragment is a figure for the page that shows it: the whole of it, or what
// a move changes.
func (s *site) figureFragment(w http.ResponseWriter, r *http.Request, f shown) error {
	what, component := "full", views.Full
	if strings.HasSuffix(r.Header.Get("HX-Target"), "-live") {
		what, component = "live", views.Live
	}
	switch {
	case f.view.Deck:
		what += " deck"
	case f.view.Home:
		what += " home"
	case f.view.Phone:
		what += " phone"
	}
	return s.show(w, r, f, f.key(what), htmlType, func(ctx context.Context, f shown) ([]byte, error) {
		return render(ctx, component(f.view))
	})
}

// figurePage is a figure on a page of its own, without all around it where it is
// embedded in another.
func (s *site) figurePage(w http.ResponseWriter, r *http.Request, f shown, embed bool) error {
	what := "page"
	if embed {
		what, f.view.Embed = "embed", true
		f.view.Carry = []views.Param{{Name: "embed", Value: "1"}}
		w.Header().Set("Content-Security-Policy", policy)
	}
	return s.show(w, r, f, f.key(what), htmlType, func(ctx context.Context, f shown) ([]byte, error) {
		if f.view.Lesson.Path != "" && !embed {
			return render(ctx, views.Playground(s.view(), s.played(f.view)))
		}
		return render(ctx, views.FigurePage(s.view(), f.view))
	})
}

// show draws a figure and answers with what write makes of it.
func (s *site) show(w http.ResponseWriter, r *http.Request, f shown, k key, contentType string,
	write func(context.Context, shown) ([]byte, error)) error {
	if f.view.Form.Fleeting {
		k = key{}
		w.Header().Set("Cache-Control", "no-store")
	}
	drawn := func(ctx context.Context) ([]byte, error) {
		var err error
		if f.view.Picture, err = f.draw(ctx, s.memo); err != nil {
			return nil, err
		}
		if f.view.Home {
			f.view.Picture = f.view.Lesson.Home.Show(f.view.Picture)
		}
		return write(ctx, f)
	}
	return s.send(w, r, reply{key: k, contentType: contentType, drawn: true, write: drawn})
}

// key is what the answer depends on that shows the figure as what.
func (f shown) key(what string) key {
	v := f.view
	return key{what, v.Prefix, v.Lesson.Slug + "/" + v.Figure.Name + "?" + v.Form.Query(""), v.Form.Access(""),
		strings.Join(v.Form.Notes, "\n")}
}

// manyNumbers is from where on to write them out takes long: those of a Gram
// matrix of 140 points.
const manyNumbers = 20_000

// numbers is how many a picture has to write out.
func numbers(p *course.Picture) int {
	n := 0
	for _, s := range p.Series {
		n += len(s.Columns) * len(s.Columns[0].Values)
	}
	for _, m := range p.Matrices {
		rows, cols := m.Values.Dims()
		n += rows * cols
	}
	return n
}

// phoneWidth is the value of w by which a page on a phone asks for pictures drawn for it.
const phoneWidth = "358"

// onPage reports whether a fragment is for the page of that path, such as the figure’s own,
// where parameters have no prefix.
func onPage(r *http.Request, path string) bool {
	u, err := url.Parse(r.Header.Get("HX-Current-URL"))
	return err == nil && u.Path == path
}

// projected reports whether a fragment is for a presentation.
func projected(r *http.Request) bool {
	u, err := url.Parse(r.Header.Get("HX-Current-URL"))
	return err == nil && u.Query().Get("present") == "1"
}

// appendCertificate writes what vouches for a figure's numbers.
func appendCertificate(b []byte, c *course.Certificate) []byte {
	b = append(b, '{')
	b = appendFloat(appendKey(b, 0, "primal_dual_gap"), c.PrimalDualGap)
	b = appendFloat(appendKey(b, 1, "residual"), c.Residual)
	b = appendFloat(appendKey(b, 2, "bound"), c.Bound)
	b = strconv.AppendBool(appendKey(b, 3, "ok"), c.OK)
	return append(b, '}')
}

// appendAmong writes in how many of many samples what a figure claims is so.
func appendAmong(b []byte, a *course.Among) []byte {
	b = append(b, '{')
	for i, c := range a.Claims {
		low, high := c.Interval()
		b = append(appendKey(b, i, c.Name), '{')
		b = strconv.AppendInt(appendKey(b, 0, "hits"), int64(c.Hits), 10)
		b = strconv.AppendInt(appendKey(b, 1, "ties"), int64(c.Ties), 10)
		b = strconv.AppendInt(appendKey(b, 2, "of"), int64(c.Of), 10)
		if !a.Splits {
			b = appendFloat(appendKey(b, 3, "low"), low)
			b = appendFloat(appendKey(b, 4, "high"), high)
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

// appendUnsealed writes what a setting costs on sealed data.
func appendUnsealed(b []byte, u *course.Unsealed) []byte {
	b = appendFloat(appendKey(append(b, '{'), 0, "chosen"), u.Chosen.Value)
	b = appendFloat(appendKey(b, 1, "sealed"), u.Value)
	b = appendFloat(appendKey(b, 2, "standard_error"), u.SE)
	b = append(appendKey(b, 3, "others"), '[')
	for i, e := range u.Others {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(appendFloat(append(appendFloat(append(b, '['), e.Chosen), ", "...), e.Sealed), ']')
	}
	return append(b, "]}"...)
}

// appendJudged writes what is said of a picture's numbers: the certificate of its fit, many
// samples, and what was sealed.
func appendJudged(b []byte, p *course.Picture) []byte {
	if c := p.Certificate; c != nil {
		b = appendCertificate(append(b, ",\n \"certificate\": "...), c)
	}
	if a := p.Among; a != nil {
		b = appendAmong(append(b, ",\n \"many\": "...), a)
	}
	if u := p.Unsealed; u != nil {
		b = appendUnsealed(append(b, ",\n \"envelope\": "...), u)
	}
	return b
}

// appendJSON writes a figure's numbers: full precision, in the shortest form
// that reads back the same, null for what is not finite. A seq that is not empty
// goes back with them.
func appendJSON(b []byte, f views.Figure, seq string) []byte {
	b = slices.Grow(b, 4096+20*numbers(f.Picture))
	b = append(b, `{"lesson": `...)
	b = appendString(b, f.Lesson.Slug)
	b = append(b, `, "figure": `...)
	b = appendString(b, f.Figure.Name)
	b = append(b, ",\n \"params\": {"...)
	for i, c := range f.Form.Controls {
		b = appendKey(b, i, c.Name)
		if c.Kind == course.Real || c.Kind == course.Whole {
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
	description := f.Picture.Sentences()
	if f.Picture.Message != "" {
		description = f.Picture.Message + " " + description
	}
	b = appendString(b, description)
	b = append(b, ",\n \"values\": {"...)
	for i, n := range f.Picture.Numbers {
		b = appendFloat(appendKey(b, i, n.Name), n.Value)
	}
	b = append(b, '}')
	b = appendJudged(b, f.Picture)
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
	b = append(b, '}')
	if seq != "" {
		b = appendString(append(b, ",\n \"seq\": "...), seq)
	}
	return append(b, "}\n"...)
}

func appendTuple(b []byte, columns []course.Column, row int) []byte {
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
	return course.AppendShortest(b, v)
}
