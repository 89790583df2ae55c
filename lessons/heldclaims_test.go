package lessons

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/curves"
)

// heldSentences are the sentences with counts, ties, nones and mosts that the numbers given away
// can tell, by the words that make them such.
var heldSentences = slices.Concat(heldCurves, heldSides, heldSpectra, heldClusters, heldPaths)

// alike reports whether two numbers agree to the digits that are shown.
func alike(a, b float64) bool { return math.Abs(a-b) <= 3e-3*math.Max(math.Abs(a), math.Abs(b)) }

// swing is from where to where the curve goes, and by how much rounding may have moved it.
func (h heard) swing() (y []float64, low, high, rounding float64) {
	y = h.Column("fit", "y")
	alpha, K := h.Column("alpha", "alpha"), 0.0
	for _, row := range h.Rows("gram") {
		K = math.Max(K, floats.Norm(row, math.Inf(1)))
	}
	return y, floats.Min(y), floats.Max(y), 8 * float64(len(alpha)) * engine.Epsilon * floats.Norm(alpha, 1) * K
}

// runs holds a curve without a turn to the sign that it goes by, and to no long stretch on which
// it stands.
func runs(sign float64, stands bool) func(h heard) bool {
	return func(h heard) bool {
		y, low, high, rounding := h.swing()
		if len(curves.Turns(y, 0.0101*(high-low))) != 2 || sign*(y[len(y)-1]-y[0]) <= 0 {
			return false
		}
		if stands || 1000*rounding > high-low {
			return true
		}
		still := func(from, step int) (n int) {
			for i := from; i >= 0 && i < len(y) && math.Abs(y[i]-y[from]) <= 1e-13*math.Max(-low, high); i += step {
				n++
			}
			return n
		}
		return max(still(0, 1), still(len(y)-1, -1)) < len(y)/5
	}
}

var heldCurves = []asHeld{
	{"", `^a level line$`, func(h heard) bool {
		_, low, high, rounding := h.swing()
		return high-low <= math.Max(rounding, 1e-9*math.Max(-low, high))
	}},
	{"", `^a curve that rises from left to right`, runs(1, false)},
	{"", `^a curve that falls from left to right`, runs(-1, false)},
	{"", `^a curve that turns`, func(h heard) bool {
		y, low, high, rounding := h.swing()
		n := h.slot("turns")
		if math.IsNaN(n) {
			n = 1
		}
		return high-low > rounding/8 && float64(len(curves.Turns(y, 0.0101*(high-low)))-2) <= n
	}},
	{"", `^The curve is least, `, func(h heard) bool {
		_, low, high, _ := h.swing()
		return h.slot("least") <= low+1e-9*math.Abs(low) && h.slot("greatest") >= high-1e-9*math.Abs(high)
	}},
	{"losses/regression", `squared loss is the same`, func(h heard) bool {
		return floats.Distance(h.Column("fit", "y"), h.Column("squared", "y"), math.Inf(1)) <=
			1e-8*floats.Norm(h.Column("data", "y"), math.Inf(1))
	}},
	{"losses/regression", `with all they may: \{full\}`, func(h heard) bool {
		return h.slot("silent") == count(h.Column("alpha", "alpha"), func(a float64) bool { return math.Abs(a) < 1e-13 })
	}},
	{"kernel-ridge-regression/price", `other price is the same`, func(h heard) bool {
		y := h.Column("fit", "y")
		return floats.Distance(y, h.Column("other", "y"), math.Inf(1)) <= 1e-8*floats.Norm(y, math.Inf(1))
	}},
	{"psd-kernels/fit", `K has \{negative\}`, func(h heard) bool { return math.IsNaN(h.Find("rkhs_norm")) }},
	{"feature-maps/fit", `are as large as`, func(h heard) bool { return h.slot("terms") == h.Find("features") }},
}

// sided counts the responses ±1 that numbers have the sign of, by the least and the most that it
// may be.
func sided(y, of []float64) (least, most float64) {
	top := floats.Norm(of, math.Inf(1))
	for i, v := range of {
		if y[i]*v > 1e-12*top {
			least++
		}
		if y[i]*v > 0 {
			most++
		}
	}
	return least, most
}

// onSide holds a count to numbers that have the sign of the decision.
func onSide(slot string, of func(h heard) []float64) func(h heard) bool {
	return func(h heard) bool {
		least, most := sided(h.Column("data", "y"), of(h))
		return h.slot(slot) >= least && h.slot(slot) <= most
	}
}

