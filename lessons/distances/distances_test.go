package distances

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
)

var statements = []coursetest.Statement{
	{"lecture notes 5.4", "suppose an algorithm relies on distances",
		"Suppose that an algorithm relies on distances $\\norm{x - x'}$ alone"},
	{"lecture notes 5.4", "‖Φ(x) − Φ(y)‖² as three inner products",
		`$\norm{a - b}^2 = (a - b)\T(a - b)$ $= a\T a - 2a\T b + b\T b$`},
	{"lecture notes 5.4", "d_𝓗(x, y) = √(k(x, x) − 2k(x, y) + k(y, y))",
		`d_{\mathcal H}(x, x') &= \sqrt{k(x, x) - 2k(x, x') + k(x', x')}`},
	{"lecture notes 5.4", "we do not need to know Φ", "We do not need to know $\\varphi$"},
	{"CPSC 340", "Euclidean distance by kernels", `each product is a value of $k$. That is the first line, squared`},
	{"CPSC 340", "all distance-based methods have kernel versions",
		"**all distance-based methods have kernel versions**"},
	{"CPSC 340", "kernel k-nearest neighbours", "| $k$ nearest neighbours | the nearest vote |"},
	{"CPSC 340", "kernel k-means", "| $k$-means | each point to its nearest mean |"},
	{"CPSC 340", "k-means in the feature space allows clusters that are not convex",
		"What is convex there may be a ring in the plane"},
	{"CPSC 340", "density-based clustering", "| density-based clustering | joins points in dense regions |"},
	{"CPSC 340", "hierarchical clustering", "| hierarchical clustering | merges the two nearest |"},
	{"CPSC 340", "distance-based outlier detection", "| outlier detection | who is far from the mean? |"},
	{"CPSC 340", "product recommendation", "| recommendation | names the nearest |"},
	{"CPSC 340", "similarity between objects rather than features",
		"all of these methods work on anything that has a kernel"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// What the prose says of its states, and how often.
func TestClaims(t *testing.T) {
	f := facts()
	claim := coursetest.Claims(t)
	low := func(fact string) float64 { return f[fact] - f[fact+"-margin"] }
	high := func(fact string) float64 { return f[fact] + f[fact+"-margin"] }
	nearly := func(fact string) bool { return low(fact) > 97 }
	claim(f["tree-home"] == openingHome && f["tree-home"] < wineGoal && f["tree-home"] > f["complete-mean"]+2 &&
		high("complete-opening") < 50, "the sample in sight has more at home than most")
	claim(f["means-mean"] > f["ward-mean"] && f["ward-mean"] > f["angles-mean"] &&
		f["angles-mean"] > f["complete-mean"]+3 && f["complete-mean"] > f["average-mean"] &&
		f["average-mean"] > f["single-mean"],
		"k-means, Ward and angles, in this order; of the Gaussian’s trees complete linkage")
	claim(f["ward-more"] > 4*f["ward-more-se"] && f["means-more"] > 4*f["means-more-se"] && low("ward-angles") < 50 &&
		low("angles-ninety") > high("average-ninety")+50, "the angle rescues average linkage, and is not the best")
	claim(f["chain-largest"] > 25 && f["raw-home"] < f["tree-home"]-5,
		"single linkage makes a chain, and raw inputs mislead")
	claim(f["one-wrong"] > f["soil-wrong"] && f["forty-wrong"] > f["soil-wrong"] && f["soil-wrong"] < f["soil-alike"],
		"here one neighbour and forty are no better than nine, and these are better than none")
	claim(f["nine-forty"] > 65 && f["nine-one"] < 50 && 100-f["nine-one"]-f["nine-one-ties"] > 45,
		"forty are usually worse than nine, and one as often better as worse")
	claim(f["nine-forty"] > 65 && high("rest-nine-forty") < 35 && low("points-rest-nine-forty") > 55,
		"on new ground the order of nine and forty turns")
	claim(high("ridge-clean") < 60 && low("points-ridge-clean") > 80, "calling all clean is a rival on new ground")
	claim(low("ridge-tuned") > 55 && high("tuned-ridge") < 35 && low("points-ridge-tuned") > high("ridge-tuned")+10,
		"on the rest, ridge is usually better, at random more often than on new ground")
	claim(f["at-0.4"] == 100 && high("at-0.25") < 75 && low("at-0.25") > 50 && high("at-0.6") < 90 &&
		low("at-0.6") > high("at-0.25") && high("at-0.2") < 35 && f["at-0.1"] < 1 && f["at-1"] == 0 &&
		f["plain"] == 0,
		"at 0.4 always, at 0.25 and 0.6 not; at 0.2 seldom; at 0.1 hardly ever; at 1 and without a kernel in none")
	narrow := coursetest.Opened(t, Lesson, "kmeans", "bandwidth=0.25")
	claim(narrow.Find("least") < narrow.Find("classes")-0.1, "at 0.25 other clusters have a lower J")
	claim(nearly("even-at-0.25") && nearly("even-at-0.4") && nearly("even-at-0.6"), "evenly spaced, at all three")
	claim(f["halves-lower"] == 100, "at ℓ = 1 halves have a lower J than rings in every sample")
	claim(low("pair-0.4") > 45 && high("pair-0.4") < 65 && high("pair-0.6") < 3 && low("pair-higher") > 75 &&
		f["even-pair-0.4"] == 100,
		"from two points rings are found in half at 0.4 and not at 0.6, where the rings are usually lower")
	claim(f["halves-least"] < f["halves-classes"] && f["stuck-most"] > f["parted-objective"]+1 &&
		f["parted-there"] < starts, "halves are lower at ℓ = 1, and some starts are stuck at 0.4")
	claim(low("rings-single") > 50 && high("rings-single") < 65 && f["even-rings-single"] == 100 &&
		f["rings-complete"] == 0 && f["rings-average"] == 0,
		"single linkage often follows rings, always if they are evenly spaced, the others never")
	claim(f["moons-away"] == 0 && f["moons-clusters"] > 2 && high("moons-0.6") < 70 && high("moons-0.45") < 15 &&
		low("twice-moons-0.45") > 90 && high("twice-moons-0.6") < low("moons-0.6") && low("even-moons-0.5") > 85 &&
		low("moons-single") > high("moons-0.6") && low("twice-moons-single") > high("twice-moons-0.45") &&
		f["moons-means"] == 0 && f["twice-moons-means"] == 0,
		"twice as many points want a smaller radius; single linkage finds the moons more often; the first is too small")
	claim(f["wide-rank"] == 17 && f["near-rank"] == 1 && f["nearer-rank"] > 1 && f["nearer-rank"] < 17,
		"the one in the middle is last, then first")
	claim(f["narrow-tied"] > 0.9*f["soil-n"], "at ℓ = 10 m nearly every vote has a tie")
	claim(coursetest.Opened(t, Lesson, "outliers", "kernel=linear").Find("middle_rank") == 17,
		"to the plain mean it is the most typical")
	claim(f["middle-plain-first"] == 0 && f["middle-plain-last"] == 100 && low("middle-near-first") > 90,
		"so it is over samples")
	coursetest.Same(t, coursetest.Of(f), 1e-9, map[string]float64{
		"hand-gram-11": 1, "hand-gram-12": 1, "hand-gram-13": 4, "hand-gram-33": 16,
		"hand-distances-23": 3, "hand-distances-12": 0, "hand-rows": 24, "hand-all": 36, "hand-mean": 4,
		"hand-score-1": 1, "hand-score-2": 1, "hand-score-3": 2, "many-gb": 0.8,
	})
	claim(coursetest.Opened(t, Lesson, "knn", "kernel=sigmoid&slope=0.1").Message != "", "the sigmoid has no distances")
	claim(coursetest.Opened(t, Lesson, "outliers", "bandwidth=0.02").Description[:3] == "All",
		"at ℓ = 0.02 nobody is an outlier")
}

// The goal does not say for which ℓ there are rings, which is asked above it; who has found
// rings is told whether that will do.
func TestRingsAreNotGivenAway(t *testing.T) {
	f, _ := Lesson.Figure("kmeans")
	if strings.ContainsAny(f.Goal, "0123456789") {
		t.Errorf("the goal has a number: %s", f.Goal)
	}
	for _, c := range coursetest.Ask(t, Lesson, "rings").Choices {
		if strings.ContainsAny(c.Text, "0123456789") {
			t.Errorf("only some options have numbers: %s", c.Text)
		}
	}
	for query, wider := range map[string]bool{
		"bandwidth=0.4": true, "bandwidth=0.63": false, "bandwidth=1": false, "bandwidth=0.1": false,
	} {
		now := coursetest.Opened(t, Lesson, "kmeans", query).Goals[0].But
		if strings.Contains(now, "a wider") != wider {
			t.Errorf("%s: %s", query, now)
		}
	}
}

// Goals are reached where they should be, and not beside.
func TestGoals(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"kmeans", "rings"}: {
			{"bandwidth=0.5", "bandwidth=0.52&start=5"}, // stuck in sight, but hidden samples are asked
			{"bandwidth=0.4", "bandwidth=0.6", "bandwidth=1&start=5", "bandwidth=0.52&kernel=laplacian",
				"bandwidth=0.52&places=even"},
		},
		{"kmeans", "stuck"}:    {{"bandwidth=0.4&start=1"}, {"bandwidth=0.4&start=1&iteration=1"}},
		{"outliers", "middle"}: {{"bandwidth=0.3"}, {"bandwidth=0.02"}},
		{"tree", "wines"}:      {{}, {"kernel=cosine", "linkage=average"}},
		{"knn", "few"}:         {{}, {"neighbours=9", "neighbours=3&data=moons&n=30&noise=0"}},
		{"density", "moons"}: {{"n=240&radius=0.42"}, {"n=240", "radius=0.6", "n=240&radius=0.45&data=rings",
			"n=240&radius=0.45&places=even"}},
	})
}

