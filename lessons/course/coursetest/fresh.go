package coursetest

import (
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

// judges holds that an exercise takes its answer for right, and answers each near miss in its words.
func judges(t *testing.T, e *course.Exercise) {
	says := func(answer string, right bool, why string) {
		v, ok := e.Judge(answer)
		if !ok || v.Right != right || why != "" && v.Why != why {
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
	}
}
