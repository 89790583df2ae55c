package lessons

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/gramophone-course/gramophone/engine/blas"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// BenchmarkFresh is what each figure costs in a state in which nobody has seen it: another seed, bandwidth
// and λ each time, where it has these.
func BenchmarkFresh(b *testing.B) {
	defer blas64.Use(blas64.Implementation())
	blas64.Use(blas.Fastest())
	for l, f := range coursetest.Figures(Contents.Open()) {
		b.Run(l.Slug+"/"+f.Name, func(b *testing.B) {
			b.ReportAllocs()
			memo, seed := course.NewMemo(1<<28), 1
			for b.Loop() {
				seed++
				_, draw := f.At(course.ParseQuery(fmt.Sprintf("seed=%d&bandwidth=%v&lambda=%v", seed,
					0.3+float64(seed%97)/97, 0.001*(1+float64(seed%89)/89))))
				if _, err := draw(context.Background(), memo); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
