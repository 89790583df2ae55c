package largen

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/timing"
	"github.com/gramophone-course/gramophone/plots"
)

func cost(t *testing.T, query string) *course.Picture {
	return coursetest.Opened(t, Lesson, "cost", query)
}
func approximate(t *testing.T, query string) *course.Picture {
	return coursetest.Opened(t, Lesson, "approximate", query)
}

// What the prose says of the cost is so of what was timed.
func TestCostClaims(t *testing.T) {
	facts := facts()
	recorded := course.Must(timing.Race(t.Context(), recording(), false, tasks(all)))
	// Over the sizes that were timed the cube holds within a factor of two: from 1000 to
	// 2000 and to 4000.
	ms := func(way string, n int) float64 { v, _ := recorded.Of(taskName(way, n)); return v.Mid }
	for _, pair := range [][2]int{{1000, 2000}, {2000, 4000}, {1000, 4000}} {
		factor := float64(pair[1]) / float64(pair[0])
		if r := ms("exact", pair[1]) / ms("exact", pair[0]) / (factor * factor * factor); r < 0.5 || r > 2 {
			t.Errorf("from %d to %d points the time grows %v times as the cube does", pair[0], pair[1], r)
		}
	}
	// And n holds for the others, from 2000 to 50,000.
	for _, way := range ways[1:] {
		if r := ms(way, 50000) / ms(way, 2000) / 25; r < 0.5 || r > 2 {
			t.Errorf("%s: the time grows %v times as n does", way, r)
		}
	}
	if y := facts["million-years"]; y < 1 || y > 20 || facts["million-rough"] < 1 || facts["million-rough"] > 3*y {
		t.Errorf("a million takes %v years, by the one size %v", y, facts["million-rough"])
	}
	// Seconds are right, and the wrong answers are wrong.
	if s := facts["landmarks-million-s"]; s < 2 || s > 60 || ms("exact", 100) > 5 {
		t.Errorf("a million letters through 100 landmarks take %v s, 100 letters %v ms", s, ms("exact", 100))
	}
	if h := facts["pairs-hours"]; h < 1.5 || h > 24 || facts["million-years"] < 1.5 {
		t.Errorf("a ten thousandth of the time is %v hours", h)
	}
	if facts["million-tb"] != 8 || facts["hundred-gb"] != 80 || facts["open-mb"] != 32 {
		t.Errorf("K takes %v TB, %v GB, %v MB", facts["million-tb"], facts["hundred-gb"], facts["open-mb"])
	}
	if v := megabytes(1000); v != 8 || megabytes(10000) != 800 || megabytes(100) != 0.08 {
		t.Errorf("by hand K takes %v MB for 1000 points", v)
	}
	// A picture has five seconds, of which two cores may be busy for others half.
	if ms("exact", 2000) > 2500 || ms("nystrom", 50000) > 2500 || ms("fourier", 50000) > 2500 {
		t.Errorf("what the server allows took %v, %v and %v ms", ms("exact", 2000), ms("nystrom", 50000),
			ms("fourier", 50000))
	}
}

