package woodbury

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
)

const num = coursetest.Num

type told = *coursetest.Told

// Each clause about the two systems is so by their sides.
func TestBlocksTells(t *testing.T) {
	unit := map[string]float64{"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
	holds := func(text, of string, side float64) bool { return coursetest.Is(text, 8*side*side/unit[of], 0) }
	coursetest.Tells(t, Lesson, "blocks", 40, []string{"n=200&d=200", "n=10&d=5"},
		coursetest.Clause{Says: `With ` + num + ` points and ` + num + ` features the primal solves a system of ` + num + ` rows, the dual one of ` + num + `\. ΦᵀΦ takes ` + num + ` (\S+) of memory, ΦΦᵀ ` + num + ` (\S+)\.`, Holds: func(s told, m []string) bool {
			n, _ := strconv.ParseFloat(s.Choice("n"), 64)
			d, _ := strconv.ParseFloat(s.Choice("d"), 64)
			return coursetest.Is(m[0], n, 0) && coursetest.Is(m[1], d, 0) && coursetest.Is(m[2], d, 0) && coursetest.Is(m[3], n, 0) && holds(m[4], m[5], d) && holds(m[6], m[7], n)
		}, When: func(told) bool { return true }},
	)
}

// The times told are those drawn, and of the day said.
func TestRaceTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "race", 3, []string{"n=50&d=10", "n=200&d=5000"},
		coursetest.Clause{Says: `With (\d+) points and (\d+) features the primal takes ` + num + ` ms and the dual ` + num + ` ms\.`, Holds: func(s told, m []string) bool {
			if m[0] != s.Choice("n") || m[1] != s.Choice("d") {
				return false
			}
			series := "race"
			if s.Says("Measured just now on") {
				series = "measured"
			}
			d, err := strconv.ParseFloat(s.Choice("d"), 64)
			i := slices.Index(s.Column(series, "features"), d)
			return err == nil && i >= 0 && coursetest.Is(m[2], s.Column(series, "primal_ms")[i], 0) && coursetest.Is(m[3], s.Column(series, "dual_ms")[i], 0)
		}},
		coursetest.Clause{Says: `Times were recorded on \d{4}-\d\d-\d\d, \d+ cores?, .+\.$`, Holds: func(s told, _ []string) bool { return s.Column("measured", "features") == nil }},
		coursetest.Clause{Says: `Measured just now on \d+ cores?, .+\.$`, Holds: func(s told, _ []string) bool { return s.Column("measured", "features") != nil }, Rare: true},
		coursetest.Clause{Says: `Measured just now up to d = 1000 on .+; these two were recorded on .+\.$`, Holds: func(s told, _ []string) bool {
			return s.Column("measured", "features") != nil && (s.Choice("d") == "2000" || s.Choice("d") == "5000")
		}, Rare: true},
		coursetest.Clause{Says: `There was no time to measure both just now; these two were recorded on .+\.$`, Rare: true},
	)
}

// Each clause about the lines of a proof is so of their matrices.
func TestProofTells(t *testing.T) {
	rank := func(s told, name string) (n int, condition float64) {
		var svd mat.SVD
		rows := s.Rows(name)
		m := mat.NewDense(len(rows), len(rows), nil)
		for i, row := range rows {
			m.SetRow(i, row)
		}
		if !svd.Factorize(m, mat.SVDNone) {
			return -1, 0
		}
		values := svd.Values(nil)
		for _, v := range values {
			if v > engine.Rounding(len(values), values[0]) {
				n++
			}
		}
		return n, values[0] / values[len(values)-1]
	}
	// ranked reports whether that is said of a matrix: its condition number only where its
	// rank is full, and that of one of the two is too large where both are.
	ranked := func(s told, name, size string, said []string) bool {
		n, condition := rank(s, name)
		full := strconv.Itoa(n) == size
		return said[0] == strconv.Itoa(n) && said[1] == size && (said[2] != "") == full && (!full || coursetest.Is(said[2], condition, 0.01*condition))
	}
	failed := func(s told) bool { return s.Message != "" }
	coursetest.Tells(t, Lesson, "proof", 25, []string{"lambda=1e-16", "identity=singular", "identity=woodbury", "n=1&d=1", "n=12&d=1&lambda=1e-16", "n=8&d=40&lambda=4.82e-13"},
		coursetest.Clause{Says: `No derivation\. (.*?) has rank (\d+) of (\d+)(?: and the condition number ` + num + `)?, (.*?) rank (\d+) of (\d+)(?: and the condition number ` + num + `)?\.`, Holds: func(s told, m []string) bool {
			names := []string{"A + UCV", "C⁻¹ + VA⁻¹U"}
			if s.Choice("identity") == "push" {
				names = []string{"ΦᵀΦ + cI", "ΦΦᵀ + cI"}
			}
			left, a := rank(s, "left")
			right, b := rank(s, "right")
			short := left < len(s.Rows("left")) || right < len(s.Rows("right")) || math.Max(a, b) > 1e12
			return short && m[0] == names[0] && m[4] == names[1] && ranked(s, "left", s.Choice("d"), m[1:4]) && ranked(s, "right", s.Choice("n"), m[5:8])
		}, When: failed},
		coursetest.Clause{Says: `(\d+) lines, computed as they are written, give one (\d+)×(\d+) matrix: neighbours differ by at most ` + num + ` of its norm\. The first line inverts an? (\d+)×(\d+) matrix, the last an? (\d+)×(\d+) one\.`, Holds: func(s told, m []string) bool {
			first, last, distances := s.Rows("first_line"), s.Rows("last_line"), s.Column("distances", "distance")
			sum, size := 0.0, 0.0
			for i, row := range first {
				for j, v := range row {
					sum += (v - last[i][j]) * (v - last[i][j])
					size += v * v
				}
			}
			d, n := s.Choice("d"), s.Choice("n")
			return m[0] == strconv.Itoa(len(distances)) && m[1] == strconv.Itoa(len(first)) && m[2] == strconv.Itoa(len(first[0])) && coursetest.Is(m[3], slices.Max(distances), 0) &&
				math.Sqrt(sum) <= 2*float64(len(distances))*slices.Max(distances)*math.Sqrt(size)+1e-300 && slices.Equal(m[4:], []string{d, d, n, n})
		}, When: func(s told) bool { return !failed(s) }},
	)
}
