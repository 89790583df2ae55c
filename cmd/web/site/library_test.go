package site

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/reference"
)

// What the margins of lessons, and /notation, name of other libraries. Each is called, with the arguments
// that stand there, and gives the engine's numbers.

// A libraryCall is a call, or several that are said by the same words.
type libraryCall struct {
	said   []string // the code in the prose
	lang   string
	run    string // what sets out to numbers
	engine func(d *libraryData) []float64
	slack  float64 // beside 1e-6; of what a library iterates to
}

// libraryData are small data, as the programs read them.
type libraryData struct {
	X     [][]float64 `json:"x"`
	Y     []float64   `json:"y"`
	S     []float64   `json:"s"` // classes, ±1
	New   [][]float64 `json:"new"`
	Blobs [][]float64 `json:"blobs"`
	Texts []string    `json:"texts"`
	Ell   float64     `json:"ell"`
	Lam   float64     `json:"lam"`
	C     float64     `json:"C"`
	Eps   float64     `json:"eps"`
}

func newLibraryData() *libraryData {
	rng := rand.New(rand.NewPCG(7, 7))
	d := &libraryData{Ell: 0.8, Lam: 0.02, C: 2, Eps: 0.1, Texts: []string{"banana", "ananas", "bandana", "anna"}}
	for i := range 16 {
		x := []float64{rng.NormFloat64(), 2 * rng.NormFloat64()}
		d.X, d.Y = append(d.X, x), append(d.Y, math.Sin(2*x[0])+x[1]+0.2*rng.NormFloat64())
		d.S = append(d.S, math.Copysign(1, x[0]+0.8*rng.NormFloat64()))
		d.Blobs = append(d.Blobs, []float64{rng.NormFloat64()/5 + 9*float64(i%2), rng.NormFloat64() / 5})
	}
	for range 5 {
		d.New = append(d.New, []float64{rng.NormFloat64(), 2 * rng.NormFloat64()})
	}
	return d
}

func (d *libraryData) n() float64                             { return float64(len(d.X)) }
func (d *libraryData) data() engine.Dataset                   { return engine.Dataset{X: d.X, Y: d.Y} }
func (d *libraryData) signs() engine.Dataset                  { return engine.Dataset{X: d.X, Y: d.S} }
func (d *libraryData) gaussian() engine.Kernel                { return engine.Gaussian{Length: d.Ell} }
func (d *libraryData) gram() *mat.SymDense                    { return engine.Gram(d.gaussian(), d.X) }
func (d *libraryData) at(f func([]float64) float64) []float64 { return valuesAt(f, d.New) }

func valuesAt(f func([]float64) float64, x [][]float64) (v []float64) {
	for _, xi := range x {
		v = append(v, f(xi))
	}
	return v
}

func entriesOf(m mat.Matrix) (v []float64) {
	r, _ := m.Dims()
	for i := range r {
		v = append(v, mat.Row(nil, i, m)...)
	}
	return v
}

// krr is kernel ridge regression at the new points.
func krr(k func(d *libraryData) engine.Kernel) func(d *libraryData) []float64 {
	return func(d *libraryData) []float64 {
		return d.at(course.Must(engine.KRR(k(d), d.data(), d.Lam)).Eval)
	}
}

func svm(k func(d *libraryData) engine.Kernel) func(d *libraryData) []float64 {
	return func(d *libraryData) []float64 {
		return d.at(course.Must(engine.SVM(context.Background(), k(d), d.signs(), d.C)).Eval)
	}
}

func gaussianOf(d *libraryData) engine.Kernel { return d.gaussian() }
func cubic(*libraryData) engine.Kernel        { return engine.Polynomial{Degree: 3, Offset: 1} }

// scaled is the Gaussian of gamma="scale": 1/(p Var X) over all entries.
func scaled(d *libraryData) engine.Kernel {
	v := stat.PopVariance(slices.Concat(d.X...), nil)
	return engine.Gaussian{Length: math.Sqrt(2 * v / 2)}
}

// together are, of each two points, whether they are in one cluster.
func together(labels []int) (v []float64) {
	for _, a := range labels {
		for _, b := range labels {
			v = append(v, map[bool]float64{true: 1}[a == b])
		}
	}
	return v
}

