package kernelridge

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
)

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// ridgeCurve is the curve of the figure fit at the x drawn that is nearest.
func ridgeCurve(t *testing.T, p *course.Picture, x float64) float64 {
	t.Helper()
	return coursetest.Values(t, p, "fit", "y")[floats.NearestIdx(coursetest.Values(t, p, "fit", "x"), x)]
}

// drawnFit and drawnPath are two figures in a state.
func drawnFit(t *testing.T, query string) *course.Picture {
	_, p := coursetest.Draw(t, Lesson, "fit", query)
	return p
}
func drawnPath(t *testing.T, query string) *course.Picture {
	_, p := coursetest.Draw(t, Lesson, "path", query)
	return p
}

// What the prose says of a state is so in the figure.
func TestOpeningAndPrediction(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"fit", "follow"}: {{"bandwidth=7.36&lambda=0.000293", "bandwidth=3.98"}, nil},
		{"path", "five"}:  {{"lambda=0.0251"}, {"lambda=0.000293"}},
	})
	// At λ = 10 almost nothing is left of the curve.
	opens, big, rms := drawnFit(t, ""), drawnFit(t, "lambda=10"), facts()["rms"]
	norm, train := big.Find("rkhs_norm"), big.Find("train_rmse")
	if norm > 0.02*opens.Find("rkhs_norm") || train < 0.98*rms {
		t.Errorf("at λ = 10 the norm is %v and the train error %v of %v", norm, train, rms)
	}
	// Where it goes in the end, degrees of freedom would tell: they are drawn when asked for.
	if piece, whole := drawnPath(t, ""), drawnPath(t, "draw=all"); len(piece.Columns) != 1 || len(whole.Columns) != 2 {
		t.Errorf("the path has %d columns, and %d where all is drawn", len(piece.Columns), len(whole.Columns))
	}
	// The linear kernel is ridge regression on x, through the origin.
	d, sxy, sxx := data.MCycle(), 0.0, 0.0
	for i, x := range d.X {
		sxy += x[0] * d.Y[i]
		sxx += x[0] * x[0]
	}
	slope := sxy / (sxx + float64(d.Len())*0.01)
	line := ridgeCurve(t, drawnFit(t, "kernel=linear"), 60)
	coursetest.Within(t, line, 60*slope, 1e-6, "linear kernel beside ridge regression, at 60")
}

// The path: the train error rises, the leave-one-out error has a wide minimum.
func TestPathClaims(t *testing.T) {
	facts := facts()
	little, much, here := drawnPath(t, "lambda=1e-12"), drawnPath(t, "lambda=10"), drawnPath(t, "")
	best := here.Find("best_loo_rmse")
	if little.Find("loo_rmse") < 2*best || much.Find("loo_rmse") < 2*best {
		t.Error("the path has no minimum between its ends")
	}
	lambdas, loo := here.Column("path", "lambda"), here.Column("path", "loo_rmse")
	train, paired := here.Column("path", "train_rmse"), here.Column("path", "paired")
	if !slices.IsSorted(train) {
		t.Error("the train error does not rise with λ")
	}
	low, high := math.Inf(1), 0.0   // λ within two percent of the least
	dip, beside := math.Inf(1), 0.0 // far to the left
	for i, v := range loo {
		if v < 1.02*best {
			low, high = min(low, lambdas[i]), max(high, lambdas[i])
		}
		if lambdas[i] < 1e-10 {
			dip, beside = min(dip, v), max(beside, v)
		}
		if lambdas[i] >= facts["within-from"] && lambdas[i] <= facts["within-to"] && paired[i] >= 2 {
			t.Errorf("λ = %v is told apart by %v, and said not to be", lambdas[i], paired[i])
		}
	}
	if dip > facts["best-loo"]+facts["best-se"] || beside < 3*dip {
		t.Errorf("far to the left the least is %v, beside it %v", dip, beside)
	}
	if high < 10*low {
		t.Errorf("the minimum is narrow: from %v to %v", low, high)
	}
	se := drawnPath(t, "lambda=0.000282").Find("loo_standard_error")
	if facts["best-loo"] != best || math.Abs(facts["best-se"]-se) > 0.01 {
		t.Errorf("the least error is %v ± %v", best, facts["best-se"])
	}
	if facts["ten-paired"] > 2.2 || facts["ten-paired"] < 2 || facts["far-paired"] < 3 {
		t.Errorf("paired, ten times the best λ is %v from it, and 0.1 is %v", facts["ten-paired"], facts["far-paired"])
	}
}

