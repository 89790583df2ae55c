package psdkernels

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/curves/curvestest"
)

const num = coursetest.Num

type told = *coursetest.Told

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// spectrum are the least eigenvalue, by gonum, and what is zero to rounding.
func spectrum(s told) (least, zero float64) {
	rows := s.Rows("gram")
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
	values := e.Values(nil)
	return values[0], engine.Rounding(len(rows), math.Max(math.Abs(values[0]), math.Abs(values[len(values)-1])))
}

// says are the clauses that a Gram matrix is judged by.
func says() []coursetest.Clause {
	who := `(this point|these (\d+) points)`
	right := func(s told, who, n string) bool {
		return who == "this point" && len(s.Rows("gram")) == 1 || n == strconv.Itoa(len(s.Rows("gram"))) && n != "1"
	}
	return []coursetest.Clause{
		{Says: `Convicted by ` + who + `: along the witness cᵀKc = ` + num + `, so this similarity is no kernel\.`, Holds: func(s told, m []string) bool {
			least, zero := spectrum(s)
			c := s.Column("witness", "c")
			if c == nil { // the zoo draws none
				return right(s, m[0], m[1]) && coursetest.Is(m[2], least, zero) && least < -zero
			}
			sum := 0.0
			for i, row := range s.Rows("gram") {
				sum += c[i] * floats.Dot(row, c)
			}
			return right(s, m[0], m[1]) && sum < 0 && coursetest.Is(m[2], sum, zero) && math.Abs(floats.Norm(c, 2)-1) < 1e-9 && least < -zero
		}},
		{Says: `None found for ` + who + `: the smallest eigenvalue is ` + num + `, so cᵀKc is above 0 for every c but 0\. Other points may have a witness\.`, Holds: func(s told, m []string) bool {
			least, zero := spectrum(s)
			return right(s, m[0], m[1]) && coursetest.Is(m[2], least, zero) && least > zero && s.Column("witness", "c") == nil
		}},
		{Says: `None found for ` + who + `: the smallest eigenvalue is 0 to rounding, which allows ` + num + `\. Other points may have a witness\.`, Holds: func(s told, m []string) bool {
			least, zero := spectrum(s)
			return right(s, m[0], m[1]) && coursetest.Is(m[2], zero, 0) && math.Abs(least) <= zero && s.Column("witness", "c") == nil
		}},
	}
}

// Where arcs convict by little, in a state that was called doubtful, and where it is
// less than rounding, nobody says that no c convicts.
func TestArcsAreConvictedByLittle(t *testing.T) {
	p := coursetest.State(t, Lesson, "detective", "n=57&bandwidth=0.541")
	if v := p.Find("smallest"); !(v < -2e-8 && v > -3e-8) || p.Find("negative") == 0 {
		t.Errorf("57 hours at ℓ = 0.541: smallest %v, %v negative", v, p.Find("negative"))
	}
	p = coursetest.State(t, Lesson, "detective", "n=48&bandwidth=0.398")
	K := p.Matrices[0].Values.(mat.Symmetric)
	report, err := engine.CheckPSD(K)
	if err != nil || report.Verdict != engine.SemiDefinite || p.Find("smallest") != 0 || strings.Contains(p.Description, "no c") {
		t.Errorf("48 hours at ℓ = 0.398: %v, %+v; %s", err, report.Value, p.Description)
	}
}

