package views

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// goalText is what the figure asks for in its state.
func (f Figure) goalText() string { return cmp.Or(f.Picture.Aim().Asks, f.Figure.Goal) }

// settings are what stands on the controls in sight: "bandwidth ℓ 2 ms; λ 0.01".
func (f Figure) settings() string {
	var list []string
	for _, c := range f.open() {
		value := c.Value
		switch c.Kind {
		case course.Real, course.Whole:
			value = strings.TrimSpace(strings.ReplaceAll(value, "-", "−") + " " + c.Unit)
		case course.Choice, course.Bool:
			if i := slices.IndexFunc(c.Options, func(o course.Option) bool { return o.Value == c.Value }); i >= 0 {
				value = c.Options[i].Label
			}
		default: // points, text: the picture has them
			continue
		}
		if !c.Off {
			list = append(list, c.Label+": "+value)
		}
	}
	return strings.Join(list, "; ")
}

// quantity is a number with its unit.
func quantity(n course.Number) string {
	if n.Unit == "" || n.Written != "" || math.IsNaN(n.Value) {
		return n.Text()
	}
	return course.Unbroken(n.Text() + " " + n.Unit)
}

// letter is what a choice is called, from 0: A, B, C.
func letter(i int) string { return string(rune('A' + i)) }

// inOrder are the numbers of an exercise's steps, as they are shown, in the right order.
func inOrder(e *course.Exercise) string {
	shown := e.Order()
	var list []string
	for step := range e.Steps {
		list = append(list, itoa(slices.Index(shown, step)+1))
	}
	return strings.Join(list, ", ")
}

// Still is the panel that a block's still shows, in a column of its own.
func (c Chapter) Still(b course.Block) [][]plots.Panel { return c.still(b, false) }
