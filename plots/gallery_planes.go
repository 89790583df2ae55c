package plots

import (
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// planeSpecimens are of planes, classes and areas.
func planeSpecimens() []Specimen {
	return []Specimen{
		{"band", Panel{Title: "A fit and how sure it is", Plot: sampleBand()}},
		{"addends", Panel{Title: "A fit as a sum", Plot: sampleAddends()}},
		{"scatter", Panel{Title: "Three classes in the plane", Plot: sampleScatter()}},
		{"witness", Panel{Title: "A coefficient on every point", Width: 400, Plot: sampleSigned()}},
		{"images", Panel{Title: "Images where they were taken to", Width: 400, Plot: sampleImages()}},
		{"multiples", Panel{Title: "Three functions over one plane", Width: 640, Height: 250, Plot: sampleMultiples()}},
		{"surface", Panel{Title: "A decision and its margin", Plot: sampleSurface()}},
		{"boundary", Panel{Title: "A probability, its boundary, and a new point", Plot: sampleBoundary()}},
		{"component", Panel{Title: "A principal component over the plane", Width: 360, Plot: sampleComponent()}},
		{"contours", Panel{Title: "The ridge and its circle", Plot: sampleContours()}},
		{"geomap", Panel{Title: "Zinc on a flood plain", Plot: sampleGeoMap()}},
		{"spectrum", Panel{Title: "Eigenvalues of a Gram matrix", Plot: sampleSpectrum()}},
		{"stack", Panel{Title: "What the error is made of", Plot: sampleStack()}},
		{"passages", Panel{Title: "What two words share", Height: 150, Plot: Passages{Texts: []Passage{
			{Name: "one", Text: "banana", Shares: []float64{0, 0.25, 0.5, 0.5, 0.5, 0.25}},
			{Name: "other", Text: "ananas", Shares: []float64{0.25, 0.5, 0.5, 0.5, 0.25, 0}}}}}},
	}
}

func sampleBand() Curves {
	r := rand.New(rand.NewPCG(1, 0))
	v := Curves{
		X: Axis{Label: "x", Max: 10}, Y: Axis{Label: "y", Min: -3, Max: 3},
		PointsName: "data", Legend: true, EndNames: true,
	}
	for range 24 {
		x := 3 + 5*r.Float64()
		v.Points = append(v.Points, Point{x, math.Sin(x) + 0.15*r.NormFloat64()})
	}
	sd := func(x float64) float64 { return 0.15 + 0.9*(1-math.Exp(-math.Pow(max(3-x, x-8, 0), 2)/2)) }
	mean := func(x float64) float64 { return math.Sin(x) * math.Exp(-math.Pow(max(3-x, x-8, 0), 2)/4) }
	xs, ys := grid(0, 10, 120, mean)
	b := Band{Name: "±2 standard deviations", Xs: xs, Color: Accent, Hatch: Rising}
	for i, x := range xs {
		b.Lo, b.Hi = append(b.Lo, ys[i]-2*sd(x)), append(b.Hi, ys[i]+2*sd(x))
	}
	_, truth := grid(0, 10, 120, math.Sin)
	v.Bands = []Band{b}
	v.Lines = []Line{
		{Name: "truth", Xs: xs, Ys: truth, Color: Soft, Width: 1.6, Dash: true, Class: "truth"},
		{Name: "mean", Xs: xs, Ys: ys, Class: "curve"},
	}
	return v
}

func sampleAddends() Curves {
	v := Curves{X: Axis{Label: "x", Max: 10}, Y: Axis{Label: "f(x)", Min: -2, Max: 2}, Legend: true}
	var parts []Line
	for i, a := range []float64{0.8, -1.2, 0.5, 1.5, -0.9, 1.1} {
		xs, ys := grid(0, 10, 100, func(x float64) float64 {
			d := x - 1.2 - 1.5*float64(i)
			return a * math.Exp(-d*d/2)
		})
		parts = append(parts, Line{Xs: xs, Ys: ys})
	}
	parts[0].Name = "αᵢ k(xᵢ, ·)"
	v.Lines = Addends(parts, Line{Name: "their sum f"})
	return v
}

// clouds are n normal points around each centre, in order.
func clouds(n int, spread float64, centres ...Point) [][]Point {
	r := rand.New(rand.NewPCG(1, 0))
	all := make([][]Point, len(centres))
	for i, c := range centres {
		for range n {
			all[i] = append(all[i], Point{c.X + spread*r.NormFloat64(), c.Y + spread*r.NormFloat64()})
		}
	}
	return all
}

func sampleScatter() Scatter {
	p := clouds(50, 0.45, Point{-2.6, 0.2}, Point{0.3, -0.3}, Point{2.2, 0.1})
	return Scatter{
		X: Axis{Label: "PC1 (cm)", Min: -4, Max: 4}, Y: Axis{Label: "PC2 (cm)", Min: -2, Max: 2}, Equal: true,
		Classes: []Class{{Name: "setosa", Points: p[0]}, {Name: "versicolor", Points: p[1]},
			{Name: "virginica", Points: p[2]}},
		Rings: []int{53, 61}, Highlight: []int{120},
	}
}

// sampleSigned are points around a circle with numbers that change sign.
func sampleSigned() Scatter {
	v := Scatter{X: Axis{Label: "x₁", Min: -1.6, Max: 1.6}, Y: Axis{Label: "x₂", Min: -1.6, Max: 1.6}, Equal: true,
		Signed: &Signed{Name: "c"}}
	for i := range 12 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 12)
		v.Signed.Points = append(v.Signed.Points, Point{1.2 * cos, 1.2 * sin})
		v.Signed.Values = append(v.Signed.Values, math.Cos(5*math.Pi*float64(i)/6))
	}
	v.Classes = []Class{{Points: v.Signed.Points}}
	return v
}

