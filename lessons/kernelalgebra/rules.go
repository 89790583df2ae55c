package kernelalgebra

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure rules: what is made of two kernels, tried on random points.

const (
	trials = 60
	drawn  = 6   // points of a trial
	steps  = 100 // of the sequence whose limit a rule takes
)

// A rule makes a matrix of those of two kernels; what it makes need be no kernel.
type rule struct {
	name, label string
	formula     string
	makes       func(t *trial) engine.Kernel
	proved      bool
	ops         ops
}

// ops are written before K₁, K₂ and what is made of them, as matrices; the second is "" of
// a rule that takes K₁ alone.
type ops [3]string

// A trial is points with two kernels of them and two factors.
type trial struct {
	x           [][]float64
	k1, k2      engine.Kernel
	alpha, beta float64
}

// weight and image are the f and the φ of the rules.
func weight(x []float64) float64  { return 1 + x[0] + x[1] }
func image(x []float64) []float64 { return []float64{x[0] * x[0], x[0] * x[1]} }

var rules = []rule{
	{"sum", "αk₁ + βk₂", "αk₁ + βk₂", func(t *trial) engine.Kernel {
		return engine.Sum{engine.Scaled{Kernel: t.k1, Factor: t.alpha}, engine.Scaled{Kernel: t.k2, Factor: t.beta}}
	}, true, ops{"α", "+ β", "="}},
	{"product", "k₁ k₂, entry by entry", "k₁ k₂", func(t *trial) engine.Kernel {
		return engine.Product{t.k1, t.k2}
	}, true, ops{"", "∘", "="}},
	{"power", "k₁³", "k₁³", func(t *trial) engine.Kernel {
		return engine.Power{Kernel: t.k1, Exponent: 3}
	}, true, ops{"", "", "∘ K₁ ∘ K₁ ="}},
	{"exp", "exp k₁", "exp k₁", func(t *trial) engine.Kernel {
		return engine.Exp{Kernel: t.k1}
	}, true, ops{"exp", "", "="}},
	{"weighted", "f(x) k₁(x, y) f(y)", "f(x) k₁(x, y) f(y)", func(t *trial) engine.Kernel {
		return engine.Modulated{Kernel: t.k1, Weight: weight}
	}, true, ops{"f(xᵢ)", "", "f(xⱼ) ="}},
	{"mapped", "k₁(φ(x), φ(y))", "k₁(φ(x), φ(y))", func(t *trial) engine.Kernel {
		return engine.Mapped{Kernel: t.k1, Map: image}
	}, true, ops{"", "", "at φ(x):"}},
	{"limit", "lim (1 + k₁/m)ᵐ, here m = 100", "(1 + k₁/100)¹⁰⁰", func(t *trial) engine.Kernel {
		step := engine.Sum{engine.Constant{Value: 1}, engine.Scaled{Kernel: t.k1, Factor: 1.0 / steps}}
		return engine.Power{Kernel: step, Exponent: steps}
	}, true, ops{"(1 +", "", "/100)¹⁰⁰ ="}},
	{"both-sum", "k₁(x₁, y₁) + k₂(x₂, y₂)", "k₁(x₁, y₁) + k₂(x₂, y₂)", func(t *trial) engine.Kernel {
		return engine.Sum{engine.Block{Kernel: t.k1, From: 0, To: 1}, engine.Block{Kernel: t.k2, From: 1, To: 2}}
	}, true, ops{"", "+", "="}},
	{"both-product", "k₁(x₁, y₁) k₂(x₂, y₂)", "k₁(x₁, y₁) k₂(x₂, y₂)", func(t *trial) engine.Kernel {
		return engine.Product{engine.Block{Kernel: t.k1, From: 0, To: 1}, engine.Block{Kernel: t.k2, From: 1, To: 2}}
	}, true, ops{"", "∘", "="}},
	{"difference", "k₁ − k₂", "k₁ − k₂", func(t *trial) engine.Kernel {
		return engine.Sum{t.k1, engine.Scaled{Kernel: t.k2, Factor: -1}}
	}, false, ops{"", "−", "="}},
	{"max", "max(k₁, k₂)", "max(k₁, k₂)", func(t *trial) engine.Kernel {
		return engine.Maximum{t.k1, t.k2}
	}, false, ops{"max(", ",", ") ="}},
	{"log", "log k₁", "log k₁", func(t *trial) engine.Kernel {
		return logarithm{t.k1}
	}, false, ops{"log", "", "="}},
}

