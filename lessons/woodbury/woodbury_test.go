package woodbury

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves/curvestest"
	"github.com/gramophone-course/gramophone/lessons/timing"
	"github.com/gramophone-course/gramophone/lessons/timing/timingtest"
	"github.com/gramophone-course/gramophone/plots"
)

var statements = []coursetest.Statement{
	{"Lecture 16", "prediction θ̂ᵀφ(x*) = yᵀΦ(ΦᵀΦ + NλI)⁻¹φ(x*), with the size under each factor",
		`\underbrace{y\T}_{1 \times n}\;\;\underbrace{\Phi}_{n \times ` +
			`d}\,(\underbrace{\class{t-primal}{\Phi\T\Phi + n\lambda\I}}_{d \times d})^{-1}` +
			`\,\underbrace{\varphi(x_*)}_{d \times 1}`},
	{"Lecture 16", "what follows yᵀ is N-dimensional whatever d is",
		"is a column of $n$ numbers, however many features there are"},
	{"Lecture 16", "the d×d inverse remains", "a $d \\times d$ matrix must be inverted on the way"},
	{"Lecture 16", "the identity A(AᵀA + I)⁻¹ = (AAᵀ + I)⁻¹A", `A(A\T A + \I)^{-1} = (AA\T + \I)^{-1}A`},
	{"Lecture 16", "ŷ(x*) = yᵀ(ΦΦᵀ + NλI)⁻¹Φφ(x*), N×N",
		`(\underbrace{\class{t-dual}{\Phi\Phi\T + n\lambda\I}}_{n \times ` +
			`n})^{-1}\,\underbrace{\Phi\varphi(x_*)}_{n \times 1}`},
	{"Lecture 16", "no d-dimensional quantity, if ΦΦᵀ and Φφ(x*) can be had directly",
		"Where these inner products can be had without features, nothing of size $d$ is needed at all"},
	{"Lecture 16", "entries of ΦΦᵀ are inner products", `(\Phi\Phi\T)_{ij} = \varphi(x_i)\T\varphi(x_j),$$`},
	{"Lecture 16", "entries of Φφ(x*)", `(\Phi\varphi(x_*))_i = \varphi(x_i)\T\varphi(x_*)`},
	{"Lecture 16", "the rows of Φ are φ(xᵢ)ᵀ", "Row $i$ of $\\Phi$ is $\\varphi(x_i)\\T$"},
	{"Lecture 16", "φ enters the prediction only as inner products",
		"enters the prediction only through inner products"},
	{"Jörnsten", "the trick needs scalar products, (XXᵀ)ᵢⱼ = xᵢᵀxⱼ, but ridge has XᵀX",
		"$\\Phi\\T\\Phi$ holds none of them"},
	{"Jörnsten", "Woodbury's identity with its shapes and invertible A, C",
		`Let $A \in \R^{d \times d}$ and $C \in \R^{n \times n}$ be invertible, $U \in \R^{d \times n}$ and ` +
			`$V \in \R^{n \times d}$`},
	{"Jörnsten", "(A + UCV)⁻¹ = A⁻¹ − A⁻¹U(C⁻¹ + VA⁻¹U)⁻¹VA⁻¹", `(A + UCV)^{-1} = A^{-1} - A^{-1}U\,M^{-1}\,VA^{-1}`},
	{"Jörnsten", "with C⁻¹ + VA⁻¹U in the middle", `If $M = C^{-1} + VA^{-1}U$ is invertible too`},
	{"Jörnsten", "it needs C⁻¹ + VA⁻¹U invertible too, which the slide leaves out",
		"the third condition is needed as well"},
	{"Jörnsten", "U = Xᵀ, V = X, A = λI, C = I", `Take $A = c\I_d$, $U = \Phi\T$, $C = \I_n$, $V = \Phi$`},
	{"Jörnsten", "where λ > 0 is all that is needed", "is positive definite, so the third condition holds"},
	{"Jörnsten", "line 2",
		`\bigl(\tfrac1c\I - \tfrac1c\Phi\T(\I + \tfrac1c\Phi\Phi\T)^{-1}\Phi\tfrac1c\bigr)\Phi\T \\`},
	{"Jörnsten", "line 3", `\tfrac1c\Phi\T\bigl(\I - (c\I + \Phi\Phi\T)^{-1}\Phi\Phi\T\bigr) \\`},
	{"Jörnsten", "line 4", `\tfrac1c\Phi\T\bigl((c\I + \Phi\Phi\T)^{-1}(c\I + \Phi\Phi\T) \\`},
	{"Jörnsten", "line 5", `\tfrac1c\Phi\T(c\I + \Phi\Phi\T)^{-1}\bigl(c\I + \Phi\Phi\T - \Phi\Phi\T\bigr) \\`},
	{"Jörnsten", "line 6", `&= \Phi\T(c\I + \Phi\Phi\T)^{-1}.`},
	{"Jörnsten", "hence β̂ = Xᵀ(XXᵀ + λI)⁻¹y", `\theta = \Phi\T(\class{t-dual}{\Phi\Phi\T + n\lambda\I})^{-1}y`},
	{"Lecture 11", "w = λ⁻¹Φ(y − Φᵀw) from the normal equations", `\Phi\T(y - \Phi\theta) = c\,\theta`},
	{"Lecture 11", "α = λ⁻¹(y − Φᵀw), and w = Φα",
		`\theta = \Phi\T\,\class{t-alpha}{\alpha}, \qquad \class{t-alpha}{\alpha} = \frac{y - \Phi\theta}{c}`},
	{"Lecture 11", "wⱼ = Σᵢ αᵢφⱼ(xᵢ)", "$\\theta$ is a sum of the points’ features"},
	{"Lecture 11", "λα = y − ΦᵀΦα", `$c\,\alpha = y - \Phi\Phi\T\alpha$`},
	{"Lecture 11", "(ΦᵀΦ + λI)α = y", `(\class{t-dual}{\Phi\Phi\T + c\I})\,\class{t-alpha}{\alpha} = y`},
	{"Lecture 11", "its Φ has the features in rows", "Lecture 11 has the features in rows"},
	{"CPSC 340", "the other normal equations", "calls the other normal equations"},
	{"CPSC 340", "faster for n ≪ d: O(n²d + n³) instead of O(nd² + d³)",
		"| train | $O(nd^2 + d^3)$ | $O(n^2d + n^3)$ |"},
	{"CPSC 340", "the Gram matrix K = XXᵀ of inner products between training examples", "is the Gram matrix $\\K$"},
	{"CPSC 340", "solve the system, do not invert", "And nobody inverts"},
	{"CPSC 340", "matrix inversion lemma", `(E - FH^{-1}G)^{-1}FH^{-1}$ equals $E^{-1}F(H - GE^{-1}F)^{-1}`},
	{"CPSC 340", "with E = λI, F = Xᵀ, H = −I, G = X it gives the same",
		`With $E = c\I$, $F = \Phi\T$, $H = -\I$, $G = \Phi$`},
	{"CPSC 340", "prediction ŷ = X̂Xᵀ(XXᵀ + λI)⁻¹y", `\hat y = \hat\Phi\Phi\T(\Phi\Phi\T + n\lambda\I)^{-1}y`},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// drawn is a figure in a state.
func drawn(t *testing.T, figure, query string) *course.Picture {
	_, p := coursetest.Draw(t, Lesson, figure, query)
	return p
}

func TestGoals(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"blocks", "tall"}: {{"n=100000&d=50", "n=1000000&d=1000"}, {"n=100000", "n=2000&d=50"}},
		{"race", "even"}:   {{"n=200&d=200"}, {"n=100&d=100", "n=200&d=100"}},
		{"proof", "worse"}: {{"n=12&d=4&lambda=1e-05"}, // nor without lines
			{"lambda=1e-05", "identity=singular&n=12&d=4", "identity=woodbury&n=1&d=40&seed=89"}},
		{"proof", "apart"}:     {{"lambda=1e-08"}, {"lambda=1e-09", "lambda=1e-12"}},
		{"residual", "missed"}: {{"lambda=1"}, {"degree=1&lambda=1"}},
	})
}

