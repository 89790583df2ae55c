package plots

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// A Specimen is a kind of picture in a typical state.
type Specimen struct {
	Name  string // lower case, also the panel's ID
	Panel Panel
}

// Gallery returns a specimen of every kind, the same at every call: for looking
// at them side by side, for tests that hold for every kind, and for benchmarks.
func Gallery() []Specimen {
	all := []Specimen{
		{"curves", Panel{Title: "A fit, and the fit before it", Plot: sampleCurves(133)}},
		{"stems", Panel{Title: "A fit taken apart", Plot: sampleStems(24)}},
		{"heatmap", Panel{Title: "A Gram matrix", Plot: Heatmap{Values: gaussianGram(60, 7), Label: "k(xᵢ, xⱼ)",
			Row: "point i", Col: "point j"}}},
		{"paths", Panel{Title: "Errors against λ", Plot: samplePaths()}},
		{"histogram", Panel{Title: "Distances between pairs", Plot: sampleHistogram()}},
		{"errormap", Panel{Title: "Every fit at once", Plot: sampleErrorMap()}},
	}
	all = append(all, solidSpecimens()...)
	all = append(all, planeSpecimens()...)
	for i, s := range all {
		all[i].Panel.ID = s.Name
	}
	return all
}

func grid(lo, hi float64, n int, f func(float64) float64) (xs, ys []float64) {
	for i := range n {
		x := lo + (hi-lo)*float64(i)/float64(n-1)
		xs, ys = append(xs, x), append(ys, f(x))
	}
	return xs, ys
}

func sampleCurves(n int) Curves {
	r := rand.New(rand.NewPCG(1, 2))
	v := Curves{
		X:          Axis{Label: "time after impact (ms)", Max: 60},
		Y:          Axis{Label: "acceleration (g)", Min: -150, Max: 100},
		PointsName: "readings",
		Legend:     true,
		VLines:     []Mark{{At: 12.4, Name: "median", Dash: true}},
	}
	f := func(x float64) float64 { return -100 * math.Exp(-(x-21)*(x-21)/40) * math.Cos(x/9) }
	for range n {
		x := 60 * r.Float64()
		v.Points = append(v.Points, Point{x, f(x) + 15*r.NormFloat64()})
	}
	xs, ys := grid(0, 60, 200, f)
	_, before := grid(0, 60, 200, func(x float64) float64 { return f(x) + 12*math.Sin(x/3) })
	v.Lines = []Line{
		{Name: "before", Xs: xs, Ys: before, Color: Ghost, Width: 1.6, Dash: true, Class: "ghost"},
		{Name: "f, ℓ = 7.3 ms", Xs: xs, Ys: ys, Class: "curve"},
	}
	return v
}

func gaussianGram(n int, bandwidth float64) *mat.SymDense {
	r := rand.New(rand.NewPCG(3, 4))
	x := make([]float64, n)
	for i := range x {
		x[i] = 60*float64(i)/float64(n) + r.Float64()
	}
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			d := (x[i] - x[j]) / bandwidth
			k.SetSym(i, j, math.Exp(-d*d/2))
		}
	}
	return k
}

func sampleStems(n int) Stems {
	v := Stems{X: Axis{Label: "x", Max: 10}, Y: Axis{Label: "αᵢ", Min: -1, Max: 1}, Highlight: []int{2}, Legend: true}
	r := rand.New(rand.NewPCG(5, 6))
	for range n {
		c, a := 10*r.Float64(), 2*r.Float64()-1
		xs, ys := grid(0, 10, 200, func(x float64) float64 { return a * math.Exp(-2*(x-c)*(x-c)) })
		v.Xs, v.Alpha = append(v.Xs, c), append(v.Alpha, a)
		v.BumpX, v.Bumps = xs, append(v.Bumps, ys)
	}
	v.HighBumps = v.Bumps[2:3]
	return v
}

func sampleErrorMap() ErrorMap {
	m := mat.NewDense(30, 40, nil)
	for i := range 30 {
		for j := range 40 {
			m.Set(i, j, 22+math.Hypot(float64(i-12), float64(j-20)))
		}
	}
	return ErrorMap{
		X:      Axis{Label: "bandwidth ℓ (ms)", Min: 0.5, Max: 50, Log: true},
		Y:      Axis{Label: "λ", Min: 1e-6, Max: 1, Log: true},
		Values: m, Clip: 40, Label: "leave-one-out error", Unit: "g",
		Best:  Marker{X: 5.304, Y: 3.04e-4, Name: "best"},
		You:   Marker{X: 1.2, Y: 1e-3, Name: "you"},
		VLine: Mark{At: 12.4, Name: "median 12.4"},
	}
}

func samplePaths() Paths {
	xs := []float64{1e-8, 1e-6, 1e-4, 1e-2, 1}
	return Paths{
		X: Axis{Label: "λ", Min: 1e-8, Max: 1, Log: true}, Y: Axis{Label: "error", Min: 0, Max: 10},
		Lines: []Line{
			{Name: "leave-one-out", Xs: xs, Ys: []float64{6, 4, 2, 3, 9}, Color: Categories[0]},
			{Name: "train", Xs: xs, Ys: []float64{0, 1, 1.5, 3, 9}, Color: Categories[1], Dash: true},
		},
		At: 1e-4, AtName: "λ = 10⁻⁴",
	}
}

func sampleHistogram() Histogram {
	v := Histogram{X: Axis{Label: "distance (ms)", Max: 60}, Count: "pairs", Marks: []Mark{{At: 12.4, Name: "median"}}}
	for i := range 80 {
		for j := range i {
			v.Values = append(v.Values, 60*(math.Sqrt(float64(i))-math.Sqrt(float64(j)))/9)
		}
	}
	return v
}
