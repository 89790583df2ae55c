package coursetest

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Check holds a lesson to every rule of package course, and to what the lectures say.
func Check(t *testing.T, l *course.Lesson, lectures ...Statement) {
	l = located(l)
	text, err := l.Text()
	if err != nil {
		t.Fatal(err)
	}
	if l.Short == "" || l.Lede == "" {
		t.Errorf("%s: the lesson has no Short or no Lede, which the bar and the contents show", ofLesson())
	}
	if !l.Draft {
		counted(t, l, text)
		t.Run("lab", func(t *testing.T) { lab(t, l) })
	}
	t.Run("lectures", func(t *testing.T) { covers(t, l, lectures) })
	t.Run("formulas", func(t *testing.T) { typeset(t, l) })
	t.Run("links", func(t *testing.T) { linked(t, l, text) })
	t.Run("predictions", func(t *testing.T) { veiled(t, l, text) })
	t.Run("answers", func(t *testing.T) { answered(t, l, text) })
	t.Run("drawn", func(t *testing.T) { drawnAnew(t, l, text) })
	t.Run("pictured", func(t *testing.T) { pictured(t, l, text) })
	t.Run("guesses", func(t *testing.T) { guessed(t, l, text) })
	t.Run("goals", func(t *testing.T) { reachable(t, l, text) })
	t.Run("given", func(t *testing.T) { unreachedByLinks(t, l, text) })
	t.Run("screens", func(t *testing.T) { projected(t, text) })
	t.Run("names", func(t *testing.T) { toldApart(t, l, text) })
	t.Run("outline", func(t *testing.T) { outlined(t, l, text) })
	for i := range l.Figures {
		f := &l.Figures[i]
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			empty(t, f)
			extreme(t, l, f)
			designed(t, f)
		})
	}
}

// outlined holds that what a search goes through has the exercises that the page has, each with its choices.
func outlined(t *testing.T, l *course.Lesson, text *course.Text) {
	outline, err := l.Outline()
	if err != nil {
		t.Fatal("without its facts: ", err)
	}
	for _, b := range text.Blocks {
		e := b.Exercise
		if e == nil {
			continue
		}
		there, ok := outline.Exercise(e.ID)
		if !ok || len(there.Choices) != len(e.Choices) || len(there.Steps) != len(e.Steps) {
			t.Errorf("%s: without its facts the exercise %s has other choices", ofLesson(), e.ID)
		}
	}
}

// toldApart holds that a list of the lesson's questions has each once, so that a teacher asks the
// one that she means.
func toldApart(t *testing.T, l *course.Lesson, text *course.Text) {
	named := map[string]string{}
	for _, s := range text.Screens() {
		if s.Exercise == nil {
			continue
		}
		name := s.Exercise.Name()
		if other, is := named[name]; is {
			t.Error(l.SlipAt(s.Line, "the questions %s and %s are both called %q: give each prediction its line", other,
				s.Exercise.ID, name))
		}
		named[name] = s.Exercise.ID
	}
}

var (
	formula = regexp.MustCompile(`(?s)<math.*?</math>|<svg.*?</svg>[^<]*`) // and what is drawn, with its numbers
	tag     = regexp.MustCompile(`<[^>]*>`)
)

// words counts what is read, formulas, drawn shares and signs that stand alone left out.
func words(html string) int {
	n := 0
	for _, word := range strings.Fields(tag.ReplaceAllString(formula.ReplaceAllString(html, " "), " ")) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			n++
		}
	}
	return n
}

// typeset holds that every formula has been typeset.
func typeset(t *testing.T, l *course.Lesson) {
	formulas, err := course.New(course.Part{Lessons: []*course.Lesson{l}}).Formulas()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range formulas {
		if strings.Contains(f.MathML(), "missing-formula") {
			t.Error(l.SlipAt(lineOf(l, f.TeX), "no MathML for %q: run go generate ./lessons/...", f.TeX))
		}
	}
}

