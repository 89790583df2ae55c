package woodbury

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// Each slot about the two systems is so by their sides.
func TestBlocksSays(t *testing.T) {
	memory := func(side float64) string { return course.Memory(8 * side * side) }
	coursetest.Says(t, Lesson, "blocks", 40, []string{"n=200&d=200", "n=10&d=5"},
		func(t *testing.T, s *coursetest.State, b *blocks) {
			n, d := float64(b.n), float64(b.d)
			if s.Find("primal_gb") != 8*d*d/1e9 || s.Find("dual_gb") != 8*n*n/1e9 || s.Find("phi_gb") != 8e-9*n*d {
				t.Errorf("%v, %v and %v GB", s.Find("primal_gb"), s.Find("dual_gb"), s.Find("phi_gb"))
			}
		},
		coursetest.Claim[*blocks]{Text: saysSystems, When: coursetest.Always[*blocks],
			Words: map[string]func(*blocks) string{
				"primal_memory": func(b *blocks) string { return memory(float64(b.d)) },
				"dual_memory":   func(b *blocks) string { return memory(float64(b.n)) },
			}},
	)
}

// checkRace holds the two times to those drawn, of the day said.
func checkRace(t *testing.T, s *coursetest.State, r *race) {
	series := "race"
	if r.fresh {
		series = "measured"
	}
	i := slices.Index(s.Column(series, "features"), float64(r.at.d))
	if i < 0 || s.Column(series, "primal_ms")[i] != r.primal || s.Column(series, "dual_ms")[i] != r.dual {
		t.Errorf("%v and %v ms are not place %d of those drawn", r.primal, r.dual, i)
	}
	primal, ok := recording().Tasks[r.at.name("primal")]
	if !r.fresh && (!ok || primal.Mid != r.primal || recording().Tasks[r.at.name("dual")].Mid != r.dual) {
		t.Errorf("%v and %v ms are not those recorded", r.primal, r.dual)
	}
	for k, way := range []string{"primal", "dual"} {
		shortest, longest := s.Column(series, way+"_shortest_ms")[i], s.Column(series, way+"_longest_ms")[i]
		if r.runs[k].Low != shortest || r.runs[k].High != longest {
			t.Errorf("the runs of the %s took %v to %v ms, and %v to %v are drawn", way, r.runs[k].Low, r.runs[k].High,
				shortest, longest)
		}
	}
	// On a busy machine it is empty.
	live := slices.ContainsFunc(s.Series, func(of course.Series) bool { return of.Name == "measured" })
	if live != r.measured.Live {
		t.Errorf("times are measured just now: %t", live)
	}
}

func TestRaceSays(t *testing.T) {
	words := map[string]func(*race) string{
		"when":    func(*race) string { return recording().Date },
		"machine": func(*race) string { return recording().Machine },
		"here":    func(r *race) string { return r.measured.Machine },
		"why":     func(r *race) string { return r.measured.Why },
	}
	live := func(r *race) bool { return r.measured.Live }
	far := func(r *race) bool { return r.at.d > liveFeatures }
	coursetest.Says(t, Lesson, "race", 3, []string{"n=50&d=10", "n=200&d=5000"}, checkRace,
		coursetest.Claim[*race]{Text: saysTimes, When: coursetest.Always[*race]},
		coursetest.Claim[*race]{Text: saysSpread, When: coursetest.Always[*race],
			Words: map[string]func(*race) string{"verdict": func(r *race) string {
				primal, dual := r.runs[0], r.runs[1]
				if max(primal.Low, dual.Low) > min(primal.High, dual.High) {
					return "these do not overlap"
				}
				return "these overlap"
			}}},
		coursetest.Claim[*race]{Text: saysRecorded, Words: words,
			When: func(r *race) bool { return !live(r) && r.measured.Why == "" }},
		coursetest.Claim[*race]{Text: saysFresh, Words: words, Rare: true, When: func(r *race) bool { return r.fresh }},
		coursetest.Claim[*race]{Text: saysUpTo, Words: words, Rare: true,
			When:  func(r *race) bool { return live(r) && far(r) },
			Slots: map[string]func(*race) float64{"most": func(*race) float64 { return liveFeatures }}},
		coursetest.Claim[*race]{Text: saysNoTime, Words: words, Rare: true,
			When: func(r *race) bool { return live(r) && !far(r) && !r.fresh }},
		coursetest.Claim[*race]{Text: saysBusy, Words: words, Rare: true,
			When: func(r *race) bool { return !live(r) && r.measured.Why != "" }},
	)
}