func TestDetectiveTells(t *testing.T) {
	shown := func(s told) bool { return s.Message == "" }
	coursetest.Tells(t, Lesson, "detective", 2, []string{"at=3", "data=points&points=none", handQuery, "kernel=linear&data=points&points=-1,0;1,0&at=2", "data=points&points=3,4", "kernel=min&data=irises&at=12", "n=1"},
		append(says(),
			coursetest.Clause{Says: `Entries of K lie between ` + num + `(?: to rounding)? and ` + num + `\.`, Holds: func(s told, m []string) bool {
				least, most := math.Inf(1), math.Inf(-1)
				for _, row := range s.Rows("gram") {
					least, most = math.Min(least, slices.Min(row)), math.Max(most, slices.Max(row))
				}
				return coursetest.Is(m[0], least, 1e-14*math.Max(-least, most)) && coursetest.Is(m[1], most, 0)
			}, When: shown},
			coursetest.Clause{Says: `Point (\d+) is at \(` + num + `, ` + num + `\), with k = ` + num + ` to itself(?: and c = ` + num + `)?\.`, Holds: func(s told, m []string) bool {
				i := int(s.Param("at")) - 1
				c := s.Column("witness", "c")
				return m[0] == strconv.Itoa(i+1) && coursetest.Is(m[1], s.Column("data", "x1")[i], 0) && coursetest.Is(m[2], s.Column("data", "x2")[i], 0) &&
					coursetest.Is(m[3], s.Rows("gram")[i][i], 0) && (c == nil && m[4] == "" || c != nil && coursetest.Is(m[4], c[i], 0))
			}, When: func(s told) bool { return shown(s) && s.Param("at") > 0 }},
			coursetest.Clause{Says: `No points, no witness\.`, When: func(s told) bool { return s.Choice("points") == "none" && s.Choice("data") == "points" }},
			coursetest.Clause{Says: `No eigenvalues\.`, Rare: true},
		)...)
}

func TestZooTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "zoo", 4, []string{"kernel=min&data=positive", "kernel=linear", "z=2&kernel=laplacian"},
		append([]coursetest.Clause{
			{Says: `k\(x, ` + num + `\) goes from ` + num + ` to ` + num + `\.`, Holds: func(s told, m []string) bool {
				k := s.Column("kernel", "k")
				return coursetest.Is(m[0], s.Param("z"), 0.05) && coursetest.Is(m[1], slices.Min(k), 0) && coursetest.Is(m[2], slices.Max(k), 0)
			}, When: func(told) bool { return true }},
			{Says: `The five functions stay within ±` + num + `\.`, Holds: func(s told, m []string) bool {
				top := 0.0
				for _, f := range []string{"f1", "f2", "f3", "f4", "f5"} {
					top = math.Max(top, floats.Norm(s.Column("functions", f), math.Inf(1)))
				}
				return coursetest.Is(m[0], top, 0)
			}, When: func(told) bool { return true }},
		}, says()...)...)
}

// The α are the same whatever the kernel, and the functions are made of them.
func TestZooKeepsItsWeights(t *testing.T) {
	a := coursetest.State(t, Lesson, "zoo", "")
	b := coursetest.State(t, Lesson, "zoo", "kernel=min&data=positive")
	for m := range functions {
		name := "f" + strconv.Itoa(m+1)
		alpha := coursetest.Values(t, b, "alpha", name)
		if !slices.Equal(coursetest.Values(t, a, "alpha", name), alpha) {
			t.Errorf("%s has other α with another kernel", name)
		}
		xs := coursetest.Values(t, b, "functions", "x")
		for g, f := range coursetest.Values(t, b, "functions", name) {
			sum := 0.0
			for i, a := range alpha {
				sum += a * math.Min(0.5*float64(i), xs[g])
			}
			if math.Abs(sum-f) > 1e-9 {
				t.Fatalf("%s(%g) = %v, want %v", name, xs[g], f, sum)
			}
		}
	}
}

func TestFitTells(t *testing.T) {
	// Neither the periodic kernel nor the cosine is offered here.
	clauses := slices.DeleteFunc(curvestest.Ridge(), func(c coursetest.Clause) bool {
		return strings.Contains(c.Says, "repeats") || strings.Contains(c.Says, "too often") || strings.Contains(c.Says, "no direction")
	})
	coursetest.Tells(t, Lesson, "fit", 3, []string{"lambda=0.0001", "kernel=min&lambda=10", "at=3"}, clauses...)
}
