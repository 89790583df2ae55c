// Package woodbury is the lesson on Woodbury's identity: a d×d system or an n×n
// one.
package woodbury

import (
	"context"
	"embed"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

//go:embed woodbury.md
var prose string

//go:embed lab.py
var lab string

//go:embed code
var files embed.FS

var programs = course.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "woodbury",
	Short: "Woodbury",
	Title: "d×d or n×n?",
	Lede: "A clinic has 2,000 patients and 500,000 genetic markers of each. Ridge regression inverts a matrix of " +
		"500,000 rows and as many columns, and the clinic has a laptop. Can it be done all the same, exactly?",
	Emblem: course.Emblem{State: "blocks?n=50&d=200", Draw: emblem},
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:    "blocks",
		Title:   "Two ways to one $\\theta$, drawn to scale.",
		Goal:    "fit the upper way into 16 GB, and not the lower",
		NoTable: course.CountsOnly,
		Build:   buildBlocks,
	}, {
		Name:       "race",
		Title:      "Both ways, timed.",
		Goal:       "make both ways take equally long with 200 points",
		Conditions: "Neither way clearly wins: they do the same work.",
		NoTable:    course.OfTime, Timed: true,
		Build: buildRace,
	}, {
		Name:       "proof",
		Title:      "$\\Phi\\T$ goes to the other side of the inverse.",
		Goal:       "condition $\\Phi\\Phi\\T + c\\I$ 1,000 times worse",
		Conditions: "Than ΦᵀΦ + cI.",
		NoTable:    course.ByHand,
		Drawn:      []string{"image left", "image right"},
		Rounded:    map[string]float64{"largest_distance": course.IsRounding, "distances": course.IsRounding},
		Build:      buildProof,
	}, {
		Name:   "residual",
		Title:  "What the fit misses, and α.",
		Goal:   "raise the largest residual to 110 g at degree 8",
		Method: "ridge", Same: "train_rmse",
		Build: buildResidual,
	}},
}

// A size is a ridge regression of n points on d features.
type size struct{ n, d int }

// unless says of a race that it is not between fits to 200 points.
func (s size) unless() string {
	if s.n != 200 {
		return "with " + course.Plural(s.n, "point")
	}
	return ""
}

// cost counts the multiplications that θ takes either way:
//
//	primal  nd(d + 1)/2 + nd + d³/6 + d²   ΦᵀΦ, Φᵀy, Cholesky, two triangular systems
//	dual    dn(n + 1)/2 + nd + n³/6 + n²   ΦΦᵀ, Φᵀα, Cholesky, two triangular systems
//
// Each symmetric matrix is counted by half with its diagonal, of Cholesky the
// leading term. The two are equal for n = d.
func (s size) cost() (primal, dual float64) {
	n, d := float64(s.n), float64(s.d)
	solve := func(m float64) float64 { return m*m*m/6 + m*m }
	return n*d*(d+1)/2 + n*d + solve(d), d*n*(n+1)/2 + n*d + solve(n)
}

func (s size) counts() []course.Number {
	primal, dual := s.cost()
	return []course.Number{
		{Name: "primal_multiplications", Label: "multiplications, primal",
			Means: "What the d×d system costs to build and to solve.", Value: primal},
		{Name: "dual_multiplications", Label: "multiplications, dual",
			Means: "What the n×n system costs to build and to solve.", Value: dual},
		{Name: "multiplications_ratio", Label: "ratio of multiplications", Means: "Above 1, the dual needs fewer.",
			Value: primal / dual},
		{Name: "primal_entries", Label: "entries of ΦᵀΦ", Value: float64(s.d) * float64(s.d)},
		{Name: "dual_entries", Label: "entries of ΦΦᵀ", Value: float64(s.n) * float64(s.n)},
	}
}

// bytes is what ΦᵀΦ and ΦΦᵀ take, eight for an entry.
func (s size) bytes() (primal, dual float64) {
	return 8 * float64(s.d) * float64(s.d), 8 * float64(s.n) * float64(s.n)
}

// laptop is a memory in bytes.
const laptop = 16e9