// The sample of soil has a size and a seed of its own; an address of made data means what it
// would without them.
func TestTheSampleIsOfSoilAlone(t *testing.T) {
	for query, want := range map[string]string{"": "103 26", "data=moons": "80 1", "data=moons&seed=8": "80 8"} {
		f := course.NewForm(course.ParseQuery(query))
		points.OfTwoInputs(f, soil)
		if got := f.Control("n").Value + " " + f.Control("seed").Value; got != want {
			t.Errorf("%q: n and seed are %s, not %s", query, got, want)
		}
	}
}

// Ten times the bandwidth leaves every vote over the map as it was, and every smaller
// bandwidth down to where float64 loses the order; the linear kernel has the plain
// distance and does not either, and the cosine does.
func TestTheBorderStays(t *testing.T) {
	votes := func(query string) *mat.Dense {
		form := course.NewForm(course.ParseQuery(query))
		d, kernel := points.OfTwoInputs(form, soil)(), model.Kernel(form, 0.5)()
		votes := votesOf{taskKey{d.Spec, kernel}, 9}
		over := course.Must(boundaries.Over(t.Context(), course.NewMemo(1<<26), votes)).Values
		var taken mat.Dense // a node beyond the plain has no votes
		taken.Apply(func(_, _ int, v float64) float64 {
			if math.IsNaN(v) {
				return -1
			}
			return v
		}, over)
		return &taken
	}
	opens := votes("")
	for _, ell := range []string{"bandwidth=1", "bandwidth=2", "bandwidth=5", "bandwidth=20", "kernel=linear"} {
		if !mat.Equal(opens, votes(ell)) {
			t.Error("the votes differ at " + ell)
		}
	}
	x := points.OfTwoInputs(course.NewForm(nil), soil)().Data.X
	plain := engine.Distances(engine.Euclidean, x)
	D := course.Must(engine.FeatureDistances(engine.Gram(engine.Gaussian{Length: 0.01}, x)))
	for i := range x {
		for j := range x {
			if plain.At(i, j) >= 0.09 && D.At(i, j) != math.Sqrt2 {
				t.Errorf("for ℓ = 10 m, %v km apart, the distance is %v", plain.At(i, j), D.At(i, j))
			}
		}
	}
	for _, query := range []string{"kernel=cosine", "bandwidth=0.01"} {
		if mat.Equal(opens, votes(query)) {
			t.Error("the votes are the same at " + query)
		}
	}
}

