package sheets

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// Plain are sheets of a copy of the course that can keep no secret, as one in a browser: the query of a sheet's address
// is its plan, by the names of the form, with a seed. With solutions=1 it is the key, for anybody.
type Plain struct {
	*respond.Sender
	drawer Drawer
}

// NewPlain are the sheets of a course, of which nothing is sealed.
func NewPlain(s *respond.Sender) *Plain { return &Plain{s, Drawer{s.Course, plainSeed}} }

// The seeds of plain plans, which a teacher can type. Those of pages of lessons are left out, so that nobody takes the
// one for the other.
const (
	leastSeed = course.MostSeed + 1
	mostSeed  = 999_999_999
)

// plainSeed is a [seeding] for which anybody knows enough.
func plainSeed(p Plan, i, n, try int) uint64 {
	hash := sha256.Sum256([]byte(drawText(p, i, n, try)))
	return seedOf(hash[:])
}

// Sheet is the form, which an address without a seed may have filled in; with a seed what students see of a sheet, or
// with solutions=1 what its teacher does. Whatever else a query says or leaves open, as the form does, leads to the one
// address of the same sheet.
func (s *Plain) Sheet(w http.ResponseWriter, r *http.Request) error {
	query := course.ParseQuery(r.URL.RawQuery)
	if !query.Has("seed") {
		return s.form(w, r, begun(query), nil)
	}
	p, wrong, err := s.drawer.readPlain(query)
	if err != nil {
		return err
	}
	if wrong != nil {
		return s.form(w, r, query, wrong)
	}
	variant, ok := p.variantOf(query.Get("variant"))
	if !ok {
		return errNoVariant
	}
	plain, solved := p.query(), query.Get("solutions") == "1"
	switch {
	case solved:
		plain.Set("solutions", "1")
	case variant > 0:
		plain.Set("variant", Letter(variant))
	}
	if !maps.EqualFunc(query, plain, slices.Equal) {
		return s.Lead(w, r, "/sheets?"+plain.Encode())
	}
	base := respond.BaseURL(s.Sender, r)
	return drawn(s.Sender, w, r, func(ctx context.Context) (templ.Component, error) {
		if solved {
			page, err := s.keyPage(ctx, p, base)
			return views.SheetKey(s.View(), page), err
		}
		page, err := s.drawer.sheetPage(ctx, p, variant)
		return views.Sheet(s.View(), page), err
	})
}

// form is the form as it was filled in, with what is wrong with that.
func (s *Plain) form(w http.ResponseWriter, r *http.Request, query url.Values, wrong []string) error {
	page, err := s.drawer.formPage(query, wrong)
	if err != nil {
		return err
	}
	page.Plain, page.Lasting, page.Seed = true, true, query.Get("seed")
	page.Most.Seed, page.LeastSeed = mostSeed, leastSeed
	view := views.Sheets(s.View(), page)
	if wrong != nil {
		s.Say(w, http.StatusBadRequest, view, "No sheet was made. "+strings.Join(wrong, " "))
		return nil
	}
	return s.Page(w, r, respond.Key{}, view)
}

// readPlain makes a plan of a query: that of the form, with a seed, which is drawn where it is left open. Nothing opens
// later.
func (d Drawer) readPlain(query url.Values) (p Plan, wrong []string, err error) {
	form := maps.Clone(query)
	form.Del("opens")
	if p, wrong, err = d.read(form); err != nil {
		return p, nil, err
	}
	typed := strings.TrimSpace(query.Get("seed"))
	if typed == "" {
		p.Seed = leastSeed + rand.Uint64N(mostSeed-leastSeed+1)
		return p, wrong, nil
	}
	if p.Seed, err = strconv.ParseUint(typed, 10, 64); err != nil || p.Seed < leastSeed || p.Seed > mostSeed {
		wrong = append(wrong, fmt.Sprintf("A seed is a whole number from %d to %d, or left open; “%s” is none.",
			leastSeed, mostSeed, course.Printable(typed)))
	}
	return p, wrong, nil
}

// query is a plan as [Drawer.readPlain] reads it.
func (p Plan) query() url.Values {
	q := url.Values{"title": {p.Title}, "variants": {strconv.Itoa(p.Variants)},
		"seed": {strconv.FormatUint(p.Seed, 10)}}
	if p.Room > 0 {
		q.Set("room", strconv.Itoa(p.Room))
	}
	for _, i := range p.Items {
		q.Add("item", i.Name())
		q.Add("points", course.FormatNumber(i.Points))
	}
	if all := slices.Compact(slices.Clone(q["points"])); len(all) == 1 {
		q["points"] = all
	}
	return q
}

// keyPage is what a teacher sees of a sheet, and whoever else asks.
func (s *Plain) keyPage(ctx context.Context, p Plan, base string) (page views.SheetKeyPage, err error) {
	page, err = s.drawer.keyPage(ctx, p, func(variant string) string {
		q := p.query()
		if variant != "" {
			q.Set("variant", variant)
		}
		return base + "/sheets?" + q.Encode()
	})
	page.Plain, page.Lasting = true, true
	page.Table = s.View().URL("/sheets/" + tableFile + "?" + p.query().Encode())
	return page, err
}

// Table is a sheet with its answers as CSV.
func (s *Plain) Table(w http.ResponseWriter, r *http.Request) error {
	p, wrong, err := s.drawer.readPlain(course.ParseQuery(r.URL.RawQuery))
	if err != nil {
		return err
	}
	if wrong != nil {
		s.Fail(w, http.StatusBadRequest, "No sheet was made", strings.Join(wrong, " "))
		return nil
	}
	return sendFile(s.Sender, w, r, tableFile, "text/csv; charset=utf-8", func(ctx context.Context) ([]byte, error) {
		return s.drawer.table(ctx, p)
	})
}
