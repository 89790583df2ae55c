package coursetest

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Claim is a sentence of a figure in three steps, by its constant, and what is known of
// it. A slot that is called as a number or a control of the figure is compared with that;
// any other is named here. W is what the functions are told of: the figure's result, or the
// [*State] that has it, with what the figure shows.
type Claim[W any] struct {
	Text string
	// When says in which states this is said, and in no other, as [Always]; nil for what need
	// not be.
	When func(W) bool
	// Slots are what the slots of no number and no control have to be, and Words what those
	// with words in them.
	Slots map[string]func(W) float64
	Words map[string]func(W) string
	// Each are the values in all slots each time that this is said, of what may be said
	// several times, as a part of a list.
	Each func(W) [][]any
	// Holds is whether the numbers in the slots, lists and words left out, are so, in place of Slots and
	// Words: for what is computed anew, and the same but for rounding.
	Holds func(w W, said []float64) bool
	// Rare is a sentence that it may be no state says.
	Rare bool
}

// Says holds that in each of so many seeded states of every scene, and those besides, the
// result of the figure passes the check, which computes it in another way; that each
// sentence is one of the claims, with the values of the result in its slots; that what has
// to be said is; and that no claim is there for nothing.
func Says[W any](
	t *testing.T, l *course.Lesson, figure string, each int, besides []string,
	check func(t *testing.T, s *State, w W), claims ...Claim[W],
) {
	t.Helper()
	f, ok := l.Figure(figure)
	if !ok {
		t.Fatalf("no figure %q", figure)
	}
	used := make([]int, len(claims))
	for _, query := range append(States(l, f, each), besides...) {
		t.Run(query, func(t *testing.T) {
			form, p := unjudged(t, l, figure, query)
			s := &State{query, form, p}
			w, ok := any(s).(W)
			if !ok {
				w = p.Result.(W)
			}
			check(t, s, w)
			said := make([]int, len(claims))
			for _, sentence := range Parts(slices.Concat(p.Says, p.SaysOfDatum)) {
				i := slices.IndexFunc(claims, func(c Claim[W]) bool { return c.Text == sentence.Text })
				if i < 0 {
					t.Errorf("no claim has the text of “%s”", sentence)
					continue
				}
				used[i]++
				said[i]++
				if each := claims[i].Each; each != nil {
					if want := each(w); said[i] > len(want) || !reflect.DeepEqual(sentence.Values, want[said[i]-1]) {
						t.Errorf("“%s” is not in %v", sentence, want)
					}
					continue
				}
				if holds := claims[i].Holds; holds == nil {
					compareSlots(t, s, sentence, func(name string) any { return claims[i].slot(name, w) })
				} else if !holds(w, numbers(sentence.Values)) {
					t.Errorf("it is not so that “%s”", sentence)
				}
			}
			for i, c := range claims {
				if c.When != nil && c.When(w) != (said[i] > 0) {
					t.Errorf("said %d times, against When: “%s”", said[i], c.Text)
				}
				if c.Each != nil && len(c.Each(w)) != said[i] {
					t.Errorf("said %d times: “%s”", said[i], c.Text)
				}
			}
			if slip := slips.FindString(p.Sentences()); slip != "" {
				t.Errorf("“%s” is no English in “%s”", slip, p.Sentences())
			}
		})
	}
	for i, c := range claims {
		if used[i] == 0 && !c.Rare {
			t.Errorf("%s: no state says “%s”", figure, c.Text)
		}
	}
}

// Parts are what is said, each followed by the parts of its lists.
func Parts(says []course.Said) (parts []course.Said) {
	for _, s := range says {
		parts = append(parts, s)
		for _, v := range s.Values {
			if list, ok := v.(course.List); ok {
				parts = append(parts, Parts(list)...)
			}
		}
	}
	return parts
}

// Always is When of what is said in every state: Always[*alike].
func Always[W any](W) bool { return true }

// slot is what the slot of that name has to be; nil for one that is not named here.
func (c Claim[W]) slot(name string, w W) any {
	if word, ok := c.Words[name]; ok {
		return word(w)
	}
	if value, ok := c.Slots[name]; ok {
		return value(w)
	}
	return nil
}

// compareSlots compares each value in a sentence with the number or the control of its
// name, or with what else is known, a number or a word; nil is not.
func compareSlots(t *testing.T, s *State, said course.Said, known func(string) any) {
	t.Helper()
	for i, name := range said.Slots() {
		if _, list := said.Values[i].(course.List); list {
			continue // whose parts are claims
		}
		expected := known(name)
		if word, ok := expected.(string); ok {
			if said.Values[i] != any(word) {
				t.Errorf("{%s} is %v, not %q, in “%s”", name, said.Values[i], word, said)
			}
			continue
		}
		want, ok := expected.(float64)
		if n := slices.IndexFunc(s.Numbers, func(n course.Number) bool { return n.Name == name }); !ok && n >= 0 {
			want, ok = s.Numbers[n].Value, true
		}
		c := slices.IndexFunc(s.Controls, func(c *course.Control) bool { return c.Name == name })
		if !ok && c >= 0 {
			if text, ok := said.Values[i].(string); ok {
				chosen := course.Option{Value: s.Controls[c].Value, Label: text}
				if !slices.Contains(s.Controls[c].Options, chosen) {
					t.Errorf("{%s} is %q in “%s”", name, text, said)
				}
				continue
			}
			want, ok = s.Controls[c].Number(), true
		}
		if !ok {
			t.Errorf("{%s} is no number, no control and none of the claim’s Slots, in “%s”", name, said)
			continue
		}
		if got := number(said.Values[i]); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("{%s} is %v, not %v, in “%s”", name, got, want, said)
		}
	}
}

// numbers are the values in slots, lists and words left out.
func numbers(values []any) (all []float64) {
	for _, v := range values {
		switch v.(type) {
		case course.List, string:
		default:
			all = append(all, number(v))
		}
	}
	return all
}

// number is the value in a slot.
func number(v any) float64 {
	n, ok := InSlot(v)
	if !ok {
		panic(fmt.Sprintf("coursetest: a %T is no number", v))
	}
	return n
}

// InSlot is the number in a slot; ok is false of words and lists.
func InSlot(v any) (number float64, ok bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	case course.Chosen:
		return float64(v), true
	case course.Measure:
		return v.Value, true
	case course.Some:
		return float64(v.N), true
	}
	return math.NaN(), false
}
