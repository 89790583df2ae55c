package plots

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// solidSpecimens are of solids, sizes and trees.
func solidSpecimens() []Specimen {
	above := sampleLift()
	above.Yaw, above.Pitch = 0, 90
	return []Specimen{
		{"lift", Panel{Title: "Rings, lifted", Plot: sampleLift()}},
		{"lift-above", Panel{Title: "Rings, from above", Plot: above}},
		{"linked", Panel{Title: "A row and a column of K", Plot: sampleLinked()}},
		{"bare", Panel{Title: "The features", Plot: Heatmap{Values: features(12, 3), Label: "Φ", Sizes: "n×p",
			Bare: true}}},
		{"bare-numbers", Panel{Title: "Their products", Plot: sampleBare()}},
		{"race", Panel{Title: "Primal against dual", Plot: sampleRace()}},
		{"blocks", Panel{Title: "What is inverted", Plot: sampleBlocks()}},
		{"equation", Panel{Title: "Twice one, less another", Plot: sampleEquation()}},
		{"tree", Panel{Title: "A kernel, taken apart", Plot: sampleTree()}},
		{"dendrogram", Panel{Title: "Who is like whom", Plot: sampleDendrogram()}},
		{"waterfall", Panel{Title: "(1 + xy)³, term by term", Plot: sampleWaterfall()}},
		{"waterfall-many", Panel{Title: "286 monomials", Plot: sampleManyTerms()}},
		{"tiles", Panel{Title: "Monomials", Plot: sampleTiles()}},
	}
}

// sampleLift lifts two rings on the paraboloid z = x² + y², where a plane parts
// them.
func sampleLift() Lift {
	r := rand.New(rand.NewPCG(1, 0))
	v := Lift{
		X: Axis{Label: "x₁", Min: -2, Max: 2}, Y: Axis{Label: "x₂", Min: -2, Max: 2},
		Z:   Axis{Label: "x₁² + x₂²", Max: 4},
		Yaw: 30, Pitch: 22,
		Clouds:  []Cloud{{Name: "inner"}, {Name: "outer"}},
		Stems:   true,
		Surface: func(x, y float64) float64 { return x*x + y*y },
		Plane:   Plane{W: [3]float64{0, 0, 1}, B: -1.6, Name: "plane"},
		Legend:  true,
	}
	for i := range 80 {
		radius, angle := 0.8+0.9*float64(i%2)+0.15*r.NormFloat64(), 2*math.Pi*float64(i)/80
		x, y := radius*math.Cos(angle), radius*math.Sin(angle)
		v.Clouds[i%2].Points = append(v.Clouds[i%2].Points, Point3{x, y, x*x + y*y})
	}
	circle := Line{Name: "its shadow", Color: Accent, Width: 2, Dash: true, Class: "shadow"}
	for i := range 97 {
		angle := 2 * math.Pi * float64(i) / 96
		circle.Xs = append(circle.Xs, math.Sqrt(1.6)*math.Cos(angle))
		circle.Ys = append(circle.Ys, math.Sqrt(1.6)*math.Sin(angle))
	}
	v.Shadow = []Line{circle}
	return v
}

func sampleLinked() Heatmap {
	return Heatmap{Values: gaussianGram(24, 9), Label: "k(xᵢ, xⱼ)", Row: "point i", Col: "point j", Rows: []int{6},
		Cols: []int{15}}
}

// features are the powers 1, x, x² … of n even steps from −1 to 1.
func features(n, p int) *mat.Dense {
	m := mat.NewDense(n, p, nil)
	for i := range n {
		for j := range p {
			m.Set(i, j, math.Pow(2*step(i, n)-1, float64(j)))
		}
	}
	return m
}

func sampleBare() Heatmap {
	var product mat.Dense
	phi := features(12, 3)
	product.Mul(phi.T(), phi)
	return Heatmap{Values: &product, Label: "ΦᵀΦ", Sizes: "p×p", Bare: true, Numbers: true}
}

// sampleEquation is two Gram matrices, the second of one feature, and what one is less the other:
// all have the eigenvectors (1, 1)/√2 and (1, −1)/√2.
func sampleEquation() Equation {
	of := func(op, symbol, name string, a, b float64) Matrix {
		return Matrix{Op: op, Symbol: symbol, Name: name, Values: mat.NewSymDense(2, []float64{a, b, b, a}),
			Eigenvalues: []float64{a + math.Abs(b), a - math.Abs(b)}}
	}
	return Equation{Numbers: true, Matrices: []Matrix{
		of("2", "K₁", "gaussian(1)", 1, 0.5), of("−", "K₂", "constant(3)", 3, 3), of("=", "K", "", -1, -2),
	}}
}

// sampleRace is the primal's n p² + p³ against the dual's n³ for n = 200.
func sampleRace() Race {
	primal, dual := Runner{Name: "primal, (p×p)⁻¹"}, Runner{Name: "dual, (n×n)⁻¹", Dash: true}
	add := func(r *Runner, x, mid float64) {
		r.Xs, r.Mid = append(r.Xs, x), append(r.Mid, mid)
		r.Low, r.High = append(r.Low, 0.8*mid), append(r.High, 1.5*mid)
	}
	const n = 200.0
	for _, p := range []float64{10, 20, 50, 100, 200, 500, 1000, 2000} {
		add(&primal, p, 1e-6*(n*p*p+p*p*p/3)/4)
		add(&dual, p, 1e-6*(n*n*p+n*n*n/3)/4)
	}
	return Race{
		X: Axis{Label: "features p", Min: 8, Max: 2500}, Y: Axis{Label: "time (ms)", Min: 0.002, Max: 2e3},
		Runners:  []Runner{primal, dual},
		Guides:   []Guide{{"slope 3", Point{1000, 30}, 3}, {"slope 2", Point{20, 0.2}, 2}},
		Crossing: Mark{At: n, Name: "p = n", Dash: true},
	}
}

