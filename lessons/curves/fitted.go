package curves

import (
	"context"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// A Fitted is a figure of kernel ridge regression through points on a line, with what is
// known of its errors and the point that a reader points at: the first two steps of one
// that shows it.
type Fitted struct {
	// What the controls say.
	Points *points.Line
	Kernel engine.Kernel
	Family model.Family // the kernel at any bandwidth,
	Width  float64      // and that in sight; 0 of a kernel without one
	Price  float64      // λ of the mean loss
	At     int          // the point pointed at, from 1; 0 for none

	// What is computed; without points nothing is.
	*Ridge
	Test float64 // the error on new points; NaN where nobody knows it
}

// ReadFitted declares the points, the kernel, λ and the point pointed at; they open at a
// bandwidth and at lambda.
func ReadFitted(f *course.Form, offer points.Offer, bandwidth, lambda float64) Fitted {
	load := points.OnLine(f, offer)
	family, width := model.AnyKernel(f, bandwidth)
	mean := model.Lambda(f, lambda, load)
	r := Fitted{At: PointedAt(f, load), Points: load(), Kernel: family.At(width),
		Family: family, Width: width}
	r.Price = mean(r.Points.Data.Len())
	return r
}

// Compute fits the points, and puts the curve to new ones where the truth is known.
func (r *Fitted) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if r.Points.Data.Len() == 0 {
		return nil
	}
	if r.Ridge, err = FitRidge(ctx, memo, r.Points, r.Kernel, r.Price); err != nil {
		return err
	}
	r.PointAt(r.At)
	if r.Test = math.NaN(); r.Fits() {
		r.Test = r.TestError()
	}
	return nil
}

// Fits reports whether there is a fit.
func (r *Fitted) Fits() bool { return r.Solution.Err == nil }

// Picture is that of the fit, and says how far to trust the error of points left out, and
// where the truth is known that of new ones.
func (r *Fitted) Picture(f *course.Form, columns ...[]plots.Panel) *course.Picture {
	p := r.Ridge.Picture(f, columns...)
	p.Numbers = slices.Insert(p.Numbers, 1, r.LeftOut().Numbers()...)
	if r.Truth != nil {
		p.Numbers = append(p.Numbers, course.Number{Name: "test_rmse", Label: "error on new points",
			Means: "By how much the curve misses new points of the same kind; the root of the mean square.",
			Value: r.Test, Unit: r.YUnit})
	}
	return p
}
