package course

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
)

// An Exercise is a question with an answer that the server judges: a choice, a
// number, a goal in a figure, or steps to put in order. A prediction is an
// exercise that is asked before its figure.
type Exercise struct {
	ID      string
	Title   string
	Seed    uint64 // of what was drawn; 0 as the lesson prints it
	Predict bool
	// Practice is whether it stands folded after the exercises, for more of the same, and is not counted.
	Practice bool
	Hard     int    // how hard its author finds it, one of [Difficulties] from 1 on; 0 where that is not said
	Ask      string // HTML
	Line     string // HTML: the question in one line, over the figures it is about; or ""
	Shows    string // the query of the state that shows the answer, where a verdict links to none

	Choices []Alternative // a choice has them
	Number  *NumberAnswer
	Goal    *GoalAnswer
	Steps   []Step // in the right order

	Sketch *SketchAnswer // of a prediction with choices that can also be drawn, or nil
	Veils  []Veil        // what an answer comes before

	Hints    []string // HTML, each leading further
	Solution string   // HTML
	After    string   // HTML, the feedback to a right number, goal or order

	askLinks []string // in Ask
}

// Name tells the question from the others of its lesson, in plain words: a prediction by the
// line that it asks in, since all of them are under one title.
func (e *Exercise) Name() string {
	if e.Line != "" {
		return Plain(e.Line)
	}
	return Plain(Inline(e.Title))
}

// ExerciseKinds are what an exercise asks for.
var ExerciseKinds = []Option{{Value: "choice", Label: "a choice"}, {Value: "number", Label: "a number"},
	{Value: "goal", Label: "a goal in a figure"}, {Value: "order", Label: "steps in order"}}

// Difficulties are how hard an exercise may be: it is read off or takes one step; it takes several, or an idea; it is a
// proof, or puts several ideas together.
var Difficulties = []Option{{Value: "1", Label: "easy"}, {Value: "2", Label: "medium"}, {Value: "3", Label: "hard"}}

// Difficulty is that of [Difficulties] in a word, "" where none is said.
func (e *Exercise) Difficulty() string {
	if e.Hard == 0 {
		return ""
	}
	return Difficulties[e.Hard-1].Label
}

// Kind is that of [ExerciseKinds].
func (e *Exercise) Kind() string {
	switch {
	case e.Number != nil:
		return "number"
	case e.Goal != nil:
		return "goal"
	case e.Steps != nil:
		return "order"
	}
	return "choice"
}

// KindName is the kind in words.
func (e *Exercise) KindName() string {
	return ExerciseKinds[slices.IndexFunc(ExerciseKinds, func(o Option) bool { return o.Value == e.Kind() })].Label
}

// links are where the links of the question lead, in the order of the page.
func (e *Exercise) links() []string {
	list := slices.Clone(e.askLinks)
	for _, c := range e.Choices {
		list = append(list, c.links...)
	}
	for _, place := range e.Order() {
		list = append(list, e.Steps[place].links...)
	}
	return list
}

// An Alternative is one choice with what to say to whoever makes it.
type Alternative struct {
	Text  string // HTML
	Chip  string // HTML: the choice in a word or two, beside the question's one line
	Said  string // HTML: the verdict on it in a sentence, on the picture; "" where no line asks
	Why   string // HTML
	Right bool

	Mistake string // the name of what one does who makes a wrong choice, as package reference lists them

	links []string // in Text
}

// A NumberAnswer is a number with a tolerance, and the near misses that deserve
// a word of their own.
type NumberAnswer struct {
	Value, Tolerance float64
	Unit             string
	Misses           []Miss
}

// A Miss is a wrong number that a known slip leads to.
type Miss struct {
	Value, Tolerance float64
	Why              string // HTML
	Mistake          string // the name of the slip, as package reference lists them
}

// A GoalAnswer names a goal of one of the lesson's figures.
type GoalAnswer struct{ Figure, Goal string }

// A SketchAnswer is a curve to be drawn before it is seen: the one that the figure shows
// in that state. A sketch is right if its mean distance from it is at most Tolerance, in
// the unit of the vertical axis.
type SketchAnswer struct {
	Figure, State string
	Tolerance     float64
	Unit          string
}

