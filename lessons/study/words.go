package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

const (
	saysRows   = "{rows} of your table and {inputs} are fitted; {sealed} more are sealed."
	saysAll    = "{rows} of your table and {inputs} are fitted, and none are sealed: there are too few."
	saysMisses = "New rows are missed by {new_rows}, and without any input by {no_inputs}."
	saysWrong  = "Of new rows {new_rows} % are taken for another class, and {no_inputs} % by saying the largest class."
	saysBand   = "Of 20 new rows 19 are within ± {band}."
	saysFilled = "For {filled} that are missing the median stands in."
	saysLeft   = "Not used, since something is missing: {rows}."
	saysDrawn  = "They are drawn at random among {of} that could be used; the others are not used."
	saysSame   = "The same in all open rows, and not used: {columns}."
	saysTexts  = "Of more than {n} different words, and not used: {columns}."
	saysGroups = "Rows with the same {column} belong together: {groups} of up to {most} are left out whole, and " +
		"others sealed whole. Of a new group no row is known; a row left out alone would be told by its like."
	saysRough = "Standard errors are those of {groups}, which are few: they are rough."
	saysRow   = "Row {row}: {name} is {y}, and without {it} {predicted} ± {band} is predicted."
	saysClass = "Row {row} is {class}; without {it} that has a probability of {p}, and {guess} is said."
)

func (s *study) says() []course.Said {
	inputs := course.Some{N: len(s.Inputs), Noun: "input"}
	says := []course.Said{course.Say(saysRows, course.Some{N: len(s.Open), Noun: "row"}, inputs, len(s.Sealed))}
	if len(s.Sealed) == 0 {
		says[0] = course.Say(saysAll, course.Some{N: len(s.Open), Noun: "row"}, inputs)
	}
	kernel, mean := s.shown(s.Error(s.judged["kernel"].Missed)), s.shown(s.Error(s.judged["mean"].Missed))
	if s.Labels == nil {
		says = append(says, course.Say(saysMisses, course.Measure{Value: kernel, Unit: s.errorUnit()},
			course.Measure{Value: mean, Unit: s.errorUnit()}),
			course.Say(saysBand, course.Measure{Value: s.band, Unit: s.errorUnit()}))
	} else {
		says = append(says, course.Say(saysWrong, kernel, mean))
	}
	says = append(says, s.saysOfGroups()...)
	if s.Filled > 0 {
		says = append(says, course.Say(saysFilled, course.Some{N: s.Filled, Noun: "number"}))
	}
	if s.LeftOut > 0 {
		says = append(says, course.Say(saysLeft, course.Some{N: s.LeftOut, Noun: "row"}))
	}
	if s.Of > len(s.Rows) {
		says = append(says, course.Say(saysDrawn, s.Of))
	}
	if len(s.Constant) > 0 {
		says = append(says, course.Say(saysSame, listOf(s.Constant)))
	}
	if texts := s.texts(); len(texts) > 0 {
		says = append(says, course.Say(saysTexts, own.MaxClasses, listOf(texts)))
	}
	return append(says, s.saysNew()...)
}

// saysOfGroups is what is done about rows that belong together, where there are any.
func (s *study) saysOfGroups() (says []course.Said) {
	if s.Groups == nil {
		return nil
	}
	n, most := len(s.tuned.Groups), 0
	for _, group := range s.tuned.Groups {
		most = max(most, len(group))
	}
	if most == 1 {
		return nil
	}
	groups := course.Some{N: n, Noun: "group"}
	says = append(says, course.Say(saysGroups, s.GroupedBy, groups, course.Some{N: most, Noun: "row"}))
	if n < fewGroups {
		says = append(says, course.Say(saysRough, groups))
	}
	return says
}

// fewGroups are too few to know the spread of their means well: that of 20 to 16 %.
const fewGroups = 20

// leftOutIs is what is left out of a fit that predicts a row.
func (d *Design) leftOutIs() string {
	if d.Groups != nil {
		return "its group"
	}
	return "it"
}

func (s *study) saysOfRow(k int) course.Said {
	i := s.Open[k]
	row := s.Rows[i] + 1
	if s.Labels == nil {
		return course.Say(saysRow, row, s.Out.Name, course.Measure{Value: s.Y[i], Unit: s.Out.Unit},
			s.leftOutIs(), course.Measure{Value: s.without()[k], Unit: s.Out.Unit},
			course.Measure{Value: s.bandOf, Unit: s.errorUnit()})
	}
	p := s.judged[s.method.Name].Predicted[k]
	return course.Say(saysClass, row, s.Classes[s.Labels[i]], s.leftOutIs(), p[s.Labels[i]],
		s.Classes[floats.MaxIdx(p)])
}

