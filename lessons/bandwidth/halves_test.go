package bandwidth

import (
	"bytes"
	"encoding/csv"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

var update = flag.Bool("update", false, "write halves.csv and chosen.csv anew")

// computed holds that the recorded numbers of the first few samples of each name, from 1 on, are what is computed
// again; with -update it computes all, and writes the file, in so many digits.
func computed(t *testing.T, file string, digits, samples int, head, names []string,
	recorded func(name string, sample, column int) float64, compute func(name string, sample int) []float64) {
	t.Helper()
	const again = 3
	rows := [][]string{head}
	for _, name := range names {
		for sample := 1; sample <= samples && (*update || sample <= again); sample++ {
			row := []string{name, strconv.Itoa(sample)}
			for k, v := range compute(name, sample) {
				row = append(row, strconv.FormatFloat(v, 'g', digits, 64))
				if !*update {
					was := recorded(name, sample, k)
					coursetest.Within(t, v, was, 1e-3*math.Abs(was), "%s, sample %d: %s", name, sample, head[k+2])
				}
			}
			rows = append(rows, row)
		}
	}
	if !*update {
		return
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestHalvesAreComputed(t *testing.T) {
	var names []string
	for _, c := range contests {
		names = append(names, c.name)
		for _, way := range ways() {
			if n := len(halves()[c.name][way]); n != splits && !*update {
				t.Errorf("%s, %s: %d splits are recorded", c.name, way, n)
			}
		}
	}
	computed(t, "halves.csv", 6, splits, append([]string{"data", "split"}, ways()...), names,
		func(name string, split, k int) float64 { return halves()[name][ways()[k]][split-1] },
		func(name string, split int) []float64 {
			i := slices.Index(names, name)
			return errorsOf(contests[i].load(), rand.New(rand.NewPCG(uint64(split), 0)))
		})
}
