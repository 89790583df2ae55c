package bandwidth

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/data"
	"gramophone/lessons/model"
)

// Rules and cross-validation, held against each other on points that took no part in the
// choice. It is too much to compute where a page is opened: halves.csv has the errors,
// and a test computes them again.

// splits is how often each data set is cut in two.
const splits = 60

// A contest is a data set on which ways to choose a bandwidth are compared.
type contest struct {
	name string
	load func() engine.Dataset
}

var contests = []contest{{"mcycle", data.MCycle}, {"faithful", data.Faithful}, {"meuse", data.Zinc}}

// ways are the columns of halves.csv: the rules, and three that look at the responses:
// leaving out one point, all points of one x, a tenth of the points. The last is the
// 75 % quantile with λ down to the least of the sliders, where the others stop at the
// least of ruleLambdas.
func ways() []string {
	var all []string
	for _, r := range rules {
		all = append(all, r.name)
	}
	return append(all, "one", "together", "tenth", "deep")
}

// errorsOf cuts d in two at random, a third of it and two thirds, so that points at one x
// stay together. Each way chooses ℓ and λ on the two thirds, a rule its λ by leaving one
// out; what is returned is the root mean squared error on the third. The mean of the two
// thirds' responses is taken off before.
func errorsOf(d engine.Dataset, rng *rand.Rand) []float64 {
	var fitted, unseen engine.Dataset
	groups := engine.SameInputs(d.X)
	count := 0
	for _, g := range groups {
		count = max(count, g+1)
	}
	place := make([]int, count)
	for i, g := range rng.Perm(count) {
		place[g] = i
	}
	for i, g := range groups {
		to := &fitted
		if 3*place[g] >= 2*count {
			to = &unseen
		}
		to.X, to.Y = append(to.X, d.X[i]), append(to.Y, d.Y[i])
	}
	mean := stat.Mean(fitted.Y, nil)
	floats.AddConst(-mean, fitted.Y)
	floats.AddConst(-mean, unseen.Y)

	n := fitted.Len()
	var single, together, tenth [][]int
	for i, g := range engine.SameInputs(fitted.X) {
		single = append(single, []int{i})
		if g == len(together) {
			together = append(together, nil)
		}
		together[g] = append(together[g], i)
	}
	tenth = make([][]int, 10)
	for i, j := range rng.Perm(n) {
		tenth[i%10] = append(tenth[i%10], j)
	}
	D := engine.Distances(engine.Euclidean, fitted.X)
	between := engine.CrossDistances(engine.Euclidean, unseen.X, fitted.X)
	every := func(grid []float64) (v []float64) { // second place: enough, where valleys are this level
		for i := 0; i < len(grid); i += 2 {
			v = append(v, grid[i])
		}
		return v
	}
	lambdas := every(ruleLambdas)
	// least is the best of some λ at a bandwidth, with its error by those folds.
	least := func(s *engine.Spectrum, lambdas []float64, folds [][]int) (lambda, loo float64) {
		loo = math.Inf(1)
		for _, at := range s.CrossValidate(fitted.Y, lambdas, folds) {
			if at.Err == nil && at.RMSE < loo {
				lambda, loo = at.Lambda, at.RMSE
			}
		}
		return lambda, loo
	}
	test := func(s *engine.Spectrum, ell, lambda float64) float64 {
		alpha := course.Must(s.Solve(fitted.Y, lambda)).Alpha
		misses := make([]float64, unseen.Len())
		for i := range misses {
			misses[i] = unseen.Y[i]
			for j, a := range alpha {
				misses[i] -= a * gaussian(ell).OfDistance(between.At(i, j))
			}
		}
		return floats.Norm(misses, 2) / math.Sqrt(float64(len(misses)))
	}
	spectrum := func(ell float64) *engine.Spectrum {
		return course.Must(engine.Eigen(engine.GramFromDistances(gaussian(ell), D)))
	}
	var out []float64
	for _, r := range rules {
		ell := r.of(fitted.X)
		s := spectrum(ell)
		lambda, _ := least(s, lambdas, single)
		out = append(out, test(s, ell, lambda))
	}
	longest := mat.Max(D)
	best := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	var missed [3]float64
	for _, ell := range every(within(model.Bandwidths, longest/200, profileTo*longest)) {
		s := spectrum(ell)
		for k, folds := range [3][][]int{single, together, tenth} {
			if lambda, loo := least(s, lambdas, folds); loo < best[k] {
				best[k], missed[k] = loo, test(s, ell, lambda)
			}
		}
	}
	ell := quantile(0.75)(fitted.X)
	s := spectrum(ell)
	lambda, _ := least(s, every(model.Lambdas), single)
	return append(append(out, missed[:]...), test(s, ell, lambda))
}

//go:embed halves.csv
var recorded []byte

// halves are the recorded errors: of each data set, for each way, one a split.
var halves = sync.OnceValue(func() map[string]map[string][]float64 {
	rows, err := csv.NewReader(bytes.NewReader(recorded)).ReadAll()
	if err != nil {
		panic("bandwidth: halves.csv: " + err.Error())
	}
	all := map[string]map[string][]float64{}
	for _, row := range rows[1:] {
		if all[row[0]] == nil {
			all[row[0]] = map[string][]float64{}
		}
		for i, text := range row[2:] {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				panic(fmt.Sprintf("bandwidth: halves.csv: %v", err))
			}
			way := rows[0][2+i]
			all[row[0]][way] = append(all[row[0]][way], v)
		}
	}
	return all
})

// halfFacts say of each data set and way by how much its error differs from that of
// leaving one out, in the middle one of the splits and on average, and in how many of
// them it is less. On average a few splits count for most: a fit that ends before the
// points do may swing far beyond them.
func halfFacts(f course.Facts) {
	f["splits"] = splits
	for _, c := range contests {
		errors := halves()[c.name]
		one := errors["one"]
		f[c.name+"_one"] = stat.Mean(one, nil)
		for _, way := range ways() {
			less, same := 0.0, 0.0
			d := make([]float64, len(one))
			for i, v := range errors[way] {
				d[i] = v - one[i]
				if v < one[i] {
					less++
				} else if v == one[i] {
					same++
				}
			}
			f[c.name+"_"+way+"_more"], f[c.name+"_"+way+"_mean"] = engine.Median(d), stat.Mean(d, nil)
			f[c.name+"_"+way+"_less"], f[c.name+"_"+way+"_same"] = less, same
		}
	}
}