// What is left out, and what is resampled.
func TestLeftOutClaims(t *testing.T) {
	facts := facts()
	if facts["bumps"] != 24 || facts["bumps"] >= facts["n"] {
		t.Errorf("%v bumps are drawn of %v", facts["bumps"], facts["n"])
	}
	if se := drawnFit(t, "bandwidth=0.01").Find("loo_standard_error"); facts["thin-together"] < facts["thin-loo"]+2*se {
		t.Errorf("leaving out whole times takes %v to %v only", facts["thin-loo"], facts["thin-together"])
	}
	asked := drawnFit(t, "many=60")
	for query, p := range map[string]*course.Picture{"resampled=1": drawnFit(t, "resampled=1"), "many=60": asked} {
		if drawn := p.Columns[0][0].Redrawn; len(drawn) != 60 || facts["redraws"] != 60 {
			t.Errorf("%s: %d resampled fits are drawn, and the text says sixty", query, len(drawn))
		}
	}
	if asked.Among == nil || !asked.Among.Resampled {
		t.Error("the redraws of the noise are no resampled data")
	}
}

func TestPriceClaims(t *testing.T) {
	facts := facts()
	norm, squares := facts["best-loo"], facts["best-squares-loo"]
	if facts["paired"] > 1 || math.Abs(squares-norm) > 0.1*facts["best-se"] {
		t.Errorf("the prices differ: %v and %v g, paired %v", norm, squares, facts["paired"])
	}
	missed := func(query string) float64 {
		_, p := coursetest.Draw(t, Lesson, "price", query)
		return p.Find("missed")
	}
	if missed("") > 1e-9 || missed("penalty=squares") < 10 {
		t.Error("residuals lie on the line at both prices, or at none")
	}
	// Ten readings at one place, and one: under αᵀKα their stems cost alike, under Σαᵢ² a tenth.
	ten, one := slices.Repeat([]float64{1}, 10), []float64{10} // with k = 1, αᵀKα is the square of the sum
	if floats.Sum(ten) != floats.Sum(one) || 10*floats.Dot(ten, ten) != floats.Dot(one, one) {
		t.Errorf("ten stems cost as one, or more than a tenth: %v, %v", ten, one)
	}
}

// What is said of sixty splits, and of samples that are made.
func TestWhatManySplitsSay(t *testing.T) {
	_, path := coursetest.Draw(t, Lesson, "path", "thirds=random&many=60")
	for _, r := range path.Among.Rivals {
		if r.Of != 60 || r.Better < 40 || r.Difference < 0 || r.Difference > 0.15*r.Own ||
			r.Verdict() != "no difference seen" { // that 133 readings could tell, however often they are split
			t.Errorf("%s is worse in %d of %d splits, by %v of %v g", r.Name, r.Better, r.Of, r.Difference, r.Own)
		}
	}
	if len(path.Among.Rivals) != 2 {
		t.Errorf("%d rivals", len(path.Among.Rivals))
	}
	if c := path.Among.Claims; c[0].Hits != 60 || c[1].Hits > 21 {
		t.Errorf("the least is inside in %d, and ten times its λ better in %d", c[0].Hits, c[1].Hits)
	}
	_, price := coursetest.Draw(t, Lesson, "price", "bandwidth=7.36&thirds=random&many=60")
	if c := price.Among.Claims[0]; c.Hits < 20 || c.Hits > 40 {
		t.Errorf("the price of the norm is better in %d of 60", c.Hits)
	}
	for _, claim := range []string{"ten", "norm", "neighbours"} {
		beyond, across := many.Parse(shares)["ends-"+claim].All, many.Parse(shares)["gaps-"+claim].All
		if (beyond.Hits > across.Hits+100) == (claim == "neighbours") {
			t.Errorf("%s: in %d beyond an end, in %d across gaps", claim, beyond.Hits, across.Hits)
		}
	}
	_, made := coursetest.Draw(t, Lesson, "fit", "data=sine&many=60")
	if a := made.Among; a.Resampled || a.Of != "samples" || len(made.Columns[0][0].Redrawn) != 59 {
		t.Errorf("of made data: %+v", a)
	}
}