// linked opens every state that the lesson links to, its teacher's notes included: it
// is the state that the link says, and it can be drawn.
func linked(t *testing.T, l *course.Lesson, text *course.Text) {
	for _, err := range l.Slips() {
		t.Error(err)
	}
	for _, link := range text.Links() {
		for _, err := range leadsTo(t, l, link) {
			if err != nil {
				t.Error(l.SlipAt(lineOf(l, link), "?%s: %v", link, err))
			}
		}
	}
}

// leadsTo are the pictures that a link opens, or why one cannot be drawn.
func leadsTo(t *testing.T, l *course.Lesson, link string) iter.Seq2[*course.Picture, error] {
	return func(yield func(*course.Picture, error) bool) {
		for _, f := range l.Figures {
			if sub := course.Sub(course.ParseQuery(link), f.Name, false); len(sub) > 0 {
				_, draw := f.At(sub)
				if !yield(draw(t.Context(), memo)) {
					return
				}
			}
		}
	}
}

// reachable holds that every goal is reached in the state it names and not where the
// figure opens, and that exercises ask for goals there are, and judge as they say.
func reachable(t *testing.T, l *course.Lesson, text *course.Text) {
	goals := map[course.GoalAnswer]bool{}
	for i := range l.Figures {
		f := &l.Figures[i]
		_, opens := Draw(t, l, f.Name, "")
		switch {
		case f.Goal == "":
			t.Errorf("%s: it asks for nothing: say in its Goal what to reach with it", ofFigure(f))
		case len(opens.Goals) == 0:
			t.Errorf("%s: it asks for %q, and its picture has no Goals that know when it is reached", ofFigure(f),
				f.Goal)
		}
		worded(t, f, opens.Aim())
		open, _ := opens.Open()
		for _, n := range open {
			if n.Means == "" {
				t.Errorf("%s: nobody is told what %q means", ofFigure(f), n.Label)
			}
		}
		for _, g := range opens.Goals {
			if goals[course.GoalAnswer{Figure: f.Name, Goal: g.Name}] = true; opens.Reached(g.Name) {
				t.Errorf("%s: the goal %s is reached before anything is moved", ofFigure(f), g.Name)
			}
			if p := Opened(t, l, f.Name, g.At); !p.Reached(g.Name) {
				t.Errorf("%s: the goal %s is not reached at %q", ofFigure(f), g.Name, g.At)
			}
			if g.Hidden != nil {
				hidden(t, l, f, g.Name, g.At)
			}
		}
	}
	for _, b := range text.Blocks {
		e := b.Exercise
		if e == nil {
			continue
		}
		judges(t, e)
		if e.Number != nil {
			rounded(t, e)
		}
		if slices.ContainsFunc(e.Choices,
			func(c course.Alternative) bool { return c.Right && strings.HasPrefix(course.Plain(c.Why), "Yes") }) {
			t.Error(l.SlipAt(b.Line, "%s: “Yes.” is said before what is said", e.ID))
		}
		if e.Steps != nil && len(e.Steps) < leastSteps {
			t.Error(l.SlipAt(b.Line, "exercise %s puts %d steps in order: each opens with “1. ”", b.Name, len(e.Steps)))
		}
		if e.Goal != nil && !goals[*e.Goal] {
			t.Error(l.SlipAt(b.Line, "exercise %s asks for %v", b.Name, *e.Goal))
		}
	}
}

// mostAsked are those of a goal that stands over its picture in one line with what is now.
const mostAsked = 55

// aQuantity is what a goal is about: it has a number.
var aQuantity = regexp.MustCompile(`[0-9]`)

