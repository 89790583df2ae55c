// Package reference holds the pages in which things are looked up: what the lectures get
// wrong (Errata) and how they and the libraries write the same parameters (notation).
// Texts are Markdown as in a lesson, and their numbers are computed.
package reference

import (
	_ "embed"
	"fmt"
	"html"
	"regexp"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// An Erratum is a statement of a lecture or of many a reader, as a card: whoever opens it
// votes first, sees what happens, and reads what holds. Most do not hold as they stand. Some
// look wrong and hold, so that a vote is a question.
type Erratum struct {
	Slug      string // its address: /errata/min
	Title     string // plain
	Statement string // plain, in our words and short
	Lecture   string // the first three digits of its file, "004"; "" for what readers think
	Place     string // where in that lecture
	Home      string // slug of the lesson that is about it
	Unlinked  string // why no lesson links to it; "" where one does
	Panel     string // of the figure that its text links to first, which shows it; "" for none
	High      int    // px, of a panel whose data have proportions; 0 for the usual height

	Vote *course.Exercise // what is asked, with what is said to each choice and the mended statement
	HTML string           // what shows it; its links begin with "/", the course's own root

	State *State // of the figure that has the panel; nil for none
}

// A State is a figure of a lesson with its parameters.
type State struct {
	Lesson, Figure string
	Query          string // of the lesson's page: names begin with that of the figure
}

// URL is where it is, from the course's own root.
func (s State) URL() string {
	query := s.Query
	if query != "" {
		query = "?" + query
	}
	return "/lessons/" + s.Lesson + query + "#" + s.Figure
}

// shownBy are links to figures of lessons in HTML.
var shownBy = regexp.MustCompile(`href="/lessons/([a-z-]+)(?:\?([^"#]*))?#([a-z-]+)"`)

// stateOf is the figure that a text links to first; nil for none.
func stateOf(text string) *State {
	m := shownBy.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return &State{Lesson: m[1], Figure: m[3], Query: html.UnescapeString(m[2])}
}

// ErrataLectures are the lectures that have cards, and the readers, in the order of the
// index page.
var ErrataLectures = []struct{ Lecture, Name string }{
	{"000", "Lecture 16: Kernel Ridge Regression"},
	{"001", "R. Jörnsten, MSA220/MVE441, Lecture 6: Data representations, Kernel methods"},
	{"002", "Lecture 11: the representer theorem and kernel ridge regression"},
	{"003", "CPSC 340: Kernel Trick"},
	{"004", "Lecture notes: 4.3 Approximation error, 5 Kernel methods"},
	{"", "What readers think"},
}

// errata are the cards by lecture, in its order, without their texts in errata.md.
var errata = []Erratum{
	{Slug: "exponent", Lecture: "000", Place: "examples of kernels, the polynomial", Home: "kernel-trick",
		Panel:     "count-growth",
		Statement: "With d features, the polynomial kernel is (c + xᵀx′) to the power d − 1."},
	{Slug: "transpose", Lecture: "000", Place: "what the representer theorem means", Home: "kernel-ridge-regression",
		Statement: "θ̂ = Φα̂ leads from the dual parameters to the primal ones."},
	{Slug: "non-negative", Lecture: "001", Place: "definition of a kernel", Home: "psd-kernels",
		Panel: "detective-gram", High: 343,
		Statement: "A kernel is symmetric, and k(x, y) ≥ 0."},
	{Slug: "offset", Lecture: "001", Place: "note on the examples of kernels", Home: "psd-kernels",
		Panel:     "detective-spectrum",
		Statement: "Linear, polynomial, Gaussian and Laplacian kernels are positive definite."},
	{Slug: "scaling", Lecture: "001", Place: "kernel PCA, derivation and algorithm", Home: "kernel-pca",
		Panel: "projection-projection", High: 373,
		Statement: "The coefficients of kernel PCA with aᵀKa = 1 are the columns of the eigenvectors’ matrix."},
	{Slug: "signs", Lecture: "001", Place: "centring and kernel PCA", Home: "kernel-pca",
		Panel: "projection-projection", High: 373,
		Statement: "To centre K, subtract its row means and its column means, and add the mean of all entries."},
	{Slug: "half-loss", Lecture: "001", Place: "last line", Home: "kernel-ridge-regression", Panel: "fit-curve",
		Statement: "½‖y − Kα‖² + λαᵀKα has its minimum at α = (K + λI)⁻¹y."},
	{Slug: "equation-43", Lecture: "002", Place: "equation 43", Home: "kernel-ridge-regression",
		Statement: "‖y − Kα‖² + αᵀKα has its minimum at α = (K + λI)⁻¹y."},
	{Slug: "product", Lecture: "003", Place: "polynomial basis of two inputs", Home: "feature-maps",
		Panel: "lift-plane", High: 373,
		Statement: "For x = (0.2, 0.3) the feature x₁x₂ is 0.1 · 0.3."},
	{Slug: "infinite-basis", Lecture: "003", Place: "Gaussian kernel, bonus slide", Home: "mercer",
		Panel:     "taylor-slice",
		Statement: "The features exp(−x²)√(2ᵏ/k!)xᵏ belong to exp(−‖x − y‖²/2σ²) with σ = 1."},
	{Slug: "min", Lecture: "004", Place: "5.1, other examples", Home: "psd-kernels", Panel: "detective-spectrum",
		Statement: "min(x, y) is a kernel on ℝ."},
	{Slug: "limits", Lecture: "004", Place: "5.1, choosing the bandwidth", Home: "bandwidth",
		Panel: "gram-matrix", High: 367,
		Statement: "A large bandwidth ν gives K ≈ I, a small one K ≈ 11ᵀ."},
	{Slug: "median", Lecture: "004", Place: "5.1, the median heuristic", Home: "bandwidth", Panel: "fit-curve",
		Statement: "The median of ‖xᵢ − xⱼ‖ over 1 ≤ i, j ≤ n is that over pairs of different points."},
	{Slug: "laplace", Lecture: "004", Place: "5.1, choosing the bandwidth; 001, examples", Home: "bandwidth",
		Statement: "exp(−‖x − y‖₂/2ν) and exp(−γ‖x − y‖₁) are both the Laplace kernel."},
	{Slug: "exponential", Lecture: "004", Place: "5.3, taking the exponential", Home: "kernel-algebra",
		Statement: "If k is a kernel, so is e to the power k, though k may be negative."},
	{Slug: "strictly", Lecture: "004", Place: "5.5, the representer theorem", Home: "representer-theorem",
		Panel:     "attack-objective",
		Statement: "If the objective increases in ‖f‖, any solution is a sum of αᵢk(xᵢ, ·)."},
	{Slug: "another-alpha", Lecture: "004", Place: "5.6, solving kernel ridge regression",
		Home:      "kernel-ridge-regression",
		Statement: "(K + nλI)⁻¹y is a solution, and there may be others, though λ > 0."},
	{Slug: "labels", Lecture: "004", Place: "5.7, kernel logistic regression", Home: "kernel-logistic-regression",
		Panel: "boundary-plane", High: 417,
		Statement: "The loss log(1 + exp(−yf)) goes with labels 0 and 1."},
	{Slug: "bracket", Lecture: "004", Place: "5.7, solving it", Home: "kernel-logistic-regression",
		Panel: "boundary-plane", High: 417,
		Statement: "In α, kernel logistic regression has λαᵀKα inside the bracket that 1/n multiplies."},
	{Slug: "invertible", Home: "kernel-ridge-regression", Panel: "fit-curve",
		Statement: "K is invertible for distinct points, so λ may be 0."},
	{Slug: "any-distance", Home: "psd-kernels", Panel: "detective-spectrum",
		Statement: "exp(−d²/2ℓ²) is a kernel for any distance d."},
	{Slug: "edit-distance", Home: "string-kernels", Panel: "edit-spectrum",
		Statement: "exp(−γ · edit distance) is a string kernel."},
	{Slug: "twelve-digits", Home: "kernel-ridge-regression", Panel: "same-gap",
		Statement: "Primal and dual agree to 10⁻¹²."},
	{Slug: "uncentred", Home: "kernel-pca", Panel: "projection-projection", High: 373,
		Statement: "Kernel PCA does not need centring."},
}

//go:embed errata.md
var errataProse string

// errataText is the cards' text, read as that of a lesson: for each card a prediction, and
// what comes after its answer.
var errataText = &course.Lesson{Slug: "errata", Prose: errataProse, Facts: errataFacts}

// Errata returns the cards in order. The error is an author's slip in errata.md; the
// package's tests find it.
var Errata = sync.OnceValues(func() ([]Erratum, error) {
	text, err := errataText.Text()
	if err != nil {
		return nil, err
	}
	after := map[string]string{}
	for _, b := range text.Blocks {
		if b.Kind == "after" {
			after[b.Name] = b.HTML
		}
	}
	cards := make([]Erratum, len(errata))
	for i, e := range errata {
		vote, ok := text.Exercise(e.Slug)
		if !ok || after[e.Slug] == "" {
			return nil, fmt.Errorf("errata.md: no card %s, or nothing after it", e.Slug)
		}
		e.Vote, e.HTML = vote, after[e.Slug]
		e.Title = course.Plain(vote.Title)
		if e.Panel != "" {
			e.State = stateOf(e.HTML)
		}
		cards[i] = e
	}
	return cards, nil
})

// texts are all that is read as a lesson.
var texts = []*course.Lesson{errataText, symbolText, glossaryText}

// Formulas are those of the texts, for go generate.
func Formulas() (all []course.Formula, err error) {
	for _, text := range texts {
		formulas, err := text.Formulas()
		if err != nil {
			return nil, err
		}
		all = append(all, formulas...)
	}
	return all, nil
}
