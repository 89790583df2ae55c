// Package tables is a reader's own table over HTTP.
package tables

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/views"
)

// This file has the pages of a reader's own tables. The address of a table is all it takes
// to see it and to delete it: it stands in no log, and no page sends it to another site.

// Pages are readers' tables over HTTP.
type Pages struct {
	*respond.Sender
	Tables  *own.Store
	Uploads *flow.Intake // those that are being sent,
	parsed  *gate.Queue  // and those that are read

	// Example is the figure that shows what a table becomes, in the state of a query, and draws it; nil for none.
	Example func(url.Values) (views.Figure, func(context.Context) (*course.Picture, error))
}

// New are of no course yet: see [Pages.For].
func New(tables *own.Store) Pages {
	return Pages{Tables: tables, Uploads: flow.NewIntake(maxSending, sendWait),
		parsed: gate.NewQueue(maxParsed, gate.MaxWaiting, sendWait)}
}

// For are the pages for the course of a sender, within the same bounds.
func (s Pages) For(course *respond.Sender) *Pages {
	s.Sender = course
	return &s
}

// Data is the page on which a table is pasted or sent, with an example of what becomes of one.
func (s *Pages) Data(w http.ResponseWriter, r *http.Request) error {
	page := views.DataPage{Site: s.View(), Takers: s.takers(""), Refusers: s.refusers(), Days: s.days(),
		Lasts: s.Tables.Lasts(), Deleted: r.URL.Query().Has("deleted")}
	example, draw := s.Example(course.ParseQuery(r.URL.RawQuery))
	write := func(ctx context.Context) (_ []byte, err error) {
		if draw != nil {
			if example.Picture, err = draw(ctx); err != nil {
				return nil, err
			}
			page.Example = &example
		}
		return respond.Render(ctx, views.Data(page))
	}
	return s.Send(w, r, respond.Reply{ContentType: respond.HTML, Drawn: draw != nil, Write: write})
}

func (s *Pages) days() int { return int(s.Tables.Expiry().Hours() / 24) }

// takers are the figures that take a table, by their lessons, in their states with it.
func (s *Pages) takers(ref string) (all []views.Taker) {
	for _, l := range s.Course.Open() {
		t := views.Taker{Lesson: l}
		for i := range l.Figures {
			f := &l.Figures[i]
			form, _ := f.With(s.Tables, url.Values{"data": {ref}})
			if !form.TakesTables() {
				continue
			}
			query := f.Name + ".data=" + ref + form.Suggested(f.Name+".")
			t.Figures = append(t.Figures, views.TakerFigure{Figure: f,
				Address: s.View().URL("/lessons/" + l.Slug + "?" + query + "#" + f.Name)})
		}
		if t.Figures != nil {
			all = append(all, t)
		}
	}
	return all
}

// refusers are the figures that take none, with why.
func (s *Pages) refusers() (all []views.Refuser) {
	for _, l := range s.Course.Open() {
		for i := range l.Figures {
			f := &l.Figures[i]
			if form, _ := f.At(nil); !form.TakesTables() {
				all = append(all, views.Refuser{Lesson: l, Figure: f, Why: f.NoTable})
			}
		}
	}
	return all
}

