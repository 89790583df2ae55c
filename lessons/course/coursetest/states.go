package coursetest

import (
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// State is a figure in one state, with what it says there.
type State struct {
	Query string
	*course.Form
	*course.Picture
}

// Rows are the rows of a matrix; nil where the figure has none of the name.
func (s *State) Rows(name string) [][]float64 { return rowsOf(s.Matrix(name)) }

func rowsOf(m mat.Matrix) (rows [][]float64) {
	if m == nil {
		return nil
	}
	n, _ := m.Dims()
	for i := range n {
		rows = append(rows, mat.Row(nil, i, m))
	}
	return rows
}

// Param is the number in force at a control, and Choice its text.
func (s *State) Param(name string) float64 { return s.Control(name).Number() }
func (s *State) Choice(name string) string { return s.Control(name).Value }

// ownPoints are a reader's own with which a sentence may go wrong: one, two, twins,
// responses all alike, on a line, far from each other, symmetric.
var ownPoints = []string{
	"1,5", "0,0", "-3,-2", "0,1;2,3", "0,1;0,3", "0,1;0,1", "0,2;1,2;2,2;5,2", "0,0;1,0;2,0", "0,1;0,1;1,3",
	"-1,1;0,0;1,1", "0,0;1,1;2,2;3,3", "0,1;1,2;3,6",
	"-5,1;0,2;5,-1;5,3;100,0", "1000,0.3;1001,0.9;1002,1.2", "1,1e-9;2,-1e-9;3,2e-9", "1,1000000;2,-1000000",
	"0.001,1;0.002,-1;0.003,1",
}

// ownClassed are those of two classes.
var ownClassed = []string{
	"1,2,1", "0,0,-1", "0,0,1;1,1,-1", "0,0,1;1,1,1", "0,0,1;0,0,-1", "-1,0,1;0,0,-1;1,0,1",
	"1,1,1;-1,-1,1;1,-1,-1;-1,1,-1", "0,0,1;1,0,1;2,0,-1;3,0,-1",
	"-1,-1,-1;1,1,-1;0,0,1;2,-2,1", "1,0,1;-1,0,1;0,1,1;0,-1,1;0.1,0.1,-1;-0.2,0.1,-1", "5,5,1;6,5,1;5,6,-1;6,6,-1",
}

// States are queries of seeded states of a figure: each of its scenes, which between
// them make every choice, with each control that counts at an end or a place of its
// slider, so many times; and each of the points above, where there may be one's own.
func States(l *course.Lesson, f *course.Figure, each int) []string {
	name := fnv.New64a()
	name.Write([]byte(l.Slug + "/" + f.Name))
	rng := rand.New(rand.NewPCG(17, name.Sum64()))
	all := []string{""}
	for _, scene := range append([]url.Values{{}}, scenes(f)...) {
		form, _ := f.At(scene)
		for _, points := range ownIn(form) {
			for range each {
				q := maps.Clone(scene)
				chooseOptions(q, form, points, rng)
				q.Del("was")
				chosen, _ := f.At(q)
				moveControls(q, chosen, rng)
				all = append(all, q.Encode())
			}
		}
	}
	return all
}

// ownIn are the points that a reader may have in a state; one empty text where there can be
// none.
func ownIn(form *course.Form) []string {
	own := []string{""}
	for _, c := range form.Controls {
		if c.Kind == course.Points && !c.Off {
			if own = ownPoints; c.Classed {
				own = ownClassed
			}
		}
	}
	return own
}

// chooseOptions makes the choices of a state that its scene has not made.
func chooseOptions(q url.Values, form *course.Form, points string, rng *rand.Rand) {
	for _, c := range form.Controls {
		switch {
		case q.Has(c.Name):
		case c.Kind == course.Points && points != "" && !c.Off:
			q.Set(c.Name, points)
		case c.Kind == course.Expression:
			q.Set(c.Name, c.Options[rng.IntN(len(c.Options))].Value)
		case c.Kind == course.Choice && c.Name != "data" && c.Name != "measure" && rng.IntN(2) == 0:
			q.Set(c.Name, c.Options[rng.IntN(len(c.Options))].Value)
		}
	}
}

// moveControls moves the controls that count to an end or a place of their sliders, and
// takes some of a sequence.
func moveControls(q url.Values, form *course.Form, rng *rand.Rand) {
	for _, c := range form.Controls {
		if c.Kind == course.Sequence && !c.Off && rng.IntN(3) > 0 {
			chosen := rng.Perm(int(c.Max))[:rng.IntN(min(c.Most, int(c.Max))+1)]
			for i := range chosen {
				chosen[i]++
			}
			q.Set(c.Name, course.Choices(chosen))
		}
		if !counts(c) {
			continue
		}
		grid := c.Grid()
		if c.Name == "n" && len(grid) > 10 {
			grid = grid[:6] // more are no other case, and take longer
		}
		switch rng.IntN(5) {
		case 0:
			q.Set(c.Name, grid[0])
		case 1:
			q.Set(c.Name, grid[len(grid)-1])
		case 2: // as it opens
		default:
			q.Set(c.Name, grid[rng.IntN(len(grid))])
		}
	}
}

// slips are of number, and of what was left blank.
var slips = regexp.MustCompile(`(?:^|[^.,\d])1 ` +
	`(?:points|terms|numbers|inputs|features|pairs|products|multiplications|times|lines|bytes|of them are)\b|%!|  ` +
	`|\( ?\)|NaN|Inf\b`)

// Largest is a figure's state with every whole number at its most, on made data
// wherever it has them, so that there are as many points as there can be.
func Largest(f *course.Figure) url.Values {
	q := url.Values{}
	form, _ := f.At(nil)
	for _, c := range form.Controls {
		if choice, values := c.WhenChoice(); c.Name == "n" && c.Off {
			q.Set(choice, strings.Fields(values)[0])
		}
	}
	form, _ = f.At(q)
	for _, c := range form.Controls {
		if c.Kind == course.Whole && !c.Off {
			q.Set(c.Name, course.FormatNumber(c.Max))
		}
	}
	return q
}
