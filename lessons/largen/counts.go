package largen

import (
	"context"
	_ "embed"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gramophone/lessons/course"
)

// The ways held against each other over many samples of the whistle. It is too much to
// compute where a page is opened: counts.csv has the errors, and a test computes some of
// them again.

//go:embed counts.csv
var countsCSV string

// samples are how many seeds a claim that compares is counted over.
const samples = 60

// columns are what is recorded of a sample of 50,000: the distances from the truth of the
// exact fit to 2,000 and of all readings through 100 landmarks and 100 waves; and how many
// landmarks bring 2,000 readings, and all, within a tenth of the least distance.
var columns = []string{"exact", "landmarks", "waves", "few", "many"}

// contest is a row of counts.csv.
func contest(ctx context.Context, memo *course.Memo, seed int) []float64 {
	a := approximation{way: "exact", n: 50000, m: 100, ell: raceEll, lambda: raceLambda, seed: seed}
	row := []float64{course.Must(a.throughPoints(ctx, memo)).err}
	for _, way := range []string{"nystrom", "fourier"} {
		a.way = way
		row = append(row, course.Must(a.throughFeatures(ctx, memo)).err)
	}
	a.way = "nystrom"
	for _, n := range []int{2000, 50000} {
		a.n = n
		t := course.Must(a.throughFeatures(ctx, memo))
		row = append(row, t.sizes[enough(t.rmses)])
	}
	return row
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
