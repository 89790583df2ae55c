package site

import (
	"net/http"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// A goal that asks for hidden samples says its rule, and what they say of a state; a figure without one has
// no such address.
func TestGoalsSayTheirRule(t *testing.T) {
	s, asked := quietSite(), 0
	for l, f := range coursetest.Figures(lessons.Contents.Open()) {
		_, draw := f.At(nil)
		p := course.Must(draw(t.Context(), course.NewMemo(1<<24)))
		at := slices.IndexFunc(p.Goals, func(g course.Goal) bool { return g.Hidden != nil })
		address := "/lessons/" + l.Slug + "/" + f.Name + "/goal.json"
		w := get(t, s, address, plain)
		if at < 0 {
			same(t, address, w.Code, http.StatusNotFound)
			continue
		}
		for _, state := range statesOfData(f) { // of some there are no other samples
			if w := get(t, s, address+"?"+state, plain); w.Code != http.StatusOK && w.Code != http.StatusNotFound {
				t.Errorf("%s?%s: %d", address, state, w.Code)
			}
		}
		rule := decoded[struct {
			Goal, Number string
			Below        float64
			Of           int
			Need         *int
			Design       struct{ Anew string }
			Values       []*float64
			Met, Reached bool
		}](t, w)
		asked++
		g, within, values := p.Goals[at], 0, []float64(nil)
		for _, v := range rule.Values {
			if v != nil && *v < rule.Below {
				within++
			}
			if v != nil {
				values = append(values, *v)
			}
		}
		met := rule.Need != nil && within >= *rule.Need
		if slices.Sort(values); rule.Need == nil && len(values) == rule.Of {
			met = (values[(rule.Of-1)/2]+values[rule.Of/2])/2 < rule.Below
		}
		if rule.Goal != g.Name || rule.Number != g.Hidden.Number || rule.Below != g.Hidden.Below ||
			len(rule.Values) != rule.Of || rule.Of != g.Hidden.Samples() || rule.Design.Anew == "" ||
			rule.Met != met || rule.Reached != g.Reached || rule.Reached && !met {
			t.Errorf("%s: %s", address, w.Body)
		}
	}
	if asked == 0 {
		t.Error("no goal asks for hidden samples")
	}
}

// statesOfData are the states of a figure's choices of data, and of points that are none.
func statesOfData(f *course.Figure) []string {
	states := []string{"data=points&points=none"}
	form, _ := f.At(nil)
	for _, c := range form.Controls {
		for _, o := range c.Options {
			if c.Name == "data" {
				states = append(states, "data="+o.Value)
			}
		}
	}
	return states
}
