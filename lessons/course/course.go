// Package course is what a course is made of: lessons with prose, figures and
// exercises, and the forms that figures are controlled by. It knows no lesson, no
// HTML page and no HTTP.
//
// # A lesson
//
// A lesson is a folder, a package of its own, with one Lesson in it:
//
//	//go:embed bandwidth.md
//	var prose string
//
//	//go:embed code
//	var files embed.FS
//
//	var programs = course.ParsePrograms(files)
//
//	var Lesson = &course.Lesson{
//		Slug: "bandwidth", Title: "Too narrow, too wide", Prose: prose, Facts: facts,
//		Figures: []course.Figure{{Name: "fit", Title: …, Goal: …, Build: buildFit}},
//	}
//
// Its Markdown is read once, when the lesson is first opened, into Blocks that a
// page renders. A figure is a function from a declared [Form] to a [Picture]; see
// [Figure]. A course is lessons in order, made by [New].
//
// # Prose
//
// Markdown with formulas between dollars, $…$ and $$…$$, and these additions:
//
//	@{name}             a fact computed by the lesson's Facts; @{name|tex} in a
//	                    formula, @{name|%.2f} with a verb of package fmt
//	[text](?fit.n=20)   a preset: a link to a state of this lesson's figures
//	[text](ridge)       another lesson, relative to this one: where the course
//	                    stands on a server, its prose does not know
//	::: figure fit :::  the figure of that name
//	::: code fit :::    its numbers in Python, R and Go
//	::: kind id Title   a block of that kind: what follows, to a line ":::"
//
// The kinds of blocks are
//
//	predict id          a question before a control is moved; see Exercises
//	exercise id         a question after the lesson, likewise
//	practice id         one more, folded on the page and on no screen; it is not counted, asks for
//	                    a number, and draws its numbers
//	after id            prose that answers the prediction of that id: covered, like the
//	                    controls that the prediction veils, until there is an answer or the
//	                    reader asks to see it; on the projector until the teacher does
//	worked              an example by hand, beside a picture of the state that its first
//	                    link opens: the figure's first panel, or the one named in a first
//	                    line "still fit-curve"
//	worked after id     one that is covered as an after block is
//	proof               a proof
//	way                 a proof among several of one thing: closed until it is opened,
//	                    one at a time
//	break               a list of broken states; see below
//	sentence            the lesson in one sentence
//	explain             what the reader is to say in a sentence; see below
//	margin              a remark beside the text
//	sources             where it is from
//	short               the projector's short way, screen by screen; see below
//	teach               what only the teacher's notes window shows: what to ask and say
//	teach plan          the plan in minutes, "1. *Two minutes.* …", before anything else
//	teach prepared      links to states, after the plan
//	teach wrong         likely wrong answers, and what to say to them
//
// A break block has for each state a line, and what went wrong there:
//
//	::: break
//	- [far too wide](?fit.bandwidth=100)
//	  : All bumps are alike, and the curve is level.
//	:::
//
// A short block is what a class goes through in ten minutes: the screens of the page that it
// keeps, in the order of the page, and slides between them, which nothing else shows. Each has
// a time in minutes and seconds. What is kept is called title, sentence, worked or break, or by
// the name of a figure, the id of a question or a proof, or that of the heading that it opens
// with. A slide is a title and a few words, beside the figure that its first link opens or the
// one named; what the teacher says to it, only she sees. No screen uses a term before one has
// it in bold. Where there is no such block, the short way is picked from the page by its parts.
//
//	::: short
//	keep 0:30 title
//	slide 1:00 What is near?
//	beside fit
//	Each reading gets a **bump** of the same width.
//	say **Ask** how wide it should be.
//	keep 1:30 wider
//	:::
//
// An explain block, after the exercises, has what the reader explains in a sentence of her
// own, which her browser keeps, and three answers to compare it with, each with why:
//
//	::: explain
//	Why is a wide bump stiff?
//	good Within a tenth of its width it hardly bends, and neither does a sum of such bumps.
//	: It says what bends, and over which length.
//	half A wide bump reaches far.
//	: So it does; what is missing is what this does to the sum.
//	wrong A wide bump is low, so the curve is low.
//	: Each bump is 1 high: the width changes how it bends.
//	:::
//
// # Exercises
//
// The body of a predict or exercise block opens with the question; then each line
// that begins with a mark opens a part:
//
//	the line                   what it is
//	- [ ] a choice             a wrong one
//	- [x] a choice             the right one
//	= 12.4 ± 0.1 ms            the number asked for
//	~ 12.3 ± 0.05              a near miss, with a value of its own
//	goal fit/follow            a goal of the figure fit
//	sketch fit?lambda=1 ± 2 g  the curve in that state, to be drawn to so near
//	veil fit/lambda            the control that a prediction comes before
//	line How? | up | down      the question in a line, and each choice in a word or two
//	said Yes. … | No. …        the verdict on each choice in a sentence, on the picture
//	shows ?fit.lambda=10       the state that shows the answer, where no ": " has a link
//	hard 2                     how hard: 1 for one step, 2 for several or an idea, 3 for a proof
//	1. a step of a proof       in the right order
//	: what to say              to the choice, number, miss, goal or step above
//	? a hint                   one after the other
//	! the solution
//
// A wrong choice and a near miss end in the name of a mistake, "~ 12.3 ± 0.05 #no-n": package reference has what each
// is. An exercise has one of choices, a number, a goal and steps. One choice is right,
// and something is said to each. A prediction with choices may have a sketch: a reader
// who can draw answers with it, and is told how far from the curve it is.
//
// An exercise whose numbers are drawn ([Fresh]) cites them as facts, and a line of it may begin with
// "if name " or "unless name ": it stays where that number is not 0, or where it is. Numbers in its
// formulas are cited plainly, as plus, as frac, or by a verb of fmt; words in its text as word ([Dice.Word]).
//
// A line is asked over one figure: the one that opens the lesson if the prediction veils a
// control of it or is drawn in it, or else the one that it is drawn in or veils first. A
// choice is pressed whole, there and beside the words, and has no link. Where the choices are
// curves or places, the figure draws them: see [Guesses]. An answer given there has the figure
// go to the state that the words to it link to, or else to the one that shows the answer. In
// the place of the line stands then what is said to the choice, whole, which a line never
// goes without: Yes or No, and in one sentence what makes it so, true without the words
// below and with no link, of 60 to 115 letters in all. It may go over several lines.
//
// A prediction with most of it:
//
//	::: predict wider What will a wider bump do?
//	Think of ℓ = 10.
//	line With a wider bump, what will the curve do? | bend more | bend less
//	said No. A bump that is wider than the data is nearly straight there, and so is a sum of such bumps.
//	| Yes. Within the data a wide bump hardly bends, and neither does a sum of such bumps.
//	veil fit/bandwidth
//	- [ ] It will bend more.
//	  : A wide bump has [no room](?fit.bandwidth=10) for a bend.
//	- [x] It will bend less.
//	  : As [this](?fit.bandwidth=10) does.
//	? Draw one bump.
//	! The curve is a sum of bumps, and none of them bends within a tenth of ℓ.
//	:::
//
// # Programs
//
// The programs beside a figure are templates in the lesson's folder code: see [Programs],
// which lists the functions that they can call, list and golist among them. What the
// programs of several lessons have in common, as kernels, is in package model.
//
// # Figures in three steps
//
// A figure of its own kind is a struct: what its controls say, and below what is computed
// of it. It is read from a form, computed, and shown; [Steps] puts the three together, and
// [Say] fills the slots of what it says.
//
//	type alike struct {
//		apart, width float64 // what the controls say
//		value        float64 // what is computed: exp(−apart²/2width²)
//	}
//
//	var buildAlike = course.Steps(func(f *course.Form) course.Work {
//		return &alike{
//			apart: f.Float("apart", "apart", 1, 0, 5),
//			width: f.LogFloat("width", "width", 1, 0.1, 10),
//		}
//	})
//
//	// Compute draws nothing, and may run twice.
//	func (a *alike) Compute(context.Context, *course.Memo) error {
//		a.value = engine.Gaussian{Length: a.width}.Eval([]float64{0}, []float64{a.apart})
//		return nil
//	}
//
//	const saysAlike = "Two points that are {apart} apart are alike by {value}."
//
//	// Show computes nothing that a test wants to know.
//	func (a *alike) Show(*course.Form) *course.Picture {
//		return &course.Picture{
//			Columns: …,
//			Numbers: []course.Number{{Name: "value", Label: "k(x, y)", Value: a.value}},
//			Says:    []course.Said{course.Say(saysAlike, course.Chosen(a.apart), a.value)},
//		}
//	}
//
// A slot that is called as a control or a number has its value. So a test names no words:
//
//	coursetest.Says(t, Lesson, "alike", 3, nil, checkAlike,
//		coursetest.Claim[*alike]{Text: saysAlike, When: coursetest.Always[*alike]})
//
// where checkAlike computes the fields in another way, in several states of the figure.
//
// # Rules
//
// What every lesson has to have, and how much of it, are the constants below, [Order],
// and these: every link opens a state of the lesson's figures without a note, and each
// of its parameters has an effect ([Lesson.Slips]); every goal has in [Goal.At] a state that reaches it,
// and the figure does not open there; every prediction veils a control, and the
// first one the control of that name in every figure above it too, unless a link
// there has moved it; every figure says why it is empty where
// there are no points. What stands in bold has an entry in the glossary, a section of a lecture
// leads to the lesson, its emblem is bold, and a figure takes a reader's own table or says why not.
// coursetest.Check holds a lesson to all of it, and coursetest.Programs its programs to its numbers;
// both name the file and the line:
//
//	go test ./lessons/bandwidth
//
// A lesson that is being written is a [Lesson.Draft], which is exempt from what is counted
// here, from the constants and from [Order], and from what others look up of it: glossary, lectures,
// emblem and tables.
package course

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/util"

	"github.com/gramophone-course/gramophone/plots"
)

