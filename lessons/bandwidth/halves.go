package bandwidth

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
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

// contestants are the rules that are compared so.
var contestants = []string{"median", "q10", "q75", "sigest"}

// ways are the columns of halves.csv: those rules, and three that look at the responses:
// leaving out one point, all points of one x, a tenth of the points.
func ways() []string { return slices.Concat(contestants, []string{"one", "together", "tenth"}) }

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
// leaving one out, in the middle one of the splits, and in how many of them it is less: on
// average a few would count for most, since a fit that ends before the points do may swing
// far beyond them.
func halfFacts(f course.Facts) {
	f["splits"], f["narrow_worse"] = splits, splits
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
			f[c.name+"_"+way+"_more"] = engine.Median(d)
			f[c.name+"_"+way+"_less"], f[c.name+"_"+way+"_same"] = less, same
			if way == "q10" || way == "sigest" {
				f["narrow_worse"] = math.Min(f["narrow_worse"], splits-less-same)
			}
		}
	}
}