// sampleImages are discs and crosses of 8 × 8 pixels, larger to the right, and where
// they were before.
func sampleImages() Scatter {
	r := rand.New(rand.NewPCG(3, 0))
	v := Scatter{
		X: Axis{Label: "PC1", Min: -2, Max: 2}, Y: Axis{Label: "PC2", Min: -2, Max: 2}, Equal: true,
		Classes: []Class{{Name: "discs"}, {Name: "crosses"}}, Images: &Images{Side: 8}, Highlight: []int{7},
	}
	for i := range 60 {
		x, y := 3.4*(r.Float64()-0.5), 3.4*(r.Float64()-0.5)
		k := &v.Classes[i%2]
		k.Points, k.Index = append(k.Points, Point{x, y}), append(k.Index, i)
		ink := make([]float64, 64)
		for j := range ink {
			a, b := float64(j%8)-3.5, float64(j/8)-3.5
			d := math.Hypot(a, b) - 1.2*(x+2)/2 - 1
			if i%2 == 1 {
				d = math.Min(math.Abs(a-b), math.Abs(a+b)) - 0.5 + max(0, math.Hypot(a, b)-x-2.5)
			}
			ink[j] = 1 / (1 + math.Exp(3*d))
		}
		v.Images.Ink = append(v.Images.Ink, ink)
	}
	v.Before = []Class{{Points: []Point{{-1.5, 1.8}, {0, 1.8}, {1.5, 1.8}}}, {Points: []Point{{-0.7, 1.8}, {0.7, 1.8}}}}
	return v
}

func sampleMultiples() Multiples {
	p := clouds(20, 0.3, Point{-1, -0.6}, Point{1.1, 0.8})
	side := Axis{Min: -2, Max: 2}
	var v Multiples
	for i, f := range []func(x, y float64) float64{
		func(x, y float64) float64 { return x + y },
		func(x, y float64) float64 { return x - y },
		func(x, y float64) float64 { return x*x + y*y },
	} {
		v.Parts = append(v.Parts, Multiple{
			Name: "PC" + strconv.Itoa(i+1), X: side, Y: side, Strong: i == 0,
			Relief:  EncodeRelief(Grid{side, side, 21, 21}.Over(f), Scale{Ramp: Field}, []Level{{At: 0, Bold: true}}),
			Classes: []Class{{Name: "a", Points: p[0]}, {Name: "b", Points: p[1]}},
		})
	}
	return v
}