// checkEnd computes the rank and the condition number of a matrix anew.
func checkEnd(t *testing.T, s *coursetest.State, name string, e end) {
	var svd mat.SVD
	rows := s.Rows(name)
	if !svd.Factorize(mat.NewDense(len(rows), len(rows), slices.Concat(rows...)), mat.SVDNone) {
		t.Fatal("no singular values")
	}
	values := svd.Values(nil)
	rank := floats.Count(func(v float64) bool { return v > engine.Rounding(len(values), values[0]) }, values)
	condition := values[0] / values[len(values)-1]
	full := rank == len(values)
	if e.rank != rank || full && !(math.Abs(e.condition-condition) <= 0.01*condition) {
		t.Errorf("%s has rank %v and condition %v, not %v and %v", e.name, rank, condition, e.rank, e.condition)
	}
}

// checkProof holds that a derivation is missing only where a matrix has hardly an inverse,
// and that first line and last differ by no more than the distances between them.
func checkProof(t *testing.T, s *coursetest.State, r *proof) {
	checkEnd(t, s, "left", r.left)
	checkEnd(t, s, "right", r.right)
	names := [2]string{"A + UCV", "C⁻¹ + VA⁻¹U"}
	if s.Choice("identity") == "push" {
		names = [2]string{"ΦᵀΦ + cI", "ΦΦᵀ + cI"}
	}
	if names != [2]string{r.left.name, r.right.name} || len(s.Rows("left")) != r.d || len(s.Rows("right")) != r.n {
		t.Errorf("%q and %q, of %d and %d rows", r.left.name, r.right.name, len(s.Rows("left")), len(s.Rows("right")))
	}
	if r.failed != nil {
		short := r.left.rank < r.d || r.right.rank < r.n
		if !short && math.Max(r.left.condition, r.right.condition) <= 1e12 || s.Message == "" {
			t.Errorf("no derivation, with the message “%s”", s.Message)
		}
		return
	}
	first, last := slices.Concat(s.Rows("first_line")...), slices.Concat(s.Rows("last_line")...)
	sum, size := 0.0, 0.0
	for i, v := range first {
		sum, size = sum+(v-last[i])*(v-last[i]), size+v*v
	}
	largest := slices.Max(s.Column("distances", "distance"))
	if r.largest() != largest || math.Sqrt(sum) > 2*float64(len(r.lines))*largest*math.Sqrt(size)+1e-300 {
		t.Errorf("lines differ by %v, and first and last by %v of %v", r.largest(), math.Sqrt(sum), math.Sqrt(size))
	}
}

func TestProofSays(t *testing.T) {
	failed := func(r *proof) bool { return r.failed != nil }
	ranks := func(full bool) func(r *proof) [][]any {
		return func(r *proof) (each [][]any) {
			for i, e := range []end{r.left, r.right} {
				size := []int{r.d, r.n}[i]
				values := []any{e.name, e.rank, size}
				if full {
					values = append(values, e.condition)
				}
				if failed(r) && full == (e.rank == size) {
					each = append(each, values)
				}
			}
			return each
		}
	}
	coursetest.Says(t, Lesson, "proof", 25,
		[]string{
			"lambda=1e-16", "identity=singular", "identity=woodbury", "n=1&d=1", "n=12&d=1&lambda=1e-16",
			"n=8&d=40&lambda=4.82e-13",
		},
		checkProof,
		coursetest.Claim[*proof]{Text: saysNone, When: failed},
		coursetest.Claim[*proof]{Text: saysRank, Each: ranks(false)},
		coursetest.Claim[*proof]{Text: saysFull, Each: ranks(true)},
		coursetest.Claim[*proof]{Text: saysLines, When: func(r *proof) bool { return !failed(r) },
			Slots: map[string]func(*proof) float64{
				"lines": func(r *proof) float64 { return map[string]float64{"push": 6, "woodbury": 7}[r.kind] },
				"rows":  func(r *proof) float64 { return float64(r.d) },
				"columns": func(r *proof) float64 {
					if r.kind == "push" {
						return float64(r.n)
					}
					return float64(r.d)
				},
			}},
	)
}
