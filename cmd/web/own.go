package main

import (
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

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/fair"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// This file has the pages of a reader's own tables. The address of a table is all it takes
// to see it and to delete it: it stands in no log, and no page sends it to another site.

// handleOwn registers what stands under /data.
func (s *site) handleOwn(handle func(pattern string, h handler)) {
	handle("GET /data", s.data)                        // where a table is pasted or sent
	handle("POST /data", s.sendTable)                  // as a form, or as it stands
	handle("GET /data/{table}", s.table)               // what was read of it, and the figures that take it
	handle("POST /data/{table}/delete", s.forgetTable) // it is gone, from the disk too
}

// tableLimits are what a server with so much memory keeps of tables: a sixteenth of it.
// On their disk they leave to the rooms what these may write.
func (m memory) tables() own.Limits {
	return own.Limits{Memory: int64(m / 16), Disk: 512 << 20, Spare: rooms.MaxLog}
}

// keepTablesIn has the tables in a folder that outlives the program.
func (s *site) keepTablesIn(dir string) (err error) {
	s.tables, err = own.NewStore(dir, s.memory.tables())
	return err
}

// Bounds of what is sent: a form has a little beside its table. What is on its way takes 40 MB
// at most, and a slow line has a minute. Four tables that are there are read at once.
const (
	maxForm       = own.MaxBytes + 64<<10
	maxFieldBytes = 1 << 10
	maxSending    = 40 << 20
	maxParsed     = 4
	sendTime      = time.Minute
	sendWait      = 5 * time.Second // for room
)

// data is the page on which a table is pasted or sent.
func (s *site) data(w http.ResponseWriter, r *http.Request) error {
	page := views.DataPage{Site: s.view(), Takers: s.takers(""), Refusers: s.refusers(), Days: s.days(),
		Lasts: s.tables.Lasts(), Deleted: r.URL.Query().Has("deleted")}
	return s.send(w, r, reply{contentType: htmlType, write: func(ctx context.Context) ([]byte, error) {
		return render(ctx, views.Data(page))
	}})
}

func (s *site) days() int { return int(s.tables.Expiry().Hours() / 24) }

// takers are the figures that take a table, by their lessons, in their states with it.
func (s *site) takers(ref string) (all []views.Taker) {
	for _, l := range s.course.Open() {
		t := views.Taker{Lesson: l}
		for i := range l.Figures {
			f := &l.Figures[i]
			if form, _ := f.At(nil); !form.TakesTables() {
				continue
			}
			t.Figures = append(t.Figures, views.TakerFigure{Figure: f,
				Address: s.view().URL("/lessons/" + l.Slug + "?" + f.Name + ".data=" + ref + "#" + f.Name)})
		}
		if t.Figures != nil {
			all = append(all, t)
		}
	}
	return all
}

// refusers are the figures that take none, with why.
func (s *site) refusers() (all []views.Refuser) {
	for _, l := range s.course.Open() {
		for i := range l.Figures {
			f := &l.Figures[i]
			if form, _ := f.At(nil); !form.TakesTables() {
				all = append(all, views.Refuser{Lesson: l, Figure: f, Why: reference.WhyNotYours(l.Slug, f.Name)})
			}
		}
	}
	return all
}

// A sent is a table as it came: its text, and what was said beside.
type sent struct {
	text   []byte
	name   string
	fields url.Values
}

// errSent is what is wrong with a request that sends a table.
type errSent struct {
	status   int
	sentence string
}

func (e *errSent) Error() string { return e.sentence }

var (
	errTooLarge = &errSent{http.StatusRequestEntityTooLarge, own.ErrManyBytes.Error()}
	errNoRoom   = &errSent{http.StatusInsufficientStorage, "This server has no room for so large a table."}
	errNoSpace  = &errSent{http.StatusInsufficientStorage, "The server has no space left for tables. Tell who runs it."}
	errNoText   = &errSent{http.StatusUnprocessableEntity, "Nothing was sent: paste a table, or choose a file."}
	errUnclear  = &errSent{http.StatusBadRequest, "What was sent could not be read."}
	errType     = &errSent{http.StatusUnsupportedMediaType, "A table comes as text/csv, or as a form with the file."}
)

// sendTable reads a table, keeps it and says where: to a form with a redirection to its
// page, to others with 201 and what was read.
func (s *site) sendTable(w http.ResponseWriter, r *http.Request) error {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(sendTime)) // a test's recorder has none
	house := fair.Household(s.sender(r))
	body := s.uploads.begin(w, r, house)
	defer body.end()
	r.Body = io.NopCloser(body)
	in, err := readSent(w, r)
	if err != nil {
		return s.refuseTable(w, r, in, err)
	}
	if err := s.parsed.take(r.Context(), 1); err != nil {
		return s.refuseTable(w, r, in, err)
	}
	defer s.parsed.give(1)
	t, err := own.Parse(in.text, own.Options{Apart: in.fields.Get("apart"), Decimal: in.fields.Get("decimal"),
		Head: in.fields.Get("head")})
	if err != nil {
		return s.refuseTable(w, r, in, err)
	}
	t.Name = own.NameOf(in.name)
	c, err := chosen(t, t.Guess(), in.fields)
	if err != nil {
		return s.refuseTable(w, r, in, err)
	}
	if err := s.tables.Put(t, house); err != nil {
		return s.refuseTable(w, r, in, err)
	}
	address := s.tableAddress(t.Ref(c))
	w.Header().Set("Location", address)
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case wants(r, "application/json"):
		return writeTyped(w, http.StatusCreated, "application/json", s.report(t, c))
	case wants(r, "text/html"):
		w.WriteHeader(http.StatusSeeOther)
		return nil
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusCreated)
	_, _ = io.WriteString(w, address+"\n") // the sender may have gone
	return nil
}