// sheetOf returns the values of f on a grid of n × n nodes over [−a, a]².
func sheetOf(n int, a float64, f func(x, y float64) float64) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			m.Set(i, j, f(a*(2*step(j, n)-1), a*(2*step(i, n)-1)))
		}
	}
	return m
}

func sampleSurface() Surface {
	p := clouds(30, 0.5, Point{-1, -0.6}, Point{1.2, 0.8})
	f := func(x, y float64) float64 {
		v := 0.0
		for i, class := range p {
			for _, q := range class[:8] {
				v += float64(2*i-1) * math.Exp(-((x-q.X)*(x-q.X)+(y-q.Y)*(y-q.Y))/1.5) / 3
			}
		}
		return v
	}
	return Surface{
		X: Axis{Label: "x₁", Min: -3, Max: 3}, Y: Axis{Label: "x₂", Min: -3, Max: 3}, Equal: true,
		Values: sheetOf(61, 3, f), Label: "decision f(x)",
		Levels: []Level{{At: -1, Name: "−1", Dash: true}, {At: 0, Name: "0", Bold: true},
			{At: 1, Name: "+1", Dash: true}},
		Classes: []Class{{Name: "class −1", Points: p[0], Color: Categories[0]},
			{Name: "class +1", Points: p[1], Color: Categories[1]}},
		Rings: []int{3, 35},
	}
}

// sampleBoundary is a probability as a field, under two classes and a point of
// none.
func sampleBoundary() Surface {
	v := sampleSurface()
	g := Grid{v.X, v.Y, 61, 61}
	decision := v.Values
	v.Values = g.Over(func(x, y float64) float64 {
		i, j := int(math.Round((y+3)*10)), int(math.Round((x+3)*10))
		return 1 / (1 + math.Exp(-2.5*decision.At(i, j)))
	})
	v.Scale, v.Label = Scale{Field, 0, 1}, "probability of +1"
	v.Levels = []Level{{At: 0.1, Name: "0.1"}, {At: 0.5, Name: "½", Bold: true}, {At: 0.9, Name: "0.9"}}
	v.Markers = []Marker{{X: 0.4, Y: -1.6, Name: "yours", Color: Yours, Shape: Star}}
	return v
}

// sampleComponent is a function with round levels on a muted ground.
func sampleComponent() Surface {
	p := clouds(25, 0.3, Point{-1.4, -0.9}, Point{1.3, -0.8}, Point{0.1, 1.2})
	v := Surface{
		X: Axis{Label: "x₁", Min: -2.4, Max: 2.4}, Y: Axis{Label: "x₂", Min: -2, Max: 2}, Equal: true,
		Scale: Scale{Ramp: Muted}, Label: "PC1",
		Classes: []Class{{Name: "a", Points: p[0]}, {Name: "b", Points: p[1]}, {Name: "c", Points: p[2]}},
	}
	bump := func(x, y, a, b float64) float64 { return math.Exp(-((x-a)*(x-a) + (y-b)*(y-b)) / 1.2) }
	v.Values = Grid{v.X, v.Y, 61, 51}.Over(func(x, y float64) float64 {
		return bump(x, y, 1.3, -0.8) - bump(x, y, -1.4, -0.9) + 0.3*bump(x, y, 0.1, 1.2)
	})
	v.Levels = LevelsOf(v.Values, 8)
	return v
}

