package lessons

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// The first samples, which a reader is shown, are of one kind with the rest of a thousand: over
// all recorded claims both shares differ by no more than chance makes, though single ones
// do by more than two deviations. Samples by numbers from 1 on would not, if neighbouring
// seeds gave draws alike.
func TestFirstSamplesAreLikeTheRest(t *testing.T) {
	files := course.Must(filepath.Glob("*/shares.csv"))
	squares, claims := 0.0, 0.0
	for _, file := range files {
		text := course.Must(os.ReadFile(file))
		for name, r := range many.Parse(string(text)) {
			p, first, rest := float64(r.All.Hits)/float64(r.All.Of), float64(r.First.Of), float64(r.All.Of-r.First.Of)
			if p < 0.02 || p > 0.98 {
				continue // too few to be nearly normal
			}
			apart := float64(r.First.Hits)/first - float64(r.All.Hits-r.First.Hits)/rest
			z := apart / math.Sqrt(p*(1-p)*(1/first+1/rest))
			if squares, claims = squares+z*z, claims+1; math.Abs(z) > 3.3 {
				t.Errorf("%s: %s holds in %+v: %.1f deviations", file, name, r, z)
			}
		}
	}
	if sd := math.Sqrt(2 * claims); claims < 50 || math.Abs(squares-claims) > 3*sd {
		t.Errorf("the squares of %v deviations add up to %.1f, not %v ± %.1f", claims, squares, claims, sd)
	}
}