// tableAddress is where the page of a table is.
func (s *site) tableAddress(ref string) string {
	return s.view().URL("/data/" + strings.TrimPrefix(ref, own.Prefix))
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

// readSent reads a table from a request's body, as it stands or in a form.
func readSent(w http.ResponseWriter, r *http.Request) (in sent, err error) {
	in.fields = r.URL.Query()
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return in, errType
	}
	switch kind {
	case "text/csv", "text/tab-separated-values", "text/plain":
		in.text, err = io.ReadAll(http.MaxBytesReader(w, r.Body, own.MaxBytes))
		in.name = in.fields.Get("name")
	case "multipart/form-data":
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		err = in.readForm(r)
	case "application/x-www-form-urlencoded":
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if err = r.ParseForm(); err == nil {
			in.fields, in.text, in.name = r.Form, []byte(r.PostForm.Get("text")), r.Form.Get("name")
		}
	default:
		return in, errType
	}
	var large *http.MaxBytesError
	var wrong *errSent
	var full *fullError
	switch {
	case errors.As(err, &large):
		return in, errTooLarge
	case errors.As(err, &wrong):
		return in, err
	case errors.As(err, &full):
		return in, err
	case err != nil:
		return in, errUnclear
	case len(strings.TrimSpace(string(in.text))) == 0:
		return in, errNoText
	}
	return in, nil
}

// readForm reads the parts of a form: its table is the file, or else the text.
func (in *sent) readForm(r *http.Request) error {
	parts, err := r.MultipartReader()
	if err != nil {
		return err
	}
	for range 200 { // columns that are x, and the other fields
		p, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		name := p.FormName()
		if name != "file" && name != "text" {
			value, err := io.ReadAll(io.LimitReader(p, maxFieldBytes))
			if err != nil {
				return err
			}
			if in.fields.Add(name, string(value)); name == "name" && len(value) > 0 {
				in.name = string(value)
			}
			continue
		}
		text, err := io.ReadAll(p)
		if err != nil {
			return err
		}
		if len(text) > 0 && (name == "file" || in.text == nil) {
			in.text = text
		}
		if in.name == "" && name == "file" {
			in.name = p.FileName()
		}
	}
	return errUnclear
}