// worded holds that a figure's goal is in few words, begins with a verb, and is told by its quantity: a Now
// without a number is no Now, and then But says why.
func worded(t *testing.T, f *course.Figure, aim course.Goal) {
	for _, asks := range []string{f.Goal, aim.Asks} {
		plain := course.Plain(course.Inline(asks))
		if n := utf8.RuneCountInString(plain); n > mostAsked {
			t.Errorf("%s: its goal %q has %d letters, and not at most %d", ofFigure(f), plain, n, mostAsked)
		}
		if verb, _, _ := strings.Cut(plain, " "); plain != "" && !slices.Contains(verbs, verb) {
			t.Errorf("%s: its goal %q begins with no verb that a goal has: %q", ofFigure(f), plain, verbs)
		}
	}
	switch {
	case aim.Now == "—" && aim.But == "":
		t.Errorf("%s: it asks for %q, of which the goal's Now says nothing where it opens, nor its But why",
			ofFigure(f), f.Goal)
	case aim.Now != "—" && !aQuantity.MatchString(aim.Now):
		t.Errorf("%s: of its goal %q it says %q, which is no quantity", ofFigure(f), f.Goal, aim.Now)
	}
	if c := f.Conditions; c != "" && !strings.HasSuffix(c, ".") {
		t.Errorf("%s: the conditions of its goal are no sentence: %q", ofFigure(f), c)
	}
}

// verbs are those that a goal begins with.
var verbs = strings.Fields("bring get make find come have put leave keep fit misread condition raise turn drill say " +
	"cut separate double")

// leastSteps are those of a proof whose order is worth asking for.
const leastSteps = 3

// rounded holds that a number is right to the two digits that a reader gives, unless they
// are those of a near miss.
func rounded(t *testing.T, e *course.Exercise) {
	n := e.Number
	if n.Value == math.Trunc(n.Value) {
		return
	}
	two := course.Round(n.Value, 2)
	missed := slices.ContainsFunc(n.Misses, func(m course.Miss) bool { return math.Abs(two-m.Value) <= m.Tolerance })
	if v, ok := e.Judge(strconv.FormatFloat(two, 'g', -1, 64)); !ok || v.Right == missed {
		t.Errorf("%s: %g is answered by %g: %+v", e.ID, n.Value, two, v)
	}
}

// A goal is tried with so many sets of hidden samples, drawn with replacement from so many times
// as many fresh ones, and from leastFresh at least; nearlyAll and nearlyNone of them count as all
// and none. The sample in sight, of which otherSeeds are tried, has no part in it.
const (
	fresh, freshPool, leastFresh = 400, 4, 80
	firstFresh                   = 5000
	otherSeeds                   = 8
	nearlyAll, nearlyNone        = 0.95, 0.05
)

// hidden holds that what a goal asks of hidden samples does not depend on which they are. In
// nearly all sets that might have been theirs, the state that reaches it does so; in nearly none
// does the one where the figure opens, nor one that is tuned to the sample in sight.
func hidden(t *testing.T, l *course.Lesson, f *course.Figure, name, at string) {
	t.Helper()
	asks, _ := asksHidden(t, f, name, at)
	if asks.Tuned == "" {
		t.Errorf("%s: the goal %s has no state that is tuned to the sample in sight", f.Name, name)
		return
	}
	reached, tuned := Opened(t, l, f.Name, at), Opened(t, l, f.Name, asks.Tuned)
	if tuned.Find(asks.Number) > reached.Find(asks.Number) {
		t.Errorf("%s: %q is not tuned to the sample in sight: %g there, %g at %q", f.Name, asks.Tuned,
			tuned.Find(asks.Number), reached.Find(asks.Number), at)
	}
	if tuned.Reached(name) {
		t.Errorf("%s: the goal %s is reached at %q, which is tuned to the sample in sight", f.Name, name, asks.Tuned)
	}
	if s := f.Samples; s.Seed != "" {
		for seed := 2; seed <= otherSeeds; seed++ {
			form, p := Draw(t, l, f.Name, fmt.Sprintf("%s&%s=%d", at, s.Seed, seed))
			if !form.Control(s.Seed).Off && !p.Reached(name) {
				t.Errorf("%s: hidden samples are asked, and the goal %s is not reached at %q where the sample in "+
					"sight is number %d", f.Name, name, at, seed)
			}
		}
	}
	if share := freshlyReached(t, f, asks, at); share < nearlyAll {
		t.Errorf("%s: in %.2f of fresh sets of hidden samples the goal %s is reached at %q", f.Name, share, name, at)
	}
	for _, state := range []string{"", asks.Tuned} {
		if _, so := asksHidden(t, f, name, state); !so {
			continue // and so it is not reached, whatever the samples
		}
		if share := freshlyReached(t, f, asks, state); share > nearlyNone {
			t.Errorf("%s: in %.2f of fresh sets of hidden samples the goal %s is reached at %q",
				f.Name, share, name, state)
		}
	}
}