// A Lesson is one lesson of the course.
type Lesson struct {
	Slug  string // its address: /lessons/bandwidth
	Title string
	Short string // its subject in a word or two, as the bar and the contents show it
	Lede  string // Markdown, one or two sentences: why anyone cares

	Prose   string // Markdown; see the package's comment
	Figures []Figure
	Facts   func() Facts // the numbers that the prose cites; computed when first wanted
	// Fresh draws the numbers of exercises, by their names.
	Fresh map[string]Fresh
	// Lab is a program in Python in which the reader writes the lesson's method; see [Lesson.LabCells].
	Lab string

	// Draft says that the lesson is being written. It is served at its address and
	// stands in the contents, marked as a draft in both places; the lessons around it
	// do not lead to it. It is exempt from the rules that count and order its parts, and
	// from no other.
	Draft bool

	Emblem Emblem // what stands for it in the contents

	// Film is its minute in motion, from its figures; nil where motion does not show the idea.
	Film []Shot

	// Home is what the course opens with, where it opens with this lesson.
	Home *Home

	// Path is where it stands by itself, outside the course: "/playground", under which its figures
	// have pages and forms of their own. It has no prose then. "" is a lesson of the course.
	Path string

	Number int // its place in the course, from 1

	file     string // of Prose; by default the slug and .md
	compute  sync.Once
	facts    Facts
	read     sync.Once
	expanded string // Prose with facts in place
	asked    map[string]asking
	text     *Text
	slip     error
}

