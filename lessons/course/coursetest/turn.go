package coursetest

import (
	"hash/fnv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Turns are how many runs it takes to look at all that is looked at by turns.
const Turns = 3

// HasTurn reports whether the i-th of the things that t looks at alike, which is of the lesson
// named or of none, is to be looked at in this run. Every thing is, unless GRAMOPHONE_TURN is set
// as all.bash sets it: to the number of the run and the lessons that have changed lately, which
// miss no turn. Tests begin at different things, so that each lesson is looked at by some.
func HasTurn(t testing.TB, lesson string, i int) bool {
	t.Helper()
	run := strings.Fields(os.Getenv("GRAMOPHONE_TURN"))
	if len(run) == 0 || slices.Contains(run[1:], lesson) {
		return true
	}
	number, err := strconv.ParseUint(run[0], 10, 31)
	if err != nil {
		t.Fatal("GRAMOPHONE_TURN: ", err)
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(t.Name())) // which never fails
	return (uint64(h.Sum32())+number+uint64(i))%Turns == 0
}

// InTurn are those of all lessons that t is to look at in this run; see HasTurn.
func InTurn(t testing.TB, all []*course.Lesson) []*course.Lesson {
	t.Helper()
	var now []*course.Lesson
	for i, l := range all {
		if HasTurn(t, l.Slug, i) {
			now = append(now, l)
		}
	}
	return now
}