const (
	adviseNothing = "No input helps: the kernel is not told apart from saying the same of all, {kernel} against {mean}."
	adviseSurer   = "Hardly a row more is taken for its own class than by saying the largest class of all, but the " +
		"probabilities tell more than the shares of the classes: log loss {kernel} against {mean}."
	adviseOwn     = "Almost nothing is missed. Is {column} what you predict, in other words?"
	advisePlane   = "Not told apart: a plane, {plane} against {kernel}. Next: keep the plane; it can be read."
	adviseBends   = "A plane misses more by over two standard errors, {plane} against {kernel}: what you predict bends."
	adviseBetter  = "{method} miss less by over two standard errors, {theirs} against {kernel}."
	adviseCorners = "There are corners or steps that no smooth curve follows. Use them."
	adviseNearest = "Nearest neighbours miss less by over two standard errors, {theirs} against {kernel}."
	adviseWidths  = "A width for each input misses less by over two standard errors, {theirs} against {kernel}: " +
		"inputs differ in how fast what you predict changes with them, or some tell nothing."
	adviseOneWidth = "Not told apart: a width for each input, {theirs} against {kernel}. One is chosen more safely."
	adviseWide     = "ℓ is at the upper edge of what was tried: the fit is all but a plane or a bowl."
	adviseNarrow   = "ℓ is at the lower edge of what was tried: only the nearest rows count."
	adviseTen      = "Ten rows make {share} of the squared error. Look at them; a robust loss would let them be."
	adviseGroups   = "Several rows have the same {column}: if they are of one thing, measured again, choose its " +
		"whole groups under sealed rows, or every error here is too small."
	adviseUneven = "What is missed {grows} with {name}: the band, as wide everywhere, is too wide at one end of it " +
		"and too narrow at the other."
	adviseLog   = " Every response is positive: its logarithm may be missed evenly."
	adviseTwice = "The same as another in all that is used: {rows}. If they were entered twice, send the table " +
		"without them: a row predicted by its own copy makes every error here too small."
	adviseDated = "Rows have dates, {column}. If you will predict later ones, seal the last fifth: a row at random " +
		"is told by those before and after it."
	adviseFew  = "With under {n} rows none are sealed, and what is said of new rows rests on five folds alone."
	adviseSeen = "The sealed rows were opened in {n}: they are no longer sealed, and what you choose now has seen them."
	adviseOpen = "When you have decided, open the sealed rows, once: after that they are rows that you have seen."
)

// advice is what to do next, each with the lesson that explains it.
func (s *study) advice() (all []course.Advice) {
	say := func(lesson, link string, text string, values ...any) {
		all = append(all, course.Advice{Said: course.Say(text, values...), Lesson: lesson, Link: link})
	}
	errors := map[string]float64{}
	for _, m := range s.methods() {
		errors[m.Name] = s.shown(s.Error(s.judged[m.Name].Missed))
	}
	more := func(name string) Difference {
		return s.Compared(s.judged[name], s.judged["kernel"])
	}
	kernel := errors["kernel"]
	switch d := more("mean"); {
	case s.Labels != nil && (!d.Told() || d.Mean < 0) && s.surer():
		say("kernel-logistic-regression", "Probabilities", adviseSurer, s.judged["kernel"].LogLoss,
			s.judged["mean"].LogLoss)
	case !d.Told() || d.Mean < 0:
		say("bandwidth", "How ℓ and λ are chosen", adviseNothing, kernel, errors["mean"])
		return append(all, s.ofRows()...)
	case s.Labels == nil && kernel < 0.01*stat.StdDev(s.responses(), nil):
		say("", "", adviseOwn, s.columnName(s.relevance[0].Column))
	}
	if d := more("ridge"); !d.Told() {
		say("ridge", "Ridge regression", advisePlane, errors["ridge"], kernel)
	} else if d.Mean > 0 {
		say("kernel-ridge-regression", "Kernel ridge regression", adviseBends, errors["ridge"], kernel)
	}
	for _, name := range []string{"forest", "boosting"} {
		if d := more(name); d.Told() && d.Mean < 0 {
			title := map[string]string{"forest": "The trees of a random forest", "boosting": "Boosted trees"}[name]
			say("", "", adviseBetter, title, errors[name], kernel)
			say("", "", adviseCorners)
			break
		}
	}
	if d := more("neighbours"); d.Told() && d.Mean < 0 {
		say("kernel-distances", "Nearest neighbours", adviseNearest, errors["neighbours"], kernel)
	}
	if s.each {
		if d := more("widths"); !d.Told() {
			say("", "", adviseOneWidth, errors["widths"], kernel)
		} else if d.Mean < 0 {
			say("", "", adviseWidths, errors["widths"], kernel)
		}
	}
	all = append(all, s.edges()...)
	if share := s.ofTen(); share > 0.5 && len(s.Open) >= leastToSeal {
		say("losses", "Robust losses", adviseTen, course.Measure{Value: 100 * share, Unit: "%"})
	}
	return append(all, s.ofRows()...)
}

