package psdkernels

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// handQuery is the state of the worked example.
const handQuery = "kernel=polynomial&degree=2&offset=-2&data=points&points=1,0;-1,0"

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 24)
	for name, query := range map[string]string{
		"dial":      "",
		"narrow-12": "bandwidth=0.7",
		"narrow-24": "bandwidth=0.7&n=24",
		"min-line":  "kernel=min&data=line&n=20",
		"offset":    "kernel=polynomial&degree=2&offset=-1&data=cloud&n=30",
		"iris":      "kernel=maximum&data=irises&bandwidth=1",
		"tanh-one":  "kernel=sigmoid&slope=1&offset=-1&data=points&points=0,0",
	} {
		facts.Read(memo, buildDetective, query, name, "", "smallest", "-negative", "negative", "-least", "least_entry")
	}
	dial := facts.Read(memo, buildDetective, "", "dial-", "largest", "largest").Matrices[0].Values
	facts["dial-near"], facts["dial-far"] = dial.At(0, 1), dial.At(0, 6)
	facts.Read(memo, buildDetective, "kernel=linear&data=points&points=-1,0;1,0", "linear-",
		"least", "least_entry", "smallest", "smallest")

	hand := facts.Read(memo, buildDetective, handQuery, "hand-", "smallest", "smallest", "largest", "largest")
	K := hand.Matrices[0].Values
	facts["hand-11"], facts["hand-12"] = K.At(0, 0), K.At(0, 1)
	facts["hand-form"] = form(K.(mat.Symmetric), []float64{1, -1})

	fit := facts.Read(memo, buildFit, "", "fit-", "freedom", "degrees_of_freedom")
	values := fit.Column("eigenvalues", "eigenvalue")
	least := math.Inf(1)
	rounding := engine.Rounding(len(values), math.Max(values[0], -values[len(values)-1]))
	for _, s := range values {
		if s < -rounding {
			facts["fit-negative"]++
			least = math.Min(least, -s)
		}
	}
	facts["fit-minima"] = least / float64(len(values))
	facts["fit-quadratic"] = form(fit.Matrices[0].Values.(mat.Symmetric), fit.Column("alpha", "alpha"))
	facts.Read(memo, buildFit, "kernel=min&lambda=10", "broken-", "freedom", "degrees_of_freedom")

	many.Cite(facts, many.Parse(shares))

	iris := data.Iris()
	x := engine.Standardize(iris.X).Apply(iris.X)
	sigmoid := engine.Sigmoid{Slope: 1 / float64(len(x[0]))} // 1/(p · variance), and no offset
	facts["sklearn-negative"] = float64(course.Must(examine(engine.Gram(sigmoid, x))).negative())

	const large = 10_000
	facts["gigabytes"] = 8 * large * large / 1e9
	facts["flops"] = 4 * math.Pow(large, 3) / 3
	return facts
}