// The picture draws no more than is known, and says what it extrapolates.
func TestCostIsDrawn(t *testing.T) {
	// What has not been measured is not drawn where the question is open, and drawn as a
	// dotted law, which says that it is extrapolated, where it is asked for.
	for query, want := range map[string][]float64{"n=2000": nil, "": {3}, "n=1000000&beside=yes": {3, 1}} {
		panel := cost(t, query).Columns[0][0]
		var slopes []float64
		for _, g := range panel.Plot.(plots.Race).Guides {
			slopes = append(slopes, g.Slope)
		}
		if !slices.Equal(slopes, want) || strings.Contains(panel.Title, "extrapolated") != (want != nil) {
			t.Errorf("%s: under %q lines go on with slopes %v", query, panel.Title, slopes)
		}
	}
	// The rule for memory stands where K alone fills it, and the ring at the time that is told.
	for _, query := range []string{"", "n=50000", "n=1000000"} {
		p := cost(t, query)
		v := p.Columns[0][0].Plot.(plots.Race)
		if n := v.Limits[0].At; math.Abs(8*n*n-16e9) > 1 {
			t.Errorf("%s: the rule of 16 GB stands at %v points", query, n)
		}
		if ring := v.Markers[0]; ring.Y != p.Find("seconds") || ring.X != v.Limits[1].At {
			t.Errorf("%s: the ring is at %v, %v", query, ring.X, ring.Y)
		}
		second, day, year := v.Levels[0].At, v.Levels[1].At, v.Levels[2].At
		if second != 1 || day != 24*60*60 || math.Abs(year/day-365.25) > 0.3 {
			t.Errorf("%s: the rules of time stand at %v", query, v.Levels)
		}
	}
	// The time through landmarks is the answer to a question: no number tells it before.
	for query, told := range map[string]bool{"": false, "beside=yes": true} {
		if slices.ContainsFunc(cost(t, query).Numbers, func(n course.Number) bool {
			return n.Name == "nystrom_seconds" || n.Name == "fourier_seconds"
		}) != told {
			t.Errorf("%s: the time through features is told: %t", query, !told)
		}
	}
	p := cost(t, "n=2000")
	if n := slices.Max(coursetest.Values(t, p, "exact", "points")); n != timedN {
		t.Errorf("up to %d points it shows %v", timedN, n)
	}
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"cost", "memory"}: {{"n=50000"}, {"", "n=40000", "n=100000", "n=1000000"}},
	})
	// Where nothing is said of a size, time lies between its neighbours, and jumps nowhere.
	last, recorded := 0.0, course.Must(timing.Race(t.Context(), recording(), false, tasks(all)))
	for n := 100.0; n <= 1e6; n *= 1.05 {
		s := secondsAt(recorded, "exact", n).seconds
		if s <= last || last > 0 && s > 1.4*last {
			t.Errorf("at %v points %v s, before that %v", n, s, last)
		}
		last = s
	}
}

// A race that is asked for now is not kept, and measures no more than there is time for.
func TestLiveCost(t *testing.T) {
	form, p := coursetest.Draw(t, Lesson, "cost", "measure=now&beside=yes")
	if !form.Fleeting {
		t.Error("the answer would be kept")
	}
	if old := cost(t, "beside=yes"); p.Find("seconds") != old.Find("seconds") {
		t.Errorf("the numbers of one state are %v and %v", p.Find("seconds"), old.Find("seconds"))
	}
	if !slices.ContainsFunc(p.Says, func(s course.Said) bool { return s.Text == saysNow }) {
		t.Errorf("nothing was measured: %s", p.Description)
	}
}

// Through twelve landmarks the fit is near zero far from all of them, and near the truth
// beside them.
func TestTwelveClaims(t *testing.T) {
	twelve := approximate(t, "m=12")
	x, y := coursetest.Values(t, twelve, "fit", "x"), coursetest.Values(t, twelve, "fit", "truth")
	f, d := coursetest.Values(t, twelve, "fit", "f"), readings(12, 1)
	var far, near, blank, all, n float64
	for i := range x {
		gap := math.Inf(1)
		for _, z := range d.X {
			gap = math.Min(gap, math.Abs(x[i]-z[0]))
		}
		switch {
		case gap > 3*raceEll:
			far = math.Max(far, math.Abs(f[i]))
		case gap < raceEll/2:
			near += (f[i] - y[i]) * (f[i] - y[i])
			blank += y[i] * y[i]
			n++
		}
		all += y[i] * y[i]
	}
	if far > 0.1 {
		t.Errorf("far from all landmarks it reaches %v", far)
	}
	if math.Sqrt(near/n) > 0.5*math.Sqrt(blank/n) {
		t.Errorf("beside landmarks it is %v from the truth, zero %v", math.Sqrt(near/n), math.Sqrt(blank/n))
	}
	// It does not pass through their own readings: the noise is not in it.
	miss := 0.0
	for i, z := range d.X {
		at := int(math.Round(z[0] * 40))
		miss += math.Abs(f[at]-d.Y[i]) / 12
	}
	if miss < 0.2 {
		t.Errorf("it misses the landmarks' own readings by %v only", miss)
	}
	// Three ℓ from its middle a bump is almost zero, two ℓ from it not yet.
	bump, middle := engine.Gaussian{Length: raceEll}, []float64{0}
	three, two := bump.Eval(middle, []float64{3 * raceEll}), bump.Eval(middle, []float64{2 * raceEll})
	if three > 0.02 || two < 0.1 || !engine.Agree(3*raceEll, 0.6, 1) {
		t.Errorf("a bump is %v three ℓ from its middle, %v two ℓ from it", three, two)
	}
}