// signedMargins are f where a series has yf.
func signedMargins(series string) func(h heard) []float64 {
	return func(h heard) []float64 {
		return floats.MulTo(make([]float64, len(h.Column("data", "y"))), h.Column("data", "y"), h.Column(series, "margin"))
	}
}

func nonzero(a float64) bool { return a != 0 }

var heldSides = []asHeld{
	{"kernel-logistic-regression/boundary", `\{right\} on the right side`, onSide("right", func(h heard) []float64 {
		f := slices.Clone(h.Column("probability", "probability"))
		floats.AddConst(-0.5, f)
		return f
	})},
	{"losses/svm", `On the right side: \{right\}`, onSide("right", signedMargins("alpha"))},
	{"losses/svm", `On the right side: \{rival_count\}`, onSide("rival_count", signedMargins("rival"))},
	{"losses/svm", `\{support\}, \{bounded\} with`, func(h heard) bool {
		alpha, C := h.Column("alpha", "alpha"), h.Param("C")
		return h.slot("support") == count(alpha, nonzero) &&
			h.slot("bounded") == count(alpha, func(a float64) bool { return math.Abs(a) == C })
	}},
	{"losses/svm", `f is (\{f\}|0) everywhere`, func(h heard) bool {
		v := h.Find("support")
		return math.IsNaN(v) || v == count(h.Column("alpha", "alpha"), nonzero)
	}},
	{"kernel-logistic-regression/classes", `\{right\} called by their name`, func(h heard) bool {
		label, named, n := h.Column("data", "label"), h.Column("data", "named"), 0.0
		for i := range label {
			if label[i] == named[i] {
				n++
			}
		}
		return h.slot("right") == n
	}},
	{"kernel-logistic-regression/trust", `too sure of itself`, func(h heard) bool { return h.Find("said") > h.Find("right") }},
	{"kernel-logistic-regression/trust", `less sure than`, func(h heard) bool { return h.Find("said") < h.Find("right") }},
	{"kernel-logistic-regression/descent", `no step raises J`, func(h heard) bool {
		loss := h.Column("loss", "loss")
		for i := 1; i < len(loss); i++ {
			if loss[i] > loss[i-1]*(1+1e-12) {
				return false
			}
		}
		return true
	}},
	{"representer-theorem/losses", `have αᵢ = 0`, func(h heard) bool {
		alpha := h.Column("alpha", "alpha")
		return h.slot("silent") == count(alpha, func(a float64) bool { return math.Abs(a) <= 1e-12*floats.Norm(alpha, 1) })
	}},
	{"finding-gold/map", `lie within 1.96`, func(h heard) bool {
		r, d, n := h.Column("loo", "residual"), h.Column("loo", "deviation"), 0.0
		for i := range r {
			if math.Abs(r[i]) <= 1.96*d[i] {
				n++
			}
		}
		return h.slot("covered") == n
	}},
	{"finding-gold/weights", `^No weight is below`, func(h heard) bool { return floats.Min(h.Column("weights", "weight")) >= -0.001 }},
	{"finding-gold/weights", `weights of \{count\} are below`, func(h heard) bool {
		return h.slot("negative") == count(h.Column("weights", "weight"), func(w float64) bool { return w < -0.001 })
	}},
}