// A split is what an honest fit of its two thirds misses: against one with the λ of its path.
func TestASplitByHand(t *testing.T) {
	_, here := coursetest.Draw(t, Lesson, "path", "thirds=random")
	p := course.Must(splitPaths.Draw(t.Context(), nil, here, 7))
	r := p.Result.(*path)
	d := r.trial.Fitted
	best, least := 0.0, math.Inf(1)
	for _, lambda := range r.mean {
		if lambda < 1e-7 {
			continue // where two ways of computing it part
		}
		squares := 0.0
		for i, x := range d.X {
			n, others := float64(d.Len()), engine.Dataset{X: coursetest.Without(d.X, i), Y: coursetest.Without(d.Y, i)}
			f := course.Must(engine.KRR(r.kernel, others, lambda*n/(n-1)))
			squares += math.Pow(d.Y[i]-f.Eval(x), 2)
		}
		if squares < least {
			best, least = lambda, squares
		}
	}
	coursetest.Within(t, r.mean[r.best], best, 0, "the λ of the least, by refits")
	f := course.Must(engine.KRR(r.kernel, d, best))
	miss := r.trial.Miss(func(x float64) float64 { return f.Eval([]float64{x}) })
	coursetest.Within(t, r.bestMiss, miss, 1e-9, "what it misses by")
}

// The worked example is the figure at its preset, in whole numbers.
func TestTwoPointsByHand(t *testing.T) {
	pair := drawnFit(t, "data=points&points=1,5;2,0&kernel=min&lambda=0.5")
	for i, a := range coursetest.Values(t, pair, "alpha", "alpha") {
		coursetest.Within(t, a, []float64{3, -1}[i], 1e-12, "α%d in the figure", i+1)
	}
	coursetest.Same(t, coursetest.Of(facts()), 2e-13, map[string]float64{
		"pair-shift": 1, "pair-a11": 2, "pair-a22": 3, "pair-k": 1, "pair-det": 5, "pair-alpha1": 3, "pair-alpha2": -1,
		"pair-f1": 2, "pair-f2": 1, "pair-miss1": 3, "pair-miss2": -1, "pair-loo": 5,
	})
	without := drawnFit(t, "data=points&points=2,0&kernel=min&lambda=1")
	coursetest.Within(t, ridgeCurve(t, without, 1), 0, 0, "the curve at the first point, without it")
}

func TestBreaksBreak(t *testing.T) {
	facts := facts()
	for _, query := range []string{"lambda=0", "data=sine&lambda=0", "kernel=polynomial&degree=12"} {
		if drawnFit(t, query).Message == "" {
			t.Errorf("%s: there is a curve", query)
		}
	}
	if sine := coursetest.Values(t, drawnFit(t, "data=sine"), "data", "x"); sharing(sine) != 0 {
		t.Error("the sine has repeated x")
	}
	opens, thin := drawnFit(t, ""), drawnFit(t, "bandwidth=0.3&lambda=1e-4")
	if thin.Find("train_rmse") > 0.7*opens.Find("train_rmse") || thin.Find("loo_rmse") < 1.3*opens.Find("loo_rmse") {
		t.Error("thin bumps neither fit nor fail")
	}
	geyser := drawnFit(t, "data=faithful&bandwidth=0.1&lambda=0.001")
	if end := ridgeCurve(t, geyser, 5.4); end > 2 || ridgeCurve(t, geyser, 4.9) < 75 || end != facts["faithful-end"] {
		t.Errorf("the curve of Old Faithful ends at %v", end)
	}
	if facts["centred-loo"] > facts["raw-loo"]/5 {
		t.Errorf("centring takes the error from %v to %v only", facts["raw-loo"], facts["centred-loo"])
	}
	if facts["poly-shift"]/facts["poly-top"] > engine.Epsilon {
		t.Error("nλ does not drown in rounding")
	}
}

