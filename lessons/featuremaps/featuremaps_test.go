package featuremaps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

var statements = []coursetest.Statement{
	{"Lecture 16", "inputs can be mapped to their powers", `$\varphi(x) = (1, x, x^2, \dots, x^q)$`},
	{"Lecture 16", "still linear regression: the parameters enter linearly",
		"The parameters enter linearly, so this is linear regression on new inputs"},
	{"Lecture 16", "y = θᵀφ(x) + ε for vector-valued x, with sizes 1×d and d×1",
		`\underbrace{\varphi(x)\T}_{1 \times d}`},
	{"Lecture 16", "x ∈ ℝᵖ, φ(x) ∈ ℝᵈ", `$\varphi : \R^p \to \R^d$`},
	{"Lecture 16", "any nonlinear transformation can be used", "That is true of *any* $\\varphi$"},
	{"Lecture 16", "X is N×p, Φ(X) is N×d with rows φ(xᵢ)ᵀ",
		`where $X$ is $n \times p$, and $\Phi$ is $n \times d$ with rows $\varphi(x_i)\T$`},
	{"Lecture 16", "y = Φ(X)θ + ε", `y = \Phi\,\class{t-theta}{\theta} + \varepsilon`},
	{"Lecture 16", "no line separates the two classes", "No line separates $(1,1), (-1,-1)$ from"},
	{"Lecture 16", "with the extra feature x₁x₂ it is linearly separable",
		"With $z = x_1x_2$ added, the plane $z = 0$ does"},
	{"Lecture 16", "an engineered φ may do very well for a specific problem",
		"One feature, chosen with care, can solve one problem"},
	{"Lecture 16", "we would like a φ for most problems", "a $\\varphi$ that serves for *most* problems"},
	{"Lecture 16", "so it contains a lot of transformations, and d is really large",
		"it has to contain many transformations, and $d$ has to be really large"},
	{"Lecture 16", "d > N and eventually d → ∞", "larger than $n$, and in the end infinite"},
	{"Lecture 16", "Φ is wider than tall", "$\\Phi$ is wider than tall"},
	{"Lecture 16", "more flexibility can overfit", "so flexible a model can **overfit**"},
	{"Lecture 16", "regularisation will be needed", "some regularisation"},
	{"Lecture 16", "its letters", "Lecture 16 writes $N$ for our $n$"},
	{"Jörnsten", "augmentation helps linear methods see rings",
		"added features are what lets a linear method see the structure of rings"},
	{"CPSC 340", "not separable data may be separable after a change of basis, or closer to it",
		"there a plane may separate them, or nearly"},
	{"CPSC 340", "polynomial basis of one feature", "the columns $1, t, t^2, \\dots, t^8$"},
	{"CPSC 340", "its Z and w, d and p", "$Z$ is our $\\Phi$, $w$ our $\\theta$, $d$ our $p$, and $p$ our $q$"},
	{"CPSC 340", "polynomial basis for d = 2, p = 2: 1, x₁, x₂, squares and product",
		"| point | 1 | x₁ | x₂ | x₁² | x₁x₂ | x₂² | f |"},
	{"CPSC 340", "the table's 0.1·0.3", `where $0.2 \cdot 0.3`},
	{"CPSC 340", "d = 4, p = 3: bias, inputs, squares, cubes, interactions",
		"the constant and @{four|%.0f} inputs, @{four|%.0f} squares and @{four|%.0f} cubes"},
	{"CPSC 340", "degree 5 gives O(d⁵) quintic terms", "of degree 5 alone there are $O(p^5)$"},
	{"CPSC 340", "for large d and p one cannot store Z or w",
		"For large $p$ and $q$ you cannot store $\\Phi$, nor even $\\theta$"},
	{"lecture notes 5.1", "linear methods work well if the data are linearly separable",
		"if they are **linearly separable**"},
	{"lecture notes 5.1", "that is not always so", "Often they are not"},
	{"lecture notes 5.1", "carry the data to another, high-dimensional space",
		"Carry the points to another space, perhaps of many dimensions"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// What the prose says of its states.
func TestFeatureMapsClaims(t *testing.T) {
	f := facts()
	claim := coursetest.Claims(t)
	train, tests := math.Inf(1), map[int]float64{}
	for q := range 15 {
		p := coursetest.Opened(t, Lesson, "fit", fmt.Sprintf("readings=15&degree=%d&chosen=spread", q))
		claim(p.Message == "", fmt.Sprintf("degree %d has one best fit", q))
		claim(p.Find("train_rmse") <= train*(1+1e-9)+1e-9,
			fmt.Sprintf("the train error falls from degree %d to %d", q-1, q))
		train, tests[q] = p.Find("train_rmse"), p.Find("test_rmse")
		claim(tests[q] >= f["five-test"], fmt.Sprintf("degree 5 is no worse on these other readings than degree %d", q))
	}
	claim(f["all-train"] < 1e-9, "degree 14 passes through all of 15 readings")
	claim(tests[14] == f["all-test"] && tests[1] == f["fifteen-test"] && f["ratio"] > 1000,
		"its test error is over 1000 times that of the line")
	claim(f["five-test"] < f["fifteen-test"] && f["four-test"] < f["fifteen-test"] &&
		f["four-test"] > f["fifteen-test"]/2, "a few powers are no worse than the line, and not much better")
	claim(f["open-test"] > f["line-test"] && f["spread-test"] < f["line-test"],
		"degree 8 loses to the line as the figure opens, and not where the readings are spread")
	usually := func(fact string) bool { return f[fact]-f[fact+"-margin"] > 65 }
	rarely := func(fact string) bool { return f[fact]+f[fact+"-margin"] < 50 }
	claim(f["thousandfold-spread"]-f["thousandfold-spread-margin"] > 97 && f["thousandfold-times"] > 90,
		"the prediction's answer is that of nearly every choice of 15 readings at different times")
	claim(rarely("bends-readings") && usually("bends-spread"),
		"degree 8 rarely beats the line with 30 readings at random, and usually with spread ones")
	claim(usually("inside-readings") && usually("inside-spread"),
		"between the first and the last reading used it usually does, however they are chosen")
	claim(furthestEnd(spread) < 5 && furthestEnd(atRandom) > 10,
		"spread readings always come near both ends, in ms, and others do not")
	claim(f["quiet-reading"] < 6 && f["quiet-top"] > 15 && f["quiet-bottom"] < -30,
		"the opening curve swings where the head is at rest")
	claim(rarely("enough-readings") && f["many-test"] < f["line-test"],
		"with 60 readings at random degree 14 loses to the line in more choices than not, and beats it in this one")
	claim(usually("best-low-readings"), "of 15 readings the best degree is usually 6 or less")
	claim(f["rings-all"]-f["rings-all-margin"] > 97 && f["ringswrong-all"] == 0,
		"one height parts the rings in nearly all samples, the other in none")
	claim(f["all-largest"] > 1e8 && f["open-largest"] > 1e4, "terms are large and cancel")
	claim(f["used"] == 30 && f["unused"] == 103, "of 133 readings 30 are used")
	claim(coursetest.Opened(t, Lesson, "fit", "readings=15&degree=15").Message != "", "degree 15 has no single best")
	claim(f["open-largest"] > 50*f["largest-reading"] && f["largest-reading"] < 150,
		"the terms are far larger than any reading")
	claim(f["far-condition"] > 1e11 && f["far-condition"] < 1e12, "about eleven of sixteen digits are gone")
	claim(f["near-condition"] < 10 && math.Abs(f["near-train"]-f["far-train"]) < 1e-6,
		"scaled, it is the same curve and a small condition number")

	claim(f["xor-with"] == 100 && f["rings-with"] == 100 && f["rings-wrong"] == 0,
		"in the states shown a plane separates the quadrants, and the rings")
	claim(f["xor-plane"] > 95 && f["xor-plane"] < 100 && f["xor-best"] > 65 && f["xor-best"] < 80,
		"on average the plane over the quadrants has nearly all right, and the best line does not")
	claim(f["rings-best"] > 60 && f["rings-best"] < 80, "no line separates the rings")
	claim(f["ringswrong-wrong"] > 20, "x₁x₂ finds no way between the rings")
	claim(f["xorwrong-wrong"] > 30, "x₁² + x₂² finds none between the quadrants")

	coursetest.Same(t, coursetest.Of(f), 1e-9, map[string]float64{
		"small-d": 35, "small-top": 20, "ten-d": 1001, "big-d": 96560646, "pair-d": 6,
		"two-way": 6, "three-way": 16,
		"value-1": 2, "value-2": -1, "value-3": 3, "slip": 0.06,
		"hand-0": 2, "hand-1": 2, "hand-f1": 0, "hand-f2": 2, "hand-f3": 4, "hand-r1": 1, "hand-r2": -2, "hand-r3": 1,
		"hand-y2": 26, "hand-f2sq": 20, "hand-r2sq": 6,
	})
	claim(1+3*f["four"]+f["two-way"]+f["three-way"] == f["small-d"], "the kinds of terms add up to all")
	claim(len(six([]float64{1, 1})) == int(f["pair-d"]), "six features of two inputs")
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(recorded),
		choices(atRandom), choices(byTimes), choices(spread), liftedSamples)
}

// Each term has a picture of its own that holds it, and what these show adds up to the last.
func TestEachTermIsDrawnApart(t *testing.T) {
	for _, q := range []string{"", "degree=0", "degree=3&inputs=raw",
		"readings=15&degree=14&chosen=times", "data=sine"} {
		_, p := coursetest.Draw(t, Lesson, "fit", q)
		parts := p.Columns[1][0].Plot.(plots.Multiples).Parts
		sum := make([]float64, len(parts[0].Lines[0].Ys))
		largest := 0.0
		for j, part := range parts {
			ys := part.Lines[0].Ys
			if largest = max(largest, peak(ys)); peak(ys) > part.Y.Max || part.Y.Min != -part.Y.Max {
				t.Errorf("?%s: term %d leaves its picture", q, j)
			}
			if j == len(parts)-1 {
				floats.Sub(sum, ys)
			} else {
				floats.Add(sum, ys)
			}
		}
		if rest := peak(sum); rest > 1e-12*largest {
			t.Errorf("?%s: the %d terms and their sum differ by %v", q, len(parts)-1, rest)
		}
	}
	_, p := coursetest.Draw(t, Lesson, "fit", "readings=15&degree=15")
	if len(p.Columns[1][0].Plot.(plots.Multiples).Parts) != 0 {
		t.Error("there is no fit, and yet there are terms")
	}
}

// The plane tells the classes apart as often as the figure says, and its shadow is
// where it cuts the surface.
func TestLiftPlaneAndShadow(t *testing.T) {
	for _, query := range []string{"", "feature=squares", "feature=square", "data=xor", "data=xor&feature=squares",
		"data=points&points=1000,2000,1;1001,2003,-1;1004,2001,1;1002,2000,1"} {
		p := coursetest.Opened(t, Lesson, "lift", query)
		l := p.Result.(*lift)
		value := l.f
		right := 0
		for i, x := range l.Data.X {
			if value(x[0], x[1])*l.Data.Y[i] > 0 {
				right++
			}
		}
		if right != l.with.Right || p.Find("errors") != float64(l.Data.Len()-right) {
			t.Errorf("%s: the plane puts %d on the right side, the figure says %v are not", query, right,
				p.Find("errors"))
		}
		shadow := l.shadow
		if len(shadow.Xs) < 10 {
			t.Errorf("%s: a shadow of %d places", query, len(shadow.Xs))
		}
		scale := mat.Norm(l.nodes, math.Inf(1)) / liftNodes
		for i, x := range shadow.Xs {
			if v := value(x, shadow.Ys[i]); math.Abs(v) > 0.01*scale {
				t.Errorf("%s: at a place of the shadow f is %v, of a size of %v", query, v, scale)
				break
			}
		}
		for _, s := range []*engine.Separation{l.with, l.without} {
			if c := s.Certificate; c.PrimalDualGap > c.Bound || math.IsNaN(c.Residual) || c.Residual > 1e-9 {
				t.Errorf("%s: %+v", query, c)
			}
		}
	}
}

// Of every datum pointed at it is said on which side of the plane it is: on the wrong
// one, as many as the figure counts.
func TestLiftPointsAtADatum(t *testing.T) {
	for _, query := range []string{"data=rings", "data=points&points=0,0,1;1,0,-1;2,0,1"} {
		wrong, all := 0, coursetest.Opened(t, Lesson, "lift", query)
		if all.Datum != "" {
			t.Errorf("%s: nobody points, and it says %q", query, all.Datum)
		}
		for i := range all.Series[0].Columns[0].Values {
			p := coursetest.Opened(t, Lesson, "lift", fmt.Sprintf("%s&at=%d", query, i+1))
			if !strings.HasPrefix(p.Datum, fmt.Sprintf("Point %d: class ", i+1)) ||
				p.Description != all.Description {
				t.Fatalf("%s: of point %d it says %q", query, i+1, p.Datum)
			}
			if strings.Contains(p.Datum, "wrong side") {
				wrong++
			}
			for _, column := range p.Columns {
				if svg := string(column[0].AppendSVG(nil)); strings.Count(svg, `class="marker pointed"`) != 1 {
					t.Errorf("%s: no ring around point %d in %s", query, i+1, column[0].ID)
				}
			}
		}
		if float64(wrong) != all.Find("errors") {
			t.Errorf("%s: %d points are said to be on the wrong side, %v are counted", query, wrong, all.Find("errors"))
		}
	}
}

// One class, one point, equal points: a plane all the same, and a number wherever there
// is one.
func TestLiftOfVeryLittle(t *testing.T) {
	for _, points := range []string{"0,0,1", "1,1,1;1,1,-1", "0,0,1;0,0,1", "1e6,1e6,1;-1e6,1e6,-1",
		"0,0,1;1e-9,0,-1"} {
		for _, l := range liftings {
			p := coursetest.Opened(t, Lesson, "lift", "data=points&points="+points+"&feature="+l.value)
			for _, n := range p.Numbers {
				none := strings.Contains(p.Description, "no plane") && n.Name != "accuracy_without" ||
					strings.Contains(p.Description, "No straight line") && n.Name == "accuracy_without"
				if math.IsNaN(n.Value) && !none || math.IsInf(n.Value, 0) {
					t.Errorf("%s by %s: %s is %v", points, l.value, n.Name, n.Value)
				}
			}
			if strings.Contains(p.Description, "NaN") || strings.Contains(p.Description, "—") {
				t.Errorf("%s by %s: %s", points, l.value, p.Description)
			}
		}
	}
	if p := coursetest.Opened(t, Lesson, "lift", "data=points&points=none"); p.Message == "" {
		t.Error("no points, and nothing is said of it")
	}
}

// Every monomial is listed once, and as many as are counted.
func TestMonomialsAreAsManyAsCounted(t *testing.T) {
	for _, c := range []struct{ p, q int }{{2, 0}, {2, 12}, {4, 3}, {5, 3}, {16, 2}} {
		p := coursetest.Opened(t, Lesson, "count", fmt.Sprintf("p=%d&q=%d", c.p, c.q))
		seen := map[string]bool{}
		for k := range c.q + 1 {
			for _, m := range monomials(c.p, k, 1_000_000) {
				if seen[m] {
					t.Errorf("%s twice", m)
				}
				seen[m] = true
			}
		}
		if float64(len(seen)) != p.Find("features") {
			t.Errorf("%+v: %d listed, %v counted", c, len(seen), p.Find("features"))
		}
	}
	if got := strings.Join(monomials(3, 2, 10), " "); got != "x₁² x₁x₂ x₁x₃ x₂² x₂x₃ x₃²" {
		t.Errorf("of degree 2 in three inputs: %s", got)
	}
	if got := monomials(100, 12, 6); len(got) != 6 || got[0] != "x₁¹²" {
		t.Errorf("the first six of very many: %v", got)
	}
}

// The goals can be reached, and not by standing still.
func TestFeatureMapsGoals(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"fit", "least"}: {
			{"readings=15&degree=3&chosen=spread", "readings=15&degree=3&chosen=spread&draw=4"},
			{"readings=15&degree=5&chosen=spread", "readings=15&chosen=spread", "readings=15&degree=4&chosen=spread",
				"degree=3&chosen=spread", "readings=15&degree=3", "readings=15&degree=3&chosen=times",
				"data=points&degree=3"},
		},
		{"lift", "rings"}: {{"feature=squares"}, {"data=xor", "feature=square"}},
		{"project", "foot"}: {
			{"theta0=3&theta1=0.5"},
			{"theta0=3", "theta0=2&theta1=2&y1=1", "theta0=2&theta1=2"},
		},
		{"lift", "three"}: {
			{"data=points&feature=square&points=-1,0,1;0,0,-1;1,0,1"},
			{"data=points&feature=square", "data=points&feature=square&points=-1,0,1;0,1,-1;1,0,1",
				"data=points&points=-1,0,1;0,0,-1;1,0,1"},
		},
		{"count", "memory"}: {{"p=80&q=4"}, {"p=81&q=4", "p=79&q=4", "p=100&q=4", "p=80&q=3"}},
	})
}

