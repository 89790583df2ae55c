package woodbury

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure proof: the push-through identity, or Woodbury's, line by line.

// An identity is one of the two in numbers: (A + UCV)⁻¹, or with A = cI, U = Φᵀ,
// C = I and V = Φ the push-through identity.
type identity struct {
	kind       string // push, woodbury or singular
	n, d       int
	lambda, c  float64    // c = nλ; of push only
	A, U, C, V *mat.Dense // d×d, d×n, n×n, n×d
}

// drawIdentity draws the matrices. Entries are hundredths, so that they can be
// copied.
func drawIdentity(kind string, n, d, seed int, lambda float64) identity {
	rng := rand.New(rand.NewPCG(uint64(seed), 4))
	id := identity{kind: kind, n: n, d: d, lambda: lambda, c: float64(n) * lambda}
	normal := func(rows, cols int, scale float64) *mat.Dense {
		m := mat.NewDense(rows, cols, nil)
		m.Apply(func(int, int, float64) float64 { return math.Round(100*scale*rng.NormFloat64()) / 100 }, m)
		return m
	}
	switch kind {
	case "push":
		id.V = normal(n, d, 1)
		id.U = mat.DenseCopyOf(id.V.T())
		id.A, id.C = diagonal(d, id.c), diagonal(n, 1)
	case "woodbury":
		id.U, id.V = normal(d, n, 1), normal(n, d, 1)
		id.A, id.C = diagonal(d, 2), diagonal(n, 1)
		id.A.Add(id.A, normal(d, d, 0.4/math.Sqrt(float64(d))))
		id.C.Add(id.C, normal(n, n, 0.3/math.Sqrt(float64(n))))
	case "singular":
		// Whole numbers with Vu₁ = −e₁, u₁ the first column of U: then
		// (A + UCV)u₁ = u₁ − Ue₁ = 0 exactly, with A and C the identity.
		whole := func(rows, cols int) *mat.Dense {
			m := mat.NewDense(rows, cols, nil)
			m.Apply(func(int, int, float64) float64 { return float64(rng.IntN(5) - 2) }, m)
			return m
		}
		id.U, id.V, id.A, id.C = whole(d, n), whole(n, d), diagonal(d, 1), diagonal(n, 1)
		id.U.Set(0, 0, 1)
		for j := range n {
			rest := 0.0
			for i := 1; i < d; i++ {
				rest += id.V.At(j, i) * id.U.At(i, 0)
			}
			if j == 0 {
				rest++
			}
			id.V.Set(j, 0, -rest)
		}
	}
	return id
}

// diagonal is v times the identity.
func diagonal(size int, v float64) *mat.Dense {
	m := mat.NewDense(size, size, nil)
	for i := range size {
		m.Set(i, i, v)
	}
	return m
}

// derive computes the lines, their formulas in this lesson's letters.
func (id identity) derive() (*engine.Derivation, error) {
	if id.kind != "push" {
		return engine.Woodbury(id.A, id.U, id.C, id.V)
	}
	d, err := engine.PushThrough(id.V, id.c)
	if err == nil {
		for i := range d.Lines {
			d.Lines[i].Formula = strings.ReplaceAll(d.Lines[i].Formula, "X", "Φ")
		}
	}
	return d, err
}

// inverted are the matrices that the first line and the last invert.
func (id identity) inverted() (left, right *mat.Dense) {
	left, right = new(mat.Dense), new(mat.Dense)
	left.Product(id.U, id.C, id.V)
	left.Add(left, id.A)
	if id.kind == "push" {
		right.Mul(id.V, id.U)
		for i := range id.n {
			right.Set(i, i, right.At(i, i)+id.c)
		}
		return left, right
	}
	var iC, iAU mat.Dense
	if iC.Inverse(id.C) != nil || iAU.Solve(id.A, id.U) != nil {
		panic("woodbury: A or C is singular") // they are close to a multiple of I
	}
	right.Mul(id.V, &iAU)
	right.Add(right, &iC)
	return left, right
}

// names are those of the two.
func (id identity) names() (left, right string) {
	if id.kind == "push" {
		return "ΦᵀΦ + cI", "ΦΦᵀ + cI"
	}
	return "A + UCV", "C⁻¹ + VA⁻¹U"
}

// A proof is a film of the identity, and its lines computed as they are written.
type proof struct {
	identity
	step int

	// What is computed.
	left, right end
	lines       []engine.Line // none where a matrix has no inverse
	failed      error         // why there are none
	distances   []float64     // of each line from the one before
	film        plots.Blocks
	ends        *course.Certificate // first line against last
}

// An end is the matrix that the first line or the last inverts.
type end struct {
	name      string
	matrix    *mat.Dense
	rank      int
	condition float64
}