// chosen is a choice of a table's columns with what a form says otherwise: x, y and class
// have the names or the numbers of columns, y and class also 0 for none.
func chosen(t *own.Table, c own.Choice, q url.Values) (own.Choice, error) {
	find := func(text string) (int, error) {
		for j, col := range t.Columns {
			if col.Name == text {
				return j, nil
			}
		}
		if j, err := strconv.Atoi(text); err == nil && j >= 0 && j <= len(t.Columns) {
			return j - 1, nil
		}
		return 0, own.Refusal("The table has no column of that name or number.")
	}
	if q.Has("x") {
		c.X = nil
		for _, text := range q["x"] {
			for part := range strings.SplitSeq(text, ",") {
				j, err := find(strings.TrimSpace(part))
				if err != nil || j < 0 {
					return c, own.Refusal("The table has no column of that name or number.")
				}
				c.X = append(c.X, j)
			}
		}
	}
	for name, column := range map[string]*int{"y": &c.Y, "class": &c.Class} {
		if !q.Has(name) {
			continue
		}
		j, err := find(strings.TrimSpace(q.Get(name)))
		if err != nil {
			return c, err
		}
		*column = j
	}
	if said := q["standardise"]; len(said) > 0 {
		c.Standardise = slices.Contains(said, "1")
	}
	if said := q["good"]; len(said) > 0 {
		c.Good = slices.Contains(said, "1")
	}
	if len(c.X) == 0 && !q.Has("x") {
		return c, nil // its page says what is missing
	}
	return c, t.Check(c)
}

