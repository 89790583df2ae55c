package coursetest

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gramophone/lessons/course"
)

// A Clause is a piece of what a figure says, and what makes it true.
type Clause struct {
	// Says is a regular expression. What a figure says is read from its beginning, a
	// clause at a time: the first that fits there is the one said. [Num] and [Qty] stand
	// for a number, and a number with its unit.
	Says string
	// Holds recomputes what is said from the figure's own numbers; it is handed what the
	// groups of Says matched. Nil for words that claim nothing.
	Holds func(s *State, said []string) bool
	// When says in which states this has to be said, and in no other; nil for what need
	// not be.
	When func(s *State) bool
	// Rare is set of a clause that may be said in none of the states, as that a race was
	// not run because the server was busy.
	Rare bool
}

// Num and Qty match a number as a reader has it, in a group, and one with a unit.
const (
	Num = `(−?[\d.,]*\d(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|—)`
	Qty = Num + `(?: (?:ms|min|g|cm))?`
)

// State is a figure in one state, with what it says there.
type State struct {
	Query string
	*course.Form
	*course.Picture
}

// Column is a column of a series; nil where the figure has none of the name.
func (s *State) Column(series, column string) []float64 {
	for _, of := range s.Series {
		for _, c := range of.Columns {
			if of.Name == series && c.Name == column {
				return c.Values
			}
		}
	}
	return nil
}

// Rows are the rows of a matrix; nil where the figure has none of the name.
func (s *State) Rows(name string) [][]float64 {
	for _, m := range s.Matrices {
		if m.Name == name {
			n, d := m.Values.Dims()
			rows := make([][]float64, n)
			for i := range rows {
				for j := range d {
					rows[i] = append(rows[i], m.Values.At(i, j))
				}
			}
			return rows
		}
	}
	return nil
}

// Param is the number in force at a control, and Choice its text.
func (s *State) Param(name string) float64 { return s.Control(name).Number() }
func (s *State) Choice(name string) string { return s.Control(name).Value }

// Says reports whether the description has those words.
func (s *State) Says(words string) bool { return strings.Contains(s.Description, words) }

// exponents reads superscripts.
var exponents = strings.NewReplacer("⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷",
	"7", "⁸", "8", "⁹", "9")

// Reads is the number that a text says, and half a unit of its last digit; NaN for a dash.
func Reads(text string) (v, half float64) {
	if text == "—" {
		return math.NaN(), 0
	}
	mantissa, power, _ := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(text, "−", "-"), ",", ""), " × 10")
	v, err := strconv.ParseFloat(mantissa, 64)
	if err != nil {
		return math.NaN(), 0
	}
	half = 0.5
	if _, digits, ok := strings.Cut(mantissa, "."); ok {
		half *= math.Pow10(-len(digits))
	} else if power != "" && v == 0 {
		half = 0
	}
	if power != "" {
		e, err := strconv.Atoi(exponents.Replace(power))
		if err != nil {
			return math.NaN(), 0
		}
		half, v = half*math.Pow10(e), v*math.Pow10(e)
		if !strings.Contains(mantissa, ".") {
			half /= 10 // 2 × 10⁻⁹ leaves a zero out
		}
	}
	return v, half
}

// Whole is the whole number that a text says; −1 where it says none.
func Whole(text string) int {
	v, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil {
		return -1
	}
	return v
}

// Is reports whether a text says v: v rounds to it, or did before a recomputation, which
// may be off by slack.
func Is(text string, v, slack float64) bool {
	said, half := Reads(text)
	if math.IsNaN(said) || math.IsNaN(v) || math.IsInf(v, 0) {
		return text == "—" && (math.IsNaN(v) || math.IsInf(v, 0))
	}
	return math.Abs(said-v) <= half*(1+1e-9)+1e-9*math.Abs(v)+slack
}

// Shown reports whether a text says the figure's own number of that name.
func (s *State) Shown(text, name string) bool { return Is(text, s.Find(name), 0) }

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

// Tells holds that in each of so many seeded states of every scene, and those besides,
// all that the figure says is said by clauses that hold; that what has to be said is;
// and that no clause is there for nothing.
func Tells(t *testing.T, l *course.Lesson, figure string, each int, besides []string, clauses ...Clause) {
	t.Helper()
	f, ok := l.Figure(figure)
	if !ok {
		t.Fatalf("no figure %q", figure)
	}
	says := make([]*regexp.Regexp, len(clauses))
	for i, c := range clauses {
		says[i] = regexp.MustCompile("^(?:" + c.Says + ")")
	}
	used := make([]int, len(clauses))
	states := append(States(l, f, each), besides...)
	failed := 0
	for _, query := range states {
		form, p := Draw(t, l, figure, query)
		s := &State{query, form, p}
		fail := func(format string, args ...any) {
			if failed++; failed <= 12 {
				t.Errorf("%s?%s: %s\nit says: %s", figure, query, fmt.Sprintf(format, args...), p.Sentences())
			}
		}
		said := make([]bool, len(clauses))
		rest := p.Sentences()
		for rest != "" {
			i := slices.IndexFunc(says, func(r *regexp.Regexp) bool { return r.MatchString(rest) })
			if i < 0 {
				fail("nobody recomputes “%s”", rest)
				break
			}
			m := says[i].FindStringSubmatch(rest)
			if m[0] == "" {
				t.Fatalf("the clause “%s” says nothing", clauses[i].Says)
			}
			used[i]++
			said[i] = true
			if clauses[i].Holds != nil && !clauses[i].Holds(s, m[1:]) {
				fail("it is not so that “%s”", m[0])
			}
			rest = strings.TrimPrefix(rest[len(m[0]):], " ")
		}
		for i, c := range clauses {
			if c.When != nil && c.When(s) != said[i] {
				fail("said is %t: “%s”", said[i], c.Says)
			}
		}
		if slip := slips.FindString(p.Sentences()); slip != "" {
			fail("“%s” is no English", slip)
		}
	}
	if failed > 12 {
		t.Errorf("%s: and %d more, of %d states", figure, failed-12, len(states))
	}
	for i, c := range clauses {
		if used[i] == 0 && !c.Rare {
			t.Errorf("%s: in none of %d states it says “%s”", figure, len(states), c.Says)
		}
	}
}

// slips are of number, and of what was left blank.
var slips = regexp.MustCompile(`(?:^|[^.,\d])1 ` +
	`(?:points|terms|numbers|inputs|features|pairs|products|multiplications|times|lines|bytes|of them are)\b|%!|  ` +
	`|\( ?\)|NaN|Inf\b`)
