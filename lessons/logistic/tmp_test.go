package logistic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/data"
	"gramophone/lessons/points"
)

func TestTmpBoundary(t *testing.T) {
	d := points.OfTwoInputs(course.NewForm(nil), points.Offer{Data: "meuse"})().Data.Against(1)
	ctx := context.Background()
	one := func(d engine.Dataset, ell, lam float64, seed, stream uint64) float64 {
		a, b := d.Split(d.Len()/2, rand.New(rand.NewPCG(seed, stream)))
		s := 0.
		for _, h := range [][2]engine.Dataset{{a, b}, {b, a}} {
			fit := course.Must(engine.KLR(ctx, engine.Gaussian{Length: ell}, h[0], lam))
			s += loss(engine.Evaluate(fit, h[1].X), h[1].Y) * float64(h[1].Len())
		}
		return s / float64(d.Len())
	}
	for _, ell := range []float64{.15, .2, .25, .302, .4, .5,.7} {
		for _, lam := range []float64{1e-5, 3e-5, 1e-4, 2e-4, 4e-4, 1e-3} {
			var v []float64
			st := time.Now()
			for q := range 40 { v = append(v, one(d, ell, lam, uint64(1000+q), 1)) }
			fmt.Printf("ell %v lam %v own %.3f med10 %.3f med30 %.3f %v\n", ell, lam, one(d, ell, lam, 1, 0), engine.Median(v[:10]), engine.Median(v[10:]), time.Since(st)/40)
		}
	}
}

func TestTmpTrust(t *testing.T) {
	for _, ell := range []float64{0.3, 0.5, 0.7, 1} {
		for _, lam := range []float64{1e-5, 3e-5, 1e-4, 2e-4, 4e-4, 1e-3, 3e-3} {
			var g, ab []float64
			own := 0.
			sum := 0.
			for q := range 40 {
				seed := 1000 + q
				if q == 0 { seed = 1 }
				d := engine.Moons(80, .3, rand.New(rand.NewPCG(uint64(seed), 0))).Against(1)
				n := engine.Moons(1000, .3, rand.New(rand.NewPCG(uint64(seed), 1))).Against(1)
				s, r := trusted(engine.Gaussian{Length: ell}, d, n, lam)
				if q == 0 { own = s - r; continue }
				g = append(g, s-r)
				ab = append(ab, math.Abs(s-r))
				sum += s - r
			}
			fmt.Printf("ell %v lam %v own %.2f medabs10 %.2f medabs29 %.2f mean %.2f\n", ell, lam, own, engine.Median(ab[:10]), engine.Median(ab[10:]), sum/39)
		}
	}
}

func TestTmpClasses(t *testing.T) {
	all := data.Iris()
	l := engine.Labelled{Labels: all.Labels}
	for _, x := range all.X { l.X = append(l.X, x[2:]) }
	ctx := context.Background()
	one := func(l engine.Labelled, ell, lam float64, seed uint64) (wrong, ll float64) {
		a, b := l.Split(l.Len()/2, rand.New(rand.NewPCG(seed, 1)))
		for _, h := range [][2]engine.Labelled{{a, b}, {b, a}} {
			var f [3][]float64
			for c := range 3 {
				fit := course.Must(engine.KLR(ctx, engine.Gaussian{Length: ell}, h[0].Against(c), lam))
				f[c] = engine.Evaluate(fit, h[1].X)
			}
			for i, y := range h[1].Labels {
				d := []float64{f[0][i], f[1][i], f[2][i]}
				p, _ := engine.ClassProbabilities(d)
				if likeliest(d) != y { wrong++ }
				ll -= math.Log(p[y]) / float64(l.Len())
			}
		}
		return wrong, ll
	}
	for _, ell := range []float64{0.3, .5, 1, 2, 4} {
		for _, lam := range []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2} {
			var w, v []float64
			st := time.Now()
			for q := range 30 { a, b := one(l, ell, lam, uint64(1000+q)); w = append(w, a); v = append(v, b) }
			ow, ol := one(l, ell, lam, 1)
			fmt.Printf("ell %v lam %v own %v %.3f med10 %v %.3f med20 %v %.3f %v\n", ell, lam, ow, ol, engine.Median(w[:10]), engine.Median(v[:10]), engine.Median(w[10:]), engine.Median(v[10:]), time.Since(st)/30)
		}
	}
}