// The colours of the two ways, as in the race.
var primalColor, dualColor = plots.Categories[0], plots.Categories[1]

// blocks are the matrices of both ways to scale.
type blocks struct{ size }

var buildBlocks = course.Steps(func(f *course.Form) course.Work {
	return &blocks{size{
		n: f.Size("n", "points n", 2000, blockPoints, course.Term("dual")),
		d: f.Size("d", "features d", 500_000, blockFeatures, course.Term("primal")),
	}}
})

func (*blocks) Compute(context.Context, *course.Memo) error { return nil }

// saysSystems is what each way has to hold.
const saysSystems = "With {n} points and {d} features the primal solves a system of {d} rows, the dual one of {n}. " +
	"ΦᵀΦ takes {primal_memory} of memory, ΦΦᵀ {dual_memory}."

func (b *blocks) Show(f *course.Form) *course.Picture {
	primal, dual := b.bytes()
	primalMemory, dualMemory := course.Memory(primal), course.Memory(dual)
	points, features := b.chosen()
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "blocks-factors", Title: "The factors of θ, to scale",
			Width: course.Half, Height: 550, Plot: plots.Blocks{Lines: b.lines()}}}},
		Numbers: append([]course.Number{
			{Name: "primal_gb", Label: "memory of ΦᵀΦ", Means: "Eight bytes for each entry of the d×d matrix.",
				Value: primal / 1e9, Unit: "GB"},
			{Name: "dual_gb", Label: "memory of ΦΦᵀ", Means: "Eight bytes for each entry of the n×n matrix.",
				Value: dual / 1e9, Unit: "GB"},
			{Name: "phi_gb", Label: "memory of Φ", Means: "Eight bytes for each feature of each point.",
				Value: 8e-9 * float64(b.n) * float64(b.d), Unit: "GB"},
		}, b.counts()...),
		Says: []course.Said{course.Say(saysSystems, points, features, features, points, primalMemory, dualMemory)},
		Goals: []course.Goal{{
			Name: "tall", At: "n=100000&d=50", Now: "primal " + primalMemory + ", dual " + dualMemory,
			Reached: primal <= laptop && dual > laptop,
			Text: fmt.Sprintf("Goal reached: ΦᵀΦ takes %s and ΦΦᵀ %s. With so many more points than features "+
				"the upper way is the small one.", primalMemory, dualMemory),
		}},
		Series: []course.Series{course.Table("sizes", "rows columns",
			[]float64{float64(b.d), float64(b.d), float64(b.n)}, []float64{float64(b.d), float64(b.n), float64(b.n)})},
		Code: b.code(f),
	}
}

// lines are θ = (ΦᵀΦ + nλI)⁻¹Φᵀy and θ = Φᵀ(ΦΦᵀ + nλI)⁻¹y.
func (b *blocks) lines() []plots.Expression {
	PhiT := plots.Block{Symbol: "Φᵀ", Rows: b.d, Cols: b.n, Color: plots.Categories[2]}
	y := plots.Block{Symbol: "y", Rows: b.n, Cols: 1, Color: plots.Curve}
	inverse := plots.Block{Op: "+ nλI )⁻¹ ·"}
	return []plots.Expression{
		{Name: "primal, a d×d system", Blocks: []plots.Block{
			{Op: "(", Symbol: "ΦᵀΦ", Rows: b.d, Cols: b.d, Color: primalColor}, inverse, PhiT, y}},
		{Name: "dual, an n×n system", Blocks: []plots.Block{
			PhiT, {Op: "· (", Symbol: "ΦΦᵀ", Rows: b.n, Cols: b.n, Color: dualColor}, inverse, y}},
	}
}

// The sizes to choose from.
var (
	blockPoints   = []int{10, 50, 200, 2000, 10_000, 100_000, 1_000_000}
	blockFeatures = []int{5, 10, 50, 200, 1000, 5000, 50_000, 500_000}
)

// chosen are n and d as they are chosen.
func (s size) chosen() (n, d string) { return course.Count(float64(s.n)), course.Count(float64(s.d)) }

