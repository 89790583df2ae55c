// Package manytest keeps a lesson's recorded shares and means.
package manytest

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/many"
)

var anew = flag.Bool("recount", false, "count the lesson's shares and means over all samples, and write their file")

// first are the samples that are counted again each time.
const first = 60

// Recounted holds that the file has every claim of the studies and no other, that each was
// counted over [many.Draws] samples, and that the first of these, counted again, say the
// same. With -recount it writes the file.
func Recounted(t *testing.T, file string, recorded map[string]many.Recorded, studies ...many.Study) {
	t.Helper()
	if *anew {
		write(t, file, studies)
		return
	}
	claims := 0
	for _, s := range studies {
		claims += len(s.Claims)
		again := s.Over(first)
		for _, name := range s.Claims {
			was, ok := recorded[name]
			switch {
			case !ok:
				t.Errorf("%s has no %s: run go test with -recount", file, name)
			case was.All.Of != many.Draws:
				t.Errorf("%s was counted over %d samples, not %d", name, was.All.Of, many.Draws)
			case was.First != again[name]:
				t.Errorf("%s holds in %+v of the first samples; recorded is %+v", name, again[name], was.First)
			}
		}
	}
	if len(recorded) != claims {
		t.Errorf("%s has %d claims, the studies %d", file, len(recorded), claims)
	}
}

func write(t *testing.T, file string, studies []many.Study) {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{many.Header}
	for _, s := range studies {
		some, all := s.Over(first), s.Over(many.Draws)
		for _, name := range s.Claims {
			row := []string{name}
			for _, n := range []int{all[name].Hits, all[name].Ties, all[name].Of,
				some[name].Hits, some[name].Ties, some[name].Of} {
				row = append(row, strconv.Itoa(n))
			}
			rows = append(rows, row)
		}
	}
	if !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[1] != "0" }) {
		t.Fatal("no claim holds in any sample")
	}
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Averaged holds that the file has the means that over takes of so many samples, by their names: those of
// the first, taken again, are the same. With -recount it writes the file.
func Averaged(t *testing.T, file string, recorded map[string]many.RecordedMean,
	over func(draws int) map[string]float64) {
	t.Helper()
	again := over(first)
	if *anew {
		all, text := over(many.Draws), strings.Join(many.MeansHeader, ",")+"\n"
		for _, name := range slices.Sorted(maps.Keys(all)) {
			text += fmt.Sprintf("%s,%.6g,%.6g\n", name, all[name], again[name])
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(recorded) != len(again) {
		t.Errorf("%s has %d means, %d are computed: run go test with -recount", file, len(recorded), len(again))
	}
	for name, v := range again {
		if was := recorded[name].First; math.Abs(v-was) > 1e-5*math.Abs(v) {
			t.Errorf("%s: of the first samples it is %v; recorded is %v", name, v, was)
		}
	}
}
