package coursetest

import (
	"errors"
	"flag"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// As many seeds of an exercise are looked at; so many questions are to come of them, and so many throws are to do for
// one.
const (
	seeds      = 200
	leastAsked = 20
	mostThrown = 4
)

// drawnAnew holds that exercises that are asked again are asked well: what is right is right, each near miss hears its
// own words, links open what they say, and the questions are many.
func drawnAnew(t *testing.T, l *course.Lesson, text *course.Text) {
	for _, b := range text.Blocks {
		if b.Exercise == nil || !l.Draws(b.Exercise) {
			continue
		}
		id, asked, thrown := b.Exercise.ID, map[string]bool{}, 0
		for seed := range uint64(seeds) {
			e, ok, err := l.Again(id, seed+1)
			if err != nil || !ok {
				t.Fatal(err)
			}
			judges(t, e)
			for _, slip := range l.AgainSlips(id, seed+1) {
				t.Error(slip)
			}
			asked[e.Ask] = true
			if said := e.Ask + e.Solution + e.After + strings.Join(e.Hints, ""); strings.Contains(said, ">slot") {
				t.Error(l.SlipAt(b.Line, "%s, seed %d: a number is not in its place: %s", id, seed+1, said))
			}
			if fresh := l.Fresh[id]; fresh != nil {
				_, throws, err := fresh.Throw(id, seed+1)
				if thrown += throws; err != nil {
					t.Fatal(err)
				}
			}
			if t.Failed() {
				return // the next seed has the same to say
			}
		}
		if l.Fresh[id] != nil && (len(asked) < leastAsked || thrown > mostThrown*seeds) {
			t.Error(l.SlipAt(b.Line, "%s: %d questions of %d seeds, in %d throws", id, len(asked), seeds, thrown))
		}
	}
}

// Drawn holds that the answers to exercises, as the lesson prints them and as they are drawn, are those that are found
// another way from the numbers that were drawn: the answer to a choice is its place in the prose, from 1 on.
func Drawn(t *testing.T, l *course.Lesson, answers map[string]func(course.Facts) float64) {
	t.Helper()
	for id := range l.Fresh {
		if answers[id] == nil {
			t.Errorf("the answers of %s are not found another way", id)
		}
	}
	printed(t, l)
	for id, answer := range answers {
		for seed := range uint64(seeds + 1) {
			e, ok, err := l.Again(id, seed)
			if err != nil || !ok || l.Fresh[id] == nil {
				t.Fatalf("%s is not drawn: %v", id, err)
			}
			facts, _, err := l.Fresh[id].Throw(id, seed)
			if err != nil {
				t.Fatal(err)
			}
			got := answerOf(e, func(shown int) int { return placeInProse(e, shown) })
			if want := answer(facts); math.Abs(got-want) > 1e-7*math.Max(1, math.Abs(want)) {
				t.Errorf("%s, seed %d, says %v, and it is %v: %v", id, seed, got, want, facts)
				break
			}
		}
	}
}

// answerOf is the number asked for, or where the right choice stands, from 1 on, by where it is shown.
func answerOf(e *course.Exercise, place func(shown int) int) float64 {
	if e.Number != nil {
		return e.Number.Value
	}
	right := slices.IndexFunc(e.Choices, func(c course.Alternative) bool { return c.Right })
	return float64(place(right) + 1)
}

// placeInProse is where a choice stands in the prose that is shown at a place.
func placeInProse(e *course.Exercise, shown int) int {
	order := course.Indices(len(e.Choices))
	if e.Seed > 0 {
		e.Mix(func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return order[shown]
}

// judges holds that an exercise takes its answer for right, and answers each wrong choice and each near
// miss in its words.
func judges(t *testing.T, e *course.Exercise) {
	says := func(answer string, right bool, why string) {
		v, ok := e.Judge(answer)
		if !ok || v.Right != right || v.Why == "" && e.Steps == nil || why != "" && v.Why != why {
			t.Errorf("%s, seed %d: to %s it says %+v", e.ID, e.Seed, answer, v)
		}
	}
	switch {
	case e.Number != nil:
		says(course.FormatNumber(e.Number.Value), true, "")
		for _, m := range e.Number.Misses {
			says(course.FormatNumber(m.Value), false, m.Why)
		}
	case e.Choices != nil:
		for k, c := range e.Choices {
			says(strconv.Itoa(k+1), c.Right, "")
		}
	case e.Steps != nil:
		places := make([]string, len(e.Steps))
		for shown, step := range e.Order() {
			places[shown] = strconv.Itoa(step + 1)
		}
		says(strings.Join(places, ","), true, "")
	case e.Goal != nil:
		says("reached", true, "")
	}
}

// redraw writes testdata/drawn.csv anew.
var redraw = flag.Bool("redraw", false, "write testdata/drawn.csv anew: exercises handed out under a seed then change")

// printed holds that an exercise has under a seed the answer that it had when it was handed out: those of the first
// twenty seeds are in testdata/drawn.csv.
func printed(t *testing.T, l *course.Lesson) {
	t.Helper()
	const file, first = "testdata/drawn.csv", 20
	var text strings.Builder
	for _, id := range slices.Sorted(maps.Keys(l.Fresh)) {
		text.WriteString(id)
		for seed := range uint64(first) {
			e, _, err := l.Again(id, seed+1)
			if err != nil {
				t.Fatal(err)
			}
			text.WriteString("," + strconv.FormatFloat(answerOf(e, func(shown int) int { return shown }), 'g', 9, 64))
		}
		text.WriteString("\n")
	}
	if *redraw {
		err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(file, []byte(text.String()), 0o644))
		if err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: -redraw writes it", err)
	}
	if got := text.String(); string(kept) != got {
		t.Errorf("exercises are drawn otherwise than before, and so are sheets handed out:\n%swere\n%s", got, kept)
	}
}