// code computes both costs in other languages, and times the two with as many
// features, and points, as a reader's laptop answers at once.
func (s size) code(f *course.Form) *course.Code {
	const most, mostPoints = 1000, 300
	return programs.Code("ridgecost", f, course.Values{
		"Timed": min(s.d, most), "Points": min(s.n, mostPoints), "Fewer": s.d > most || s.n > mostPoints})
}

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 20)
	facts.Read(memo, buildBlocks, "", "open-", "ratio", "multiplications_ratio",
		"primal-gb", "primal_gb", "dual-gb", "dual_gb", "d2", "primal_entries", "n2", "dual_entries")
	facts["open-primal-tb"], facts["open-dual-mb"] = facts["open-primal-gb"]/1000, 1000*facts["open-dual-gb"]
	residuals := []string{"c", "c", "alpha", "length_alpha", "largest", "largest_alpha",
		"miss", "largest_residual", "residual", "length_residual"}
	facts.Read(memo, buildResidual, "", "res-", residuals...)
	facts.Read(memo, buildResidual, "lambda=0.1", "flat-", residuals...)
	facts.Read(memo, buildRace, "n=50&d=5000", "wide-",
		"primal", "primal_multiplications", "dual", "dual_multiplications", "ratio", "multiplications_ratio",
		"primal-ms", "primal_ms", "dual-ms", "dual_ms", "time-ratio", "time_ratio")
	facts["wide-primal-s"] = facts["wide-primal-ms"] / 1000
	facts.Read(memo, buildRace, "n=100&d=100", "even-", "primal-ms", "primal_ms", "dual-ms", "dual_ms")
	facts.Read(memo, buildRace, "n=200&d=10", "tall-", "ratio", "time_ratio")
	distances := []string{"largest", "largest_distance", "left", "condition_left", "right", "condition_right"}
	facts.Read(memo, buildProof, "", "proof-", distances...)
	facts.Read(memo, buildProof, "lambda=1e-12", "small-", distances...)
	facts["tall-slow"] = 1 / facts["tall-ratio"]
	million := size{1_000_000, 10}
	primal, dual := million.cost()
	facts["million-ratio"] = dual / primal
	handFacts(facts)
	return facts
}

// handFacts are the worked example: Φ = (1 2), c = 1, y = 3.
func handFacts(facts course.Facts) {
	Phi := mat.NewDense(1, 2, []float64{1, 2})
	var inner, outer, inverse mat.Dense
	inner.Mul(Phi, Phi.T())
	outer.Mul(Phi.T(), Phi)
	outer.Add(&outer, mat.NewDiagDense(2, []float64{1, 1}))
	if err := inverse.Inverse(&outer); err != nil {
		panic(err) // its determinant is 6
	}
	lines := course.Must(engine.PushThrough(Phi, 1)).Lines
	theta := course.Must(engine.Ridge(Phi, []float64{3}, 1))
	facts["hand-g"] = inner.At(0, 0)
	facts["hand-g1"] = inner.At(0, 0) + 1
	facts["hand-a"], facts["hand-b"], facts["hand-e"] = outer.At(0, 0), outer.At(0, 1), outer.At(1, 1)
	det := mat.Det(&outer)
	facts["hand-det"] = det
	facts["hand-ia"], facts["hand-ib"] = det*inverse.At(0, 0), det*inverse.At(0, 1)
	facts["hand-ie"] = det * inverse.At(1, 1)
	facts["hand-left1"], facts["hand-left2"] = det*lines[0].Value.At(0, 0), det*lines[0].Value.At(1, 0)
	facts["hand-alpha"] = 3 / facts["hand-g1"]
	facts["hand-theta1"], facts["hand-theta2"] = theta[0], theta[1]
	facts["hand-predict"] = 2*theta[0] + theta[1]
	facts["hand-inner"] = 2*1 + 1*2
	facts["hand-fitted"] = theta[0] + 2*theta[1]
	facts["hand-residual"] = 3 - facts["hand-fitted"]
}

// ratio is a/b, and NaN where it is not finite.
func ratio(a, b float64) float64 {
	if r := a / b; !math.IsInf(r, 0) {
		return r
	}
	return math.NaN()
}
