package mercer

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/data"
)

const num = coursetest.Num

type told = *coursetest.Told

// named is the point of a name as a sentence has it; −1 for none.
func named(s told, name string) int {
	for i := range s.Column("data", "x1") {
		own := "point " + strconv.Itoa(i+1)
		if s.Choice("data") == "foods" {
			own = strings.ReplaceAll(data.FoodNames()[i], ", ", " ")
		}
		if own == name {
			return i
		}
	}
	return -1
}

// off is the largest error of an entry, the largest on the diagonal, and what counts as
// none.
func off(s told) (all, diagonal, none float64) {
	K, R := s.Rows("gram"), s.Rows("rebuilt")
	for i := range K {
		for j := range K {
			e := math.Abs(K[i][j] - R[i][j])
			if all = math.Max(all, e); i == j {
				diagonal = math.Max(diagonal, e)
			}
		}
	}
	v := s.Column("eigenvalues", "eigenvalue")
	return all, diagonal, 2 * engine.Rounding(len(v), math.Max(math.Abs(v[0]), math.Abs(v[len(v)-1])))
}

// signs counts the positive and the negative eigenvalues.
func signs(s told) (positive, negative int) {
	for _, v := range s.Column("eigenvalues", "eigenvalue") {
		if v > 0 {
			positive++
		} else if v < 0 {
			negative++
		}
	}
	return positive, negative
}

func kept(s told) int {
	positive, _ := signs(s)
	return min(int(s.Param("kept")), positive)
}

func tie(s told) bool {
	v, m := s.Column("eigenvalues", "eigenvalue"), kept(s)
	positive, _ := signs(s)
	return m > 0 && m < positive && engine.Agree(v[m-1], v[m], v[0])
}

func TestEmbedTells(t *testing.T) {
	some := func(s told) bool { return s.Message == "" && len(s.Column("data", "x1")) > 0 }
	exact := func(s told) bool {
		all, _, none := off(s)
		return all <= none
	}
	on := func(s told) bool {
		all, diagonal, _ := off(s)
		return engine.Agree(diagonal, all, all)
	}
	coursetest.Tells(t, Lesson, "embed", 3, []string{"at=3", "kernel=gaussian&at=13&with=14", "data=points&points=1,2,1&at=1&with=1", "data=points&points=1,2,1;1,2,1&kernel=gaussian&bandwidth=1", "data=points&points=0,0,1", "kernel=gaussian&bandwidth=0.01", "kernel=sigmoid&kept=24", "data=points&points=1,0,1;-1,0,1&kernel=min"},
		coursetest.Clause{Says: `(\d+) points?, (\d+) of (\d+) coordinates? kept\.`, Holds: func(s told, m []string) bool {
			positive, _ := signs(s)
			R, Z := s.Rows("rebuilt"), s.Rows("all_coordinates")
			for i := range R {
				for j := range R {
					sum := 0.0
					for l := range kept(s) {
						sum += Z[i][l] * Z[j][l]
					}
					if math.Abs(sum-R[i][j]) > 1e-9*(1+math.Abs(R[i][i])+math.Abs(R[j][j])) {
						return false
					}
				}
			}
			return coursetest.Whole(m[0]) == len(R) && coursetest.Whole(m[1]) == kept(s) && coursetest.Whole(m[2]) == positive && positive > 0
		}, When: func(s told) bool { positive, _ := signs(s); return some(s) && positive > 0 }},
		coursetest.Clause{Says: `(\d+) points?, and no eigenvalue above 0: no coordinates\.`, Holds: func(s told, m []string) bool {
			return coursetest.Whole(m[0]) == len(s.Rows("gram")) && kept(s) == 0
		}, When: func(s told) bool { positive, _ := signs(s); return some(s) && positive == 0 }},
		coursetest.Clause{Says: `Every entry of K is rebuilt\.`, When: func(s told) bool { return some(s) && exact(s) }},
		coursetest.Clause{Says: `The largest error of an entry is ` + num + `, on the diagonal at ([^.]+?)(?: and (\d+) more)?\.`, Holds: func(s told, m []string) bool {
			all, _, _ := off(s)
			i, many := named(s, m[1]), 0
			for j, row := range s.Rows("gram") {
				if engine.Agree(math.Abs(row[j]-s.Rows("rebuilt")[j][j]), all, all) {
					many++
				}
			}
			return i >= 0 && coursetest.Is(m[0], all, 0) && engine.Agree(math.Abs(s.Rows("gram")[i][i]-s.Rows("rebuilt")[i][i]), all, all) && (m[2] == "") == (many == 1) && (m[2] == "" || coursetest.Whole(m[2]) == many-1)
		}, When: func(s told) bool { return some(s) && !exact(s) && on(s) }},
		coursetest.Clause{Says: `The largest error of an entry is ` + num + `, off the diagonal\.`, Holds: func(s told, m []string) bool {
			all, _, _ := off(s)
			_, negative := signs(s)
			return coursetest.Is(m[0], all, 0) && negative > 0
		}, When: func(s told) bool { return some(s) && !exact(s) && !on(s) }},
		coursetest.Clause{Says: `The last eigenvalue kept and the first left out agree to nine digits, so these coordinates are some of many\.`, When: func(s told) bool { return some(s) && tie(s) }},
		coursetest.Clause{Says: `(\d+) eigenvalues? (?:is|are) negative, down to ` + num + `: no points have this K for their inner products\.`, Holds: func(s told, m []string) bool {
			v := s.Column("eigenvalues", "eigenvalue")
			_, negative := signs(s)
			return coursetest.Whole(m[0]) == negative && coursetest.Is(m[1], v[len(v)-1], 0)
		}, When: func(s told) bool { _, negative := signs(s); return some(s) && negative > 0 }},
		coursetest.Clause{Says: `Point (\d+) is [^;]*?; K has ` + num + ` for its squared length, and ` + num + ` is rebuilt(?:\. With ([^.]+?) it has ` + num + `, rebuilt as ` + num + `)?\.`, Holds: func(s told, m []string) bool {
			i, K, R := int(s.Param("at"))-1, s.Rows("gram"), s.Rows("rebuilt")
			_, _, none := off(s)
			if (m[3] != "") != (s.Param("with") > 0) {
				return false
			}
			if m[3] != "" {
				j := named(s, m[3])
				if j != int(s.Param("with"))-1 || !coursetest.Is(m[4], K[i][j], 0) || !coursetest.Is(m[5], R[i][j], none) {
					return false
				}
			}
			return coursetest.Whole(m[0]) == i+1 && coursetest.Is(m[1], K[i][i], 0) && coursetest.Is(m[2], R[i][i], none)
		}},
	)
}