// SendTable reads a table, keeps it and says where: to a form with a redirection to its
// page, to others with 201 and what was read.
func (s *Pages) SendTable(w http.ResponseWriter, r *http.Request) error {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(sendTime)) // a test's recorder has none
	house := s.Flow.Household(r)
	body := s.Uploads.Begin(w, r, house)
	defer body.End()
	r.Body = io.NopCloser(body)
	in, err := readSent(w, r)
	if err != nil {
		return s.refuseTable(w, r, in, err)
	}
	if err := s.parsed.Take(r.Context(), 1); err != nil {
		return s.refuseTable(w, r, in, err)
	}
	defer s.parsed.Give(1)
	t, err := own.Parse(in.text, own.Options{Apart: in.fields.Get("apart"), Decimal: in.fields.Get("decimal"),
		Head: in.fields.Get("head"), Dates: in.fields.Get("dates"), Sheet: in.fields.Get("sheet")})
	if err != nil {
		return s.refuseTable(w, r, in, err)
	}
	t.Name = own.NameOf(in.name)
	c, aside, err := chosen(t, t.Guess(), in.fields)
	if err != nil {
		return s.refuseTable(w, r, in, err)
	}
	if err := s.Tables.Put(t, house); err != nil {
		return s.refuseTable(w, r, in, err)
	}
	address := s.tableAddress(t.Ref(c)) + aside
	if fit, ok := s.fitOf(in.fields.Get("fit"), t); ok {
		address = fit
	}
	w.Header().Set("Location", address)
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case wants(r, "application/json"):
		report := s.report(t, c)
		if aside != "" {
			report.Notes = append(slices.Clone(report.Notes), saysAside)
		}
		return writeTyped(w, http.StatusCreated, "application/json", report)
	case wants(r, "text/html"):
		w.WriteHeader(http.StatusSeeOther)
		return nil
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusCreated)
	_, _ = io.WriteString(w, address+"\n") // the sender may have gone
	return nil
}

// fitOf is where the rows of a table are predicted by the fit of another, which its form names: by what follows /data/
// in the address of the other, and the state of its fit as a query.
func (s *Pages) fitOf(named string, t *own.Table) (address string, ok bool) {
	name, state, _ := strings.Cut(named, "?")
	ref, ok := own.ParseRef(own.Prefix + name)
	if !ok {
		return "", false
	}
	fitted, ok := s.Tables.Get(ref.ID)
	if !ok {
		return "", false
	}
	c, ok := ref.Choice(fitted)
	if !ok {
		return "", false
	}
	query, err := url.ParseQuery(state)
	if err != nil {
		query = url.Values{}
	}
	query.Set("new", own.Prefix+t.ID)
	return s.tableAddress(fitted.Ref(c)) + "/fit?" + query.Encode() + "#fit-new", true
}

// tableAddress is where the page of a table is.
func (s *Pages) tableAddress(ref string) string {
	return s.View().URL("/data/" + strings.TrimPrefix(ref, own.Prefix))
}

// wants reports whether the answer is to be of that type, by what the request accepts.
func wants(r *http.Request, contentType string) bool {
	return strings.Contains(r.Header.Get("Accept"), contentType)
}

func writeTyped(w http.ResponseWriter, status int, contentType string, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // the sender may have gone
	return nil
}