// sampleContours is a quadratic, the circle ‖θ‖ = r and the point of least value
// on it.
func sampleContours() Surface {
	const a, b, r = 2.2, 1.4, 1.3
	objective := func(x, y float64) float64 { return (x-a)*(x-a) + 3*(y-b)*(y-b) + (x-a)*(y-b) }
	circle := Line{Name: "‖θ‖ = 1.3", Color: Accent, Width: 2.2, Class: "circle"}
	best := Marker{Name: "θ̂", Color: Curve}
	least := math.Inf(1)
	for i := range 361 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 180)
		circle.Xs, circle.Ys = append(circle.Xs, r*cos), append(circle.Ys, r*sin)
		if v := objective(r*cos, r*sin); v < least {
			least, best.X, best.Y = v, r*cos, r*sin
		}
	}
	return Surface{
		X: Axis{Label: "θ₁", Min: -3, Max: 3}, Y: Axis{Label: "θ₂", Min: -3, Max: 3}, Equal: true, LinesOnly: true,
		Values: sheetOf(61, 3, objective), Label: "‖y − Xθ‖²",
		Levels: []Level{{At: 0.5}, {At: least, Bold: true}, {At: 6, Name: "6"}, {At: 12}, {At: 20, Name: "20"},
			{At: 30}},
		Lines:   []Line{circle},
		Markers: []Marker{best, {X: a, Y: b, Name: "least squares", Color: Soft}},
	}
}

func sampleGeoMap() GeoMap {
	// A bend of a river, about as long, and with about as many cells, as that of
	// the Meuse near Stein.
	var cells []Point
	var zinc []float64
	for i := range 79 {
		for j := range 105 {
			x, y := 0.04*float64(i), 0.04*float64(j)
			u, v := x/3.14, y/4.16
			river := 0.15 + 0.75*v*v
			if off := u - river + 0.1; off > 0 && off < 0.42 && u+v < 1.85 {
				cells = append(cells, Point{x, y})
				zinc = append(zinc, 120+1500*math.Exp(-9*off)*(0.6+0.4*math.Cos(9*v)))
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 0))
	v := GeoMap{Label: "zinc", Unit: "ppm", Size: "zinc measured (ppm)"}
	for range 155 {
		i := r.IntN(len(cells))
		v.Samples = append(v.Samples, cells[i])
		v.Sizes = append(v.Sizes, zinc[i]*math.Exp(0.2*r.NormFloat64()))
	}
	v.Country = EncodeCountry(cells, zinc, 0.04, Scale{Cividis, 100, 1500},
		[]Level{{At: 300, Name: "300"}, {At: 600, Name: "600", Bold: true}, {At: 1000}})
	return v
}

func sampleSpectrum() Spectrum {
	v := Spectrum{
		X: Axis{Label: "i", Max: 41}, Y: Axis{Label: "eigenvalue λᵢ", Min: 1e-18, Max: 100},
		Kept: 8, KeptName: "kept", RestName: "left out",
		Levels: []Mark{{At: 40e-4, Name: "nλ", Color: Lambda, Dash: true}, {At: 40 * 20 * 0x1p-52, Name: "rounding"}},
	}
	for i := range 40 {
		s := 20 * math.Exp(-float64(i*i)/32)
		if s < 1e-16 {
			s = 3e-16 * math.Cos(float64(7*i))
		}
		v.Values = append(v.Values, s)
	}
	return v
}

func sampleStack() Stack {
	v := Stack{
		X: Axis{Label: "degree", Min: -0.5, Max: 12.5}, Y: Axis{Label: "squared error", Max: 1},
		Layers:    []Layer{{Name: "incompressible"}, {Name: "approximation"}, {Name: "estimation"}},
		TotalName: "expected error", Steps: true,
		VLines: []Mark{{At: 4, Name: "least", Dash: true}},
	}
	for d := range 13 {
		x := float64(d)
		v.Xs = append(v.Xs, x)
		for i, y := range []float64{0.12, 0.7 * math.Exp(-x/1.6), 0.012 * (x + 1) * (1 + x/12)} {
			v.Layers[i].Ys = append(v.Layers[i].Ys, y)
		}
	}
	return v
}