// The best line, by hand: of the corners of a square any three can be parted from
// the fourth, and so three of four are right where neighbours differ in class.
func TestMostRight(t *testing.T) {
	for want, d := range map[int]engine.Dataset{
		3: {X: [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, Y: []float64{1, 1, -1, -1}},
		5: {X: [][]float64{{0, 0}, {1, 0.1}, {0, 3}, {1, 3.2}, {0.4, 3.5}}, Y: []float64{-1, -1, 1, 1, 1}}, // apart
	} {
		if got := mostRight(d); got != want {
			t.Errorf("a line has %d of %v right, want %d", got, d, want)
		}
	}
}

// The readings that are used and the others are all there are. Chosen by times or spread, those
// used have different times, so that a polynomial passes through all of them.
func TestSplit(t *testing.T) {
	for _, chosen := range []string{atRandom, byTimes, spread} {
		t.Run(chosen, func(t *testing.T) { splitsAll(t, chosen) })
	}
}

func splitsAll(t *testing.T, chosen string) {
	all := points.OnLine(course.NewForm(nil), crash)()
	twins := 0
	for _, n := range []int{5, 15, 30, 90} {
		for seed := 1; seed <= 20; seed++ {
			used, unseen := split(all, chosen, n, seed)
			times := map[float64]bool{}
			for _, x := range used.Data.X {
				times[x[0]] = true
			}
			twins += n - len(times)
			if used.Data.Len() != n || unseen.Len() != all.Data.Len()-n {
				t.Errorf("n = %d, seed %d: %d used at %d times, %d others", n, seed, used.Data.Len(), len(times),
					unseen.Len())
			}
			coursetest.Within(t, floats.Sum(used.Data.Y)+floats.Sum(unseen.Y), floats.Sum(all.Data.Y), 1e-9,
				"n = %d, seed %d: the sum of all readings", n, seed)
		}
	}
	if twins > 0 != (chosen == atRandom) {
		t.Errorf("%d of the readings used share their time", twins)
	}
	if all.Data.Len() != 133 {
		t.Errorf("splitting changed the data: %d readings", all.Data.Len())
	}
}

// furthestEnd is how far, at most in many choices of the readings that the fit opens on, all of
// those used are from the first time there is or the last.
func furthestEnd(chosen string) (far float64) {
	all := points.OnLine(course.NewForm(nil), crash)()
	times := all.Data.Input(0)
	for seed := range 1000 {
		used, _ := split(all, chosen, openReadings, seed+1)
		at := used.Data.Input(0)
		far = max(far, floats.Min(at)-floats.Min(times), floats.Max(times)-floats.Max(at))
	}
	return far
}

// What the goal asks for is there where the readings are spread, and only there: at random the
// degree of the least median error is not told from the straight line.
func TestGoalNeedsSpreadReadings(t *testing.T) {
	all := points.OnLine(course.NewForm(nil), crash)()
	powers := curves.ScaledPowers(0, all.XMin, all.XMax)
	median := func(chosen string, degree int) float64 {
		errors := make([]float64, 1000)
		for seed := range errors {
			used, unseen := split(all, chosen, fewReadings, seed+1)
			errors[seed] = degreeError(used, unseen, powers, degree)
		}
		slices.Sort(errors)
		return (errors[499] + errors[500]) / 2
	}
	coursetest.Near(t, "spread, degree 3", median(spread, 3), 41.4, 0.005)
	coursetest.Near(t, "at random, degree 3", median(atRandom, 3), median(atRandom, 1), 0.01)
	for degree := range 7 {
		for _, chosen := range []string{atRandom, byTimes} {
			if m := median(chosen, degree); m < fewError {
				t.Errorf("%s: degree %d has a median of %g", chosen, degree, m)
			}
		}
	}
}

// Every clause on how the residual stands is so, whatever θ and y.
func TestProjectSentence(t *testing.T) {
	for _, query := range []string{"", "theta0=3", "theta1=0.5", "theta0=3&theta1=0.5", "y1=1&theta0=2&theta1=2",
		"theta0=1.4&theta1=-0.6&y1=3&y2=2&y3=4", "y1=0&y2=1&y3=2", "y1=0&y2=0&y3=0&theta0=0&theta1=0"} {
		p := coursetest.Opened(t, Lesson, "project", query)
		r := coursetest.Values(t, p, "readings", "residual")
		ones, slope := r[0]+r[1]+r[2], r[2]-r[0]
		length := math.Sqrt(r[0]*r[0] + r[1]*r[1] + r[2]*r[2])
		if math.Abs(length-p.Find("length")) > 1e-9 || math.Abs(ones-p.Find("with_ones")) > 1e-8 ||
			math.Abs(slope-p.Find("with_x")) > 1e-8 {
			t.Errorf("%s: residual %v, the figure says %+v", query, r, p.Numbers)
		}
		right, in := math.Abs(ones) < 1e-8 && math.Abs(slope) < 1e-8, length < 1e-8
		if strings.Contains(p.Description, "at right angles") != (right && !in) ||
			strings.Contains(p.Description, "lies in the plane") != in {
			t.Errorf("%s: %s", query, p.Description)
		}
	}
}

// The foot is the nearest place of the plane: every other θ of a grid is farther.
func TestProjectFoot(t *testing.T) {
	y := triple{1, 0, 5}
	foot := y.minus(onPlane(nearest(y))).norm()
	for a := 0.0; a <= mostLevel; a += 0.25 {
		for b := -float64(mostSlope); b <= mostSlope; b += 0.25 {
			if d := y.minus(onPlane([2]float64{a, b})).norm(); d < foot {
				t.Errorf("θ = (%v, %v) is nearer: %v, not %v", a, b, d, foot)
			}
		}
	}
	coursetest.Within(t, foot*foot, 6, 1e-12, "the square of the distance to the foot")
}

// Edge on, the plane of the columns is a line of the picture: the reader looks along it.
func TestPlaneEdgeOn(t *testing.T) {
	text := course.Must(Lesson.Text())
	seen := 0
	for _, link := range text.Links() {
		q := course.ParseQuery(link)
		if !q.Has("project.yaw") {
			continue
		}
		seen++
		angle := func(name string) float64 {
			return course.Must(strconv.ParseFloat(q.Get("project."+name), 64)) * math.Pi / 180
		}
		yaw, pitch := angle("yaw"), angle("pitch")
		eye := triple{-math.Sin(yaw) * math.Cos(pitch), -math.Cos(yaw) * math.Cos(pitch), math.Sin(pitch)}
		sin := eye.dot(triple{1, -2, 1}) / math.Sqrt(6)
		coursetest.Within(t, sin, 0, 0.01, "%s: the sine of the angle at which the plane is seen", link)
	}
	if seen == 0 {
		t.Error("no link shows the plane edge on")
	}
}

// Where the assumptions hold, 95 in 100 of what is not used lie in the band, and the leave-one-out error is
// that of honest refits.
func TestLeastSquaresIsHeldAgainstTheUnused(t *testing.T) {
	const samples, degree = 200, 3
	p, covered := curves.ScaledPowers(degree, 0, 10), 0.0
	for seed := range uint64(samples) {
		rng := rand.New(rand.NewPCG(seed, 0))
		cubic := func(n int) (d engine.Dataset) {
			for range n {
				x := 10 * rng.Float64()
				d.X, d.Y = append(d.X, []float64{x}), append(d.Y, x*(x-4)*(x-9)+20*rng.NormFloat64())
			}
			return d
		}
		used, unseen := cubic(12), cubic(50)
		fit := leastSquares(used, unseen, p)
		covered += fit.Covered / samples
		if seed > 2 {
			continue
		}
		squares := 0.0
		for i := range used.X {
			one := engine.Dataset{X: used.X[i : i+1], Y: used.Y[i : i+1]}
			rest := engine.Dataset{X: coursetest.Without(used.X, i), Y: coursetest.Without(used.Y, i)}
			e := leastSquares(rest, one, p).Missed
			squares += e * e / float64(used.Len())
		}
		coursetest.Within(t, fit.Promised, math.Sqrt(squares), 1e-8*fit.Promised, "what is promised, by refits")
	}
	coursetest.Within(t, covered, 0.95, 0.015, "the share of the unused in the band")
	if fit := leastSquares(engine.Dataset{X: engine.Column([]float64{1, 2, 3, 4}), Y: make([]float64, 4)},
		engine.Dataset{}, p); !math.IsInf(fit.Promised, 1) {
		t.Errorf("as many features as readings: %+v", fit)
	}
}

// between are those of the unseen readings that lie between the first used and the last.
func between(used *points.Line, unseen engine.Dataset) (inside engine.Dataset) {
	times := used.Data.Input(0)
	for i, x := range unseen.X {
		if x[0] >= floats.Min(times) && x[0] <= floats.Max(times) {
			inside.X, inside.Y = append(inside.X, x), append(inside.Y, unseen.Y[i])
		}
	}
	return inside
}