// The proposition: with a kernel that falls with the distance, single and complete
// linkage and density make the clusters of the plain distance; average linkage need not.
func TestOrderIsAllTheyUse(t *testing.T) {
	differs := false
	for seed := 1; seed <= 20; seed++ {
		x := sample(ringsSpec, seed).X
		plain := engine.Distances(engine.Euclidean, x)
		D := course.Must(engine.FeatureDistances(engine.Gram(engine.Gaussian{Length: 0.5}, x)))
		for _, l := range linkages {
			a := course.Must(engine.Agglomerate(t.Context(), plain, l))
			b := course.Must(engine.Agglomerate(t.Context(), D, l))
			for clusters := 2; clusters <= 8; clusters++ {
				same := fmt.Sprint(a.Cut(clusters)) == fmt.Sprint(b.Cut(clusters))
				if l == engine.AverageLinkage || l == engine.WardLinkage { // which add up
					differs = differs || !same
				} else if !same {
					t.Errorf("seed %d, %s linkage: %d clusters differ", seed, l, clusters)
				}
			}
		}
		const r = 0.3
		a := engine.DBSCAN{Radius: r, MinPoints: 5}.Fit(plain)
		b := engine.DBSCAN{Radius: math.Sqrt(2 - 2*math.Exp(-r*r/2/0.25)), MinPoints: 5}.Fit(D)
		if fmt.Sprint(a.Labels) != fmt.Sprint(b.Labels) {
			t.Errorf("seed %d: dense regions differ", seed)
		}
	}
	if !differs {
		t.Error("average linkage never notices")
	}
}

