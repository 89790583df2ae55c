package class

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// This file has the pages of rooms: where a code is typed, the student's page and the
// teacher's, the lesson on the projector, and what is asked.

// Enter is the page on which a code is typed.
func (s *Pages) Enter(w http.ResponseWriter, r *http.Request) error {
	if typed := r.URL.Query().Get("code"); typed != "" {
		code, err := s.Rooms.Find(r.Context(), s.Flow.From(r), typed)
		if err != nil {
			return s.refuse(w, r, err)
		}
		return s.Lead(w, r, "/rooms/"+code)
	}
	page := views.EnterPage{Title: "Join a class", Mine: s.Mine(r)}
	if slug := r.URL.Query().Get("lesson"); slug != "" {
		l, err := s.Find(slug)
		if err != nil {
			return err
		}
		page.Lesson, page.Title = l, "Teach “"+l.Title+"”"
	}
	w.Header().Set("Cache-Control", "no-store")
	return s.Page(w, r, respond.Key{}, views.EnterRoom(s.View(), page))
}

// Mine are the rooms that the browser which asks has a key of, or a seat in, the newest first:
// by its cookies, so that a page leads back to a room whose tab was closed.
func (s *Pages) Mine(r *http.Request) (list []views.MyRoom) {
	for _, kind := range []string{keyCookie, seatCookie} {
		for _, c := range r.Cookies() {
			code, is := strings.CutPrefix(c.Name, kind+"-")
			if !is || len(list) == maxMine ||
				slices.ContainsFunc(list, func(one views.MyRoom) bool { return one.Code == code }) {
				continue
			}
			h, owns, known := s.Rooms.Known(code, c.Value)
			if l, ok := s.Course.Lookup(h.Lesson); known && ok {
				list = append(list, views.MyRoom{Code: code, Spoken: rooms.SpeakCode(code), Lesson: l, Seats: h.Seats,
					Teacher: owns, Made: h.Created})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b views.MyRoom) int { return b.Made.Compare(a.Made) })
	return list
}

// maxMine is how many rooms of a browser's are named: a day has no more.
const maxMine = 12

// figureAt is the figure that the class sees at the screen of a room; "" without one. A
// question that is done with has no say in it.
func (s *Pages) figureAt(h rooms.Head) string {
	l, ok := s.Course.Lookup(h.Lesson)
	if !ok || len(l.Figures) == 0 {
		return ""
	}
	text, err := l.Text()
	if err != nil {
		return ""
	}
	if h.Phase == rooms.Explore {
		h.Question = ""
	}
	return text.FigureAt(h.Screen, h.Question)
}

// Room is the page of a room: the student's, whom it gives a seat, and to who holds the
// key the teacher's.
func (s *Pages) Room(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.code != r.PathValue("code") {
		return s.Lead(w, r, "/rooms/"+v.code)
	}
	page, err := s.roomPage(r, v)
	if err != nil {
		return err
	}
	as := r.URL.Query().Get("as")
	if v.key != "" && as != "student" {
		return s.desk(w, r, v, page)
	}
	if as == "teacher" { // her other device, whose script holds up the key in a moment: no student
		return s.Page(w, r, respond.Key{}, views.Room(s.View(), page))
	}
	seat, err := s.seat(w, r, v)
	if err != nil {
		return err
	}
	if page.Ask != nil {
		mine, err := s.Rooms.Mine(r.Context(), v.code, seat, page.Ask.Exercise.ID)
		if err != nil {
			return err
		}
		page.Ask.Mine = mine
	}
	query := played(page, course.ParseQuery(r.URL.RawQuery))
	if f, ok := page.Lesson.Figure(page.Shown); ok {
		figure, draw := s.Figures.FigureView(page.Lesson, f, figures.State(page.Lesson, f, query), f.Name+".",
			"/rooms/"+v.code)
		page.Lesson.Fold(f, figure.Form)
		figure.Phone = true // what most have; others ask for theirs
		if page.Slot, err = s.slot(r, figures.Shown{View: figure, Draw: draw}, v.code); err != nil {
			return err
		}
	}
	return s.Page(w, r, respond.Key{}, views.Room(s.View(), page))
}

// seat is the seat of who asks: the one that she has or, where that is none, a new one, which
// her browser is given.
func (s *Pages) seat(w http.ResponseWriter, r *http.Request, v caller) (string, error) {
	seat, err := s.Rooms.Join(r.Context(), s.Flow.From(r), v.code, v.seat)
	if err == nil && seat != v.seat {
		s.keep(w, r, v.code, seatCookie, seat)
	}
	return seat, err
}

// slot is the figure as the students of a room see it, in HTML: made for whoever comes
// first, so that five hundred who join at once wait for one draw.
func (s *Pages) slot(r *http.Request, f figures.Shown, code string) (string, error) {
	k := f.Key("room " + code)
	if f.View.Form.Fleeting {
		k = respond.Key{}
	}
	made, err := s.Made(r, respond.Reply{Key: k, ContentType: respond.HTML, Drawn: true,
		Write: func(ctx context.Context) (_ []byte, err error) {
			if f.View.Picture, err = f.Draw(course.Lettered(ctx), s.Figures.Memo); err != nil {
				return nil, err
			}
			return respond.Render(ctx, views.Slot(f.View))
		}})
	return string(made), err
}

// played is the state of the figures that a student sees whose own is mine: the class's, or
// where everybody plays alone hers, but for what would give the answer away.
func played(page views.RoomPage, mine url.Values) url.Values {
	all := course.ParseQuery(page.Query)
	if len(mine) == 0 || page.Pace == string(rooms.Teacher) {
		return all
	}
	for _, v := range page.Holds() {
		name := v.Figure + "." + v.Control
		if mine.Del(name); all.Has(name) {
			mine.Set(name, all.Get(name))
		}
	}
	return mine
}

// roomPage is what all pages of a room show of its state.
func (s *Pages) roomPage(r *http.Request, v caller) (page views.RoomPage, err error) {
	h, err := s.Rooms.Head(r.Context(), v.code)
	if err != nil {
		return page, err
	}
	l, err := s.Find(h.Lesson)
	if err != nil {
		return page, err
	}
	st, err := s.stateAt(r, h, v.code, v.key)
	if err != nil {
		return page, err
	}
	said, err := json.Marshal(st)
	if err != nil {
		return page, err
	}
	origin, reached := s.joined(r)
	page = views.RoomPage{Code: v.code, Spoken: rooms.SpeakCode(v.code), Lesson: l, Shown: st.Figure,
		Query: h.Query, Pace: string(h.Pace), Phase: string(h.Phase), Seats: h.Seats, Voted: h.Voted,
		Screen: h.Screen, State: string(said), Address: origin + s.View().URL("/rooms/"+v.code), Unreached: !reached,
		Join: strings.TrimPrefix(strings.TrimPrefix(origin, "http://"), "https://") + s.View().URL("/rooms")}
	if e := s.asked(h); e != nil && h.Phase != rooms.Explore {
		page.Ask = &views.RoomAsk{Exercise: e, Phase: string(h.Phase), Round: max(h.Round, 1),
			Seconds: int(math.Ceil(h.Left.Seconds())), Mine: [2]float64{math.NaN(), math.NaN()}}
		if st.Tally != nil && tells(h.Phase) {
			page.Ask.Tally = bars(e, st.Tally, v.key != "" || h.Phase == rooms.Reveal)
		}
	}
	return page, nil
}

// tells reports whether a page may show a tally in the phase: while votes are taken or about
// to be, not even the teacher's does, which somebody may look at over her shoulder.
func tells(p rooms.Phase) bool { return p != rooms.Read && p.Votes() == 0 }

// maxBars is how many different numbers of a class are shown; a choice has fewer options.
const maxBars = 12

// bars is a tally as it is drawn: a bar for each option, or for each number that somebody
// has given. Which are right it tells who may know.
func bars(e *course.Exercise, t *tallyReport, judged bool) *views.RoomTally {
	out := &views.RoomTally{Advice: string(t.Advice), Judged: judged}
	at := map[float64]int{}
	bar := func(choice float64) int {
		i, ok := at[choice]
		if !ok {
			i = len(out.Bars)
			at[choice] = i
			verdict, _ := e.Judge(answerOf(e, choice))
			out.Bars = append(out.Bars, views.RoomBar{Right: judged && verdict.Right, Text: verdict.Answer})
		}
		return i
	}
	for i := range e.Choices {
		bar(float64(i))
	}
	for k, round := range t.Rounds {
		out.Votes[k] = round.Votes
		if round.Right != nil {
			out.Right[k] = int(math.Round(100 * *round.Right))
		}
		for _, c := range round.Counts {
			if _, ok := at[c.Choice]; !ok && len(out.Bars) >= maxBars {
				out.More[k] += c.Seats
				continue
			}
			out.Bars[bar(c.Choice)].Seats[k] = c.Seats
		}
	}
	for _, m := range t.Moves {
		if m.From != m.To {
			out.Moved += m.Seats
		}
	}
	return out
}

// Ask is the question alone, as its page shows it now, for a script that has learnt
// that there is something new.
func (s *Pages) Ask(w http.ResponseWriter, r *http.Request, v caller) error {
	hall, student := forHall(r), r.URL.Query().Get("as") == "student"
	if hall || student {
		v.key = ""
	}
	page, err := s.roomPage(r, v)
	if err != nil {
		return err
	}
	if page.Ask != nil && v.seat != "" && v.key == "" {
		if mine, err := s.Rooms.Mine(r.Context(), v.code, v.seat, page.Ask.Exercise.ID); err == nil {
			page.Ask.Mine = mine
		}
	}
	w.Header().Set("Vary", "Cookie")
	return s.Page(w, r, respond.Key{}, views.AskRoom(s.View(), page, hall || v.key != ""))
}

// forHall reports whether it is the projector's page that asks, on which the teacher's key
// counts for nothing: what hangs over the class learns no more than it.
func forHall(r *http.Request) bool { return r.URL.Query().Get("hall") == "1" }

// desk is the teacher's page.
func (s *Pages) desk(w http.ResponseWriter, r *http.Request, v caller, page views.RoomPage) error {
	text, err := page.Lesson.Text()
	if err != nil {
		return err
	}
	page.Questions = questions(text)
	for i, screen := range text.Screens() {
		name := screen.Name()
		if i == 0 {
			name = page.Lesson.Title
		}
		page.Steps = append(page.Steps, views.RoomStep{Name: name, Route: screen.Route, Short: screen.Short})
	}
	page.Remote = page.Address + asTeacher + v.key
	w.Header().Set("Referrer-Policy", "no-referrer")
	return s.Page(w, r, respond.Key{}, views.Desk(s.View(), page))
}

// questions are those of a lesson that a class can be asked, in its order.
func questions(text *course.Text) (list []views.RoomQuestion) {
	for i, screen := range text.Screens() {
		if screen.Exercise != nil && votable(screen.Exercise) {
			list = append(list, views.RoomQuestion{Exercise: screen.Exercise, Screen: i + 1})
		}
	}
	return list
}

// Hall is the lesson on the projector, in a room, where the class is: at its step, with its
// figures.
func (s *Pages) Hall(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key == "" {
		return rooms.ErrKey
	}
	page, err := s.roomPage(r, caller{code: v.code}) // it learns no more than the class
	if err != nil {
		return err
	}
	asked, query := r.URL.Query(), course.ParseQuery(page.Query)
	text, err := page.Lesson.Text()
	if err != nil {
		return err
	}
	page.Questions = questions(text)
	step := min(max(page.Screen, 1), len(text.Screens()))
	write := func(ctx context.Context) ([]byte, error) {
		lesson, err := s.Figures.Drawn(course.Lettered(ctx), page.Lesson, query)
		if err != nil {
			return nil, err
		}
		deck := views.PresentPage{LessonPage: lesson, Screens: text.Screens(), Step: step,
			All: asked.Get("route") == "all", Panel: figures.PanelOf(asked), Room: &page}
		if asked.Get("notes") == "1" {
			return respond.Render(ctx, views.Notes(s.View(), deck))
		}
		return respond.Render(ctx, views.Present(s.View(), deck.Staying()))
	}
	return s.Send(w, r, respond.Reply{ContentType: respond.HTML, Drawn: true, Write: write})
}