// Address is the path of the lesson's page, under which its figures stand.
func (l *Lesson) Address() string {
	if l.Path != "" {
		return l.Path
	}
	return "/lessons/" + l.Slug
}

// A Home is a figure of the lesson with one control, and what is asked of somebody
// who sees it first.
type Home struct {
	Figure, Control string
	Ask             string // Markdown, a line or two

	// Emblem is the course's emblem, which the home page shows in place of the figure's panels:
	// nil where the figure shows nothing to draw it from.
	Emblem func(*Picture) plots.Emblem
}

// A Part is a run of lessons.
type Part struct {
	Title   string
	Lessons []*Lesson
}

// A Course is its parts in order.
type Course []Part

// New returns the course of these parts, with its lessons numbered.
func New(parts ...Part) Course {
	c := Course(parts)
	for i, l := range c.Lessons() {
		l.Number = i + 1
	}
	return c
}

// Lessons returns the lessons in order, announced ones included.
func (c Course) Lessons() []*Lesson {
	var all []*Lesson
	for _, p := range c {
		all = append(all, p.Lessons...)
	}
	return all
}

// Open returns the lessons that can be opened, in order.
func (c Course) Open() []*Lesson {
	return slices.DeleteFunc(c.Lessons(), func(l *Lesson) bool { return !l.Ready() })
}

// Finished are those of them that are no drafts, in order: what is counted and ordered.
func (c Course) Finished() []*Lesson {
	return slices.DeleteFunc(c.Open(), func(l *Lesson) bool { return l.Draft })
}

// Lookup returns the lesson of that slug, if it can be opened.
func (c Course) Lookup(slug string) (*Lesson, bool) {
	for _, l := range c.Lessons() {
		if l.Slug == slug && l.Ready() {
			return l, true
		}
	}
	return nil, false
}

// Announced returns the lesson of that slug, if it is to come.
func (c Course) Announced(slug string) (*Lesson, bool) {
	for _, l := range c.Lessons() {
		if l.Slug == slug && !l.Ready() {
			return l, true
		}
	}
	return nil, false
}

// Part returns the part that the lesson belongs to.
func (c Course) Part(l *Lesson) Part {
	for _, p := range c {
		if slices.Contains(p.Lessons, l) {
			return p
		}
	}
	return Part{}
}

// Neighbours returns the lessons before and after l that can be opened and are no
// drafts; nil at the ends.
func (c Course) Neighbours(l *Lesson) (previous, next *Lesson) {
	for _, m := range c.Finished() {
		switch {
		case m.Number < l.Number:
			previous = m
		case m.Number > l.Number && next == nil:
			next = m
		}
	}
	return previous, next
}

