package reference

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// named is the writing of that name.
func named(t *testing.T, writings []Writing, name string) Writing {
	t.Helper()
	for _, w := range writings {
		if w.Name == name {
			return w
		}
	}
	t.Fatalf("nobody writes %s", name)
	return Writing{}
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*(1+math.Abs(b)) }

func TestWritingsGoBack(t *testing.T) {
	for _, w := range append(append([]Writing{}, Widths...), Weights...) {
		for _, n := range []int{1, 5, 40, 300} {
			for _, b := range []float64{1e-12, 0.01, 0.3, 1, 7.5, 100} {
				if back := w.Back(w.Of(b, n), n); !near(back/b, 1, 1e-12) {
					t.Errorf("%s: %v of n = %d comes back as %v", w.Name, b, n, back)
				}
			}
		}
	}
}

// Each formula, computed as it stands with the number that its box shows, is our kernel.
func TestWidthsAreOneKernel(t *testing.T) {
	formulas := map[string]func(d, v float64) float64{
		"bandwidth":     func(d, v float64) float64 { return math.Exp(-d * d / (2 * v * v)) },
		"two-squares":   func(d, v float64) float64 { return math.Exp(-d * d / v) },
		"sigma":         func(d, v float64) float64 { return math.Exp(-d * d / (2 * v * v)) },
		"sigma-without": func(d, v float64) float64 { return math.Exp(-d * d / (v * v)) },
		"nu":            func(d, v float64) float64 { return math.Exp(-d * d / (2 * v * v)) },
		"gamma":         func(d, v float64) float64 { return math.Exp(-v * d * d) },
		"kernlab":       func(d, v float64) float64 { return math.Exp(-v * d * d) },
	}
	if len(formulas) != len(Widths) {
		t.Errorf("%d formulas for %d widths", len(formulas), len(Widths))
	}
	for _, w := range Widths {
		for _, ell := range []float64{0.2, 1, 3} {
			for _, d := range []float64{0, 0.5, 2} {
				ours := engine.Gaussian{Length: ell}.Eval([]float64{0}, []float64{d})
				if got := formulas[w.Name](d, w.Of(ell, 40)); !near(got, ours, 1e-14) {
					t.Errorf("%s at ℓ = %v, d = %v: %v, ours %v", w.Name, ell, d, got, ours)
				}
			}
		}
	}
}

// The gradient of each objective, with the number that its box shows, is zero at our α.
func TestWeightsAreOneFit(t *testing.T) {
	x := normal()
	y, n := waves(x), len(normal())
	k := engine.Gaussian{Length: 0.5}
	K := engine.Gram(k, x)
	const lambda = 0.02
	alpha := mat.NewVecDense(n, course.Must(engine.SolveKRR(K, y, lambda)))
	var misses, penalty mat.VecDense // ∇ of ½Σ(y − f)² and of ½‖f‖²
	misses.MulVec(K, alpha)
	misses.SubVec(&misses, mat.NewVecDense(n, y))
	misses.MulVec(K, mat.VecDenseCopyOf(&misses))
	penalty.MulVec(K, alpha)
	// How many halves of each a formula has: loss·½Σ(y − f)² + norm·½‖f‖².
	objectives := map[string]func(v float64) (loss, norm float64){
		"lambda":       func(v float64) (float64, float64) { return 2 / float64(n), 2 * v },
		"lambda-sum":   func(v float64) (float64, float64) { return 2, 2 * v },
		"lambda-half":  func(v float64) (float64, float64) { return 1, v },
		"lambda-whole": func(v float64) (float64, float64) { return 1, 2 * v },
		"alpha":        func(v float64) (float64, float64) { return 1, v },
		"C":            func(v float64) (float64, float64) { return 2 * v, 1 },
	}
	if len(objectives) != len(Weights) {
		t.Errorf("%d objectives for %d weights", len(objectives), len(Weights))
	}
	for _, w := range Weights {
		loss, norm := objectives[w.Name](w.Of(lambda, n))
		var g mat.VecDense
		g.ScaleVec(loss, &misses)
		g.AddScaledVec(&g, norm, &penalty)
		if size := mat.Norm(&g, math.Inf(1)); size > 1e-12*loss*mat.Norm(K, 2) {
			t.Errorf("%s: the gradient at our α is %v", w.Name, size)
		}
	}
}

// readJSON reads reference numbers; the scripts that made them stand beside.
func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	body := course.Must(os.ReadFile("testdata/" + file))
	if err := json.Unmarshal(body, into); err != nil {
		t.Fatal(err)
	}
}