// asksHidden is what a goal asks of hidden samples, and whether all else that it asks is so.
func asksHidden(t *testing.T, f *course.Figure, name, state string) (*course.Hidden, bool) {
	t.Helper()
	p, err := f.Build(course.NewForm(course.ParseQuery(state)))(t.Context(), memo)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range p.Goals {
		if g.Name == name {
			return g.Hidden, g.Reached
		}
	}
	t.Fatalf("%s: at %q it has no goal %s", f.Name, state, name)
	return nil, false
}

// freshlyReached is the share of fresh sets of hidden samples in which a state is enough.
func freshlyReached(t *testing.T, f *course.Figure, asks *course.Hidden, state string) float64 {
	t.Helper()
	pool := max(leastFresh, freshPool*asks.Samples())
	values, _, err := f.Numbers(t.Context(), course.ParseQuery(state), asks.Number, firstFresh, pool)
	if err != nil {
		t.Fatal(err)
	}
	rng, set, reached := rand.New(rand.NewPCG(1, 0)), make([]float64, asks.Samples()), 0
	for range fresh {
		for i := range set {
			set[i] = values[rng.IntN(len(values))]
		}
		if asks.Reached(set) {
			reached++
		}
	}
	return float64(reached) / fresh
}

// unreachedByLinks holds that no link of the words leads to where a figure's goal is reached: a
// goal is for the reader's own hand. The notes for the teacher may.
func unreachedByLinks(t *testing.T, l *course.Lesson, text *course.Text) {
	taught := map[string]int{}
	for _, link := range text.TeachLinks() {
		taught[link]++
	}
	for _, link := range text.Links() {
		if taught[link]--; taught[link] >= 0 {
			continue
		}
		for p, err := range leadsTo(t, l, link) {
			if err != nil {
				continue // which linked says
			}
			if g := p.Aim(); g.Reached {
				t.Error(l.SlipAt(lineOf(l, link), "the link ?%s gives the goal %s away: it is the reader's to reach",
					link, g.Name))
			}
		}
	}
}

// veiled holds that what a prediction is about waits for it: the controls that it veils
// are in sight, and what opens the lesson, above the first prediction, has none of their
// names that is open and not moved by a link.
func veiled(t *testing.T, l *course.Lesson, text *course.Text) {
	shows := func(figure, control string) bool {
		f, ok := l.Figure(figure)
		if !ok {
			return false
		}
		form, _ := f.At(nil)
		return slices.ContainsFunc(form.Controls,
			func(c *course.Control) bool { return c.Name == control && !c.More && !c.Off })
	}
	var above []string // the figures, above the first prediction
	var moved []string // by the links there
	first := true
	for _, b := range text.Blocks {
		if b.Kind == "figure" && first {
			above = append(above, b.Name)
		}
		if first {
			moved = append(moved, b.Links()...)
		}
		if b.Kind != "predict" {
			continue
		}
		opens := first
		first = false
		if len(b.Exercise.Veils) == 0 {
			t.Error(l.SlipAt(b.Line, "%s veils no control", b.Name))
		}
		if !l.Draft {
			inLine(t, l, b)
		}
		for _, veil := range b.Exercise.Veils {
			if !shows(veil.Figure, veil.Control) {
				t.Error(l.SlipAt(b.Line, "%s veils %s/%s, which no figure shows open", b.Name, veil.Figure,
					veil.Control))
			}
			for _, figure := range above {
				if also := (course.Veil{Figure: figure, Control: veil.Control}); opens && shows(figure, veil.Control) &&
					!strings.Contains(strings.Join(moved, " "), figure+"."+veil.Control+"=") &&
					!slices.Contains(b.Exercise.Veils, also) {
					t.Error(l.SlipAt(b.Line, "%s veils %v, and not %v above it", b.Name, veil, also))
				}
			}
		}
	}
}