// DrawnIn reports whether the answer may be drawn in that figure.
func (e *Exercise) DrawnIn(figure string) bool { return e.Sketch != nil && e.Sketch.Figure == figure }

// A Veil names the control of a figure that a prediction is about: out of reach until
// there is an answer, or the reader asks for it.
type Veil struct{ Figure, Control string }

// A Step is one step of a proof, with why it cannot stand earlier.
type Step struct {
	Text string // HTML
	Why  string // HTML

	links []string // in Text
}

// A Verdict is what the server says to an answer.
type Verdict struct {
	Right  bool
	Answer string // the answer as read, plain
	Said   string // HTML: Yes or No in bold, and why in a sentence, on the picture; "" where no line asks
	Why    string // HTML

	Mistake string // the name of what was done wrong, where that is known
}

// part is a run of lines under one mark.
type part struct{ mark, text string }

// marked cuts body at the lines that open with one of the marks. What stands
// before the first has the empty mark.
func marked(body string, marks ...string) []part {
	parts := []part{{}}
	for _, line := range strings.Split(body, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		i := slices.IndexFunc(marks, func(m string) bool { return strings.HasPrefix(trimmed, m) })
		if i >= 0 {
			parts = append(parts, part{marks[i], strings.TrimPrefix(trimmed, marks[i])})
			continue
		}
		last := &parts[len(parts)-1]
		last.text += "\n" + line
	}
	for i := range parts {
		parts[i].text = strings.TrimSpace(parts[i].text)
	}
	return parts
}

// exerciseMarks open the parts of an exercise; see the package's comment.
var exerciseMarks = []string{"- [ ] ", "- [x] ", "= ", "~ ", "goal ", "sketch ", "veil ", "line ", "said ",
	"shows ?", "hard ", "1. ", ": ", "? ", "! "}

// parseExercise reads the body of a predict or exercise block: see the package's
// comment.
func (t *Text) parseExercise(id, body string) (*Exercise, error) {
	e := &Exercise{ID: id}
	r := partReader{text: t, e: e, said: &e.After}
	for _, p := range marked(body, exerciseMarks...) {
		if err := r.read(p); err != nil {
			return nil, err
		}
	}
	if err := t.inLine(e, r.line); err != nil {
		return nil, err
	}
	if err := t.saidOn(e, r.onPicture); err != nil {
		return nil, err
	}
	return e, e.complete()
}

// A partReader reads the parts of an exercise one after the other.
type partReader struct {
	text *Text
	e    *Exercise
	said *string // what the next ": " gives the words of

	line      []string // the question in a line, and each choice in a word or two; nil without
	onPicture []string // the verdict on each choice in a sentence; nil without
}

func (r *partReader) read(p part) error {
	t, e := r.text, r.e
	switch p.mark {
	case "":
		before := len(t.links)
		e.Ask = t.markdown(p.text)
		e.askLinks = t.links[before:]
	case "- [ ] ", "- [x] ":
		words, mistake := cutMistake(p.text)
		c := Alternative{Right: p.mark == "- [x] ", Mistake: mistake}
		c.Text, c.links = t.linked(words)
		e.Choices = append(e.Choices, c)
		r.said = &e.Choices[len(e.Choices)-1].Why
	case "= ", "~ ":
		return r.number(p)
	case "goal ":
		figure, goal, ok := strings.Cut(p.text, "/")
		if !ok {
			return fmt.Errorf("goal %q is not figure/goal", p.text)
		}
		e.Goal, r.said = &GoalAnswer{Figure: figure, Goal: goal}, &e.After
	case "sketch ":
		return r.sketch(p.text)
	case "veil ":
		figure, control, ok := strings.Cut(p.text, "/")
		if !ok {
			return fmt.Errorf("veil %q is not figure/control", p.text)
		}
		e.Veils = append(e.Veils, Veil{figure, control})
	case "line ":
		r.line = columns(p.text)
	case "said ":
		r.onPicture = columns(p.text)
	case "shows ?":
		e.Shows = "?" + p.text
		t.links = append(t.links, e.Shows)
	case "hard ":
		if e.Hard = slices.IndexFunc(Difficulties, func(o Option) bool { return o.Value == p.text }) + 1; e.Hard == 0 {
			return fmt.Errorf("hard %q is not 1, 2 or 3", p.text)
		}
	case "1. ":
		step := Step{}
		step.Text, step.links = t.linked(p.text)
		e.Steps = append(e.Steps, step)
		r.said = &e.Steps[len(e.Steps)-1].Why
	case ": ":
		*r.said = t.markdown(p.text)
		r.said = &e.After
	case "? ":
		e.Hints = append(e.Hints, t.markdown(p.text))
	case "! ":
		e.Solution = t.markdown(p.text)
	}
	return nil
}

