package reference

import (
	"context"
	_ "embed"
	"math"
	"net/url"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// A Writing is one way to write the width of a Gaussian or the weight of a penalty. All are
// powers of our own number b, which is ℓ or λ, with n points:
//
//	v = Factor · n^PerPoint · b^Power.
type Writing struct {
	Name    string // in a query: gamma
	Symbol  string // γ
	Formula string // where it stands, plain
	Who     string // who writes so, plain

	Factor, PerPoint, Power float64
}

// Widths are the ways to write the width of the Gaussian kernel of two points at distance
// d; the first is ours.
var Widths = []Writing{
	{"bandwidth", "ℓ", "exp(−d²/2ℓ²)", "this course, Lecture 16 (l), Gaussian processes in scikit-learn (length_scale)",
		1, 0, 1},
	{"two-squares", "2ℓ²", "exp(−d²/2ℓ²)", "what stands below, taken for one number", 2, 0, 2},
	{"sigma", "σ with the 2", "exp(−d²/2σ²)", "CPSC 340", 1, 0, 1},
	{"sigma-without", "σ without the 2", "exp(−d²/σ²)", "CPSC 340, bonus slides", math.Sqrt2, 0, 1},
	{"nu", "ν", "exp(−d²/2ν²)", "lecture notes", 1, 0, 1},
	{"gamma", "γ", "exp(−γd²)", "Jörnsten; scikit-learn, LIBSVM and e1071 (gamma)", 0.5, 0, -2},
	{"kernlab", "kernlab’s sigma", "exp(−sigma d²)", "R’s kernlab (rbfdot): another sigma than that of the slides",
		0.5, 0, -2},
}

// Weights are the ways to write the weight of the penalty ‖f‖² beside a loss L of n points,
// which is the squared one for α = (K + nλI)⁻¹y; the first is ours.
var Weights = []Writing{
	{"lambda", "λ of the mean", "(1/n)ΣL + λ‖f‖²", "this course, Lecture 16, lecture notes", 1, 0, 1},
	{"lambda-sum", "λ of the sum", "ΣL + λ‖f‖²", "Jörnsten, Lecture 11", 1, 1, 1},
	{"lambda-half", "λ of half the sum", "½ΣL + (λ/2)‖f‖²", "CPSC 340", 1, 1, 1},
	{"lambda-whole", "λ beside half a loss", "½ΣL + λ‖f‖²", "Jörnsten, last line", 0.5, 1, 1},
	{"alpha", "alpha", "(K + alpha I)⁻¹y", "scikit-learn: KernelRidge, and GaussianProcessRegressor (noise variance)",
		1, 1, 1},
	{"C", "C", "½‖f‖² + C ΣL", "support vector machines; scikit-learn’s LogisticRegression", 0.5, -1, -1},
}

// Of is the number as it is written, for our own b and n points.
func (w Writing) Of(b float64, n int) float64 {
	return w.Factor * math.Pow(float64(n), w.PerPoint) * math.Pow(b, w.Power)
}

// Back is our own number for one that is written so; v > 0.
func (w Writing) Back(v float64, n int) float64 {
	return math.Pow(v/(w.Factor*math.Pow(float64(n), w.PerPoint)), 1/w.Power)
}

// A Notation is a state of the page on notation: a fit, whatever its numbers are called.
type Notation struct {
	Form      *course.Form // bandwidth, lambda and n, with notes on what could not be read
	Bandwidth float64      // ℓ
	Lambda    float64      // λ of the mean loss
	N         int
	Canonical string // the query of the state
	Alias     bool   // the query wrote a number in another way
}

// ReadNotation reads a state from a query, in which each number may stand under any of its
// names; of several, the last in the tables counts. What is no number above 0 leaves a note
// and changes nothing.
func ReadNotation(query url.Values) *Notation {
	counted := course.NewForm(url.Values{"n": query["n"]})
	s := &Notation{N: count(counted)}
	own := url.Values{}
	if query.Has("n") {
		own.Set("n", query.Get("n"))
	}
	var notes []string
	for _, writings := range [][]Writing{Widths, Weights} {
		base := writings[0].Name
		for _, w := range writings {
			text := query.Get(w.Name)
			if text == "" {
				continue
			}
			v, err := course.Evaluate(text)
			if err != nil || !(v > 0) {
				written := []rune(text) // of which a note has room for some
				notes = append(notes, w.Name+": “"+string(written[:min(len(written), 24)])+
					"” is no number above 0, and changes nothing.")
				continue
			}
			s.Alias = s.Alias || w.Name != base
			own.Set(base, course.FormatNumber(course.Round(w.Back(v, s.N), 12)))
		}
	}
	f := course.NewForm(own)
	s.Form = f
	s.Bandwidth = f.LogFloat("bandwidth", "bandwidth ℓ", 1, 0.01, 100, course.Term("bandwidth"))
	s.Lambda = f.LogFloat("lambda", "λ", 0.01, 1e-12, 10, course.Term("lambda"))
	s.N = count(f)
	f.Notes = append(notes, f.Notes...)
	s.Canonical = f.Query("")
	return s
}

func count(f *course.Form) int { return f.Int("n", "points n", 40, 5, points.MaxN) }

// Values are what the writings say in this state, rounded to six digits.
func (s *Notation) Values(writings []Writing) []string {
	b := s.Bandwidth
	if writings[0].Name == "lambda" {
		b = s.Lambda
	}
	var all []string
	for _, w := range writings {
		all = append(all, course.FormatNumber(course.Round(w.Of(b, s.N), 6)))
	}
	return all
}

// Near is how alike two points at distance 1 are, whatever their kernel's width is called.
func (s *Notation) Near() float64 {
	return engine.Gaussian{Length: s.Bandwidth}.Eval([]float64{0}, []float64{1})
}

// data are the points of the fit: those that lesson 12 has under the same name and n.
func (s *Notation) data() *points.Line {
	q := url.Values{"data": {"sine"}, "n": {course.FormatNumber(float64(s.N))}}
	return points.OnLine(course.NewForm(q), points.Offer{Data: "sine"})()
}

// InLesson is the address of the same fit in the lesson about it.
func (s *Notation) InLesson() string {
	return "/lessons/kernel-ridge-regression?fit.data=sine&fit.n=" + course.FormatNumber(float64(s.N)) +
		"&fit.bandwidth=" + course.FormatNumber(s.Bandwidth) + "&fit.lambda=" + course.FormatNumber(s.Lambda) + "#fit"
}

// Fit is kernel ridge regression of the points, and its curve on an even grid.
func (s *Notation) Fit(ctx context.Context) (fit *engine.Expansion, curve plots.Line, err error) {
	d := s.data()
	k := engine.Gaussian{Length: s.Bandwidth}
	alpha, _, err := engine.SolveKRRContext(ctx, engine.Gram(k, d.Data.X), d.Data.Y, s.Lambda)
	if err != nil {
		return nil, plots.Line{}, err
	}
	fit = &engine.Expansion{Kernel: k, X: d.Data.X, Alpha: alpha}
	const places = 201
	curve = plots.Line{Name: "f"}
	for i := range places {
		x := d.XMin + (d.XMax-d.XMin)*float64(i)/(places-1)
		curve.Xs, curve.Ys = append(curve.Xs, x), append(curve.Ys, fit.Eval([]float64{x}))
	}
	return fit, curve, nil
}

// Panel is the fit's picture. Where the system cannot be solved it has the points alone.
func (s *Notation) Panel(ctx context.Context) (plots.Panel, error) {
	_, curve, err := s.Fit(ctx)
	if ctx.Err() != nil {
		return plots.Panel{}, ctx.Err()
	}
	d := s.data()
	picture := plots.Curves{X: d.XAxis(), Y: d.YAxis(), Points: points.Dots(d.Data)}
	if err == nil {
		picture.Lines = []plots.Line{curve}
	}
	return plots.Panel{ID: "notation-fit", Title: "One fit", Width: course.Half, Height: 260, Plot: picture}, nil
}

//go:embed notation.md
var symbolProse string

// symbolText is the lectures' symbols against ours.
var symbolText = &course.Lesson{Slug: "notation", Prose: symbolProse}

// Symbols is the table of symbols as HTML, whose links begin at the course's root.
func Symbols() (string, error) {
	text, err := symbolText.Text()
	if err != nil {
		return "", err
	}
	html := ""
	for _, b := range text.Blocks {
		html += b.HTML
	}
	return html, nil
}