func TestRidgeAnswers(t *testing.T) {
	// The numbers against arithmetic on paper.
	twins := coursetest.Ask(t, Lesson, "twins").Number
	coursetest.Within(t, twins.Value, 4.0/3, 1e-4, "twins")
	coursetest.Within(t, twins.Misses[0].Value, 2, 1e-9, "twins: the first miss")
	coursetest.Within(t, twins.Misses[1].Value, 4/2.5, 1e-4, "twins: the second miss")
}

// The answers that are states of a figure.
func TestRidgeStatesThatAnswer(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{{"fit", "interpolate"}: {
		{"data=sine&kernel=exponential&lambda=0", "data=sine&bandwidth=0.1&lambda=0",
			"data=sine&kernel=exponential&lambda=1e-6"},
		{"data=sine", "data=sine&lambda=0" /* singular */, "data=sine&kernel=exponential"},
	}})
	twins := ridgeCurve(t, drawnFit(t, "data=points&points=0,1;0,3&bandwidth=1&lambda=0.5"), 0)
	coursetest.Within(t, twins, 4.0/3, 0.01, "the curve at two readings at one place")
	gauss, rough := facts()["gauss-loo"], facts()["rough-loo"]
	if gauss < 100*rough || rough > 0.3 {
		t.Errorf("interpolating: %v with the Gaussian, %v with the exponential kernel", gauss, rough)
	}
}

// The certificate of the path tells what is known at the least λ drawn, also where six digits
// are known of the fit chosen.
func TestPathTellsItsDigits(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "path", "lambda=1")
	r := p.Result.(*path)
	if r.bound[0] != slices.Max(r.bound) || !(r.bound[0] > engine.MaxBound && r.fit.Check().OK) {
		t.Fatalf("the bounds are %g", r.bound)
	}
	if extra := len(p.Certificate.Reasons) - len(r.fit.Check().Reasons); extra != 1 {
		t.Errorf("%d sentences more than of the fit: %q", extra, p.Certificate.Reasons)
	}
}

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "price", Panel: "price-alpha", Choice: "penalty",
			Values: []string{"norm", "squares"}, Axes: "xy"},
		coursetest.Steady{Figure: "price", Panel: "price-residual", Choice: "penalty",
			Values: []string{"norm", "squares"}, Axes: "xy"},
	)
}

// Changing the convention moves the number and leaves the fit where it was.
func TestConventionMovesTheNumberNotTheFit(t *testing.T) {
	was := drawnFit(t, "lambda=0.01")
	for query, want := range map[string]string{
		"lambda=0.01&convention=sum&was=mean": "1.33", "lambda=1.33&convention=mean&was=sum": "0.01",
		"lambda=1.33&convention=half&was=sum": "1.33", "lambda=1.33&convention=sum&was=sum": "1.33",
		"lambda=1.33&convention=sum": "1.33", "lambda=10&convention=sum&was=mean&data=sine&n=300": "3000",
	} {
		form, is := coursetest.Draw(t, Lesson, "fit", query)
		if lambda := form.Control("lambda").Value; lambda != want || len(form.Notes) > 0 {
			t.Errorf("%s: λ = %s, want %s, with the notes %q", query, lambda, want, form.Notes)
		}
		moved := floats.Distance(was.Column("fit", "y"), is.Column("fit", "y"), math.Inf(1))
		if !strings.Contains(query, "data") && !(moved <= 1e-9) {
			t.Errorf("%s: the fit moved, by %g", query, moved)
		}
	}
}
