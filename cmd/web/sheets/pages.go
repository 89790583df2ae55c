package sheets

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// Pages are sheets over HTTP.
type Pages struct {
	*respond.Sender
	drawer Drawer
	keys   *Keys
}

// New are the sheets of a course, sealed by keys.
func New(s *respond.Sender, k *Keys) *Pages { return &Pages{s, Drawer{s.Course, k.seed}, k} }

// errNone is that there is no sheet at an address, or that its key is not this one: which of the two is not said.
var errNone = &respond.Nothing{Title: "No sheet here", Sentence: "There is no sheet at this address. It may be " +
	"incomplete, or the server was started anew since the sheet was made.",
	Way: &views.Way{Words: "Put a sheet together", Path: "/sheets"}}

// maxForm bounds the form of a sheet: all exercises of the course with points take a tenth of it.
const maxForm = 128 << 10

// Form is the page on which a sheet is put together. An address may tick exercises, as the form would.
func (s *Pages) Form(w http.ResponseWriter, r *http.Request) error {
	page, err := s.formPage(begun(course.ParseQuery(r.URL.RawQuery)), nil)
	if err != nil {
		return err
	}
	return s.Page(w, r, respond.Key{}, views.Sheets(s.View(), page))
}

// begun is the query of a form, with what it begins with where an address says nothing.
func begun(query url.Values) url.Values {
	for name, otherwise := range map[string]string{"variants": "2", "points": "1", "room": "4"} {
		if !query.Has(name) {
			query.Set(name, otherwise)
		}
	}
	return query
}

// formPage is the form of a sheet that is sealed.
func (s *Pages) formPage(form url.Values, wrong []string) (views.SheetsPage, error) {
	page, err := s.drawer.formPage(form, wrong)
	page.Lasting = s.keys.lasting
	return page, err
}

// Make seals what a form says into an address, and leads there. What is wrong with it is said above the form.
func (s *Pages) Make(w http.ResponseWriter, r *http.Request) error {
	respond.Confide(w)
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			s.Fail(w, http.StatusRequestEntityTooLarge, "Too long", "That is too long for a sheet.")
			return nil
		}
		s.Fail(w, http.StatusBadRequest, "That cannot be read", "What was sent is not a form.")
		return nil
	}
	plan, wrong, err := s.drawer.read(r.PostForm)
	if err != nil {
		return err
	}
	if wrong == nil {
		var seed [8]byte
		_, _ = rand.Read(seed[:]) // it never fails
		plan.Seed = binary.BigEndian.Uint64(seed[:])
		token, err := s.keys.Seal(plan)
		if err == nil {
			http.Redirect(w, r, s.keyAddress(token, ""), http.StatusSeeOther)
			return nil
		}
		if !errors.Is(err, errLong) {
			return err
		}
		wrong = []string{"The sheet is too long for an address: take fewer exercises, or a shorter title."}
	}
	page, err := s.formPage(r.PostForm, wrong)
	if err != nil {
		return err
	}
	s.Say(w, http.StatusBadRequest, views.Sheets(s.View(), page), "No sheet was made. "+strings.Join(wrong, " "))
	return nil
}

// keyAddress is where what a teacher has of a sheet is, by the name of a file.
func (s *Pages) keyAddress(token, file string) string {
	at := s.View().URL("/sheets/" + token)
	if file != "" {
		at += "/" + file
	}
	return at + "?key=" + s.keys.TeacherKey(token)
}

// opened is the plan that a request's address has, and whether it has its key too. A key that is not the plan's opens
// nothing.
func (s *Pages) opened(w http.ResponseWriter, r *http.Request) (token string, p Plan, owns bool, err error) {
	respond.Confide(w)
	token = r.PathValue("token")
	if p, err = s.keys.Open(token); err != nil {
		return token, p, false, errNone
	}
	if q := r.URL.Query(); q.Has("key") {
		if owns = s.keys.Owns(token, q.Get("key")); !owns {
			return token, p, false, errNone
		}
	}
	return token, p, owns, nil
}

// Sheet is what students see of a sheet, or with its key what its teacher does.
func (s *Pages) Sheet(w http.ResponseWriter, r *http.Request) error {
	token, p, owns, err := s.opened(w, r)
	if err != nil {
		return err
	}
	if owns {
		base := respond.BaseURL(s.Sender, r)
		return drawn(s.Sender, w, r, func(ctx context.Context) (templ.Component, error) {
			page, err := s.keyPage(ctx, token, p, base)
			return views.SheetKey(s.View(), page), err
		})
	}
	if opens := p.opens(); time.Now().Before(opens) {
		s.Say(w, http.StatusOK, views.SheetSealed(s.View(), opens), "This sheet is not open yet.")
		return nil
	}
	variant, ok := p.variantOf(r.URL.Query().Get("variant"))
	if !ok {
		return errNoVariant
	}
	return drawn(s.Sender, w, r, func(ctx context.Context) (templ.Component, error) {
		page, err := s.drawer.sheetPage(ctx, p, variant)
		return views.Sheet(s.View(), page), err
	})
}

// errNoVariant is that a sheet has fewer variants.
var errNoVariant = &respond.Nothing{Title: "No such variant", Sentence: "The sheet has no variant of this letter."}

// drawn answers with a page that is made at the gate, and is not kept.
func drawn(s *respond.Sender, w http.ResponseWriter, r *http.Request,
	made func(context.Context) (templ.Component, error)) error {
	return s.Send(w, r, respond.Reply{ContentType: respond.HTML, Drawn: true,
		Write: func(ctx context.Context) ([]byte, error) {
			page, err := made(ctx)
			if err != nil {
				return nil, err
			}
			return respond.Render(ctx, page)
		}})
}