// mistakeMark names the mistake at the end of a line of a miss or a wrong choice, of which it is the first.
var mistakeMark = regexp.MustCompile(`(?m) #([a-z][a-z0-9-]*)$`)

// cutMistake is a text without the name of a mistake, and that name.
func cutMistake(text string) (words, name string) {
	if at := mistakeMark.FindStringSubmatchIndex(text); at != nil {
		return text[:at[0]] + text[at[1]:], text[at[2]:at[3]]
	}
	return text, ""
}

// columns are the parts of a text between bars, which may go over several lines.
func columns(text string) []string {
	return strings.Split(strings.Join(strings.Fields(text), " "), " | ")
}

// number reads the number asked for, or a near miss of it.
func (r *partReader) number(p part) error {
	text, mistake := cutMistake(p.text)
	v, tolerance, unit, err := parseTolerance(text)
	if err != nil {
		return err
	}
	if p.mark == "= " {
		r.e.Number = &NumberAnswer{Value: v, Tolerance: tolerance, Unit: unit}
		r.said = &r.e.After
		return nil
	}
	n := r.e.Number
	if n == nil {
		return errors.New("a miss before the number")
	}
	n.Misses = append(n.Misses, Miss{Value: v, Tolerance: tolerance, Mistake: mistake})
	r.said = &n.Misses[len(n.Misses)-1].Why
	return nil
}

// sketch reads the state whose curve is to be drawn, and how near.
func (r *partReader) sketch(text string) error {
	place, bound, _ := strings.Cut(text, "±")
	figure, state, ok := strings.Cut(strings.TrimSpace(place), "?")
	_, tolerance, unit, err := parseTolerance("0 ±" + bound)
	if !ok || err != nil {
		return fmt.Errorf("sketch %q is not “figure?state ± tolerance unit”", text)
	}
	r.e.Sketch = &SketchAnswer{figure, state, tolerance, unit}
	r.said = &r.e.After
	return nil
}

// complete refuses an exercise that lacks what its kind needs.
func (e *Exercise) complete() error {
	if e.Shows != "" && e.Line == "" {
		return errors.New("shows a state to who answers over its figure, where no line asks")
	}
	kinds := 0
	for _, has := range []bool{e.Choices != nil, e.Number != nil, e.Goal != nil, e.Steps != nil} {
		if has {
			kinds++
		}
	}
	if kinds != 1 {
		return fmt.Errorf("wants one of choices, a number, a goal and steps, has %d", kinds)
	}
	if e.Sketch != nil && e.Choices == nil {
		return errors.New("is sketched, and has no choices for those who do not draw")
	}
	if e.Number != nil {
		return e.Number.apart()
	}
	if e.Choices == nil {
		return nil
	}
	right := 0
	for _, c := range e.Choices {
		if c.Right {
			right++
		}
		if c.Why == "" {
			return fmt.Errorf("nothing is said to choice %q", Plain(c.Text))
		}
	}
	if right != 1 {
		return fmt.Errorf("has %d right choices", right)
	}
	return nil
}

// inLine gives an exercise its question in one line, and its choices in a word or two
// each; line is nil where it has none.
func (t *Text) inLine(e *Exercise, line []string) error {
	if line == nil {
		return nil
	}
	if len(e.Choices) == 0 || len(line) != 1+len(e.Choices) {
		return fmt.Errorf("the line %q is not a question and a word for each choice", strings.Join(line, " | "))
	}
	e.Line = t.inline(line[0])
	for i, chip := range line[1:] {
		c := &e.Choices[i]
		if len(c.links) > 0 {
			return fmt.Errorf("choice %q is pressed whole, and has a link of its own", Plain(c.Text))
		}
		c.Chip = t.inline(chip)
	}
	return nil
}