// ofRows is what to do about the rows: those that are there twice, of one thing, in time, or sealed.
func (s *study) ofRows() (all []course.Advice) {
	say := func(text string, values ...any) {
		all = append(all, course.Advice{Said: course.Say(text, values...)})
	}
	if u := s.uneven; u.with != "" {
		text := adviseUneven
		if u.grows && u.with == s.Out.Name && slices.Min(s.responses()) > 0 {
			text += adviseLog
		}
		say(text, u.with, map[bool]string{true: "grows", false: "shrinks"}[u.grows])
	}
	if 20*s.copies >= len(s.Rows) {
		say(adviseTwice, course.Some{N: s.copies, Noun: "row"})
	}
	if j := s.ungrouped(); j >= 0 {
		say(adviseGroups, s.columnName(j))
	}
	if j := s.dated(); j >= 0 {
		say(adviseDated, s.columnName(j))
	}
	if len(s.Sealed) == 0 {
		say(adviseFew, leastToSeal)
	} else if s.openings.All > 0 {
		say(adviseSeen, course.Some{N: s.openings.All, Noun: "state"})
	} else {
		say(adviseOpen)
	}
	return all
}

// surer reports whether the probabilities tell more than the shares of the classes, by over two standard errors.
func (s *study) surer() bool {
	more := slices.Clone(s.judged["mean"].losses)
	floats.Sub(more, s.judged["kernel"].losses)
	mean, se := meanOf(more, s.groupsAt(s.Open))
	return mean > 2*se
}

// texts are the columns of many different words, which are no inputs.
func (s *study) texts() (names []string) {
	for j := range s.table.Columns {
		if c := &s.table.Columns[j]; c.Kind == own.Text && j != s.plan.Seal.column() {
			names = append(names, c.Name)
		}
	}
	return names
}

// twice is how many rows have the inputs and what is predicted of one before them, where there are numbers.
func (d *Design) twice() (n int) {
	if !slices.ContainsFunc(d.Inputs, func(in Input) bool { return !in.Word }) {
		return 0
	}
	seen := map[string]bool{}
	for i, x := range d.X {
		key := fmt.Sprint(x)
		if d.Labels != nil {
			key += fmt.Sprint(d.Labels[i])
		} else {
			key += fmt.Sprint(d.Y[i])
		}
		if seen[key] {
			n++
		}
		seen[key] = true
	}
	return n
}

// An uneven spread of what is missed grows or shrinks with the predictions, under the response's name, or an input.
type uneven struct {
	with  string // "" for an even one
	grows bool
}

// spread finds how what is missed with a row left out spreads: by Spearman's rank correlation r of its size, of which
// |r|√n is over 4, and |r| over 0.25.
func (f *fitted) spread() (u uneven) {
	if f.Labels != nil {
		return u
	}
	sizes := make([]float64, len(f.Open))
	for k, i := range f.Open {
		sizes[k] = math.Abs(f.Y[i] - f.leftOut[0][k])
	}
	sizes = ranks(sizes)
	most := math.Max(0.25, 4/math.Sqrt(float64(len(sizes))))
	against := func(of string, values []float64) {
		if r := stat.Correlation(sizes, ranks(values), nil); math.Abs(r) > most {
			u, most = uneven{of, r > 0}, math.Abs(r)
		}
	}
	against(f.Out.Name, f.leftOut[0])
	open := engine.Dataset{X: engine.Pick(f.X, f.Open)}
	for j, in := range f.Inputs {
		if !in.Word {
			against(in.Name, open.Input(j))
		}
	}
	return u
}

// ranks are the places of values in their order; of equal ones the mean of theirs.
func ranks(values []float64) []float64 {
	order, r := sortedBy(values), make([]float64, len(values))
	for a := 0; a < len(order); {
		b := a
		for b < len(order) && values[order[b]] == values[order[a]] {
			b++
		}
		for _, i := range order[a:b] {
			r[i] = float64(a+b-1) / 2
		}
		a = b
	}
	return r
}

// dated is the first column of dates where a fifth at random is sealed; −1 for none.
func (s *study) dated() int {
	if s.plan.Seal != AtRandom {
		return -1
	}
	return slices.IndexFunc(s.table.Columns, func(c own.Column) bool { return c.Dates })
}

// edges is said where ℓ is at an edge of the grid.
func (s *study) edges() (all []course.Advice) {
	switch _, j := s.tuned.best(); j {
	case len(Widths) - 1:
		all = append(all, course.Advice{Said: course.Say(adviseWide), Lesson: "ridge", Link: "Ridge regression"})
	case 0:
		all = append(all, course.Advice{Said: course.Say(adviseNarrow), Lesson: "kernel-distances",
			Link: "Nearest neighbours"})
	}
	return all
}

// ofTen is the part of the squared error that the ten rows have which are missed most.
func (s *study) ofTen() float64 {
	if s.Labels != nil {
		return 0
	}
	squares := make([]float64, len(s.Open))
	floats.MulTo(squares, s.tuned.Residuals[0], s.tuned.Residuals[0])
	order, sum := sortedBy(squares), 0.0
	for _, i := range order[max(0, len(order)-10):] {
		sum += squares[i]
	}
	return sum / math.Max(floats.Sum(squares), engine.Epsilon)
}
