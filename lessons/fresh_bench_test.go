package lessons

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/gramophone-course/gramophone/engine/blas"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// BenchmarkFresh is what each figure costs in a state in which nobody has seen it: another seed, bandwidth
// and λ each time, where it has these.
func BenchmarkFresh(b *testing.B) {
	defer blas64.Use(blas64.Implementation())
	blas64.Use(blas.Fastest())
	for _, l := range Contents.Open() {
		for i := range l.Figures {
			f := &l.Figures[i]
			b.Run(strings.Join([]string{l.Slug, f.Name}, "/"), func(b *testing.B) {
				b.ReportAllocs()
				memo, seed := course.NewMemo(1<<28), 1
				for b.Loop() {
					seed++
					q := url.Values{"seed": {strconv.Itoa(seed)},
						"bandwidth": {strconv.FormatFloat(0.3+float64(seed%97)/97, 'g', -1, 64)},
						"lambda":    {strconv.FormatFloat(0.001*(1+float64(seed%89)/89), 'g', -1, 64)}}
					_, draw := f.At(q)
					if _, err := draw(context.Background(), memo); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
