package largen

import (
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

// The ways held against each other over many samples of the whistle. It is too much to
// compute where a page is opened: counts.csv has the errors, and a test computes some of
// them again.

//go:embed counts.csv
var countsCSV string

// samples are how many seeds a claim that compares is counted over.
const samples = 60

// columns are what is recorded of a sample of 50,000: the distances from the truth of the
// exact fit to 2,000 and of all readings through 100 landmarks and 100 waves, each with the λ
// that leaving out each of its own readings chooses, and these λ; and how many landmarks bring
// 2,000 readings, and all, within a tenth of the least distance, with λ as the figure opens.
var columns = []string{
	"exact", "landmarks", "waves", "exact-lambda", "landmarks-lambda", "waves-lambda", "few", "many",
}

// ownLambdas are those that each way chooses from. 100 waves would often take a smaller one than
// the least, but rounding leaves the eigenvalues of ΦᵀΦ unknown to 10⁻¹¹, a fiftieth of nλ there.
var ownLambdas = []float64{1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 3.16e-9, 1e-8, 3.16e-8, 1e-7, 3.16e-7,
	1e-6, 3.16e-6, 1e-5, 3.16e-5, 1e-4, 3.16e-4, 1e-3, 3.16e-3, 1e-2}

// leastLeftOut is the λ with the least error when each reading is left out, and told by the fit
// to the others through the features Φ, of which s are the sums.
func leastLeftOut(s *engine.FeatureSums, Phi *mat.Dense, y, lambdas []float64) (float64, error) {
	var e mat.EigenSym
	if !e.Factorize(s.Gram, true) {
		return 0, engine.ErrNoConvergence
	}
	var turn, U, b mat.Dense // U = ΦV, where VᵀΦᵀΦV is diagonal
	e.VectorsTo(&turn)
	U.Mul(Phi, &turn)
	b.Mul(turn.T(), s.Cross)
	values := e.Values(nil)
	least, best := math.Inf(1), 0.0
	for _, lambda := range lambdas {
		if left := leftOut(&U, values, b.RawMatrix().Data, y, lambda); left < least {
			least, best = left, lambda
		}
	}
	return best, nil
}

// leftOut is Σ ((yᵢ − f(xᵢ)) / (1 − hᵢ))² with f(xᵢ) = Σⱼ uᵢⱼbⱼ/(sⱼ + nλ) and the leverage
// hᵢ = Σⱼ uᵢⱼ²/(sⱼ + nλ), where UᵀU has the diagonal s and b = Uᵀy.
func leftOut(U *mat.Dense, s, b, y []float64, lambda float64) (sum float64) {
	inverse := make([]float64, len(s))
	for j, v := range s {
		inverse[j] = 1 / (v + float64(len(y))*lambda)
	}
	for i, yi := range y {
		f, h := 0.0, 0.0
		for j, u := range U.RawRowView(i) {
			w := u * inverse[j]
			f, h = f+w*b[j], h+w*u
		}
		sum += (yi - f) * (yi - f) / ((1 - h) * (1 - h))
	}
	return sum
}

// enough is the first of errors that is within a tenth of the least.
func enough(errors []float64) int {
	least := slices.Min(errors)
	return slices.IndexFunc(errors, func(e float64) bool { return e <= 1.1*least })
}

// counts are the recorded columns.
var counts = sync.OnceValue(func() map[string][]float64 {
	rows, err := csv.NewReader(strings.NewReader(countsCSV)).ReadAll()
	if err != nil {
		panic("largen: counts.csv: " + err.Error()) // it is embedded
	}
	m := map[string][]float64{}
	for _, row := range rows {
		for j, name := range columns {
			v, err := strconv.ParseFloat(row[j+1], 64)
			if err != nil {
				panic("largen: counts.csv: " + err.Error())
			}
			m[name] = append(m[name], v)
		}
	}
	return m
})

// share is the share of numbers that are so.
func share(v []float64, is func(float64) bool) float64 {
	n := 0.0
	for _, x := range v {
		if is(x) {
			n++
		}
	}
	return n / float64(len(v))
}