// logarithm is log k of a k that is positive, which need be no kernel.
type logarithm struct{ engine.Kernel }

func (k logarithm) Eval(x, y []float64) float64 { return math.Log(k.Kernel.Eval(x, y)) }

// alike is 1 where input j of two points is the same, and else 0: its feature vector has a 1
// at the place of that input's value.
type alike struct{ j int }

func (k alike) Eval(x, y []float64) float64 {
	j := min(k.j, len(x)-1) // of the one input that a product of spaces leaves it
	if x[j] == y[j] {
		return 1
	}
	return 0
}

func (k alike) String() string { return []string{"[x₁ = y₁]", "[x₂ = y₂]"}[k.j] }

// byHand are the three points of the worked example.
func byHand() *trial {
	return &trial{x: [][]float64{{0, 0}, {0, 1}, {1, 1}}, k1: alike{0}, k2: alike{1}, alpha: 2, beta: 1}
}

// draw is a trial at random: points, kernels and factors. Those whose logarithm is taken
// are positive everywhere.
func draw(seed, number int, positive bool) *trial {
	rng := rand.New(rand.NewPCG(uint64(seed), uint64(number)))
	t := &trial{}
	for range drawn {
		t.x = append(t.x, []float64{course.Round(rng.NormFloat64(), 3), course.Round(rng.NormFloat64(), 3)})
	}
	base := func() engine.Kernel {
		length := course.Round(0.3+2*rng.Float64(), 2)
		pool := []engine.Kernel{
			engine.Gaussian{Length: length}, engine.Laplacian{Length: length}, engine.Matern32{Length: length},
			engine.RationalQuadratic{Length: length, Shape: 1}, engine.Linear{},
			engine.Polynomial{Degree: 2, Offset: 1}, engine.Cosine{}, engine.Periodic{Length: length, Period: 2},
		}
		if positive {
			pool = pool[:4]
		}
		return pool[rng.IntN(len(pool))]
	}
	t.k1, t.k2 = base(), base()
	t.alpha, t.beta = course.Round(3*rng.Float64(), 2), course.Round(3*rng.Float64(), 2)
	return t
}

// least is the smallest of eigenvalues.
func least(eigen []float64) float64 { return eigen[len(eigen)-1] }

func ruleOf(name string) rule {
	return rules[slices.IndexFunc(rules, func(r rule) bool { return r.name == name })]
}

type triesOf struct {
	rule string
	seed int
}

// Compute returns the smallest eigenvalues of all trials, each as a share of the largest in
// size, and their bytes.
func (of triesOf) Compute(context.Context, *course.Memo) ([]float64, int, error) {
	return ruleOf(of.rule).tryAll(of.seed), 8 * trials, nil
}

// tryAll are the smallest eigenvalues of all trials, each as a share of the largest in size.
func (r rule) tryAll(seed int) []float64 {
	all := make([]float64, trials)
	for i := range all {
		t := draw(seed, i+1, r.name == "log")
		eigen := eigenvalues(engine.Gram(r.makes(t), t.x))
		smallest, largest := least(eigen), eigen[0]
		if size := math.Max(math.Abs(smallest), math.Abs(largest)); size > 0 { // a kernel less itself is zero
			all[i] = smallest / size
		}
	}
	return all
}

// A tried is the figure rules: a rule on one trial, and on all.
type tried struct {
	rule
	hand         bool // the trial is that of the worked example
	number, seed int

	*trial
	K1, K2, K             *mat.SymDense // of the two kernels, and what the rule makes
	eigen1, eigen2, eigen []float64     // their eigenvalues, descending
	smallest              float64       // of what it makes
	all                   []float64     // smallest eigenvalues of all trials, as shares of the largest
	witnesses             int           // trials with one
}

var buildRules = course.Steps(func(f *course.Form) course.Work {
	var pairs []string
	for _, r := range rules {
		pairs = append(pairs, r.name, r.label)
	}
	v := &tried{rule: ruleOf(f.Choice("rule", "rule", "sum", course.Options(pairs...), course.Leads))}
	v.hand = f.Choice("points", "points", "random",
		course.Options("random", "at random", "hand", "three, by hand")) == "hand"
	v.number = f.Int("trial", "trial", 1, 1, trials, course.Every, course.When("points", "random"))
	v.seed = f.Int("seed", "seed", 1, 1, 999, course.More, course.When("points", "random"))
	return v
})