// What the prose says of how many landmarks are enough is so here, and over many samples.
func TestEnoughClaims(t *testing.T) {
	facts, open := facts(), approximate(t, "")
	if open.Find("features") >= facts["open-m"] {
		t.Error("no landmark is left out")
	}
	// From few-here on the distance stays, and the exact fit to so many points is far above.
	errors, exact := coursetest.Values(t, open, "errors", "error"), coursetest.Values(t, open, "exact", "error")
	sizes := coursetest.Values(t, open, "errors", "features")
	for i, e := range errors {
		if sizes[i] >= facts["few-here"] && e > 1.1*slices.Min(errors) {
			t.Errorf("with %v landmarks it is %v, the least %v", sizes[i], e, slices.Min(errors))
		}
	}
	// As many points alone are farther off, at their own λ too; at ours they follow the noise.
	best := coursetest.Values(t, open, "few", "error")
	points := coursetest.Values(t, open, "few", "points")
	for i, n := range points {
		if n >= 100 && (best[i] < 2*slices.Min(errors) || best[i] > exact[i]) {
			t.Errorf("%v points are %v from the truth, and with the λ of all %v", n, best[i], exact[i])
		}
	}
	if facts["best-50"] > 0.8*facts["noisy-50"] || facts["best-100"] > 0.8*facts["noisy-100"] {
		t.Errorf("50 and 100 points: %v and %v at their own λ", facts["best-50"], facts["best-100"])
	}
	low := func(fact string) float64 { return facts[fact] - facts[fact+"-margin"] }
	high := func(fact string) float64 { return facts[fact] + facts[fact+"-margin"] }
	if low("landmarks-points") < 97 || low("enough-freedom") < high("enough-60") ||
		low("enough-100") < high("enough-freedom") || high("enough-60") > 60 || high("enough-freedom") > 85 {
		t.Errorf("of 100 samples 60 landmarks are enough in %v, 70 in %v, 100 in %v", facts["enough-60"],
			facts["enough-freedom"], facts["enough-100"])
	}
	if low("even-40") < 97 || math.Abs(facts["open-freedom"]-70) > 5 {
		t.Errorf("40 evenly spaced are enough in %v, %v degrees of freedom", facts["even-40"], facts["open-freedom"])
	}
	// Pivots do with fewer than are drawn, and means too; evenly spaced ones with fewer still.
	if low("pivots-45") < 85 || facts["pivots-50"] != 100 || high("enough-45") > 5 || high("enough-60") > 50 {
		t.Errorf("45 pivots are enough in %v, 50 in %v, 45 and 60 drawn in %v and %v", facts["pivots-45"],
			facts["pivots-50"], facts["enough-45"], facts["enough-60"])
	}
	if low("means-60") < high("enough-60") || high("means-60") > low("pivots-45") ||
		high("pivots-40") > low("even-40") {
		t.Errorf("60 means are enough in %v, 40 pivots in %v, 40 evenly spaced in %v", facts["means-60"],
			facts["pivots-40"], facts["even-40"])
	}
	if few, many := facts["few-here"], facts["many-here"]; few < 50 || few > 80 || many < 70 || many > 150 {
		t.Errorf("enough are %v and %v", few, many)
	}
	if few, many := facts["few-median"], facts["many-median"]; many < 80 || many > 120 || few > many {
		t.Errorf("at the median enough are %v and %v", few, many)
	}
	// Enough are about half as many again, here and at the median.
	for _, which := range []string{"here", "median"} {
		if r := facts["many-"+which] / facts["few-"+which]; r < 1.3 || r > 1.7 {
			t.Errorf("%s: enough are %v times as many", which, r)
		}
	}
	c := counts()
	if within := share(c["many"], func(v float64) bool { return v <= 150 }); within < 0.9 {
		t.Errorf("150 landmarks are enough in %v of the samples only", within)
	}
	// Enough landmarks are about as many as degrees of freedom, or half as many again.
	for enough, freedom := range map[string]string{"few-median": "open-freedom", "many-median": "many-freedom",
		"few-here": "open-freedom", "many-here": "many-freedom"} {
		if r := facts[enough] / facts[freedom]; r < 0.8 || r > 1.6 {
			t.Errorf("%s are %v times the %v degrees of freedom", enough, r, facts[freedom])
		}
	}
	few := share(c["few"], func(v float64) bool { return v < facts["open-freedom"] })
	if few < 0.2 || few > 0.6 {
		t.Errorf("fewer than the degrees of freedom are enough in %v of the samples", few)
	}
}