func sampleBlocks() Blocks {
	y := Block{Op: "·", Symbol: "y", Sizes: "n×1", Rows: 50, Cols: 1, Color: Curve}
	return Blocks{Lines: []Expression{
		{"primal", []Block{
			{Op: "(", Symbol: "ΦᵀΦ", Sizes: "p×p", Rows: 120, Cols: 120},
			{Op: "+ nλI )⁻¹ ·", Symbol: "Φᵀ", Sizes: "p×n", Rows: 120, Cols: 50, Color: Categories[2]}, y}},
		{"dual", []Block{
			{Symbol: "Φᵀ", Sizes: "p×n", Rows: 120, Cols: 50, Color: Categories[2]},
			{Op: "· (", Symbol: "ΦΦᵀ", Sizes: "n×n", Rows: 50, Cols: 50},
			{Op: "+ nλI )⁻¹"}, y}},
	}}
}

func sampleTree() Tree {
	return Tree{Node{Label: "+", Children: []Node{
		{Label: "gaussian, ℓ = 0.5", Class: "lit"},
		{Label: "×", Children: []Node{
			{Label: "0.1"},
			{Label: "linear"},
			{Label: "+", Children: []Node{{Label: "polynomial, degree 2"}, {Label: "cosine"}}},
		}},
	}}}
}

// sampleDendrogram merges three runs of a number line from left to right, then
// the runs.
func sampleDendrogram() Dendrogram {
	v := Dendrogram{Y: Axis{Label: "distance ‖Φ(x) − Φ(y)‖", Max: 1.5}, Cut: 0.7}
	sizes := []int{9, 5, 7}
	points, next := 21, 0
	merge := func(a, b int, h float64) int {
		v.A, v.B, v.Height = append(v.A, a), append(v.B, b), append(v.Height, h)
		return points + len(v.A) - 1
	}
	var runs []int
	for _, size := range sizes {
		at := next
		next++
		for range size - 1 {
			at = merge(at, next, 0.1+0.025*float64(len(v.A)))
			next++
		}
		runs = append(runs, at)
	}
	merge(merge(runs[0], runs[1], 0.95), runs[2], 1.3)
	return v
}

// sampleWaterfall is (1 + xy)³ = Σ C(3, k) (xy)ᵏ at xy = −1.6.
func sampleWaterfall() Waterfall {
	return Waterfall{
		Y: Axis{Label: "running sum", Min: -5, Max: 5},
		Terms: []Term{
			{"1", 1, 0}, {"3xy", -4.8, 1}, {"3x²y²", 7.68, 2}, {"x³y³", -4.096, 3},
		},
		Total:     "sum",
		Reference: Mark{At: -0.216, Name: "(1 + xy)³ = −0.216"},
	}
}

// sampleManyTerms is (1 + x·y)³ in ten dimensions, 286 monomials.
func sampleManyTerms() Waterfall {
	v := Waterfall{Y: Axis{Label: "running sum", Min: -5, Max: 25},
		Groups: []string{"1", "degree 1", "degree 2", "degree 3"}, Total: "k(x, y)"}
	var z [11]float64 // of the products of 1 and of the coordinates
	z[0] = 1
	dot := 1.0
	for i := 1; i < len(z); i++ {
		z[i] = 0.5 * math.Cos(float64(i*i))
		if i%3 == 0 {
			z[i] += 0.35
		}
		dot += z[i]
	}
	factorial := [...]float64{1, 1, 2, 6}
	for degree := range 4 {
		for i := range z {
			for j := i; j < len(z); j++ {
				for k := j; k < len(z); k++ {
					ones := 0
					var of [len(z)]int
					for _, index := range [...]int{i, j, k} {
						of[index]++
						if index == 0 {
							ones++
						}
					}
					if 3-ones != degree {
						continue
					}
					ways := 6.0
					for _, n := range of {
						ways /= factorial[n]
					}
					v.Terms = append(v.Terms, Term{"", ways * z[i] * z[j] * z[k], degree})
				}
			}
		}
	}
	v.Reference = Mark{At: dot * dot * dot, Name: "(1 + x·y)³ = " + brief(dot*dot*dot)}
	return v
}

func sampleTiles() Tiles {
	v := Tiles{Lit: []string{"x₁x₂"}}
	const d = 6
	degrees := []Shelf{{Name: "degree 0", Labels: []string{"1"}}, {Name: "degree 1"}, {Name: "degree 2"},
		{Name: "degree 3", Count: 56}}
	for i := 1; i <= d; i++ {
		degrees[1].Labels = append(degrees[1].Labels, "x"+subscript(i))
		for j := i; j <= d; j++ {
			label := "x" + subscript(i) + "x" + subscript(j)
			if i == j {
				label = "x" + subscript(i) + "²"
			}
			degrees[2].Labels = append(degrees[2].Labels, label)
			for k := j; k <= d; k++ {
				degrees[3].Labels = append(degrees[3].Labels, label+"x"+subscript(k))
			}
		}
	}
	v.Shelves = append(degrees, Shelf{Name: "degree 4", Count: 126})
	return v
}
