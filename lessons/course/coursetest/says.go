package coursetest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gramophone/lessons/course"
)

// A Claim is a sentence of a figure in three steps, by its constant, and what is known of
// it. A slot that is called as a number or a control of the figure is compared with that;
// any other is named here.
type Claim[W course.Work] struct {
	Text string
	// When says in which states this is said, and in no other; nil for what need not be.
	When func(W) bool
	// Slots are what the slots of no number and no control have to be.
	Slots map[string]func(W) float64
	// Rare is a sentence that it may be no state says.
	Rare bool
}

// Says holds that in each of so many seeded states of every scene, and those besides, the
// result of the figure passes the check, which computes it in another way; that each
// sentence is one of the claims, with the values of the result in its slots; that what has
// to be said is; and that no claim is there for nothing.
func Says[W course.Work](
	t *testing.T, l *course.Lesson, figure string, each int, besides []string,
	check func(t *testing.T, s *Told, w W), claims ...Claim[W],
) {
	t.Helper()
	f, ok := l.Figure(figure)
	if !ok {
		t.Fatalf("no figure %q", figure)
	}
	used := make([]int, len(claims))
	for _, query := range append(States(l, f, each), besides...) {
		t.Run(query, func(t *testing.T) {
			form, p := Draw(t, l, figure, query)
			s, w := &Told{query, form, p}, p.Result.(W)
			check(t, s, w)
			said := make([]bool, len(claims))
			for _, sentence := range p.Says {
				i := slices.IndexFunc(claims, func(c Claim[W]) bool { return c.Text == sentence.Text })
				if i < 0 {
					t.Errorf("nobody checks “%s”", sentence)
					continue
				}
				used[i]++
				said[i] = true
				compareSlots(t, s, sentence, func(name string) (float64, bool) {
					value, ok := claims[i].Slots[name]
					if !ok {
						return 0, false
					}
					return value(w), true
				})
			}
			for i, c := range claims {
				if c.When != nil && c.When(w) != said[i] {
					t.Errorf("said is %t: “%s”", said[i], c.Text)
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

// compareSlots compares each value in a sentence with the number or the control of its
// name, or with what else is known.
func compareSlots(t *testing.T, s *Told, said course.Said, known func(string) (float64, bool)) {
	t.Helper()
	for i, name := range said.Slots() {
		want, ok := known(name)
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
			t.Errorf("nobody knows {%s} of “%s”", name, said)
			continue
		}
		if got := number(said.Values[i]); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("{%s} is %v, not %v, in “%s”", name, got, want, said)
		}
	}
}

// number is the value in a slot.
func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int:
		return float64(v)
	case course.Chosen:
		return float64(v)
	case course.Measure:
		return v.Value
	case course.Some:
		return float64(v.N)
	}
	panic(fmt.Sprintf("coursetest: a %T is no number", v))
}