// Heading is the subject and the title, for where nothing around them says what the lesson is
// about: "Kernel PCA: Rings unrolled".
func (l *Lesson) Heading() string {
	if l.Short == "" {
		return l.Title
	}
	return l.Short + ": " + l.Title
}

// Ready reports whether the lesson can be opened.
func (l *Lesson) Ready() bool { return len(l.Figures) > 0 }

// Figure returns the lesson's figure of that name.
func (l *Lesson) Figure(name string) (*Figure, bool) {
	for i := range l.Figures {
		if l.Figures[i].Name == name {
			return &l.Figures[i], true
		}
	}
	return nil, false
}

// Reread returns the lesson with other prose, which stands in file. Its facts are
// computed once for both.
func (l *Lesson) Reread(file, prose string) *Lesson {
	return &Lesson{
		Slug: l.Slug, Title: l.Title, Short: l.Short, Lede: l.Lede, Draft: l.Draft, Number: l.Number,
		Figures: l.Figures, Facts: l.known, Prose: prose, file: file, Emblem: l.Emblem, Film: l.Film, Home: l.Home,
		Path: l.Path, Fresh: l.Fresh, Lab: l.Lab,
	}
}

// known are the lesson's facts, computed when first wanted.
func (l *Lesson) known() Facts {
	l.compute.Do(func() {
		if l.Facts != nil {
			l.facts = l.Facts()
		}
	})
	return l.facts
}

// Text returns the lesson's prose, read and with its facts in place. The error
// is an author's slip, with its file and line; the lesson's tests find it.
func (l *Lesson) Text() (*Text, error) {
	l.read.Do(func() {
		l.slip = fmt.Errorf("%s: its facts panicked when they were first asked for", l.Slug)
		if l.expanded, l.slip = l.expand(l.Prose); l.slip == nil {
			l.text, l.slip = parseText(l, l.expanded, "")
		}
	})
	return l.text, l.slip
}

// Exercises is how many exercises the prose has. They are counted without computing its
// facts, so that the contents open at once.
func (l *Lesson) Exercises() int {
	return strings.Count("\n"+remark.ReplaceAllString(l.Prose, ""), "\n::: exercise ")
}

// Narrowed returns the prose with links that keep what a link hides and locks, as
// [Form.Access] writes it.
func (l *Lesson) Narrowed(access string) (*Text, error) {
	if _, err := l.Text(); err != nil {
		return nil, err
	}
	return parseText(l, l.expanded, access)
}

// SlipAt is an author's error in a line of the prose: "bandwidth.md:12: …".
func (l *Lesson) SlipAt(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", cmp.Or(l.file, l.Slug+".md"), line, fmt.Errorf(format, args...))
}

// Slips are the author's errors that are found without drawing a figure: that of
// Text, and every link that does not open a state as it says. Such a link has a
// parameter that is no figure's, has no effect in that state, or leaves a note.
func (l *Lesson) Slips() []error {
	text, err := l.Text()
	if err != nil {
		return []error{err}
	}
	var slips []error
	for _, link := range text.Links() {
		for _, wrong := range l.misread(link) {
			slips = append(slips, l.SlipAt(l.lineOf(link), "?%s: %s", link, wrong))
		}
	}
	return slips
}

// misread says what is wrong with a link to states of the lesson's figures: notes that it
// leaves, and parameters without an effect.
func (l *Lesson) misread(link string) (wrong []string) {
	query := ParseQuery(link)
	for _, f := range l.Figures {
		sub := Sub(query, f.Name, false)
		if len(sub) == 0 {
			continue
		}
		form, _ := f.At(sub)
		wrong = append(wrong, form.Notes...)
		for name := range sub {
			delete(query, f.Name+"."+name)
			if name != "hide" && name != "lock" &&
				!slices.ContainsFunc(form.Controls, func(c *Control) bool { return c.Name == name && !c.Off }) {
				wrong = append(wrong, name+" has no effect")
			}
		}
	}
	for name := range query {
		wrong = append(wrong, name+" belongs to no figure")
	}
	slices.Sort(wrong)
	return wrong
}

// lineOf is the line of the first link to these states; 1 where the prose writes it in
// another way.
func (l *Lesson) lineOf(link string) int {
	at := 0
	for line := range strings.Lines(l.expanded) {
		at += 1 + strings.Count(line, dropped)
		line = string(util.URLEscape([]byte(line), true))
		if strings.Contains(line, "?"+link+")") || strings.Contains(line, "?"+link+"#") {
			return at
		}
	}
	return 1
}