// inLine holds that a prediction is asked over its figures, in a line or two.
func inLine(t *testing.T, l *course.Lesson, b course.Block) {
	e := b.Exercise
	letters := func(html string) int { return utf8.RuneCountInString(course.Plain(html)) }
	chips := 0
	for _, c := range e.Choices {
		chips += letters(c.Chip)
	}
	if n := letters(e.Line); n == 0 || n > course.MaxLine || chips > course.MaxLine {
		t.Error(l.SlipAt(b.Line, "%s: the line over its figures has %d letters, and its chips %d, not 1 to %d", e.ID,
			n, chips, course.MaxLine))
	}
}

// empty holds that without points a figure makes none up: one on which a point can be
// put down shows its axes, any other says why it is empty.
func empty(t *testing.T, f *course.Figure) {
	form, draw := f.At(course.ParseQuery("data=points&points=none"))
	i := slices.IndexFunc(form.Controls, func(c *course.Control) bool { return c.Kind == course.Points && !c.Off })
	if i < 0 {
		return
	}
	p, err := draw(t.Context(), memo)
	if err != nil || p.Message == "" || len(form.Notes) > 0 {
		t.Errorf("without points: %v, notes %q", err, form.Notes)
		return
	}
	if edited := form.Controls[i].Panel != ""; edited != (len(p.Columns) > 0) {
		t.Errorf("without points it has %d columns", len(p.Columns))
	}
}

// projected holds that on the projector nothing is lost, nothing comes twice and nothing
// out of order.
func projected(t *testing.T, lesson *course.Text) {
	screens := lesson.Screens()
	if screens[0].Kind != "title" {
		t.Errorf("it opens with %s", screens[0].Kind)
	}
	anchors := map[string]bool{}
	var got []string
	for i, s := range screens {
		if s.Anchor == "" || anchors[s.Anchor] != s.Short { // a slide has that of the screen before it
			t.Errorf("screen %d begins at %q", i+1, s.Anchor)
		}
		anchors[s.Anchor] = true
		if i > 0 && s.Name() == "" {
			t.Errorf("screen %d, a %s, has no name", i+1, s.Kind)
		}
		if !s.Short {
			got = append(got, onScreen(s)...)
		}
	}
	var want []string
	for _, b := range lesson.Blocks {
		want = append(want, onPage(b)...)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("words of the page (-) and of its screens (+):\n%s", diff)
	}
}

// plainWords are the words of pieces of HTML, without tags.
func plainWords(html ...string) []string {
	return strings.Fields(course.Plain(strings.Join(html, " ")))
}

// onPage are the words of a block, with a name for a figure, its code or a question.
func onPage(b course.Block) []string {
	switch b.Kind {
	case "figure", "code":
		return []string{b.Kind + " " + b.Name}
	case "practice": // is on no screen
		return nil
	case "predict", "exercise":
		return []string{b.Exercise.ID}
	case "break":
		var words []string
		for _, c := range b.Cases {
			words = append(words, plainWords(c.State, c.Answer)...)
		}
		return words
	}
	return plainWords(b.HTML)
}

// onScreen are those of a screen. Its heading stands before its block.
func onScreen(s course.Screen) []string {
	var words []string
	if s.Opens {
		words = plainWords(s.Heading)
	}
	switch s.Kind {
	case "figure", "code":
		words = append(words, s.Kind+" "+s.Block.Name)
	case "predict", "exercise":
		words = append(words, s.Exercise.ID)
	}
	for _, c := range s.Cases {
		words = append(words, plainWords(c.State, c.Answer)...)
	}
	words = append(words, plainWords(s.HTML)...)
	return append(words, plainWords(s.Margin...)...)
}
