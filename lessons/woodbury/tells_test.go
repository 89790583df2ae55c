package woodbury

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramophone/lessons/course/coursetest"
)

const num = coursetest.Num

type told = *coursetest.Told

// Each clause about the two systems is so by a count of their multiplications.
func TestBlocksTells(t *testing.T) {
	sizes := func(s told) (n, d int) { return int(s.Param("n")), int(s.Param("d")) }
	// work counts, entry by entry of half of each symmetric matrix, what the way over a
	// k×k system of m-long products takes.
	work := func(k, m float64) float64 { return m*k*(k+1)/2 + m*k + k*k*k/6 + k*k }
	ways := func(s told) (primal, dual float64) {
		n, d := sizes(s)
		return work(float64(d), float64(n)), work(float64(n), float64(d))
	}
	coursetest.Tells(t, Lesson, "blocks", 60, []string{"n=200&d=200", "n=1&d=1", "n=200&d=201", "n=201&d=200", "n=1&d=1000"},
		coursetest.Clause{Says: `With (\d+) points? and (\d+) features? the primal solves a (\d+)×(\d+) system, the dual a (\d+)×(\d+) one:`, Holds: func(s told, m []string) bool {
			n, d := sizes(s)
			return slices.Equal(m, []string{strconv.Itoa(n), strconv.Itoa(d), strconv.Itoa(d), strconv.Itoa(d), strconv.Itoa(n), strconv.Itoa(n)})
		}},
		coursetest.Clause{Says: `the (dual|primal) takes ` + num + ` times fewer multiplications\.`, Holds: func(s told, m []string) bool {
			primal, dual := ways(s)
			if m[0] == "primal" {
				primal, dual = dual, primal
			}
			return primal > dual && coursetest.Is(m[1], primal/dual, 0)
		}},
		coursetest.Clause{Says: `the same work\.`, When: func(s told) bool { primal, dual := ways(s); return primal == dual }},
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
	rank := func(s told, name string) (n int) {
		var svd mat.SVD
		rows := s.Rows(name)
		m := mat.NewDense(len(rows), len(rows), nil)
		for i, row := range rows {
			m.SetRow(i, row)
		}
		if !svd.Factorize(m, mat.SVDNone) {
			return -1
		}
		values := svd.Values(nil)
		for _, v := range values {
			if v > values[0]*float64(len(values))*0x1p-52 {
				n++
			}
		}
		return n
	}
	failed := func(s told) bool { return s.Message != "" }
	coursetest.Tells(t, Lesson, "proof", 25, []string{"lambda=1e-16", "identity=singular", "identity=woodbury", "n=1&d=1", "n=12&d=1&lambda=1e-16"},
		coursetest.Clause{Says: `No derivation\. (.*?) has rank (\d+) of (\d+), (.*?) rank (\d+) of (\d+)\.`, Holds: func(s told, m []string) bool {
			names := []string{"A + UCV", "C⁻¹ + VA⁻¹U"}
			if s.Choice("identity") == "push" {
				names = []string{"ΦᵀΦ + cI", "ΦΦᵀ + cI"}
			}
			return m[0] == names[0] && m[3] == names[1] && m[1] == strconv.Itoa(rank(s, "left")) && m[4] == strconv.Itoa(rank(s, "right")) && m[2] == s.Choice("d") && m[5] == s.Choice("n")
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