// saidOn gives each choice its verdict in a sentence, which stands on the picture as it is
// written: whatever has a line has that, and nothing else.
func (t *Text) saidOn(e *Exercise, said []string) error {
	if e.Line == "" && said == nil {
		return nil
	}
	if e.Line == "" || len(said) != len(e.Choices) {
		return fmt.Errorf("said has %d sentences, for the %d choices of a line", len(said), len(e.Choices))
	}
	for i, sentence := range said {
		c := &e.Choices[i]
		word := yesNo(c.Right)
		why, ok := strings.CutPrefix(sentence, word+" ")
		if !ok || !strings.HasSuffix(why, ".") {
			return fmt.Errorf("to choice %q is said %q, which does not begin with “%s” and end in a full stop",
				Plain(c.Text), sentence, word)
		}
		c.Said = "<b>" + word + "</b> " + t.inline(why)
	}
	return nil
}

// yesNo is what a verdict on the picture begins with.
func yesNo(right bool) string {
	if right {
		return "Yes."
	}
	return "No."
}

// Over returns the predictions that are asked in one line over a figure, in the order of
// the page. Each is asked over one figure alone.
func (t *Text) Over(figure string) []*Exercise {
	var over []*Exercise
	opening := ""
	for _, b := range t.Blocks {
		if b.Kind == "figure" && opening == "" {
			opening = b.Name
		}
		if b.Kind == "predict" && b.Exercise.Line != "" && b.Exercise.on(opening) == figure {
			over = append(over, b.Exercise)
		}
	}
	return over
}

// on is the figure that the exercise is asked over: the one that opens the lesson if it is
// about that, or else the one that it is drawn in or veils first; "" for none.
func (e *Exercise) on(opening string) string {
	var about []string
	if e.Sketch != nil {
		about = append(about, e.Sketch.Figure)
	}
	for _, v := range e.Veils {
		about = append(about, v.Figure)
	}
	if len(about) == 0 || slices.Contains(about, opening) {
		return opening
	}
	return about[0]
}

// apart refuses a near miss whose words are never said, since the right number or an
// earlier miss takes its value.
func (n *NumberAnswer) apart() error {
	for i, m := range n.Misses {
		if math.Abs(m.Value-n.Value) <= n.Tolerance {
			return fmt.Errorf("the near miss %s passes for the right number", FormatNumber(m.Value))
		}
		for _, earlier := range n.Misses[:i] {
			if math.Abs(m.Value-earlier.Value) <= earlier.Tolerance {
				return fmt.Errorf("the near miss %s is taken by the one before it, %s", FormatNumber(m.Value),
					FormatNumber(earlier.Value))
			}
		}
	}
	return nil
}

// parseTolerance reads "12.4 ± 0.1 ms".
func parseTolerance(s string) (v, tolerance float64, unit string, err error) {
	value, rest, ok := strings.Cut(s, "±")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		return 0, 0, "", fmt.Errorf("%q is not “value ± tolerance unit”", s)
	}
	v, ok = ParseNumber(strings.TrimSpace(value))
	if ok {
		tolerance, ok = ParseNumber(words[0])
	}
	if !ok {
		return 0, 0, "", fmt.Errorf("%q is not “value ± tolerance unit”", s)
	}
	return v, tolerance, strings.Join(words[1:], " "), nil
}

// Order returns the places of e.Steps in the order they are first shown: mixed,
// the same way each time for a seed, and never already right.
func (e *Exercise) Order() []int {
	h := fnv.New64a()
	h.Write([]byte(e.ID))
	rng := rand.New(rand.NewPCG(h.Sum64()^e.Seed, 1))
	for {
		order := rng.Perm(len(e.Steps))
		if !slices.IsSorted(order) || len(order) < 2 {
			return order
		}
	}
}

// Judge says whether the answer is right, and why. ok is false where there is
// no answer to judge.
func (e *Exercise) Judge(answer string) (v Verdict, ok bool) {
	answer = strings.TrimSpace(answer)
	if answer == "" || len(answer) > 200 {
		return Verdict{}, false
	}
	if distance, ok := strings.CutPrefix(answer, sketched); ok && e.Sketch != nil {
		return e.Sketch.judge(distance, e.After)
	}
	switch {
	case e.Choices != nil:
		i, err := strconv.Atoi(answer)
		if err != nil || i < 1 || i > len(e.Choices) {
			return Verdict{}, false
		}
		c := e.Choices[i-1]
		return Verdict{Right: c.Right, Answer: c.Text, Said: c.Said, Why: c.Why, Mistake: c.Mistake}, true
	case e.Number != nil:
		return e.Number.judge(answer, e.After), true
	case e.Goal != nil:
		if answer != "reached" {
			return Verdict{}, false
		}
		return Verdict{Right: true, Why: e.After}, true
	default:
		return e.judgeOrder(answer)
	}
}