// What the prose says of a state is so in the figure.
func TestBlocksClaims(t *testing.T) {
	facts := facts()
	if facts["open-primal-tb"] != 2 || facts["open-dual-mb"] != 32 {
		t.Errorf("the clinic: %v TB and %v MB", facts["open-primal-tb"], facts["open-dual-mb"])
	}
	even := drawn(t, "blocks", "n=50&d=50")
	coursetest.Within(t, even.Find("multiplications_ratio"), 1, 0, "the ratio at n = d")
}

// The prediction: some thousand times, counted and measured; neither a hundred times nor a
// million.
func TestPredictionOfTheRace(t *testing.T) {
	facts := facts()
	for _, name := range []string{"wide-ratio", "wide-time-ratio"} {
		if v := facts[name]; v < 1000 || v > 20000 {
			t.Errorf("%s = %v, not some thousand", name, v)
		}
	}
	primal, dual := facts["wide-primal"], facts["wide-dual"]
	if primal < 2e10 || primal > 2.5e10 || dual < 6e6 || dual > 8e6 {
		t.Errorf("multiplications %v and %v", primal, dual)
	}
	if r := facts["even-primal-ms"] / facts["even-dual-ms"]; r < 1/2.5 || r > 2.5 {
		t.Errorf("at n = d somebody wins: %v", r)
	}
	// Where neither wins their runs overlap; where the dual is the wrong choice they do not.
	even, tall := drawn(t, "race", "n=100&d=100").Result.(*race), drawn(t, "race", "n=200&d=10").Result.(*race)
	if even.apart() || !tall.apart() {
		t.Errorf("with 100 features the runs are apart: %t; with 10 and 200 points: %t", even.apart(), tall.apart())
	}
	if facts["tall-slow"] < 2 {
		t.Errorf("with 200 points and 10 features the dual takes %v times as long only", facts["tall-slow"])
	}
}

