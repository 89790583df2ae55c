package kerneltrick

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

var updateAnew = flag.Bool("anew", false, "write anew.csv anew")

// The recorded envelopes are those that the lesson deals; two are chosen in again, with -anew all.
func TestAnewIsComputed(t *testing.T) {
	if *updateAnew {
		var b strings.Builder
		b.WriteString("envelope,chosen,sealed\n")
		for number := 1; number <= envelopes; number++ {
			e := chooseAnew(number)
			fmt.Fprintf(&b, "%d,%.5g,%.5g\n", number, e.Chosen, e.Sealed)
		}
		if err := os.WriteFile("anew.csv", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(anew()) != envelopes {
		t.Fatalf("%d envelopes are recorded", len(anew()))
	}
	if more := (course.Opened{Anew: anew()}).More(); more.Value < 2*more.SE || facts()["anew-worse"] < 26 {
		t.Errorf("in few envelopes the share is larger, by %+v", more) // 26 of 40 are rare where both are as likely
	}
	for _, number := range []int{1, envelopes} {
		got, want := chooseAnew(number), anew()[number-1]
		if math.Abs(got.Chosen-want.Chosen) > 1e-3 || math.Abs(got.Sealed-want.Sealed) > 1e-3 {
			t.Errorf("envelope %d: recorded %+v, computed %+v", number, want, got)
		}
	}
}