func (v *tried) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if v.trial = byHand(); !v.hand {
		v.trial = draw(v.seed, v.number, v.name == "log")
	}
	if v.all, err = course.Remember(ctx, memo, triesOf{v.name, v.seed}); err != nil || v.impossible() {
		return err
	}
	v.witnesses = 0
	for _, s := range v.all {
		if s < 0 {
			v.witnesses++
		}
	}
	k1, k2 := v.k1, v.k2
	if strings.HasPrefix(v.name, "both") {
		k1, k2 = engine.Block{Kernel: v.k1, From: 0, To: 1}, engine.Block{Kernel: v.k2, From: 1, To: 2}
	}
	v.K1, v.K2, v.K = engine.Gram(k1, v.x), engine.Gram(k2, v.x), engine.Gram(v.makes(v.trial), v.x)
	v.eigen1, v.eigen2, v.eigen = eigenvalues(v.K1), eigenvalues(v.K2), eigenvalues(v.K)
	v.smallest = least(v.eigen)
	return nil
}

// impossible reports whether the logarithm of zeros would be taken.
func (v *tried) impossible() bool { return v.hand && v.name == "log" }

func (v *tried) Show(f *course.Form) *course.Picture {
	if v.impossible() {
		return &course.Picture{
			Message: "There is no logarithm of 0: with these three points k₁ has zeros. Take points at random.",
			Says:    []course.Said{course.Say(saysNoMatrix)},
			Goals:   []course.Goal{{Name: "innocent", But: "without a matrix"}},
		}
	}
	x1, x2 := engine.Dataset{X: v.x}.Input(0), engine.Dataset{X: v.x}.Input(1)
	return &course.Picture{
		Columns: [][]plots.Panel{{{
			ID: "rules-equation", Title: "What the rule makes: " + strings.ReplaceAll(v.formula, ", ", ",\u00a0"),
			Plot: v.equation(), Lead: true,
		}}, {{
			ID: "rules-trials", Title: "Sixty trials of the rule", Width: course.Wide, Height: 300, Plot: v.chart(),
		}}},
		Numbers: v.numbers(),
		Series:  []course.Series{course.Table("trials", "share", v.all), course.Table("points", "x1 x2", x1, x2)},
		Matrices: []course.NamedMatrix{
			{Name: "gram", Values: v.K}, {Name: "first", Values: v.K1}, {Name: "second", Values: v.K2},
		},
		Says: v.says(),
		Goals: []course.Goal{{
			Name: "innocent", At: "rule=difference&trial=3", Now: "least eigenvalue " + course.Digits(v.smallest),
			But: v.unless(), Reached: v.unless() == "" && v.smallest >= 0,
			Text: fmt.Sprintf("Goal reached: in this trial the rule has no witness, and in %d of %d it has one. "+
				"A trial can refute a rule, and none can prove it.", v.witnesses, trials),
		}},
		Code: programs.Code("rules", f, course.Values{
			"N": len(v.x), "K1": flattened(v.K1), "K2": flattened(v.K2), "Mapped": flattened(v.K),
			"F": weights(v.x), "Alpha": v.alpha, "Beta": v.beta,
		}),
	}
}

// equation is what the rule takes, and what it makes.
func (v *tried) equation() plots.Equation {
	of := func(op, symbol, name string, K *mat.SymDense, eigenvalues []float64) plots.Matrix {
		return plots.Matrix{Op: op, Symbol: symbol, Name: name, Values: K, Eigenvalues: eigenvalues}
	}
	e := plots.Equation{Numbers: v.hand}
	e.Matrices = append(e.Matrices, of(v.ops[0], "K₁", fmt.Sprint(v.k1), v.K1, v.eigen1))
	if v.ops[1] != "" {
		e.Matrices = append(e.Matrices, of(v.ops[1], "K₂", fmt.Sprint(v.k2), v.K2, v.eigen2))
	}
	made := of(v.ops[2], "K", "", v.K, v.eigen)
	made.Class = "t-gram"
	e.Matrices = append(e.Matrices, made)
	return e
}

