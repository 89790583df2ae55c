package course

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/plots"
)

// A Shot is a part of a lesson's film: a sentence over a figure of it, of which one control moves
// through the places of its slider, or one's own points from place to place, as a hand would move them.
//
//	{Says: "A wider bump is stiffer.", State: "fit?bandwidth=0.3", Moves: "bandwidth", To: "20"}
type Shot struct {
	Says   string // one sentence, plain, that fits a line: see [plots.FitsFilm]
	State  string // a figure and its query, as the shot begins
	Panels string // those in sight, side by side, by their ids without the figure's name; "" for the first
	Moves  string // the control that moves; "" where nothing does
	To     string // its value at the end
}

// ShotFrames is how many pictures a shot has at most. Of a longer way some places are left out.
const ShotFrames = 30

// DrawFilm draws the lesson's film. The error is an author's slip, or that ctx is cancelled.
func (l *Lesson) DrawFilm(ctx context.Context, memo *Memo) (plots.Film, error) {
	film := plots.Film{Title: l.Heading()}
	for i, s := range l.Film {
		shot, err := s.draw(Unjudged(ctx), memo, l)
		if err != nil {
			return plots.Film{}, fmt.Errorf("course: shot %d of the film of %s: %w", i+1, l.Slug, err)
		}
		film.Shots = append(film.Shots, shot)
	}
	return film, nil
}

// draw draws every place of the shot.
func (s Shot) draw(ctx context.Context, memo *Memo, l *Lesson) (plots.Shot, error) {
	shot := plots.Shot{Says: s.Says}
	name, text, _ := strings.Cut(s.State, "?")
	f, ok := l.Figure(name)
	if !ok {
		return shot, fmt.Errorf("no figure %q", name)
	}
	query := ParseQuery(text)
	values, err := s.values(f, query)
	if err != nil {
		return shot, err
	}
	for _, value := range values {
		if s.Moves != "" {
			query.Set(s.Moves, value)
		}
		form, draw := f.At(query)
		if len(form.Notes) > 0 {
			return shot, errors.New(form.Notes[0])
		}
		p, err := draw(ctx, memo)
		if err != nil {
			return shot, err
		}
		frame, err := s.frame(f, form, p)
		if err != nil {
			return shot, err
		}
		shot.Frames = append(shot.Frames, frame)
	}
	return shot, nil
}

// values are those that the control goes through; one, "", where none moves.
func (s Shot) values(f *Figure, query url.Values) ([]string, error) {
	if s.Moves == "" {
		return []string{""}, nil
	}
	end := maps.Clone(query)
	end.Set(s.Moves, s.To)
	first, _ := f.At(query)
	last, _ := f.At(end)
	i := slices.IndexFunc(first.Controls, func(c *Control) bool { return c.Name == s.Moves && !c.Off })
	if i < 0 {
		return nil, fmt.Errorf("no control %q has an effect there", s.Moves)
	}
	if len(last.Notes) > 0 {
		return nil, errors.New(last.Notes[0])
	}
	c := first.Controls[i]
	if c.Kind == Points {
		return dragged(c.Value, last.Control(s.Moves).Value)
	}
	if c.Kind != Real && c.Kind != Whole {
		return nil, fmt.Errorf("%q has no slider", s.Moves)
	}
	grid := c.Grid()
	from, to := c.Place(grid), last.Control(s.Moves).Place(grid)
	if from == to {
		return nil, fmt.Errorf("%q does not move", s.Moves)
	}
	values := []string{c.Value}
	steps := min(max(to-from, from-to), ShotFrames-1)
	for k := 1; k <= steps; k++ {
		values = append(values, grid[from+int(math.Round(float64(k*(to-from))/float64(steps)))])
	}
	return values, nil
}

// dragged are lists of points on the way from one list to another.
func dragged(from, to string) ([]string, error) {
	a, b := strings.FieldsFunc(from, isPointMark), strings.FieldsFunc(to, isPointMark)
	if len(a) != len(b) || from == to {
		return nil, errors.New("the points do not go from place to place")
	}
	values := make([]string, ShotFrames)
	for k := range values {
		var list strings.Builder
		rest := from
		for i := range a {
			v, _ := ParseNumber(a[i]) // both are canonical
			w, _ := ParseNumber(b[i])
			at := strings.Index(rest, a[i])
			list.WriteString(rest[:at] + FormatNumber(Round(v+(w-v)*float64(k)/(ShotFrames-1), 5)))
			rest = rest[at+len(a[i]):]
		}
		values[k] = list.String()
	}
	return values, nil
}

func isPointMark(r rune) bool { return r == ',' || r == ';' }

// frame is what the film shows of a picture.
func (s Shot) frame(f *Figure, form *Form, p *Picture) (frame plots.Frame, err error) {
	names := strings.Fields(s.Panels)
	if len(names) == 0 {
		names = []string{strings.TrimPrefix(p.Columns[0][0].ID, f.Name+"-")}
	}
	for _, name := range names {
		panel := p.Panel(f.Name + "-" + name)
		if panel.Plot == nil {
			return frame, fmt.Errorf("no panel %q", name)
		}
		frame.Panels = append(frame.Panels, panel)
	}
	if s.Moves != "" && form.Control(s.Moves).Kind != Points {
		c := form.Control(s.Moves)
		grid := c.Grid()
		frame.Slider = plots.Slider{Label: c.Label, Value: strings.TrimSpace(Value(c.Number()) + " " + c.Unit),
			At: float64(c.Place(grid)) / float64(len(grid)-1)}
	}
	return frame, nil
}

// FilmLength is how long the lesson's film is; 0 where it has none, and for a draft's, which is not
// shown. It draws nothing.
func (l *Lesson) FilmLength() time.Duration {
	if l.Draft {
		return 0
	}
	var film plots.Film
	for _, s := range l.Film {
		shot := plots.Shot{Says: s.Says}
		name, text, _ := strings.Cut(s.State, "?")
		if f, ok := l.Figure(name); ok {
			values, _ := s.values(f, ParseQuery(text)) // whose slips are told where it is drawn
			shot.Frames = make([]plots.Frame, max(1, len(values)))
		}
		film.Shots = append(film.Shots, shot)
	}
	return time.Duration(film.Length() * float64(time.Second))
}

// Link is the state that the shot ends in, as a link on the lesson's page: "?fit.bandwidth=20#fit".
func (s Shot) Link() string {
	name, text, _ := strings.Cut(s.State, "?")
	query := ParseQuery(text)
	if s.Moves != "" {
		query.Set(s.Moves, s.To)
	}
	prefixed := url.Values{}
	for k, v := range query {
		prefixed[name+"."+k] = v
	}
	return "?" + prefixed.Encode() + "#" + name
}
