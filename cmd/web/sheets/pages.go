package sheets

import (
	"context"
	"errors"
	"net/http"
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
	Drawer Drawer
}

// errNone is that there is no sheet at an address, or that its key is not this one: which of the two is not said.
var errNone = &respond.Nothing{Title: "No sheet here", Sentence: "There is no sheet at this address. It may be " +
	"incomplete, or the server was started anew since the sheet was made."}

// maxForm bounds the form of a sheet: all exercises of the course with points take a tenth of it.
const maxForm = 128 << 10

// Form is the page on which a sheet is put together. An address may tick exercises, as the form would.
func (s *Pages) Form(w http.ResponseWriter, r *http.Request) error {
	query := course.ParseQuery(r.URL.RawQuery)
	for name, otherwise := range map[string]string{"variants": "2", "points": "1", "room": "4"} {
		if !query.Has(name) {
			query.Set(name, otherwise)
		}
	}
	page, err := s.Drawer.formPage(query, nil)
	if err != nil {
		return err
	}
	return s.Page(w, r, respond.Key{}, views.Sheets(s.View(), page))
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
	plan, wrong, err := s.Drawer.read(r.PostForm)
	if err != nil {
		return err
	}
	if wrong == nil {
		token, err := s.Drawer.Keys.Seal(plan)
		if err == nil {
			http.Redirect(w, r, s.keyAddress(token, ""), http.StatusSeeOther)
			return nil
		}
		if !errors.Is(err, errLong) {
			return err
		}
		wrong = []string{"The sheet is too long for an address: take fewer exercises, or a shorter title."}
	}
	page, err := s.Drawer.formPage(r.PostForm, wrong)
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
	return at + "?key=" + s.Drawer.Keys.TeacherKey(token)
}

// opened is the plan that a request's address has, and whether it has its key too. A key that is not the plan's opens
// nothing.
func (s *Pages) opened(w http.ResponseWriter, r *http.Request) (token string, p Plan, owns bool, err error) {
	respond.Confide(w)
	token = r.PathValue("token")
	if p, err = s.Drawer.Keys.Open(token); err != nil {
		return token, p, false, errNone
	}
	if q := r.URL.Query(); q.Has("key") {
		if owns = s.Drawer.Keys.Owns(token, q.Get("key")); !owns {
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
		return s.drawn(w, r, func(ctx context.Context) (templ.Component, error) {
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
		return &respond.Nothing{Title: "No such variant", Sentence: "The sheet has no variant of this letter."}
	}
	return s.drawn(w, r, func(ctx context.Context) (templ.Component, error) {
		list, err := s.Drawer.Variants(ctx, p, variant+1, false)
		if err != nil {
			return nil, err
		}
		page := views.SheetPage{Title: p.Title, Points: p.points(), Room: p.Room, Items: asked(list[variant]),
			Notation: notation}
		if p.Variants > 1 {
			page.Variant = Letter(variant)
		}
		return views.Sheet(s.View(), page), nil
	})
}

// drawn answers with a page that is made at the gate, and is not kept.
func (s *Pages) drawn(w http.ResponseWriter, r *http.Request,
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
