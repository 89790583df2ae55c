package tables

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// Bounds of what is sent: a form has a little beside its table. What is on its way takes 40 MB
// at most, and a slow line has a minute. Four tables that are there are read at once.
const (
	maxForm       = own.MaxBytes + 64<<10
	maxFieldBytes = 1 << 10
	maxSending    = 40 << 20
	maxParsed     = 4
	sendTime      = time.Minute
	sendWait      = 5 * time.Second // for room
	workbookType  = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

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
	errNotKept  = &errSent{http.StatusInsufficientStorage, "This browser keeps nothing for this page, as private " +
		"windows do, and a table would be gone in a minute."}
	errNoText  = &errSent{http.StatusUnprocessableEntity, "Nothing was sent: paste a table, or choose a file."}
	errUnclear = &errSent{http.StatusBadRequest, "What was sent could not be read."}
	errType    = &errSent{http.StatusUnsupportedMediaType,
		"A table comes as text/csv, application/json or a workbook (.xlsx), or as a form with the file."}
)

// readSent reads a table from a request's body, as it stands or in a form.
func readSent(w http.ResponseWriter, r *http.Request) (in sent, err error) {
	in.fields = r.URL.Query()
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return in, errType
	}
	switch kind {
	case "text/csv", "text/tab-separated-values", "text/plain", "application/json", "application/x-ndjson",
		workbookType:
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
	var full *gate.FullError
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
// have the names or the numbers of columns, y and class also 0 for none. What is to be predicted
// is taken out of x; aside is then what the address says of it.
func chosen(t *own.Table, c own.Choice, q url.Values) (choice own.Choice, aside string, err error) {
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
					return c, "", own.Refusal("The table has no column of that name or number.")
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
			return c, "", err
		}
		*column = j
	}
	switch open := t.Guess(); q.Get("standardise") {
	case "1":
		c.Standardise, c.Raw = true, false
	case "0":
		c.Standardise, c.Raw = false, true
	case "auto":
		c.Standardise, c.Raw = open.Standardise, false
	}
	if said := q["level"]; len(said) > 0 {
		c.Level = slices.Contains(said, "1")
	}
	if said := q["good"]; len(said) > 0 {
		c.Good = slices.Contains(said, "1")
	}
	if len(c.X) == 0 && !q.Has("x") {
		return c, "", nil // its page says what is missing
	}
	without := c.WithoutTarget()
	if len(without.X) < len(c.X) {
		aside = "?aside"
	}
	return without, aside, t.Check(without)
}

// formed is a form's query with what boxes that are not ticked do not send.
func formed(q url.Values) url.Values {
	for _, name := range []string{"level", "good"} {
		if !q.Has(name) {
			q.Set(name, "0")
		}
	}
	return q
}