// spectrum are the eigenvalues of the matrix of that name, ascending, and what rounding may have
// made of zero.
func (h heard) spectrum(name string) (values []float64, rounding float64) {
	rows := h.Rows(name)
	if len(rows) == 0 {
		return []float64{math.NaN()}, 0
	}
	K := mat.NewSymDense(len(rows), nil)
	for i, row := range rows {
		for j := range i + 1 {
			K.SetSym(i, j, row[j])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(K, false) {
		panic("no eigenvalues")
	}
	values = e.Values(nil)
	return values, 4 * float64(len(rows)) * engine.Epsilon * math.Max(-values[0], values[len(values)-1])
}

// least holds a sentence to the least eigenvalue of the Gram matrix.
func least(is func(v, rounding float64) bool) func(h heard) bool {
	return func(h heard) bool {
		values, rounding := h.spectrum("gram")
		return math.IsNaN(values[0]) || is(values[0], rounding) // NaN of a matrix that is not given away
	}
}

// negatives holds a count to the eigenvalues below zero, of which two solvers may differ at the
// rounding.
func negatives(h heard) bool {
	values, rounding := h.spectrum("gram")
	n := h.slot("negative")
	return math.IsNaN(values[0]) || n >= count(values, func(v float64) bool { return v < -2*rounding }) &&
		n <= count(values, func(v float64) bool { return v < -rounding/2 })
}

var heldSpectra = []asHeld{
	{"mercer/embed", `^The last eigenvalue kept and the first left out`, func(h heard) bool {
		v := h.Column("eigenvalues", "eigenvalue")
		m := min(int(h.Param("kept")), int(h.Find("positive")))
		return alike(v[m-1], v[m])
	}},
	{"mercer/embed", `eigenvalues? (is|are) negative`, negatives},
	{"mercer/embed", `^(The largest error|Every entry)`, func(h heard) bool {
		K, again, off, top := h.Rows("gram"), h.Rows("rebuilt"), 0.0, 0.0
		for i := range K {
			off = math.Max(off, floats.Distance(K[i], again[i], math.Inf(1)))
			top = math.Max(top, floats.Norm(K[i], math.Inf(1)))
		}
		return math.Abs(h.Find("largest_error")-off) <= 1e-11*top
	}},
	{"gram-matrix/gram", `^The two largest eigenvalues`, func(h heard) bool {
		v, _ := h.spectrum("gram")
		return alike(v[len(v)-1], v[len(v)-2])
	}},
	{"gram-matrix/gram", `^The least entry is`, func(h heard) bool {
		least := math.Inf(1)
		for _, row := range h.Rows("gram") {
			least = math.Min(least, floats.Min(row))
		}
		return h.slot("least") == least && least < 0
	}},
	{"gram-matrix/neighbours", `\{agreeing\} \{have\} one answer`, func(h heard) bool {
		return h.slot("agreeing") == count(h.Column("answers", "answers"), func(n float64) bool { return n == 1 })
	}},
	{"", `^To rounding \{components\} have the same`, func(h heard) bool {
		v := h.Column("eigenvalues", "eigenvalue")
		for _, list := range componentsIn(h.said.Values[0].(string)) {
			if v != nil && !alike(v[list-1], v[list]) {
				return false
			}
		}
		return true
	}},
	{"", `^Convicted by`, least(func(v, rounding float64) bool { return v < -rounding/2 })},
	{"", `^No witness found .* 0 to rounding`, least(func(v, rounding float64) bool { return math.Abs(v) <= 2*rounding })},
	{"", `^No witness found .* above 0`, least(func(v, rounding float64) bool { return v > rounding/2 })},
	{"", `K has \{negative\}`, negatives},
	{"string-kernels/edit", `are negative: this is no kernel`, negatives},
	{"string-kernels/edit", `^None is negative`, least(func(v, rounding float64) bool { return v >= -2*rounding })},
	{"kernel-algebra/builder", `smallest eigenvalue of K is 0`, least(func(v, rounding float64) bool {
		return math.Abs(v) <= 2*rounding
	})},
	{"ridge/shrink", `keeps? more than half`, func(h heard) bool {
		return h.slot("more_than_half") == count(h.Column("directions", "share"), func(s float64) bool { return s > 0.5+1e-9 })
	}},
	{"bandwidth/gram", `more than half alike`, func(h heard) bool {
		K, n := h.Rows("gram"), 0.0
		for i, row := range K {
			n += count(row[:i], func(v float64) bool { return v > 0.5 })
		}
		return h.slot("half") == n
	}},
}

// componentsIn are the components named, but for the last: 6 of “PC6 and PC7”.
func componentsIn(list string) (all []int) {
	for _, digits := range numbersIn.FindAllString(list, -1) {
		n := 0
		for _, d := range digits {
			n = 10*n + int(d-'0')
		}
		all = append(all, n)
	}
	return all[:len(all)-1]
}

// clusters counts the points of each label.
func clusters(labels []float64) map[float64]float64 {
	n := map[float64]float64{}
	for _, l := range labels {
		n[l]++
	}
	return n
}

var heldClusters = []asHeld{
	{"kernel-distances/tree", `^By \{linkage\} linkage`, func(h heard) bool {
		sizes, most := clusters(h.Column("clusters", "label")), 0.0
		for _, n := range sizes {
			most = math.Max(most, n)
		}
		return h.slot("clusters") == float64(len(sizes)) && h.slot("largest_cluster") == most
	}},
	{"kernel-distances/tree", `^The last two merge`, func(h heard) bool {
		return h.slot("last_merge") == floats.Max(h.Column("merges", "height"))
	}},
	{"kernel-distances/knn", `are outvoted by|is outvoted by|\{are\} outvoted`, func(h heard) bool {
		class, label, n := h.Column("data", "class"), h.Column("votes", "label"), 0.0
		for i := range class {
			if class[i] != label[i] {
				n++
			}
		}
		return h.slot("loo_errors") == n
	}},
	{"kernel-distances/kmeans", `\{have\} moved`, func(h heard) bool {
		now, before, n := h.Column("clusters", "label"), h.Column("clusters", "before"), 0.0
		for i := range now {
			if now[i] != before[i] {
				n++
			}
		}
		return h.slot("moved") == n
	}},
	{"kernel-distances/kmeans", `^The least J of`, func(h heard) bool {
		all := h.Column("starts", "objective")
		least, trace := floats.Min(all), 0.0
		for i, row := range h.Rows("gram") {
			trace += math.Abs(row[i])
		}
		return h.slot("least") == least && h.slot("starts") == float64(len(all)) &&
			h.slot("there") == count(all, func(v float64) bool { return v-least <= 1e-11*trace })
	}},
	{"kernel-distances/density", `^Within r`, func(h heard) bool {
		return h.slot("core") == count(h.Column("clusters", "core"), nonzero) && h.slot("outside") == count(h.Column("clusters", "label"), func(l float64) bool { return l < 0 })
	}},
	{"kernel-distances/outliers", `number \{farthest\} is the farthest`, func(h heard) bool {
		d := h.Column("scores", "distance")
		at := floats.MaxIdx(d)
		return h.slot("farthest") == float64(at+1) && count(d, func(v float64) bool { return v >= d[at]*(1-1e-12) }) == 1
	}},
	{"kernel-distances/outliers", `\{tied\} are as far`, func(h heard) bool {
		d := h.Column("scores", "distance")
		return h.slot("tied") == count(d, func(v float64) bool { return alike(v, floats.Max(d)) && floats.Max(d)-v <= 1e-8*floats.Max(d) })
	}},
	{"string-kernels/lengths", `the fewest: \{best_error\}`, func(h heard) bool {
		e := h.Column("profile", "error")
		return h.slot("best_error") == floats.Min(e) && h.slot("best_length") == h.Column("profile", "length")[floats.MinIdx(e)]
	}},
}

// leastOf holds that a number is the least of a column.
func leastOf(slot, series, column string) func(h heard) bool {
	return func(h heard) bool { return h.slot(slot) == floats.Min(h.Column(series, column)) }
}

var heldPaths = []asHeld{
	{"kernel-ridge-regression/path", `^It is least,`, leastOf("best_loo_rmse", "path", "loo_rmse")},
	{"kernel-ridge-regression/path", `at every λ of the path`, func(h heard) bool {
		e := h.Column("path", "loo_rmse")
		return alike(floats.Min(e), floats.Max(e))
	}},
	{"bandwidth/map", `^The least on the map`, func(h heard) bool {
		least, at := math.Inf(1), [2]int{}
		for i, row := range h.Rows("loo_rmse") {
			if j := floats.MinIdx(row); row[j] < least {
				least, at = row[j], [2]int{i, j}
			}
		}
		return h.slot("best_loo_rmse") == least && h.slot("best_bandwidth") == h.Column("bandwidths", "bandwidth")[at[1]] &&
			alike(h.slot("best_lambda"), h.Column("lambdas", "lambda")[at[0]])
	}},
	{"large-n/approximate", `the least distance drawn is`, leastOf("least", "errors", "error")},
	{"approximation-error/budget", `^The total is least at`, func(h heard) bool {
		risk := h.Column("budget", "risk")
		return h.slot("best_degree") == h.Column("budget", "degree")[leastNumber(risk)]
	}},
	{"woodbury/residual", `^The largest residual`, func(h heard) bool {
		return h.slot("largest_residual") == floats.Norm(h.Column("alpha", "residual"), math.Inf(1))
	}},
	{"kernel-trick/digits", `are misread`, func(h heard) bool {
		f, odd, n := h.Column("sorted", "f"), h.Column("sorted", "odd"), 0.0
		for i := range f {
			if f[i]*odd[i] <= 0 {
				n++
			}
		}
		return h.slot("misread") == n
	}},
	{"rkhs/quadratics", `, the same\.`, func(h heard) bool { return alike(h.slot("inner"), h.Find("value")) }},
	{"representer-theorem/l1", `, in it too`, func(h heard) bool { return h.Find("away") == 0 }},
	{"feature-maps/project", `(?i)right angle`, func(h heard) bool {
		r := h.Column("readings", "residual")
		return math.Abs(floats.Sum(r)) <= 1e-9*floats.Norm(r, 1)+1e-12
	}},
}

// leastNumber is the place of the least that is a number.
func leastNumber(v []float64) int {
	best := -1
	for i, x := range v {
		if !math.IsNaN(x) && (best < 0 || x < v[best]) {
			best = i
		}
	}
	return best
}
