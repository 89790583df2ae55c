// Package timingtest keeps the recordings of a lesson's races.
package timingtest

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"gramophone/lessons/timing"
)

var anew = flag.Bool("record", false, "measure the races of the lesson anew, and write the file of their times")

// Recorded holds that every task has a recorded time, or with -record measures
// them all and writes the file.
func Recorded(t *testing.T, file string, recorded timing.Recording, tasks []timing.Task) {
	t.Helper()
	if *anew {
		r, err := timing.Record(t.Context(), tasks)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.MarshalIndent(r, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if recorded.Date == "" || recorded.Machine == "" {
		t.Error("nobody knows when and where it was recorded")
	}
	for _, one := range tasks {
		if r := recorded.Tasks[one.Name]; !(0 < r.Low && r.Low <= r.Mid && r.Mid <= r.High) || r.Runs < 3 {
			t.Errorf("%s: recorded %+v", one.Name, r)
		}
	}
}