// refuseTable says why a table is not kept, on the page with what was sent, or as a problem.
func (s *site) refuseTable(w http.ResponseWriter, r *http.Request, in sent, err error) error {
	status, sentence := http.StatusUnprocessableEntity, ""
	var refused own.Refusal
	var wrong *errSent
	var full *fullError
	switch {
	case errors.Is(err, own.ErrFull):
		wrong = errNoRoom
	case errors.Is(err, own.ErrSpace):
		wrong = errNoSpace
	}
	if wrong != nil {
		s.refused.note("table: " + wrong.sentence)
		err = wrong
	}
	switch {
	case errors.As(err, &full):
		s.refused.note("table: too many are sent at once")
		w.Header().Set("Retry-After", strconv.Itoa(full.seconds()))
		status, sentence = http.StatusServiceUnavailable, "Too many tables are sent at once. Please try again in "+
			course.Plural(full.seconds(), "second")+"."
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
	page := views.DataPage{Site: s.view(), Takers: s.takers(""), Refusers: s.refusers(), Days: s.days(),
		Lasts: s.tables.Lasts(), Wrong: sentence}
	if len(in.text) <= 100<<10 {
		page.Text = strings.ToValidUTF8(string(in.text), "·")
	}
	body, err := render(r.Context(), views.Data(page))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", htmlType)
	w.WriteHeader(status)
	_, _ = w.Write(body) // the reader may have gone
	return nil
}

// A tableReport is what was read of a table, as JSON.
type tableReport struct {
	Data        string         `json:"data"` // the value of the parameter data in figures
	Address     string         `json:"address"`
	Name        string         `json:"name"`
	Rows        int            `json:"rows"`
	Columns     []columnReport `json:"columns"`
	Separator   string         `json:"separator"`
	Decimal     string         `json:"decimal"`
	Header      bool           `json:"header"`
	Encoding    string         `json:"encoding"`
	Doubt       string         `json:"doubt,omitempty"` // how a number is read that could be another one
	Bad         []own.Bad      `json:"bad"`             // at most 200
	BadLines    int            `json:"bad_lines"`       // all of them
	Used        bool           `json:"used"`            // false until the good lines are kept with good=1
	X           []string       `json:"x"`
	Y           string         `json:"y,omitempty"`
	Class       string         `json:"class,omitempty"`
	Standardise bool           `json:"standardise"`
}

type columnReport struct {
	Name    string   `json:"name"`
	Unit    string   `json:"unit,omitempty"`
	Type    own.Kind `json:"type"`
	Missing int      `json:"missing"`
	Min     *float64 `json:"min,omitempty"` // of numbers
	Max     *float64 `json:"max,omitempty"`
	Hint    string   `json:"hint,omitempty"` // what to do where numbers were meant
}

func (s *site) report(t *own.Table, c own.Choice) tableReport {
	ref := t.Ref(c)
	rep := tableReport{Data: ref, Address: s.tableAddress(ref), Name: t.Name, Rows: t.Len(), Separator: t.Apart,
		Decimal: ".", Header: t.Head, Encoding: t.Encoding, Doubt: t.Doubt, Used: t.Check(c) == nil && t.Settled(c),
		X: []string{}, Standardise: c.Standardise}
	if t.Commas {
		rep.Decimal = ","
	}
	if rep.Bad, rep.BadLines = t.BadOf(c); rep.Bad == nil {
		rep.Bad = []own.Bad{}
	}
	for i := range t.Columns {
		col := &t.Columns[i]
		one := columnReport{Name: col.Name, Unit: col.Unit, Type: col.Kind, Missing: col.Missing(t.Len()),
			Hint: col.Hint}
		if col.Kind == own.Number {
			lo, hi := col.Span()
			one.Min, one.Max = &lo, &hi
		}
		rep.Columns = append(rep.Columns, one)
	}
	for _, j := range c.X {
		rep.X = append(rep.X, t.Columns[j].Name)
	}
	if c.Y >= 0 {
		rep.Y = t.Columns[c.Y].Name
	}
	if c.Class >= 0 {
		rep.Class = t.Columns[c.Class].Name
	}
	return rep
}

// errGone is that there is no such table, or no longer.
var errGone = &nothing{"No table here", "There is no table at this address: it was deleted, or has expired. " +
	"No other data are shown in its stead."}

// table is the page of a table. Where its form chooses other columns, it is at another
// address.
func (s *site) table(w http.ResponseWriter, r *http.Request) error {
	confide(w)
	ref, ok := own.ParseRef(own.Prefix + strings.TrimPrefix(r.PathValue("table"), own.Prefix))
	if !ok {
		return errGone
	}
	t, ok := s.tables.Get(ref.ID)
	if !ok {
		return errGone
	}
	c, ok := ref.Choice(t)
	if !ok && ref.Chooses() {
		return &nothing{"Not these columns", "The table does not have the columns that this address chooses."}
	}
	page := views.TablePage{Site: s.view(), Table: t, Choice: c, Ref: t.Ref(c), Address: s.tableAddress(t.Ref(c)),
		Days: s.days(), Lasts: s.tables.Lasts()}
	if q := r.URL.Query(); q.Has("choose") {
		other, err := chosen(t, c, formed(q))
		if err == nil {
			http.Redirect(w, r, s.tableAddress(t.Ref(other))+"#figures", http.StatusSeeOther)
			return nil
		}
		page.Wrong = err.Error()
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
	return s.send(w, r, reply{contentType: htmlType, write: func(ctx context.Context) ([]byte, error) {
		return render(ctx, views.Table(page))
	}})
}

// formed is a form's query with what boxes that are not ticked do not send.
func formed(q url.Values) url.Values {
	for _, name := range []string{"standardise", "good"} {
		if !q.Has(name) {
			q.Set(name, "0")
		}
	}
	return q
}

// confide has an answer go to nobody but who asked: no address of its links says where they
// were, no search engine has it, and nobody on the way keeps it.
func confide(w http.ResponseWriter) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
	w.Header().Set("Cache-Control", "private, no-store")
}

// forgetTable deletes a table.
func (s *site) forgetTable(w http.ResponseWriter, r *http.Request) error {
	confide(w)
	ref, ok := own.ParseRef(own.Prefix + strings.TrimPrefix(r.PathValue("table"), own.Prefix))
	if !ok {
		return errGone
	}
	if _, there := s.tables.Get(ref.ID); !there {
		return errGone
	}
	if err := s.tables.Delete(ref.ID); err != nil {
		return err
	}
	if wants(r, "application/json") {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	http.Redirect(w, r, s.view().URL("/data?deleted"), http.StatusSeeOther)
	return nil
}