func TestLibrariesAgree(t *testing.T) {
	var sk struct {
		X, New                   [][]float64
		Y, Labels                []float64
		Gamma, Alpha, C          float64
		LengthScale              float64     `json:"length_scale"`
		GramGamma                [][]float64 `json:"gram_gamma"`
		GramLength               [][]float64 `json:"gram_length_scale"`
		Ridge, Process, Logistic []float64
	}
	readJSON(t, "notation.json", &sk)
	n := len(sk.X)
	fromGamma := engine.Gaussian{Length: named(t, Widths, "gamma").Back(sk.Gamma, n)}
	fromLength := engine.Gaussian{Length: named(t, Widths, "bandwidth").Back(sk.LengthScale, n)}
	same := func(what string, got, want, tolerance float64) {
		t.Helper()
		if !near(got, want, tolerance) {
			t.Errorf("%s: %v, there %v", what, got, want)
		}
	}
	for i := range sk.X {
		for j := range sk.X {
			same("rbf_kernel(gamma)", fromGamma.Eval(sk.X[i], sk.X[j]), sk.GramGamma[i][j], 1e-14)
			same("RBF(length_scale)", fromLength.Eval(sk.X[i], sk.X[j]), sk.GramLength[i][j], 1e-14)
		}
	}
	d := engine.Dataset{X: sk.X, Y: sk.Y}
	lambda := named(t, Weights, "alpha").Back(sk.Alpha, n)
	ridge, process := course.Must(engine.KRR(fromGamma, d, lambda)), course.Must(engine.KRR(fromLength, d, lambda))
	logistic := course.Must(engine.KLR(context.Background(), engine.Linear{}, engine.Dataset{X: sk.X, Y: sk.Labels},
		named(t, Weights, "C").Back(sk.C, n)))
	for i, at := range sk.New {
		same("KernelRidge(alpha, gamma)", ridge.Eval(at), sk.Ridge[i], 1e-12)
		same("GaussianProcessRegressor(alpha)", process.Eval(at), sk.Process[i], 1e-12)
		same("LogisticRegression(C)", logistic.Eval(at), sk.Logistic[i], 1e-4) // its solver stops there
	}

	var kernlab struct {
		X, Gram []float64
		Sigma   float64
	}
	readJSON(t, "notation_R.json", &kernlab)
	k := engine.Gaussian{Length: named(t, Widths, "kernlab").Back(kernlab.Sigma, n)}
	for i, a := range kernlab.X {
		for j, b := range kernlab.X {
			same("rbfdot(sigma)", k.Eval([]float64{a}, []float64{b}), kernlab.Gram[i*len(kernlab.X)+j], 1e-14)
		}
	}
}

func TestAnyNameIsRead(t *testing.T) {
	for query, want := range map[string]string{
		"":                                     "",
		"gamma=2":                              "bandwidth=0.5",
		"kernlab=2&n=80":                       "n=80&bandwidth=0.5",
		"sigma-without=2":                      "bandwidth=1.41421356237",
		"gamma=1/8":                            "bandwidth=2",
		"alpha=2&n=100":                        "n=100&lambda=0.02",
		"C=0.5&n=100":                          "n=100",
		"gamma=2&bandwidth=7&lambda=0.3&C=2.5": "bandwidth=0.5&lambda=0.005",
		"gamma=abc&bandwidth=0.5":              "bandwidth=0.5",
	} {
		values, _ := url.ParseQuery(query)
		wanted, _ := url.ParseQuery(want)
		got, _ := url.ParseQuery(ReadNotation(values).Canonical)
		if fmt.Sprint(got) != fmt.Sprint(wanted) {
			t.Errorf("?%s is %v, want %v", query, got, wanted)
		}
	}
	for _, slip := range []string{"abc", "-1", "0", "NaN", "1e999", "1e-320", "<b>", "١", strings.Repeat("9", 500)} {
		for _, name := range []string{"gamma", "bandwidth", "C", "lambda", "alpha"} {
			s := ReadNotation(url.Values{name: {slip}})
			if len(s.Form.Notes) == 0 {
				t.Errorf("%s=%.20s leaves no note", name, slip)
			}
			for _, v := range append(s.Values(Widths), s.Values(Weights)...) {
				if f, err := strconv.ParseFloat(v, 64); err != nil || !(f > 0) || math.IsInf(f, 0) {
					t.Errorf("%s=%.20s shows %s", name, slip, v)
				}
			}
		}
	}
}

// What a box shows, typed into it again, is the same state to the digits that are shown.
func TestBoxesAreConsistent(t *testing.T) {
	s := ReadNotation(url.Values{"bandwidth": {"0.37"}, "lambda": {"0.0021"}, "n": {"63"}})
	for _, writings := range [][]Writing{Widths, Weights} {
		for i, w := range writings {
			again := ReadNotation(url.Values{"bandwidth": {"0.37"}, "lambda": {"0.0021"}, "n": {"63"},
				w.Name: {s.Values(writings)[i]}})
			if !near(again.Bandwidth, 0.37, 1e-5) || !near(again.Lambda/0.0021, 1, 1e-5) {
				t.Errorf("%s = %s leads to ℓ = %v, λ = %v", w.Name, s.Values(writings)[i],
					again.Bandwidth, again.Lambda)
			}
		}
	}
}

func TestTheFitIsOurs(t *testing.T) {
	s := ReadNotation(url.Values{"bandwidth": {"0.8"}, "lambda": {"0.01"}})
	fit, curve, err := s.Fit(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d := s.data().Data
	ours := course.Must(engine.KRR(engine.Gaussian{Length: 0.8}, d, 0.01))
	for i, x := range curve.Xs {
		if want := ours.Eval([]float64{x}); !near(curve.Ys[i], want, 1e-12) {
			t.Errorf("f(%v) = %v, want %v", x, curve.Ys[i], want)
		}
	}
	if len(fit.Alpha) != s.N || len(curve.Xs) < 100 {
		t.Errorf("%d bumps of %d points, %d places", len(fit.Alpha), s.N, len(curve.Xs))
	}
}
