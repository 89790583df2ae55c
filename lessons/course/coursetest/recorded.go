package coursetest

import (
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Chosen holds that a file has so many envelopes in which a setting is chosen anew, and that the first and the
// last are what choose, which takes their numbers, comes to again: see [Rows].
func Chosen(t *testing.T, file string, recorded []course.Envelope, of int, choose func(number int) course.Envelope) {
	t.Helper()
	if Rows(t, file, "envelope,chosen,sealed\n", of, []int{1, of}, 1e-4, func(number int) []float64 {
		e := choose(number)
		return []float64{e.Chosen, e.Sealed}
	}); len(recorded) != of {
		t.Errorf("of %s are read %d envelopes, not %d", file, len(recorded), of)
	}
}

// Rows holds that a file has so many rows of numbers below its header, numbered from 1 on, and that those numbers
// in the rows again are, to a part of them, what compute comes to. With -recount it writes the file.
func Rows(t *testing.T, file, header string, of int, again []int, part float64, compute func(number int) []float64) {
	t.Helper()
	if f := flag.Lookup("recount"); f != nil && f.Value.String() == "true" { // manytest's
		text := header
		for number := 1; number <= of; number++ {
			text += strconv.Itoa(number)
			for _, v := range compute(number) {
				text += fmt.Sprintf(",%.5g", v)
			}
			text += "\n"
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	body := strings.TrimPrefix(string(course.Must(os.ReadFile(file))), header)
	rows := course.Must(csv.NewReader(strings.NewReader(body)).ReadAll())
	if len(rows) != of || rows[of-1][0] != strconv.Itoa(of) {
		t.Fatalf("%s has %d rows, not %d: run go test with -recount", file, len(rows), of)
	}
	for _, number := range again {
		row, got := rows[number-1], compute(number)
		if len(row) != 1+len(got) {
			t.Fatalf("%s: row %d has %q, and %v is computed", file, number, row, got)
		}
		for i, v := range got {
			if was, err := strconv.ParseFloat(row[1+i], 64); err != nil || math.Abs(v-was) > part*math.Abs(was) {
				t.Errorf("%s: row %d has %q, and %v is computed", file, number, row, got)
			}
		}
	}
}