// Slopes 3 and 1 at the right, a crossing near d = n, the primal ahead left of it.
func TestSlopesOfTheRace(t *testing.T) {
	for _, n := range raceSizes {
		p := drawn(t, "race", fmt.Sprintf("n=%d", n))
		d, primal, dual := p.Column("race", "features"), p.Column("race", "primal_ms"), p.Column("race", "dual_ms")
		last := len(d) - 1
		slope := func(v []float64) float64 {
			return math.Log(v[last]/v[last-3]) / math.Log(d[last]/d[last-3])
		}
		if s := slope(primal); s < 2.3 || s > 3.4 {
			t.Errorf("n = %d: the primal has slope %v", n, s)
		}
		if s := slope(dual); s < 0.6 || s > 1.7 {
			t.Errorf("n = %d: the dual has slope %v", n, s)
		}
		for i := range d {
			switch {
			case d[i] >= 5*float64(n) && primal[i] < dual[i]:
				t.Errorf("n = %d, d = %v: the primal is faster, %v ms against %v", n, d[i], primal[i], dual[i])
			case d[i] <= float64(n)/5 && primal[i] > dual[i]:
				t.Errorf("n = %d, d = %v: the dual is faster, %v ms against %v", n, d[i], dual[i], primal[i])
			}
		}
	}
}

// What many features cost is not drawn before they are chosen; where the ways meet is, but
// has its mark only when it is found.
func TestRaceIsDrawnAsFarAsItIsGuessed(t *testing.T) {
	for query, want := range map[string]struct {
		most   float64
		marked bool
	}{
		"": {200, false}, "n=50": {100, true}, "n=200": {500, false}, "n=200&d=10": {500, false},
		"n=200&d=200": {500, true}, "n=200&d=500": {500, false}, "d=1000": {1000, false}, "d=5000": {5000, false},
	} {
		for _, column := range drawn(t, "race", query).Columns {
			plot := column[0].Plot.(plots.Race)
			if (plot.Crossing.Name != "") != want.marked {
				t.Errorf("%s: the place where the ways meet is marked: %t", query, !want.marked)
			}
			if guided := want.most == 5000 && column[0].ID == "race-time"; (len(plot.Guides) > 0) != guided {
				t.Errorf("%s: %d guides are drawn", query, len(plot.Guides))
			}
			for _, r := range plot.Runners {
				if r.Xs[len(r.Xs)-1] != want.most || len(r.Mid) != len(r.Xs) {
					t.Errorf("%s: drawn up to %v features", query, r.Xs[len(r.Xs)-1])
				}
			}
		}
	}
}