// With 120 points no radius gives each moon its cluster in most samples.
func TestNoRadiusWillDo(t *testing.T) {
	const draws = 200
	for r := 0.3; r < 1; r += 0.05 {
		hits := 0
		for seed := 1; seed <= draws; seed++ {
			d := sample(moonsSpec, seed)
			D := course.Must(engine.FeatureDistances(engine.Gram(engine.Gaussian{Length: 0.5}, d.X)))
			if awayShare(engine.DBSCAN{Radius: r, MinPoints: 5}.Fit(D).Labels, d.Labels) <= mostAway {
				hits++
			}
		}
		if hits > draws*7/10 {
			t.Errorf("r = %.2f does in %d of %d", r, hits, draws)
		}
	}
}

// The longest of the gaps between points anywhere along a ring is on average as said, and the rings lie
// as far apart.
func TestLongestGap(t *testing.T) {
	f, mean, rng := facts(), 0.0, rand.New(rand.NewPCG(1, 2))
	const draws = 4000
	for range draws {
		at := make([]float64, ringPoints)
		for i := range at {
			at[i] = 2 * math.Pi * rng.Float64()
		}
		slices.Sort(at)
		longest := at[0] + 2*math.Pi - at[ringPoints-1]
		for i := range ringPoints - 1 {
			longest = max(longest, at[i+1]-at[i])
		}
		mean += longest / draws
	}
	if math.Abs(mean-f["gap-longest"]) > 0.015 || math.Abs(f["gap-longest"]-f["spaced"]) > 0.05 {
		t.Errorf("the longest gap is %v on average, not %v; the rings are %v apart", mean, f["gap-longest"],
			f["spaced"])
	}
	if n := len(sample(ringsSpec, 1).X); n != 2*ringPoints {
		t.Errorf("the rings have %d points", n)
	}
}

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "knn", Panel: "knn-row", Choice: "kernel", Values: coursetest.Unit},
		coursetest.Steady{Figure: "density", Panel: "density-reach", Choice: "kernel", Values: coursetest.Unit},
		coursetest.Steady{Figure: "outliers", Panel: "outliers-order", Choice: "kernel", Values: coursetest.Unit[:6]},
	)
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(shares), studies()...)
}

func TestMeansAreComputed(t *testing.T) {
	t.Parallel()
	manytest.Averaged(t, "means.csv", many.ParseMeans(meansFile), meansOf)
}

// Where k is chosen anew in other envelopes they cost more than was chosen by, whatever k is in sight.
func TestChosenAnewTheSoilCostsMore(t *testing.T) {
	nine := coursetest.Opened(t, Lesson, "knn", "envelope=open").Unsealed
	one := coursetest.Opened(t, Lesson, "knn", "envelope=open&neighbours=1").Unsealed
	if len(nine.Anew) != 40 || !slices.Equal(nine.Anew, one.Anew) || slices.Equal(nine.Others, one.Others) {
		t.Errorf("%+v\n%+v", nine.Anew, one.Anew)
	}
	if more := nine.More(); more.Value < 2*more.SE {
		t.Errorf("chosen anew they cost more by %+v", more)
	}
}