// evenly are 24 points of a shape without noise, row after row.
func evenly(shape func(int, float64, *rand.Rand) engine.Labelled) func(*libraryData) []float64 {
	return func(*libraryData) []float64 {
		return slices.Concat(shape(24, 0, rand.New(rand.NewPCG(1, 1))).X...)
	}
}

// ridgeOn is ridge on columns, at the data.
func ridgeOn(Phi *mat.Dense, y []float64, lambda float64) []float64 {
	var f mat.VecDense
	theta := course.Must(engine.RidgeQR(Phi, y, lambda))
	f.MulVec(Phi, mat.NewVecDense(len(theta), theta))
	return f.RawVector().Data
}

func inputsOf(d *libraryData) *mat.Dense {
	X := mat.NewDense(len(d.X), 2, nil)
	for i, x := range d.X {
		X.SetRow(i, x)
	}
	return X
}

// powers are 1, x, …, x^q of the first input.
func powers(d *libraryData, q int) *mat.Dense {
	Phi := mat.NewDense(len(d.X), q+1, nil)
	for i, x := range d.X {
		for j := range q + 1 {
			Phi.Set(i, j, math.Pow(x[0], float64(j)))
		}
	}
	return Phi
}

// sizes are absolute values: components have no sign.
func sizes(v []float64) []float64 {
	for i := range v {
		v[i] = math.Abs(v[i])
	}
	return v
}

// scores are the first two components of the data, and times a factor.
func scores(factor float64) func(d *libraryData) []float64 {
	return func(d *libraryData) []float64 {
		c := course.Must(engine.KernelPCA{Components: 2, Centred: true}.Fit(context.Background(), d.gram()))
		v := sizes(entriesOf(c.Scores))
		for i := range v {
			v[i] *= factor
		}
		return v
	}
}

// leastLOO is the one of three λ with the least error when each point is left out, as nλ.
func leastLOO(K mat.Symmetric, d *libraryData) float64 {
	best, least := 0.0, math.Inf(1)
	for _, p := range course.Must(engine.Eigen(K)).Path(d.Y, []float64{d.Lam / 10, d.Lam, 10 * d.Lam}) {
		if p.LOORMSE < least {
			best, least = p.Lambda*d.n(), p.LOORMSE
		}
	}
	return best
}

const pythonData = `import json, sys, numpy as np
from sklearn.calibration import calibration_curve
from sklearn.cluster import AgglomerativeClustering, DBSCAN, SpectralClustering
from sklearn.datasets import make_circles, make_moons
from sklearn.decomposition import KernelPCA
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, DotProduct, ExpSineSquared
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, RidgeCV
from sklearn.metrics.pairwise import cosine_similarity, pairwise_kernels, sigmoid_kernel
from sklearn.model_selection import GridSearchCV, LeaveOneOut, validation_curve
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import PolynomialFeatures
from sklearn.svm import SVC, SVR
d = json.load(open(sys.argv[1]))
x, y, s, new, blobs = (np.array(d[k]) for k in ("x", "y", "s", "new", "blobs"))
texts, ell, lam, C, eps, n = d["texts"], d["ell"], d["lam"], d["C"], d["eps"], len(d["x"])
l, m = ell, n
kernel = lambda a, b: np.exp(-((a[:, None] - b) ** 2).sum(2) / (2 * ell**2))
K, Knew = kernel(x, x), kernel(new, x)
D, Dnew = np.sqrt(2 - 2 * K), np.sqrt(2 - 2 * Knew)
together = lambda labels: (np.array(labels)[:, None] == np.array(labels)).astype(float)
alphas = [n * lam / 10, n * lam, 10 * n * lam]
f = lambda a, b: float(np.exp(-((a - b) ** 2).sum() / (2 * ell**2)))
all = []
`