// sketched begins the answer that is a sketch: “sketch 1.25” is one whose mean distance
// from the curve is 1.25.
const sketched = "sketch "

func (s *SketchAnswer) judge(distance, after string) (Verdict, bool) {
	d, ok := ParseNumber(distance)
	if !ok || d < 0 || math.IsInf(d, 1) {
		return Verdict{}, false
	}
	right, off := d <= s.Tolerance, Quantity(d, s.Unit)+" from the curve"
	how := fmt.Sprintf("Where you drew, your sketch is %s on average; up to %s is right.", off,
		Quantity(s.Tolerance, s.Unit))
	return Verdict{
		Right:  right,
		Answer: "a sketch " + off,
		Said:   "<b>" + yesNo(right) + "</b> " + how,
		Why:    "<p>" + how + "</p>" + after,
	}, true
}

func (n *NumberAnswer) judge(answer, after string) Verdict {
	v, err := Evaluate(strings.TrimSuffix(answer, n.Unit))
	if err != nil {
		return Verdict{Answer: escapeHTML(Printable(answer)),
			Why: "<p>That does not read as a number: " + escapeHTML(err.Error()) + ". A fraction, 4/3, a power, " +
				"2^10, and a root, sqrt(2)/2, are read too.</p>"}
	}
	said := Verdict{Answer: escapeHTML(Printable(answer))}
	if math.Abs(v-n.Value) <= n.Tolerance {
		said.Right, said.Why = true, after
		return said
	}
	for _, m := range n.Misses {
		if math.Abs(v-m.Value) <= m.Tolerance {
			said.Why, said.Mistake = m.Why, m.Mistake
			return said
		}
	}
	if rounds(n.Value, v) {
		said.Right, said.Why = true, after
		return said
	}
	for _, m := range n.Misses {
		if rounds(m.Value, v) {
			said.Why, said.Mistake = m.Why, m.Mistake
			return said
		}
	}
	if v > n.Value {
		said.Why = "<p>Too large.</p>"
	} else {
		said.Why = "<p>Too small.</p>"
	}
	return said
}

// rounds reports whether rounded is value to two significant digits or more, as a reader
// gives 0.71 for 1/√2. A whole number is counted, and not rounded.
func rounds(value, rounded float64) bool {
	if value == math.Trunc(value) {
		return false
	}
	for digits := 2; digits <= 6; digits++ {
		if engine.Agree(rounded, Round(value, digits), value) {
			return true
		}
	}
	return false
}

// judgeOrder reads the places of the steps as they were shown, "3,1,2" meaning
// that the first step shown belongs third.
func (e *Exercise) judgeOrder(answer string) (Verdict, bool) {
	fields := strings.Split(answer, ",")
	shownOrder := e.Order()
	if len(fields) != len(shownOrder) {
		return Verdict{}, false
	}
	placed := make([]int, len(fields)) // placed[p] is the step put at place p, −1 for none
	for i := range placed {
		placed[i] = -1
	}
	for i, f := range fields {
		p, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil || p < 1 || p > len(fields) {
			return Verdict{}, false
		}
		if placed[p-1] >= 0 {
			return Verdict{Why: fmt.Sprintf("<p>Two steps stand at place %d.</p>", p)}, true
		}
		placed[p-1] = shownOrder[i]
	}
	for p, step := range placed {
		if step != p {
			why := fmt.Sprintf("<p>The first %d are right. Look at the step you put after them.</p>", p)
			switch p {
			case 0:
				why = "<p>Look at the step you put first.</p>"
			case 1:
				why = "<p>The first is right. Look at the step you put after it.</p>"
			}
			return Verdict{Why: why + e.Steps[step].Why}, true
		}
	}
	return Verdict{Right: true, Why: e.After}, true
}
