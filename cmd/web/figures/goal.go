package figures

import (
	"context"
	"encoding/json"
	"math"
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A goalRule is what a goal asks of hidden samples, for who judges states without the course.
type goalRule struct {
	Lesson    string        `json:"lesson"`
	Figure    string        `json:"figure"`
	Goal      string        `json:"goal"`
	Number    string        `json:"number"`     // what is judged, as in values of the figure's JSON
	Below     float64       `json:"below"`      // what it has to be less than
	FirstSeed int           `json:"first_seed"` // the first of the samples, which follow each other
	Of        int           `json:"of"`         // how many there are
	Need      *int          `json:"need"`       // in how many of them; null asks it of their median
	Design    course.Design `json:"design"`
	// Values are the number in each, in this state: null where there is no fit, and none where there are no
	// other samples of the state.
	Values  []*float64 `json:"values"`
	Met     bool       `json:"met"` // whether the values are enough
	Reached bool       `json:"reached"`
}

// Goal is the rule of a figure's goal that asks for hidden samples, and what they say of a state. It is not
// found where the figure has none.
func (s *Pages) Goal(w http.ResponseWriter, r *http.Request) error {
	l, err := s.Find(r.PathValue("slug"))
	if err != nil {
		return err
	}
	fig, ok := l.Figure(r.PathValue("figure"))
	if !ok || fig.Samples == nil || r.PathValue("file") != "goal.json" {
		return respond.ErrNotFound
	}
	query := course.Sub(course.ParseQuery(r.URL.RawQuery), fig.Name, true)
	var f Shown
	f.View, f.Draw = s.FigureView(l, fig, query, "", l.Address()+"/"+fig.Name)
	k := f.Key("goal")
	k.Access = ""
	return s.show(w, r, f, k, Forms["json"].ContentType, func(ctx context.Context, f Shown) ([]byte, error) {
		p := f.View.Picture
		for _, g := range p.Goals {
			if g.Hidden == nil {
				continue
			}
			values, err := fig.HiddenValues(ctx, s.Memo, f.View.Form, p, g.Hidden)
			if err != nil {
				return nil, err
			}
			return ruleOf(f, g, values)
		}
		return nil, respond.ErrNotFound
	})
}

// ruleOf is a goal with the values of its hidden samples.
func ruleOf(f Shown, g course.Goal, values []float64) ([]byte, error) {
	h := g.Hidden
	rule := goalRule{Lesson: f.View.Lesson.Slug, Figure: f.View.Figure.Name, Goal: g.Name, Number: h.Number,
		Below: h.Below, FirstSeed: course.FirstHidden, Of: h.Samples(),
		Design: f.View.Figure.Samples.Design(f.View.Form), Values: []*float64{},
		Met: len(values) > 0 && h.Reached(values), Reached: g.Reached}
	if h.Need > 0 {
		rule.Need = &h.Need
	}
	for i, v := range values {
		if math.IsInf(v, 0) {
			rule.Values = append(rule.Values, nil)
		} else {
			rule.Values = append(rule.Values, &values[i])
		}
	}
	text, err := json.MarshalIndent(rule, "", " ")
	return append(text, '\n'), err
}