// refuseTable says why a table is not kept, on the page with what was sent, or as a problem.
func (s *Pages) refuseTable(w http.ResponseWriter, r *http.Request, in sent, err error) error {
	status, sentence := http.StatusUnprocessableEntity, ""
	var refused own.Refusal
	var wrong *errSent
	var full *gate.FullError
	switch {
	case errors.Is(err, own.ErrFull):
		wrong = errNoRoom
	case errors.Is(err, own.ErrSpace):
		wrong = errNoSpace
		if s.View().Alone {
			wrong = errNotKept
		}
	}
	if wrong != nil {
		s.Refused.Note("table: " + wrong.sentence)
		err = wrong
	}
	switch {
	case errors.As(err, &full):
		s.Refused.Note("table: too many are sent at once")
		w.Header().Set("Retry-After", strconv.Itoa(full.Seconds()))
		status, sentence = http.StatusServiceUnavailable, "Too many tables are sent at once. Please try again in "+
			course.Plural(full.Seconds(), "second")+"."
	case errors.As(err, &wrong):
		status, sentence = wrong.status, wrong.sentence
	case errors.As(err, &refused):
		if sentence = string(refused); refused == own.ErrManyBytes || refused == own.ErrManyRows {
			status = http.StatusRequestEntityTooLarge
		}
	default:
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	if !wants(r, "text/html") {
		return writeTyped(w, status, "application/problem+json", map[string]any{"type": "about:blank",
			"title": http.StatusText(status), "status": status, "detail": sentence})
	}
	page := views.DataPage{Site: s.View(), Takers: s.takers(""), Refusers: s.refusers(), Days: s.days(),
		Lasts: s.Tables.Lasts(), Wrong: sentence, Fit: in.fields.Get("fit")}
	if len(in.text) <= 100<<10 && bytes.IndexByte(in.text, 0) < 0 {
		page.Text = strings.ToValidUTF8(string(in.text), "·")
	}
	body, err := respond.Render(r.Context(), views.Data(page))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", respond.HTML)
	w.WriteHeader(status)
	_, _ = w.Write(body) // the reader may have gone
	return nil
}

// saysAside is said where a column was taken out of the inputs.
const saysAside = "What is to be predicted is no input: the column chosen as y, or as the class, was taken out of x."

// named is the table that a request's address names.
func (s *Pages) named(r *http.Request) (ref own.Ref, t *own.Table, err error) {
	ref, ok := own.ParseRef(own.Prefix + strings.TrimPrefix(r.PathValue("table"), own.Prefix))
	if ok {
		t, ok = s.Tables.Get(ref.ID)
	}
	if !ok {
		return ref, nil, respond.ErrNoTable
	}
	return ref, t, nil
}

// Table is the page of a table. Where its form chooses other columns, it is at another
// address.
func (s *Pages) Table(w http.ResponseWriter, r *http.Request) error {
	respond.Confide(w)
	ref, t, err := s.named(r)
	if err != nil {
		return err
	}
	c, ok := ref.Choice(t)
	if !ok && ref.Chooses() {
		return &respond.Nothing{Title: "Not these columns",
			Sentence: "The table does not have the columns that this address chooses."}
	}
	page := views.TablePage{Site: s.View(), Table: t, Choice: c, Ref: t.Ref(c), Address: s.tableAddress(t.Ref(c)),
		Days: s.days(), Lasts: s.Tables.Lasts()}
	if q := r.URL.Query(); q.Has("choose") {
		other, aside, err := chosen(t, c, formed(q))
		if err == nil {
			http.Redirect(w, r, s.tableAddress(t.Ref(other))+aside+"#figures", http.StatusSeeOther)
			return nil
		}
		page.Wrong = err.Error()
	}
	if r.URL.Query().Has("aside") {
		page.Aside = saysAside
	}
	if wants(r, "application/json") {
		return writeTyped(w, http.StatusOK, "application/json", s.report(t, c))
	}
	if err := t.Check(c); err != nil {
		page.Missing = err.Error()
	} else {
		page.Takers = s.takers(page.Ref)
	}
	page.Bad, page.BadLines = t.BadOf(c)
	return s.Page(w, r, respond.Key{}, views.Table(page))
}

// CleanTable is a table as it was read, as CSV.
func (s *Pages) CleanTable(w http.ResponseWriter, r *http.Request) error {
	respond.Confide(w)
	_, t, err := s.named(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment",
		map[string]string{"filename": own.CleanName(t.Name)}))
	return s.Send(w, r, respond.Reply{ContentType: "text/csv; charset=utf-8",
		Write: func(context.Context) ([]byte, error) {
			var b bytes.Buffer
			err := t.WriteCSV(&b)
			return b.Bytes(), err
		}})
}

// ForgetTable deletes a table.
func (s *Pages) ForgetTable(w http.ResponseWriter, r *http.Request) error {
	respond.Confide(w)
	ref, _, err := s.named(r)
	if err != nil {
		return err
	}
	if err := s.Tables.Delete(ref.ID); err != nil {
		return err
	}
	if wants(r, "application/json") {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return s.Lead(w, r, "/data?deleted")
}