// Lines agree to rounding, and drift apart as λ falls; the last line's matrix stays sound.
func TestProofClaims(t *testing.T) {
	opens, small := drawn(t, "proof", ""), drawn(t, "proof", "lambda=1e-12")
	if v := opens.Find("largest_distance"); v > 1e-12 || v == 0 || !opens.Certificate.OK {
		t.Errorf("lines are %v apart", v)
	}
	if v := small.Find("largest_distance"); v < 1e-6 || small.Certificate.OK {
		t.Errorf("at λ = 1e-12 lines are %v apart", v)
	}
	if left, right := small.Find("condition_left"), small.Find("condition_right"); right > 100 || left < 1e10 {
		t.Errorf("conditions %v and %v", left, right)
	}
	for query, name := range map[string]string{
		"lambda=1e-16": "ΦᵀΦ + cI", "n=12&d=4&lambda=1e-16": "ΦΦᵀ + cI", "identity=singular": "C⁻¹ + VA⁻¹U",
	} {
		if p := drawn(t, "proof", query); !strings.HasPrefix(p.Message, name) {
			t.Errorf("%s: %q", query, p.Message)
		}
	}
	for query, lines := range map[string]int{"": 6, "identity=woodbury": 7, "identity=woodbury&n=1&d=6": 7} {
		p := drawn(t, "proof", query)
		if n := len(p.Result.(*proof).lines); p.Message != "" || !p.Certificate.OK || n != lines {
			t.Errorf("%s: %q, %+v, %d lines", query, p.Message, p.Certificate, n)
		}
	}
}

// All lines of the film have one value, Φᵀ times the inverse, or I; every step shows the
// line of the one before and one more, on one scale.
func TestTheFilmIsAProof(t *testing.T) {
	for _, sizes := range [][2]int{{4, 12}, {9, 5}, {1, 1}, {12, 40}} {
		for _, kind := range []string{"push", "woodbury"} {
			id := drawIdentity(kind, sizes[0], sizes[1], 1, 0.1)
			lines, err := id.pushed()
			if kind != "push" {
				lines, err = id.updated()
			}
			if err != nil {
				t.Fatal(err)
			}
			want := valueOf(t, lines[len(lines)-1])
			for i, line := range lines {
				var apart mat.Dense
				apart.Sub(valueOf(t, line), want)
				if d := mat.Norm(&apart, 2) / mat.Norm(want, 2); d > 1e-11 {
					t.Errorf("%s, %v: line %d is %v from the last", kind, sizes, i+1, d)
				}
			}
			for step := 1; step <= filmSteps; step++ {
				v, err := id.film(step)
				if err != nil || len(v.Lines) != 2 || len(v.Held) != len(lines) {
					t.Fatalf("%s, step %d: %d lines, %v", kind, step, len(v.Lines), err)
				}
				if step > 1 && (v.Lines[0].Name != lines[step-2].Name || v.Lines[1].Name != lines[step-1].Name) {
					t.Errorf("%s, step %d: %q, then %q", kind, step, v.Lines[0].Name, v.Lines[1].Name)
				}
			}
		}
	}
}

// valueOf is the value of a line: products, of which one may be subtracted from what is
// before it, after a bracket or not.
func valueOf(t *testing.T, line plots.Expression) *mat.Dense {
	t.Helper()
	var outer, minuend, product *mat.Dense
	for _, b := range line.Blocks {
		switch {
		case b.Values == nil:
			continue
		case b.Op == "(":
			outer, product = product, nil
		case b.Op == "−":
			minuend, product = product, nil
		}
		if product == nil {
			product = mat.DenseCopyOf(b.Values)
			continue
		}
		var next mat.Dense
		next.Mul(product, b.Values)
		product = &next
	}
	if minuend != nil {
		product.Sub(minuend, product)
	}
	if outer != nil {
		product.Mul(outer, mat.DenseCopyOf(product))
	}
	return product
}

// Woodbury's identity fails where it is meant to whatever the sizes and the seed,
// and for that reason; elsewhere all lines agree within the bound.
func TestIdentitiesHoldAndFail(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for _, d := range []int{1, 2, 3, 7, 12, 23, 40} {
			for seed := 1; seed <= 4; seed++ {
				state := fmt.Sprintf("n=%d&d=%d&seed=%d", n, d, seed)
				p := drawn(t, "proof", "identity=singular&"+state)
				left, right := p.Find("rank_left"), p.Find("rank_right")
				if !strings.HasPrefix(p.Message, "C⁻¹") || right >= float64(n) || left >= float64(d) {
					t.Errorf("singular, %s: %q, ranks %v and %v", state, p.Message, left, right)
				}
				for _, identity := range []string{"push", "woodbury"} {
					p := drawn(t, "proof", "identity="+identity+"&"+state)
					c := p.Certificate
					if p.Message != "" || c.PrimalDualGap > c.Bound || c.Residual > c.Bound {
						t.Errorf("%s, %s: %q, %+v", identity, state, p.Message, p.Certificate)
					}
				}
			}
		}
	}
}