var buildProof = course.Steps(func(f *course.Form) course.Work {
	r := &proof{step: f.Int("step", "step", 1, 1, filmSteps, course.Film)}
	n := f.Int("n", "points n", 4, 1, 12, course.Term("dual"))
	d := f.Int("d", "features d", 12, 1, 40, course.Term("primal"))
	kind := f.Choice("identity", "identity", "push", course.Options(
		"push", "push-through", "woodbury", "Woodbury", "singular", "Woodbury, where it fails"), course.More)
	lambda := f.LogFloat("lambda", "λ", 0.1, 1e-16, 10, course.Term("lambda"), course.When("identity", "push"))
	seed := f.Int("seed", "seed", 1, 1, 99, course.More)
	r.identity = drawIdentity(kind, n, d, seed, lambda)
	return r
})

func (r *proof) Compute(context.Context, *course.Memo) error {
	left, right := r.inverted()
	leftName, rightName := r.names()
	r.left, r.right = endOf(leftName, left), endOf(rightName, right)
	derivation, err := r.derive()
	if r.failed = err; err != nil {
		return nil
	}
	r.lines, r.distances = derivation.Lines, nil
	for _, l := range r.lines {
		r.distances = append(r.distances, l.Distance)
	}
	r.ends = r.certify(derivation, r.largest())
	r.film, err = r.identity.film(r.step)
	return err
}

func endOf(name string, m *mat.Dense) end {
	values := singularValues(m)
	return end{name, m, rank(values), condition(values)}
}

// largest is the most by which a line differs from the one before.
func (r *proof) largest() float64 { return slices.Max(r.distances) }

func (r *proof) first() *mat.Dense { return r.lines[0].Value }
func (r *proof) last() *mat.Dense  { return r.lines[len(r.lines)-1].Value }

func (r *proof) Show(f *course.Form) *course.Picture {
	p := &course.Picture{
		Columns:     [][]plots.Panel{r.left.panel("proof-left", "d×d"), r.right.panel("proof-right", "n×n")},
		Numbers:     r.numbers(),
		Certificate: r.ends,
		Says:        r.says(),
		Matrices:    r.matrices(),
		Goals:       []course.Goal{{Name: "worse", But: "with no derivation"}, {Name: "apart"}},
		Code:        r.code(f, r.failed == nil),
	}
	if r.failed != nil {
		p.Message = r.failure(r.failed)
		return p
	}
	p.Columns = [][]plots.Panel{{
		{ID: "proof-film", Title: "Every factor to scale", Width: course.Wide, Height: 650, Plot: r.film},
	}}
	p.Series = []course.Series{course.Table("distances", "distance", r.distances)}
	p.Goals = r.goals()
	return p
}

// panel is a column of the matrix, drawn small.
func (e end) panel(id, sizes string) []plots.Panel {
	return []plots.Panel{{ID: id, Title: e.name, Width: 168, Height: 230,
		Plot: plots.Heatmap{Values: e.matrix, Label: e.name, Sizes: sizes, Bare: true}}}
}

func (r *proof) matrices() []course.NamedMatrix {
	all := []course.NamedMatrix{{Name: "left", Values: r.left.matrix}, {Name: "right", Values: r.right.matrix}}
	if r.kind == "push" {
		all = append(all, course.NamedMatrix{Name: "features", Values: r.V})
	} else {
		all = append(all, course.NamedMatrix{Name: "A", Values: r.A}, course.NamedMatrix{Name: "U", Values: r.U},
			course.NamedMatrix{Name: "C", Values: r.C}, course.NamedMatrix{Name: "V", Values: r.V})
	}
	if r.failed != nil {
		return all
	}
	return append(all, course.NamedMatrix{Name: "first_line", Values: r.first()},
		course.NamedMatrix{Name: "last_line", Values: r.last()})
}

func (r *proof) numbers() []course.Number {
	const means = "How many rows and columns the inverted matrix has."
	sides := []course.Number{
		{Name: "left_size", Label: "side of " + r.left.name, Means: means, Value: float64(r.d)},
		{Name: "right_size", Label: "side of " + r.right.name, Means: means, Value: float64(r.n)},
	}
	if r.failed != nil {
		return append(sides,
			course.Number{Name: "rank_left", Label: "rank of " + r.left.name, Value: float64(r.left.rank),
				Means: "How many of its rows are independent of each other, to rounding."},
			course.Number{Name: "rank_right", Label: "rank of " + r.right.name, Value: float64(r.right.rank)})
	}
	return slices.Concat([]course.Number{
		{Name: "largest_distance", Label: "largest distance", Value: r.largest(),
			Means: "The most by which a line differs from the one above it, as a share of its norm."},
	}, sides, []course.Number{
		{Name: "condition_left", Label: "condition of " + r.left.name, Value: r.left.condition},
		{Name: "condition_right", Label: "condition of " + r.right.name, Value: r.right.condition},
		{Name: "norm", Label: "‖line 1‖", Means: "The root of the sum of the squares of all its entries.",
			Value: mat.Norm(r.first(), 2)},
	})
}

const (
	saysLines = "{lines} lines, computed as they are written, give one {rows}×{columns} matrix: neighbours differ by " +
		"at most {largest_distance} of its norm. The first line inverts a {d}×{d} matrix, the last a {n}×{n} one."
	saysNone = "No derivation."
	saysRank = "{matrix} has rank {rank} of {size}."
	saysFull = "{matrix} has rank {rank} of {size} and the condition number {condition}."
)

