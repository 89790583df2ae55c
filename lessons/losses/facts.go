package losses

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// samples is over how many seeds means are taken.
const samples = 60

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{"samples": samples}
	memo := course.NewMemo(1 << 24)
	readingFacts(facts, memo)
	handFacts(facts, memo)
	soilFacts(facts, memo)
	meansOverSamples(facts)
	many.Cite(facts, many.Parse(recorded))
	facts["bare-m"] = bareVectors()
	return facts
}

// readingFacts are of the copied readings, and of the curves through them.
func readingFacts(facts course.Facts, memo *course.Memo) {
	all, kept := copied()
	facts["copied"], facts["kept"] = float64(all.Len()), float64(kept.Len())
	facts["readings"] = float64(data.MCycle().Len())
	facts["true"], facts["slip"] = all.Y[slipAt], lostSign()
	facts["at"] = all.X[slipAt][0]

	read := func(prefix, query string) {
		r := facts.Read(memo, buildRegression, query, prefix+"-", "kept", "unseen_rmse",
			"largest", "largest_residual", "silent", "silent").Result.(*regression)
		facts[prefix+"-there"] = nearest(r.xs, r.curve, facts["at"])
	}
	for prefix, query := range map[string]string{
		"squared": "", "absolute": "loss=absolute", "huber": "loss=huber", "epsilon": "loss=epsilon",
		"brittle": "loss=brittle", "best": "loss=absolute&lambda=0.0001", "clean": "points=" + slipped(facts["true"]),
		"tight": "loss=epsilon&epsilon=0.01", "blind": "loss=epsilon&epsilon=120",
	} {
		read(prefix, query)
	}
	const far = 236 // g, twice the slip
	facts["far"] = far
	read("far-squared", "points="+slipped(far))
	read("far-absolute", "loss=absolute&points="+slipped(far))
	facts["brittle-m"] = facts["copied"] - facts["brittle-silent"]
	all.Y[slipAt] = lostSign()
	K := engine.Gram(engine.Gaussian{Length: openBandwidth}, all.X)
	lambda := openLambda * perUnit("absolute", "points")
	fit := course.Must(engine.SolveLoss(context.Background(), K, all.Y, engine.Absolute{}, lambda))
	facts["absolute-steps"] = float64(fit.Iterations)
}

// handFacts are of the worked examples: readings at one place, and three points on a line.
func handFacts(facts course.Facts, memo *course.Memo) {
	for prefix, own := range map[string]string{"three": "0,1;0,2;0,9", "four": "0,1;0,2;0,15"} {
		for _, loss := range []string{"squared", "absolute", "brittle"} {
			lambda := course.FormatNumber(0.001 * perUnit(loss, "points"))
			p := facts.Read(memo, buildRegression, "lambda="+lambda+"&loss="+loss+"&points="+own, "hand-", "r",
				"mean_absolute")
			facts[prefix+"-"+loss] = floats.Sum(p.Result.(*regression).solved.Alpha) // where they are k = 1
		}
	}
	hand := facts.Read(memo, buildSVM, handQuery, "hand-svm-", "m", "support", "margin", "margin").Result.(*machine)
	for i := range hand.n() {
		facts[fmt.Sprintf("hand-alpha%d", i+1)] = course.Round(hand.fitted.alpha[i], 9) + 0
		facts[fmt.Sprintf("hand-margin%d", i+1)] = course.Round(hand.margins[i], 9)
	}
}

// soilFacts are of the support vector machine on the soil.
func soilFacts(facts course.Facts, memo *course.Memo) {
	for prefix, query := range map[string]string{
		"svm": "", "firm": fewAt, "mild": "C=1", "soft": "C=0.01", "narrow": "bandwidth=0.01",
		"linear": "kernel=linear", "alone": "keep=ringed",
	} {
		facts.Read(memo, buildSVM, query, prefix+"-", "m", "support", "multiplications", "multiplications",
			"right", "held_out_right", "wrong", "held_out_wrong", "share", "share", "all", "ridge_multiplications",
			"bounded", "bounded", "train", "train_right")
	}
	for prefix, state := range map[string]string{"firm-points-": fewAt, "firm-squares-": "bandwidth=0.8&C=200"} {
		firm, wrong := facts.Read(memo, buildSVM, state, prefix), make([]float64, 60)
		for i := range wrong {
			p := course.Must(resplitMachine(context.Background(), memo, firm, i+1))
			wrong[i] = p.Find("held_out_wrong")
			facts[prefix+"found"] += 100 * machineOf(p).found() / 60
		}
		facts[prefix+"wrong"] = engine.Median(wrong)
	}
	facts["soil"] = facts["svm-all"] / perPoint
	facts["zinc"] = facts["soil"] * (1 - facts["soft-train"]/100) // all are called clean there
	facts["zinc-share"] = 100 * facts["zinc"] / facts["soil"]
	facts["silent-soil"] = facts["soil"] - facts["svm-m"]
	facts["svm-bytes"], facts["ridge-bytes"] = 8*perPoint*facts["svm-m"], 8*perPoint*facts["soil"]
	facts["ridge-flops"] = math.Round(math.Pow(facts["soil"], 3) / 3)
	facts["gram-bytes"] = 8 * facts["soil"] * facts["soil"]
}

// bareVectors is how many support vectors the soil has where the machine has no offset.
// The ε-insensitive loss of (1 + ε)y is the hinge loss of y for every f with y·f ≤ 1 + 2ε.
func bareVectors() (vectors float64) {
	const far = 16
	d := points.OfTwoInputs(course.NewForm(nil), points.Offer{Data: "meuse"})().Data.Against(1)
	K, y := engine.Gram(engine.Gaussian{Length: openWidth}, d.X), slices.Clone(d.Y)
	floats.Scale(1+far, y)
	lambda := 1 / (2 * float64(d.Len()) * openC)
	fit := course.Must(engine.SolveLoss(context.Background(), K, y, engine.EpsilonInsensitive{Epsilon: far}, lambda))
	for _, a := range fit.Alpha {
		if a != 0 {
			vectors++
		}
	}
	return vectors
}

// handQuery is the state of three points on a line.
const handQuery = "data=points&points=0,0,-1;1,0,1;3,0,1&kernel=linear"

// nearest is ys where xs is nearest to x.
func nearest(xs, ys []float64, x float64) float64 {
	best := 0
	for i, v := range xs {
		if math.Abs(v-x) < math.Abs(xs[best]-x) {
			best = i
		}
	}
	return ys[best]
}

// meansOverSamples are those of the first samples: by how much the errors of losses differ
// where nothing slipped, and what the machine and its rival have right.
func meansOverSamples(facts course.Facts) {
	var absolute, huber, apart []float64
	for seed := 1; seed <= samples; seed++ {
		_, clean := copies(seed)
		absolute, huber = append(absolute, clean[1]-clean[0]), append(huber, clean[2]-clean[0])
		svm, ridge, support := moonErrors(seed)
		apart = append(apart, svm-ridge)
		facts["moons-share"] += 100 * float64(support) / moons / samples
		facts["moons-svm"] += (100 - svm) / samples
		facts["moons-ridge"] += (100 - ridge) / samples
	}
	// Choices of the same readings share them, so that their means have no standard error.
	facts["clean-cost"], facts["clean-huber-cost"] = stat.Mean(absolute, nil), stat.Mean(huber, nil)
	facts["moons-apart"], facts["moons-apart-se"] = many.Paired(apart)
	facts["wide"] = wideHuber
}