func TestTaylorTells(t *testing.T) {
	own := func(s told) bool { return s.Choice("basis") == "half" }
	coursetest.Tells(t, Lesson, "taylor", 6, []string{"features=1", "features=130&bandwidth=5", "basis=whole&features=130"},
		coursetest.Clause{Says: `(\d+) features? at ℓ = ` + num + `\. The largest error on a grid of x and y from −5 to 5 is ` + num + `(?: to rounding)?, and at y = ` + num + ` it is ` + num + `(?: to rounding)?\. x is alike to itself to within 0\.01 up to \|x\| = ` + num + `\.`, Holds: func(s told, m []string) bool {
			largest, sliced := 0.0, 0.0
			for _, row := range s.Rows("error") {
				for _, e := range row {
					largest = math.Max(largest, e)
				}
			}
			k, rebuilt := s.Column("slice", "k"), s.Column("slice", "rebuilt")
			for i, x := range s.Column("slice", "x") {
				d := (x - s.Param("y")) / s.Param("bandwidth")
				if math.Abs(k[i]-math.Exp(-d*d/2)) > 1e-12 {
					return false
				}
				sliced = math.Max(sliced, math.Abs(k[i]-rebuilt[i]))
			}
			width := s.Param("bandwidth")
			if !own(s) {
				width /= math.Sqrt2
			}
			far, step := coursetest.Reads(m[5])
			at := func(x float64) float64 { return tail(x/width*x/width, coursetest.Whole(m[0])) }
			return coursetest.Whole(m[0]) == int(s.Param("features")) && coursetest.Is(m[1], s.Param("bandwidth"), 0) && coursetest.Is(m[2], largest, 0) && coursetest.Is(m[3], s.Param("y"), 0) && coursetest.Is(m[4], sliced, engine.Rounding(int(s.Param("features")), 1)) &&
				at(far-step) <= small+1e-9 && at(far+step) >= small-1e-9
		}, When: func(told) bool { return true }},
		coursetest.Clause{Says: `For all of the picture to within 0\.01 it takes (\d+) features?\.`, Holds: func(s told, m []string) bool {
			mean := math.Pow(side/s.Param("bandwidth"), 2)
			return tail(mean, coursetest.Whole(m[0])) <= small && tail(mean, coursetest.Whole(m[0])-1) > small
		}, When: own},
		coursetest.Clause{Says: `They are features of another kernel, e\^\(−\(x − y\)²/ℓ²\), and no number of them rebuilds this one\.`, When: func(s told) bool { return !own(s) }},
	)
}