func (r *proof) says() []course.Said {
	if r.failed != nil {
		return []course.Said{course.Say(saysNone), r.left.said(), r.right.said()}
	}
	rows, cols := r.first().Dims()
	return []course.Said{course.Say(saysLines, len(r.lines), rows, cols, r.largest(), r.d, r.d, r.n, r.n)}
}

// said is the rank, and where it is full the condition number, which can be too large all
// the same.
func (e end) said() course.Said {
	size := e.matrix.RawMatrix().Rows
	if e.rank == size {
		return course.Say(saysFull, e.name, e.rank, size, e.condition)
	}
	return course.Say(saysRank, e.name, e.rank, size)
}

func (r *proof) goals() []course.Goal {
	push, largest := r.kind == "push", r.largest()
	left, right := course.Digits(r.left.condition), course.Digits(r.right.condition)
	return []course.Goal{
		{Name: "worse", At: "n=12&d=4&lambda=1e-05", Now: right + " against " + left,
			Reached: push && r.right.condition >= 1000*r.left.condition,
			Text: fmt.Sprintf("Goal reached: the condition numbers are %s and %s. With more points than features "+
				"c alone keeps the zero eigenvalues of ΦΦᵀ away from zero.", right, left)},
		{Name: "apart", At: "lambda=1e-08", Reached: push && largest >= 1e-8 && largest <= 1e-7,
			Text: fmt.Sprintf("Equal on paper, and %s apart.", course.Digits(largest))},
	}
}

// singularValues are those of m, descending; nil where they are not found.
func singularValues(m mat.Matrix) []float64 {
	var svd mat.SVD
	if !svd.Factorize(m, mat.SVDNone) {
		return nil
	}
	return svd.Values(nil)
}

// rank is how many of a square matrix's singular values are not zero to rounding.
func rank(values []float64) (rank int) {
	for _, v := range values {
		if v > engine.Rounding(len(values), values[0]) {
			rank++
		}
	}
	return rank
}

// condition is the condition number in the 2-norm, +Inf for a singular matrix.
func condition(values []float64) float64 {
	if values == nil {
		return math.NaN()
	}
	return values[0] / values[len(values)-1]
}

// failure says in a reader's words which matrix has no inverse.
func (id identity) failure(err error) string {
	switch {
	case !errors.Is(err, engine.ErrSingular):
		return "There is no derivation here: a number is beyond what a float64 can hold."
	case id.kind != "push":
		return "C⁻¹ + VA⁻¹U has no inverse, and so neither has A + UCV: both sides of the identity are gone " +
			"together. A and C are as invertible as can be; they are I."
	case id.n < id.d:
		return "ΦᵀΦ + cI has no inverse to working precision: ΦᵀΦ has zero eigenvalues, and beside the others " +
			"c is lost in rounding, or nearly. The right-hand inverse may be sound; the derivation wants both."
	case id.n > id.d:
		return "ΦΦᵀ + cI has no inverse to working precision: ΦΦᵀ has zero eigenvalues, and beside the others " +
			"c is lost in rounding, or nearly. The left-hand inverse may be sound; the derivation wants both."
	}
	return "A matrix in it has no inverse to working precision."
}

// certify holds the lines to what rounding allows: they are products of two
// inverses, so that ε·cond², times a few for the size, is to be expected.
func (id identity) certify(d *engine.Derivation, largest float64) *course.Certificate {
	first, last := d.Lines[0].Value, d.Lines[len(d.Lines)-1].Value
	var difference mat.Dense
	difference.Sub(first, last)
	ends := mat.Norm(&difference, 2)
	if scale := mat.Norm(first, 2); scale > 0 {
		ends /= scale
	}
	c := engine.Certified(ends, largest, engine.RoundingBound(max(id.n, id.d), d.Condition)*d.Condition)
	return course.Agreement(c, "first and last line",
		fmt.Sprintf("The first line inverts a %d×%d matrix, the last a %d×%d one, each by LU. "+
			"They differ by %s of the first one’s norm.", id.d, id.d, id.n, id.n, course.Digits(c.PrimalDualGap)),
		fmt.Sprintf("No two neighbouring lines differ by more than %s.", course.Digits(c.Residual)),
		fmt.Sprintf("Bound: %d√max(n, d) · ε · cond² = %s, with cond = %s the largest condition number of all that "+
			"was inverted. It is squared because some lines multiply two inverses.",
			engine.BoundFactor, course.Digits(c.Bound), course.Digits(d.Condition)),
	).Else("The identity is as true as ever; sixteen digits are too few to show it at this condition number.")
}

// code computes both ends of the identity in other languages, where there is a derivation,
// and the ranks where there is none. Matrices are lists, row by row.
func (id identity) code(f *course.Form, derived bool) *course.Code {
	return programs.Code("woodbury", f, course.Values{"Push": id.kind == "push", "Derived": derived,
		"A": id.A.RawMatrix().Data, "U": id.U.RawMatrix().Data, "C": id.C.RawMatrix().Data, "V": id.V.RawMatrix().Data})
}
