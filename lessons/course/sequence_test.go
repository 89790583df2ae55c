package course

import (
	"slices"
	"testing"
)

func TestSequence(t *testing.T) {
	for query, want := range map[string]struct {
		chosen []int
		notes  int
		link   string
	}{
		"":                               {nil, 0, ""},
		"holes=12,5,31":                  {[]int{12, 5, 31}, 0, "holes=12,5,31"},
		"holes=31,5":                     {[]int{31, 5}, 0, "holes=31,5"}, // their order counts
		"holes=%2012%20,%205,":           {[]int{12, 5}, 0, "holes=12,5"},
		"holes=012,5.0":                  {[]int{12, 5}, 0, "holes=12,5"},
		"holes=5,5,12,5":                 {[]int{5, 12}, 1, "holes=5,12"},
		"holes=0,-1,41,1e999,-Inf,2.5,7": {[]int{7}, 1, "holes=7"},
		"holes=x,NaN,7":                  {[]int{7}, 1, "holes=7"},
		"holes=1,2,3,4,5":                {[]int{1, 2, 3}, 1, "holes=1,2,3"},
		"holes=x,0,1,1,2,3,4":            {[]int{1, 2, 3}, 4, "holes=1,2,3"},
	} {
		f := NewForm(ParseQuery(query))
		if got := f.Sequence("holes", "holes", 40, 3); !slices.Equal(got, want.chosen) || len(f.Notes) != want.notes ||
			f.Query("") != want.link {
			t.Errorf("%q: %v, %q, %q", query, got, f.Notes, f.Query(""))
		}
	}
	f := NewForm(ParseQuery("n=7&holes=12,5&lock=n"))
	f.Int("n", "n", 3, 1, 9)
	f.Sequence("holes", "holes", 40, 3)
	c := f.Control("holes")
	for want, chosen := range map[string][]int{
		"a.n=7&a.holes=12,5,9&a.lock=n": append(slices.Clone(c.Chosen()), 9),
		"a.n=7&a.lock=n":                nil,
	} {
		if got := f.LinkAfter("a.", c, chosen); got != want {
			t.Errorf("a link with %v is %q, want %q", chosen, got, want)
		}
	}
	if c.Value != "12,5" {
		t.Errorf("a link changed the state to %q", c.Value)
	}
}