// What the prose says of landmarks, waves and exact fits, each at a λ of its own, is so.
func TestWaysClaims(t *testing.T) {
	facts, c := facts(), counts()
	if facts["landmarks-win"] < 54 {
		t.Errorf("landmarks win %v times against the exact fit to 2000", facts["landmarks-win"])
	}
	// Which is nearer, landmarks or waves, hangs on where the list of λ ends.
	atEnd := many.Share{Hits: int(facts["waves-lose-least"]), Of: int(facts["waves-least"])}
	others := many.Share{Hits: int(facts["waves-lose-other"]), Of: samples - int(facts["waves-least"])}
	low, _ := atEnd.Interval()
	if _, high := others.Interval(); low < high {
		t.Errorf("of waves at the least λ landmarks win %+v, of others %+v", atEnd, others)
	}
	const waves = "way=fourier&n=50000&m=100"
	e, least := approximate(t, waves).Find("error"), approximate(t, waves+"&lambda=1e-9").Find("error")
	if e < 2*least {
		t.Errorf("waves are %v from the truth with the usual λ, %v with the least", e, least)
	}
	if facts["waves-least"] < samples/2 || ownLambdas[0] != 1e-14 { // the prose says how large that is
		t.Errorf("waves take the least λ, %v, in %v samples", ownLambdas[0], facts["waves-least"])
	}
	// The λ that suits the landmarks does not suit the waves, which take the least ones.
	if l := engine.Median(c["landmarks-lambda"]); l < 1e-6 || l > 1e-4 || engine.Median(c["waves-lambda"]) > 1e-9 {
		t.Errorf("the median λ of landmarks is %v, of waves %v", l, engine.Median(c["waves-lambda"]))
	}
	if e := engine.Median(c["exact-lambda"]); e != 0.000316 {
		t.Errorf("the exact fit's λ is %v, and the link's another", e)
	}
	if facts["exact-median"] < 3*facts["landmarks-median"] {
		t.Errorf("medians %v and %v", facts["exact-median"], facts["landmarks-median"])
	}
	if r := multiplications("exact", 2000, 0) / multiplications("nystrom", 50000, 100); r < 2.5 || r > 3.5 {
		t.Errorf("a third of the multiplications: 1/%v", r)
	}
}

// The broken states are broken, and the goal is reached where it should be.
func TestApproximateStates(t *testing.T) {
	facts := facts()
	if facts["wide-error"] < 10*facts["many-error"] || facts["wide-used"] > 40 {
		t.Errorf("ℓ = 1: %v Pa through %v", facts["wide-error"], facts["wide-used"])
	}
	if p := approximate(t, "way=fourier&m=16"); p.Find("error") < 0.3 {
		t.Errorf("sixteen waves are %v from the truth", p.Find("error"))
	}
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{{"approximate", "close"}: {{"bandwidth=0.3&m=60"},
		{"", "bandwidth=0.35&m=40", "way=exact", "m=60", "bandwidth=0.3&m=100"}}})
	// 200 landmarks of 500 points come to the exact fit.
	alike := approximate(t, "n=500&m=200")
	if e := approximate(t, "n=500&way=exact"); math.Abs(alike.Find("error")-e.Find("error")) > 0.01 {
		t.Errorf("200 landmarks of 500 points: %v, exactly %v", alike.Find("error"), e.Find("error"))
	}
}

