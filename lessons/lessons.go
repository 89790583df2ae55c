// Package lessons is the course: what each lesson says, shows and asks.
//
// A lesson is two files and a line. bandwidth.md holds its prose; bandwidth.go
// its figures and the facts its prose cites; the line stands in Contents. The
// Markdown is read once, when a lesson is first opened, into Blocks that views
// render.
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
//	::: kind id … :::   a block: predict, exercise (see parseExercise), worked,
//	                    proof, sentence, margin, break, sources, and teach, which
//	                    only the teacher's notes window shows
//
// A figure is a Go function from a declared Form to a Picture; see Figure.
package lessons

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

//go:embed *.md
var prose embed.FS

// A Lesson is one lesson of the course.
type Lesson struct {
	Slug  string // its address: /lessons/bandwidth
	Title string
	Short string // its subject in a word or two, as the bar and the contents show it
	Lede  string // Markdown, one or two sentences: why anyone cares

	Figures []Figure
	Facts   func() Facts // the numbers that the prose cites; computed when first wanted

	Number int // its place in the course, from 1

	parsed func() (*Text, error)
}

// A Part is a run of lessons.
type Part struct {
	Title   string
	Lessons []*Lesson
}

// Contents is the course in order. A lesson without figures is announced, and
// not there yet.
var Contents = number([]Part{
	{"From features to kernels", []*Lesson{
		featureMaps,
		ridgeRegression,
		approximationError,
		woodbury,
		kernelTrick,
	}},
	{"What a kernel is", []*Lesson{
		{Slug: "gram-matrix", Short: "The Gram matrix", Title: "All that the model sees"},
		{Slug: "psd-kernels", Short: "Positive semi-definite kernels", Title: "Which similarities are kernels?"},
		{Slug: "kernel-algebra", Short: "Kernel algebra", Title: "Building kernels"},
		{Slug: "mercer", Short: "Mercer", Title: "From a Gram matrix back to features"},
		{Slug: "rkhs", Short: "The RKHS", Title: "A space of functions"},
		{Slug: "representer-theorem", Short: "The representer theorem", Title: "Why n numbers are enough"},
	}},
	{"Learning with kernels", []*Lesson{
		kernelRidgeRegression,
		bandwidth,
		{Slug: "finding-gold", Short: "Kriging", Title: "Finding gold"},
		{Slug: "kernel-pca", Short: "Kernel PCA", Title: "Rings unrolled"},
		{Slug: "kernel-logistic-regression", Short: "Kernel logistic regression", Title: "Probabilities"},
		{Slug: "losses", Short: "Losses", Title: "Robust, brittle and the support vector machine"},
		{Slug: "kernel-distances", Short: "Distances", Title: "Neighbours, clusters, outliers"},
		{Slug: "string-kernels", Short: "String kernels", Title: "Data that is not numbers"},
		{Slug: "large-n", Short: "Large n", Title: "And all of Gmail?"},
	}},
})

func number(parts []Part) []Part {
	n := 0
	for _, p := range parts {
		for _, l := range p.Lessons {
			n++
			l.Number = n
			l.parsed = sync.OnceValues(l.parse)
		}
	}
	return parts
}

// All returns the lessons in order, announced ones included.
func All() []*Lesson {
	var all []*Lesson
	for _, p := range Contents {
		all = append(all, p.Lessons...)
	}
	return all
}

// Open returns the lessons that can be opened, in order.
func Open() []*Lesson {
	var open []*Lesson
	for _, l := range All() {
		if l.Ready() {
			open = append(open, l)
		}
	}
	return open
}

// Lookup returns the lesson of that slug, if it can be opened.
func Lookup(slug string) (*Lesson, bool) {
	for _, l := range All() {
		if l.Slug == slug && l.Ready() {
			return l, true
		}
	}
	return nil, false
}

// Ready reports whether the lesson can be opened.
func (l *Lesson) Ready() bool { return len(l.Figures) > 0 }

// PartTitle returns the title of the part that the lesson belongs to.
func (l *Lesson) PartTitle() string {
	for _, p := range Contents {
		for _, m := range p.Lessons {
			if m == l {
				return p.Title
			}
		}
	}
	return ""
}

// Neighbours returns the lessons before and after l that can be opened; nil at the ends.
func (l *Lesson) Neighbours() (previous, next *Lesson) {
	for _, m := range Open() {
		switch {
		case m.Number < l.Number:
			previous = m
		case m.Number > l.Number && next == nil:
			next = m
		}
	}
	return previous, next
}

// Figure returns the lesson's figure of that name.
func (l *Lesson) Figure(name string) (*Figure, bool) {
	for i := range l.Figures {
		if l.Figures[i].Name == name {
			return &l.Figures[i], true
		}
	}
	return nil, false
}

// Text returns the lesson's prose, read and with its facts in place. The error
// is an author's slip, which the package's tests find.
func (l *Lesson) Text() (*Text, error) { return l.parsed() }

func (l *Lesson) parse() (*Text, error) {
	source, err := fs.ReadFile(prose, l.Slug+".md")
	if err != nil {
		return nil, fmt.Errorf("lessons: no prose: %w", err)
	}
	return parseText(l, string(source))
}