// chart has a dot for each trial.
func (v *tried) chart() plots.Scatter {
	var without, with []plots.Point // a witness
	for i, s := range v.all {
		at := plots.Point{X: float64(i + 1), Y: s}
		if s < 0 {
			with = append(with, at)
		} else {
			without = append(without, at)
		}
	}
	top := math.Min(1.1, plots.RoundUp(1.02*math.Max(floats.Max(v.all), -floats.Min(v.all)))) // a share is at most 1
	p := plots.Scatter{
		X: plots.Axis{Label: "trial", Max: trials + 1, Whole: true},
		Y: plots.Axis{Label: "smallest / largest", Min: -top, Max: top},
		Classes: []plots.Class{
			{Name: "no witness", Points: without, Size: 6}, {Name: "a witness", Points: with, Size: 7},
		},
		Lines: []plots.Line{{Xs: []float64{0, trials + 1}, Ys: []float64{0, 0}, Color: plots.Soft, Width: 1}},
	}
	if !v.hand {
		p.Markers = []plots.Marker{{X: float64(v.number), Y: v.all[v.number-1], Ring: true, Color: plots.Accent}}
	}
	return p
}

func (v *tried) numbers() []course.Number {
	return []course.Number{
		{Name: "smallest", Label: "smallest eigenvalue of K", Value: v.smallest,
			Means: "The least that cᵀKc can be for a c of length 1. K is what the rule makes. " +
				"What rounding may have made of zero is shown as 0."},
		{Name: "smallest_1", Label: "of K₁", Value: least(v.eigen1),
			Means: "The smallest eigenvalue of the first kernel’s matrix."},
		{Name: "witnesses", Label: "trials with a witness, of 60", Value: float64(v.witnesses), Whole: true,
			Means: "In how many of sixty random trials the smallest eigenvalue is below zero: " +
				"one is enough to refute the rule, and none in sixty would prove nothing."},
		{Name: "smallest_2", Label: "of K₂", Value: least(v.eigen2)},
		{Name: "largest", Label: "largest eigenvalue", Value: v.eigen[0]},
		{Name: "trace", Label: "trace", Value: mat.Trace(v.K)},
	}
}

// standing is what the trial shown says of its rule.
func (v *tried) unless() string {
	switch {
	case v.name != "difference":
		return "not of a difference"
	case v.hand:
		return "with points by hand"
	}
	return ""
}

func weights(x [][]float64) []float64 {
	f := make([]float64, len(x))
	for i := range x {
		f[i] = weight(x[i])
	}
	return f
}

// flattened are the entries of a matrix, row after row.
func flattened(m mat.Matrix) []float64 { return mat.DenseCopyOf(m).RawMatrix().Data }

// What the picture shows: the factors or the function of a rule that has some, this trial,
// and all trials, with what they prove.
const (
	saysFactors = "Here α = {alpha} and β = {beta}."
	saysWeight  = "Here f(x) = 1 + x₁ + x₂."
	saysImage   = "Here φ(x) = (x₁², x₁x₂)."

	saysOn       = "On these {count} points the smallest eigenvalue of {formula} is "
	saysPositive = saysOn + "{smallest}."
	saysZero     = saysOn + "0 to rounding."
	saysNegative = saysOn + "{smallest}: a counterexample."

	saysNone   = "In none of {trials} random trials is it below zero"
	saysSome   = "In {witnesses} of {trials} random trials (±{margin} in 100) it is below zero"
	saysAll    = "In all of {trials} random trials (over {floor} in 100) it is below zero"
	saysProved = "; the proof says that it never is."
	saysEnough = ", and one is enough."

	saysNoMatrix = "No matrix."
)

func (v *tried) says() (says []course.Said) {
	switch v.name {
	case "sum":
		says = append(says, course.Say(saysFactors, course.Chosen(v.alpha), course.Chosen(v.beta)))
	case "weighted":
		says = append(says, course.Say(saysWeight))
	case "mapped":
		says = append(says, course.Say(saysImage))
	}
	switch {
	case v.smallest < 0:
		says = append(says, course.Say(saysNegative, len(v.x), v.formula, v.smallest))
	case v.smallest == 0:
		says = append(says, course.Say(saysZero, len(v.x), v.formula))
	default:
		says = append(says, course.Say(saysPositive, len(v.x), v.formula, v.smallest))
	}
	proves := saysEnough
	if v.proved {
		proves = saysProved
	}
	switch v.witnesses {
	case 0:
		return append(says, course.Say(saysNone+proves, trials))
	case trials:
		low, _ := v.share().Interval()
		return append(says, course.Say(saysAll+proves, trials, int(100*low)))
	}
	_, margin := v.share().Per100()
	return append(says, course.Say(saysSome+proves, v.witnesses, trials, int(margin)))
}

// share is in how many of the trials, which are drawn apart, there is a witness.
func (v *tried) share() many.Share { return many.Share{Hits: v.witnesses, Of: trials} }