// The theorem: the kernel of landmarks is k at them, and is not larger on the diagonal; and waves have the
// kernel for a mean.
func TestLargeNMathematics(t *testing.T) {
	d, k := readings(40, 3), engine.Gaussian{Length: 0.5}
	f := course.Must(engine.NewtonFeatures(k, d.X[:8]))
	Phi, want := f.Matrix(d.X), engine.Cross(k, d.X, f.Landmarks)
	var hat mat.Dense
	hat.Mul(Phi, f.Matrix(f.Landmarks).T())
	if !mat.EqualApprox(&hat, want, engine.Agreement) {
		t.Errorf("k̂ of points and landmarks is %v, k %v", mat.Formatted(&hat), mat.Formatted(want))
	}
	for i, x := range d.X {
		if length := floats.Norm(Phi.RawRowView(i), 2); length > 1+engine.Agreement {
			t.Errorf("‖φ̂(x)‖ = %v at %v", length, x)
		}
	}
	many := waves(20000, 1, 0.5)
	a, b := many.Map([]float64{1}), many.Map([]float64{1.4})
	if v, want := floats.Dot(a, b), k.Eval([]float64{1}, []float64{1.4}); math.Abs(v-want) > 3/math.Sqrt(20000) {
		t.Errorf("the mean of waves is %v, the kernel %v", v, want)
	}
	coursetest.Same(t, coursetest.Of(facts()), engine.Agreement,
		map[string]float64{"hand-feature": 8, "hand-guess": 64, "hand-rest": 36})
	// Lehmer's generator gives 399268537 after ten thousand steps from 1.
	g := lehmer(1)
	for range 10000 {
		g.uniform()
	}
	if g != 399268537 {
		t.Errorf("after 10,000 steps the generator stands at %d", g)
	}
	var sum, squares float64
	g = lehmer(7)
	for range 10000 {
		v := g.normal()
		sum, squares = sum+v, squares+v*v
	}
	if math.Abs(sum/10000) > 0.04 || math.Abs(squares/10000-1) > 0.06 {
		t.Errorf("mean %v, mean square %v of what should be standard normal", sum/10000, squares/10000)
	}
}

func TestDigitsClaims(t *testing.T) {
	facts := facts()
	exact, landmarks, waves := facts["digits-exact"], facts["digits-200-median"], facts["digits-waves-median"]
	if !(exact < landmarks && landmarks < waves) {
		t.Errorf("misread: exactly %v, landmarks %v, waves %v", exact, landmarks, waves)
	}
	if facts["digits-win"] < digitDraws || facts["digits-win-best"] < 18 { // the prose says all of the first
		t.Errorf("of %d draws landmarks are better than waves in %v", digitDraws, facts["digits-win"])
	}
	if facts["digits-pivots-200"] > landmarks-0.5 || facts["digits-centres-200"] > landmarks-0.5 ||
		facts["digits-pivots-200-win"] < 18 || facts["digits-centres-200-win"] < 14 ||
		!(facts["digits-centres-50"] < facts["digits-pivots-50"]-0.5 &&
			facts["digits-pivots-50"] < facts["digits-drawn-50"]) || facts["digits-drawn-200"] != landmarks {
		t.Errorf("pivots and means: %v", long())
	}
	w := digits()
	k := engine.Gaussian{Length: shades}
	alike := func(z [][]float64) float64 { // how like to all digits
		C := engine.Cross(k, z, w.x)
		return mat.Sum(C) / float64(len(z)*len(w.x))
	}
	for seed := 1; seed <= 3; seed++ {
		order := rand.New(rand.NewPCG(uint64(seed), 1)).Perm(learned)
		of := func(how string) float64 {
			return alike(course.Must(digitSumsOf{chosen: how, most: 50}.landmarks(t.Context(), order)))
		}
		if all := alike(w.x); of(pivoted) > 0.95*all || of(centres) < 1.05*all {
			t.Errorf("digits are %v like all, pivots %v, means %v", all, of(pivoted), of(centres))
		}
	}
	if len(w.x) != 1157 || len(w.fresh) != 640 || len(w.x[0]) != 64 {
		t.Errorf("%d digits to learn from, %d to tell", len(w.x), len(w.fresh))
	}
	half := 0
	for _, open := range w.open {
		if open {
			half++
		}
	}
	u := coursetest.Opened(t, Lesson, "digits", "m=200&envelope=open").Unsealed
	if half != 320 || u == nil || u.Chosen.Value != facts["digits-200"] || len(u.Others) != 40 ||
		u.Value == u.Chosen.Value {
		t.Errorf("%d digits are open, in the envelope %+v", half, u)
	}
	// The cut is where a form begins.
	labels := data.Digits().Labels
	for i := range 20 {
		if labels[learned+i] != i%10 {
			t.Errorf("digit %d is a %v, and not the %d with which a form begins", learned+i, labels[learned+i], i%10)
		}
	}
}
