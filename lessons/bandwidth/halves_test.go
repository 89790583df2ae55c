package bandwidth

import (
	"bytes"
	"encoding/csv"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "write halves.csv and chosen.csv anew")

// The recorded errors are what the splits have; the first few of each data set are
// computed again, with -update all.
func TestHalvesAreComputed(t *testing.T) {
	const again = 3
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{append([]string{"data", "split"}, ways()...)}
	for _, c := range contests {
		for split := range splits {
			if !*update && split >= again {
				break
			}
			row := []string{c.name, strconv.Itoa(split + 1)}
			for k, v := range errorsOf(c.load(), rand.New(rand.NewPCG(uint64(split+1), 0))) {
				row = append(row, strconv.FormatFloat(v, 'g', 6, 64))
				if !*update {
					if was := halves()[c.name][ways()[k]][split]; math.Abs(v-was) > 1e-3*was {
						t.Errorf("%s, split %d, %s: recorded %v, computed %v", c.name, split+1, ways()[k], was, v)
					}
				}
			}
			rows = append(rows, row)
		}
	}
	if *update {
		if err := w.WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("halves.csv", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, c := range contests {
		for _, way := range ways() {
			if n := len(halves()[c.name][way]); n != splits {
				t.Errorf("%s, %s: %d splits are recorded", c.name, way, n)
			}
		}
	}
}