// The lemma of CPSC 340 and its special case, the eigenvalues that both matrices
// share, and the worked example, each from its definition.
func TestWoodburyMathematics(t *testing.T) {
	id := drawIdentity("push", 3, 5, 1, 0.1)
	Phi, c := id.V, id.c
	inverse := func(m *mat.Dense) *mat.Dense {
		var i mat.Dense
		if err := i.Inverse(m); err != nil {
			t.Fatal(err)
		}
		return &i
	}
	E, H := mat.DenseCopyOf(mat.NewDiagDense(5, []float64{c, c, c, c, c})), mat.NewDense(3, 3, nil)
	H.Scale(-1, mat.NewDiagDense(3, []float64{1, 1, 1}))
	F, G := mat.DenseCopyOf(Phi.T()), Phi
	var a, b, left, right mat.Dense
	a.Product(F, inverse(H), G)
	a.Sub(E, &a)
	left.Product(inverse(&a), F, inverse(H))
	b.Product(G, inverse(E), F)
	b.Sub(H, &b)
	right.Product(inverse(E), F, inverse(&b))
	if !mat.EqualApprox(&left, &right, 1e-12) {
		t.Error("the matrix inversion lemma does not hold")
	}
	lines := course.Must(id.derive()).Lines
	left.Scale(-1, &left)
	if !mat.EqualApprox(&left, lines[0].Value, 1e-12) {
		t.Error("its special case is not the push-through identity")
	}

	facts := facts()
	coursetest.Same(t, coursetest.Of(facts), 1e-13, map[string]float64{
		"hand-det": 6, "hand-g1": 6, "hand-a": 2, "hand-b": 2, "hand-e": 5, "hand-ia": 5, "hand-ib": -2, "hand-ie": 2,
		"hand-left1": 1, "hand-left2": 2, "hand-alpha": 0.5, "hand-theta1": 0.5, "hand-theta2": 1, "hand-predict": 2,
		"hand-inner": 4, "hand-fitted": 2.5, "hand-residual": 0.5,
	})
	if facts["million-ratio"] < 1e9 {
		t.Errorf("a million points: the dual multiplies %v times as often", facts["million-ratio"])
	}

	// The update fails at its C and nowhere near.
	A, u := mat.NewDiagDense(2, []float64{4, 4}), mat.NewDense(2, 1, []float64{1, 1})
	for C, fails := range map[float64]bool{
		-2: true, -2 + 0.01: false, 2: false, -0.5: false, // the exercise, as it is printed
	} {
		if _, err := engine.Woodbury(A, u, mat.NewDense(1, 1, []float64{C}), u.T()); (err != nil) != fails {
			t.Errorf("C = %v: error %v", C, err)
		}
	}

	// The dual of the race is the primal.
	s := size{20, 50}
	X, y := s.draw()
	theta := course.Must(engine.Ridge(X, y, 0.1))
	K := mat.NewSymDense(20, nil)
	K.SymOuterK(1, X)
	var other mat.VecDense
	other.MulVec(X.T(), mat.NewVecDense(20, course.Must(engine.SolveKRR(K, y, 0.1))))
	if !mat.EqualApprox(&other, mat.NewVecDense(50, theta), 1e-10) {
		t.Error("the two ways of the race give different θ")
	}
}

func TestRidgeRaceIsRecorded(t *testing.T) {
	var all []timing.Task
	for _, n := range raceSizes {
		all = append(all, tasksOf(n, math.MaxInt)...)
	}
	timingtest.Recorded(t, "recorded.json", recording(), all)
}

