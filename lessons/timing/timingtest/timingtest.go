// Package timingtest keeps the recordings of a lesson's races.
package timingtest

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/timing"
)

var anew = flag.String("record", "",
	"measure the tasks of the lesson's races whose names match `regexp` anew, and write the file of their times")

// Recorded holds that every task has a recorded time, or with -record measures those
// that match and writes the file with them and what it had of the others.
func Recorded(t *testing.T, file string, recorded timing.Recording, tasks []timing.Task) {
	t.Helper()
	if *anew != "" {
		match := regexp.MustCompile(*anew)
		others := func(one timing.Task) bool { return !match.MatchString(one.Name) }
		r, err := timing.Record(t.Context(), slices.DeleteFunc(slices.Clone(tasks), others))
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range tasks {
			if was, ok := recorded.Tasks[one.Name]; ok && !match.MatchString(one.Name) {
				r.Tasks[one.Name] = was
			}
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