const rData = `suppressMessages({library(jsonlite); library(kernlab); library(MASS)})
d <- fromJSON(commandArgs(TRUE)[1])
x <- d$x; y <- d$y; s <- d$s; new <- d$new; texts <- d$texts
ell <- d$ell; lam <- d$lam; C <- d$C; n <- nrow(x); l <- ell
square <- function(a, b) outer(rowSums(a^2), rowSums(b^2), "+") - 2 * a %*% t(b)
kernel <- function(a, b) exp(-square(a, b) / (2 * ell^2))
K <- kernel(x, x)
together <- function(labels) outer(labels, labels, "==") + 0
all <- list()
`

// TestLibraryCallsGiveTheEnginesNumbers runs every call of the table.
func TestLibraryCallsGiveTheEnginesNumbers(t *testing.T) {
	t.Parallel()
	dir, d := t.TempDir(), newLibraryData()
	text := course.Must(json.Marshal(d))
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		noError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	data := write("data.json", string(text))
	for lang, way := range map[string]struct{ begin, each, end string }{
		"py": {pythonData, "all.append(np.ravel(%s).tolist())\n", "print(json.dumps(all))\n"},
		"R":  {rData, "all[[length(all) + 1]] <- as.numeric(%s)\n", "cat(toJSON(all, digits = NA))\n"},
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			code, calls := way.begin, []libraryCall{}
			for _, c := range libraryCalls {
				if c.lang == lang {
					calls = append(calls, c)
					code += fmt.Sprintf(way.each, c.run)
				}
			}
			file := write("calls."+lang, code+way.end)
			command := []string{"/usr/bin/python3", "-W", "ignore"}
			if lang == "R" {
				command = []string{"Rscript", "--vanilla"}
			}
			var got [][]float64
			out := coursetest.Output(t, dir, command[0], append(command[1:], file, data)...)
			if at := strings.IndexByte(string(out), '['); at < 0 || json.Unmarshal(out[at:], &got) != nil ||
				len(got) != len(calls) {
				t.Fatalf("%d calls print %s", len(calls), out)
			}
			for i, c := range calls {
				compareCall(t, c, got[i], c.engine(d))
			}
		})
	}
}

func compareCall(t *testing.T, c libraryCall, got, want []float64) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Errorf("%s: %d numbers, the engine has %d", c.said[0], len(got), len(want))
		return
	}
	worst, size := 0.0, 1.0
	for i, v := range got {
		worst, size = math.Max(worst, math.Abs(v-want[i])), math.Max(size, math.Abs(want[i]))
	}
	if !(worst <= (1e-6+c.slack)*size) {
		t.Errorf("%s: %.6g, the engine has %.6g", c.said[0], got[:min(4, len(got))], want[:min(4, len(want))])
	}
}

var (
	codeSpan = regexp.MustCompile("`([^`]+)`")
	marginOf = regexp.MustCompile(`(?ms)^::: margin In practice$.*?^:::$`)
)

// Every call in a margin, and each way to write a parameter that is a library's, is in the table, and
// the table has no other.
func TestLibraryCallsAreAllOfTheMargins(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, c := range libraryCalls {
		for _, said := range c.said {
			if known[said] {
				t.Errorf("%s is in the table twice", said)
			}
			known[said] = true
		}
	}
	used := map[string]bool{}
	need := func(where, said string) {
		used[said] = true
		if !known[said] && notRun[said] == "" {
			t.Errorf("%s: %s is not in the table", where, said)
		}
	}
	margins := 0
	for _, l := range lessons.Contents.Lessons() {
		for _, margin := range marginOf.FindAllString(l.Prose, -1) {
			margins++
			for _, span := range codeSpan.FindAllStringSubmatch(margin, -1) {
				need(l.Slug, span[1])
			}
		}
	}
	if margins < 18 {
		t.Errorf("%d margins have what is done in practice", margins)
	}
	for _, w := range slices.Concat(reference.Widths, reference.Weights) {
		if strings.Contains(w.Who, "scikit-learn") || strings.Contains(w.Who, "kernlab") {
			need("/notation", "notation "+w.Name)
		}
	}
	for said := range known {
		if !used[said] {
			t.Errorf("%s is in the table, and nowhere said", said)
		}
	}
	for said := range notRun {
		if !used[said] {
			t.Errorf("%s is not run, and nowhere said", said)
		}
	}
}