// A live race stays below the size that would keep a reader waiting, and the
// figure goes on showing what was recorded of the rest.
func TestLiveRidgeRace(t *testing.T) {
	resultOf := func(query string) *race { return drawn(t, "race", query).Result.(*race) }
	if form, _ := coursetest.Draw(t, Lesson, "race", "measure=now&d=5000&n=50"); !form.Fleeting {
		t.Error("the answer would be kept")
	}
	recorded := resultOf("d=5000&n=50")
	if r := resultOf("measure=now&d=5000&n=50"); r.primal != recorded.primal || r.says()[1].Text != saysUpTo {
		t.Errorf("5000 features were measured in a request: %v", r.says())
	}
	if r := resultOf("measure=now&d=50&n=50"); !(r.dual > 0) || r.says()[1].Text != saysFresh {
		t.Errorf("the dual took %v ms: %v", r.dual, r.says())
	}
	// A slow machine has no time for the primal: the pair of numbers is then of one
	// day, and says of which.
	slow := &timing.Times{Tasks: map[string]timing.Result{}, Live: true, Machine: "a slow machine"}
	for _, one := range tasksOf(50, liveFeatures) {
		slow.Tasks[one.Name] = timing.Result{Low: 1, Mid: 1, High: 1, Runs: 1}
	}
	at := size{50, 1000}
	slow.Tasks[at.name("primal")] = timing.Result{Low: math.NaN(), Mid: math.NaN(), High: math.NaN()}
	recorded = resultOf("d=1000&n=50")
	r := &race{at: at, now: true, recorded: recorded.recorded, measured: slow}
	r.pair()
	p := r.Show(course.NewForm(course.ParseQuery("measure=now&d=1000&n=50")))
	ratio := recorded.primal / recorded.dual
	if r.dual != recorded.dual || p.Find("time_ratio") != ratio || p.Says[1].Text != saysNoTime {
		t.Errorf("a measured time beside a recorded one: %v ms, %v", r.dual, p.Says)
	}
}

// α of the dual system is the residual of the primal fit over c, at every point, in many
// states; and as λ grows α shrinks and the residual does not.
func TestAlphaIsTheResidual(t *testing.T) {
	for _, data := range []string{"mcycle", "faithful", "points"} {
		for _, degree := range []int{0, 1, 8, 15} {
			alpha, miss := math.Inf(1), 0.0
			for _, lambda := range []float64{1e-6, 1e-4, 0.01, 1, 10} {
				query := fmt.Sprintf("data=%s&degree=%d&lambda=%v", data, degree, lambda)
				p := coursetest.Opened(t, Lesson, "residual", query)
				if p.Message != "" {
					t.Errorf("%s: %s", query, p.Message)
					continue
				}
				a, r := coursetest.Values(t, p, "alpha", "alpha"), coursetest.Values(t, p, "alpha", "residual")
				c := float64(len(a)) * lambda
				coursetest.Within(t, p.Find("c"), c, 0, "%s: c", query)
				for i := range a {
					coursetest.Within(t, c*a[i], r[i], 1e-8*p.Find("length_residual"), "%s: cα at point %d", query, i)
				}
				shorter, longer := p.Find("length_alpha"), p.Find("length_residual")
				if shorter >= alpha || longer < miss*(1-1e-12) {
					t.Errorf("%s: ‖α‖ = %v after %v, the residual %v after %v", query, shorter, alpha, longer, miss)
				}
				alpha, miss = shorter, longer
			}
		}
	}
	// Its length shrinks, and that along every eigenvector; of a single point it may grow.
	K := mat.NewSymDense(2, []float64{2, 1, 1, 2})
	small, err := engine.SolveKRR(K, []float64{2, 1}, 1e-6)
	large, err2 := engine.SolveKRR(K, []float64{2, 1}, 0.5)
	if err != nil || err2 != nil || math.Abs(large[1]) <= math.Abs(small[1]) {
		t.Errorf("α goes from %v to %v, %v, %v", small, large, err, err2)
	}
}

func TestResidualSays(t *testing.T) {
	type state = *coursetest.State
	check := func(t *testing.T, s, _ state) {
		curvestest.CheckPolynomial(t, s)
		if s.Column("alpha", "alpha") == nil {
			return
		}
		coursetest.Same(t, s.Find, 0, map[string]float64{
			"c":                float64(len(s.Column("data", "x"))) * s.Param("lambda"),
			"largest_residual": floats.Norm(s.Column("alpha", "residual"), math.Inf(1)),
			"largest_alpha":    floats.Norm(s.Column("alpha", "alpha"), math.Inf(1)),
		})
	}
	coursetest.Says(t, Lesson, "residual", 3, nil, check, append(curvestest.Polynomial(), coursetest.Claim[state]{
		Text: saysResidual, When: func(s state) bool { return s.Column("alpha", "alpha") != nil }})...)
}
