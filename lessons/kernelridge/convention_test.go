package kernelridge

import (
	"math"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Changing the convention moves the number and leaves the fit where it was.
func TestConventionMovesTheNumberNotTheFit(t *testing.T) {
	memo := course.NewMemo(1 << 22)
	state := func(query string) (lambda string, loo float64) {
		form := course.NewForm(course.ParseQuery(query))
		p, err := buildFit(form)(t.Context(), memo)
		if err != nil || len(form.Notes) > 0 {
			t.Fatal(query, err, form.Notes)
		}
		return form.Control("lambda").Value, p.Find("loo_rmse")
	}
	_, loo := state("lambda=0.01")
	for _, c := range []struct{ query, lambda string }{
		{"lambda=0.01&convention=sum&was=mean", "1.33"},
		{"lambda=1.33&convention=mean&was=sum", "0.01"},
		{"lambda=1.33&convention=half&was=sum", "1.33"},
		{"lambda=1.33&convention=sum&was=sum", "1.33"},
		{"lambda=1.33&convention=sum", "1.33"},
		{"lambda=10&convention=sum&was=mean&data=sine&n=300", "3000"},
	} {
		lambda, got := state(c.query)
		if lambda != c.lambda {
			t.Errorf("%s: λ = %s, want %s", c.query, lambda, c.lambda)
		}
		if !strings.Contains(c.query, "data") && math.Abs(got-loo) > 1e-9*loo {
			t.Errorf("%s: the fit moved, from %g to %g", c.query, loo, got)
		}
	}
}
