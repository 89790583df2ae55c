package representer

import (
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/plots"
)

var statements = []coursetest.Statement{
	{"Lecture 16", "the simplified theorem: θ = Φᵀα", `With features it says $\theta = \Phi\T\alpha$`},
	{"Lecture 16", "any loss function, any dimension",
		"a problem in a space of any dimension, even infinite, becomes a problem in $n$ numbers"},
	{"Lecture 16", "h of ‖θ‖₂² increases strictly", `Their $h(\norm{\theta}_2^2)$`},
	{"Lecture 16", "θ = Φα is a slip", `Lecture 16 writes $\hat\theta = \Phi\hat\alpha$ where it first had $\Phi\T$`},
	{"Lecture 16", "the meaning: θ can be learned from α", "one number is sought"},
	{"Lecture 16", "L2 is crucial, L1 gives no dual", `Step 3 needs a norm that comes from an inner product`},
	{"Lecture 11", "theorem 4: cost with values in ℝ ∪ {∞}, Ω strictly increasing",
		`$c$ any cost, finite or $\infty$, and $\Omega\colon [0, \infty) \to \R$ *strictly* increasing`},
	{"Lecture 11", "each minimiser has the form (38)", `Each minimiser over $\Hil$ of`},
	{"Lecture 11", "U is closed, f = f_U + f⊥", "has finite dimension, so it is closed, and $f = f_U + f_\\perp$"},
	{"Lecture 11", "(39): the values are those of f_U",
		`$f(x_j) = \langle f, k(x_j, \cdot)\rangle$, and this is $\langle f_U, k(x_j, \cdot)\rangle + 0 = f_U(x_j)$`},
	{"Lecture 11", "the empirical risk depends on f_U only", "So the cost is that of $f_U$"},
	{"Lecture 11", "Ω‾(‖f‖²), Pythagoras", `$\norm{f}^2 = \norm{f_U}^2 + \norm{f_\perp}^2 \ge \norm{f_U}^2$`},
	{"Lecture 11", "strictly monotonic, so f⊥ = 0",
		`If $f_\perp \ne 0$ the inequality is strict, and $f$ is no minimiser`},
	{"Lecture 11", "exercise 21, the semiparametric theorem with its rank",
		`Let $(\psi_j(x_i))$, $n \times m$, have rank $m$`},
	{"Lecture 11", "exercise 21, its proof", "So $g$ is a sum of bumps, and $h$ has the form by definition"},
	{"Lecture 11", "why it matters: Learning with Kernels, 4.8",
		"Without a trend, kernel fits fall to 0 outside the data"},
	{"Lecture 11", "(41) and (42) are equivalent", "Features or functions: the problems (41) and (42)"},
	{"Lecture 11", "both have closed forms, w = Φα", `$\alpha = (\K + \lambda\I)^{-1} y$ solves both problems`},
	{"CPSC 340", "a theorem by the gradient", `w = -\frac1\lambda \sum_i \ell_i'(w\T x_i)\, x_i = X\T z`},
	{"CPSC 340", "true under more general conditions", "neither convex nor differentiable"},
	{"CPSC 340", "w = Xᵀz in the problem, f(Kz) + λ/2 zᵀKz", `it is to minimise $\ell(\K z) + \lambda z\T\K z/2$`},
	{"CPSC 340", "n variables at test time", "A test point needs $n$ numbers too"},
	{"CPSC 340", "robust, logistic and hinge losses are kernelised",
		`five losses $\ell$ of the **margin** $y f(x)$. Bold or pale, each fit is a sum of 23 bumps`},
	{"notes 5.5", "regularised risk over H is infinite-dimensional: how to solve it?",
		"a problem in a space of any dimension, even infinite"},
	{"notes 5.5", "Ψ, increasing in the last variable",
		`The same holds of any $\Psi(f(x_1), \dots, f(x_n), \norm{f})$ that increases strictly in its last variable`},
	{"notes 5.5", "not strictly: some solution has it",
		"If it increases, but not strictly, *some* minimiser has the form"},
	{"notes 5.5", "f(xⱼ) = (Kα)ⱼ, ‖f‖² = αᵀKα", `Then $f(x_j) = (\K\alpha)_j$ and $\norm{f}^2 = \alpha\T\K\alpha$`},
	{"notes 5.6", "α is not unique where K is singular",
		`It does not say that a minimiser exists, nor that $\alpha$ is unique`},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// All 23 flights are drawn, five of them bold, in a frame of 30 to 85 °F and 0 to 3 rings; the least of the
// objective over t is marked where the norm makes it the only one.
func TestAttackIsDrawn(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "attack", "")
	c := p.Panel("attack-f").Plot.(plots.Curves)
	if len(c.Points) != 5 || !c.Bold || len(c.Points)+len(c.Others) != 23 {
		t.Errorf("%d flights, bold %t, and %d others", len(c.Points), c.Bold, len(c.Others))
	}
	for _, at := range append(slices.Clone(c.Points), c.Others...) {
		if at.X < c.X.Min || at.X > c.X.Max || at.Y < c.Y.Min || at.Y > c.Y.Max {
			t.Errorf("the flight %v is not in the frame", at)
		}
	}
	xs := p.Column("fit", "x")
	if c.X.Min != 30 || c.X.Max != 85 || xs[0] != 30 || xs[len(xs)-1] != 85 {
		t.Errorf("from %v to %v, a curve from %v to %v", c.X.Min, c.X.Max, xs[0], xs[len(xs)-1])
	}
	for query, marked := range map[string]bool{"": true, "t=-3": true, "penalty=none": false, "penalty=late": false,
		"z=53": false, "show=here": false} {
		p := coursetest.Opened(t, Lesson, "attack", query)
		bowl := p.Panel("attack-objective").Plot.(plots.Curves)
		at := slices.IndexFunc(bowl.Markers, func(m plots.Marker) bool { return m.Class == "least" })
		if at >= 0 != marked {
			t.Fatalf("%q: marked is %t", query, at >= 0)
		}
		least := slices.Min(p.Column("objectives", "objective"))
		if marked && (bowl.Markers[at].X != 0 || bowl.Markers[at].Y != least ||
			!strings.Contains(bowl.Describe(), "The mark least is at (0, ")) {
			t.Errorf("%q: the least is marked at %v; %s", query, bowl.Markers[at], bowl.Describe())
		}
	}
}
