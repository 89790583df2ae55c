//go:build unix

package lessons

import (
	"context"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// A claim that stands on the scale of its figure's rank holds on one side of its threshold, and not on the other.
func TestThresholdsAreOfTheRank(t *testing.T) {
	found := 0
	for l, f := range coursetest.Figures(Contents.Open()) {
		if f.Samples == nil {
			continue
		}
		for k, c := range f.Samples.Claims {
			if c.Under == 0 {
				continue
			}
			found++
			_, draw := f.At(asked(f))
			p := course.Must(draw(context.Background(), course.NewMemo(1<<24)))
			counted := p.Among.Claims[k]
			under := counted.Scale.Under
			for i, at := range counted.Scale.At {
				if is := counted.Strip[i]; at != under && (is == many.Holds) != (at < under) {
					t.Errorf("%s/%s: %s is %v at %v, its threshold at %v", l.Slug, f.Name, c.Name, is, at, under)
				}
			}
		}
	}
	if found < 5 {
		t.Errorf("%d claims stand on the scale of a rank", found)
	}
}
