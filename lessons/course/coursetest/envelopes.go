package coursetest

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Chosen holds that a file has so many envelopes in which a setting is chosen anew, and that the first and the
// last are what choose, which takes their numbers, comes to again. With -recount it writes the file.
func Chosen(t *testing.T, file string, recorded []course.Envelope, of int, choose func(number int) course.Envelope) {
	t.Helper()
	if f := flag.Lookup("recount"); f != nil && f.Value.String() == "true" { // manytest's
		var b strings.Builder
		b.WriteString("envelope,chosen,sealed\n")
		for number := 1; number <= of; number++ {
			e := choose(number)
			fmt.Fprintf(&b, "%d,%.5g,%.5g\n", number, e.Chosen, e.Sealed)
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(recorded) != of {
		t.Fatalf("%s has %d envelopes, not %d: run go test with -recount", file, len(recorded), of)
	}
	for _, number := range []int{1, of} {
		got, want := choose(number), recorded[number-1]
		if math.Abs(got.Chosen-want.Chosen) > 1e-4*want.Chosen || math.Abs(got.Sealed-want.Sealed) > 1e-4*want.Sealed {
			t.Errorf("%s: envelope %d has %+v, and %+v is computed", file, number, want, got)
		}
	}
}
