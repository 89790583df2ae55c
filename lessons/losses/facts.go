package losses

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/data"
	"gramophone/lessons/points"
)

// samples is over how many seeds a claim that compares is counted.
const samples = 60

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{"samples": samples}
	memo := course.NewMemo(1 << 24)
	readingFacts(facts, memo)
	countSlips(facts)
	handFacts(facts, memo)
	soilFacts(facts, memo)
	countVectors(facts)
	facts["bare-m"] = bareVectors()
	facts["ask-C"], facts["ask-C-no2"], facts["ask-C-non"] = 1/(2*200*0.001), 1/(200*0.001), 1/(2*0.001)
	facts["ask-bound"], facts["ask-bound-no2"], facts["ask-bound-non"] = 1/(2*50*0.002), 1/(50*0.002), 1/(2*0.002)
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
			"largest", "largest_residual", "silent", "silent", "bound", "alpha_bound").Result.(*regression)
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
		"svm": "", "firm": "C=100", "mild": "C=1", "soft": "C=0.01", "narrow": "bandwidth=0.01",
		"linear": "kernel=linear", "alone": "keep=ringed",
	} {
		facts.Read(memo, buildSVM, query, prefix+"-", "m", "support", "multiplications", "multiplications",
			"right", "held_out_right", "share", "share", "all", "ridge_multiplications",
			"bounded", "bounded", "train", "train_right")
	}
	facts["soil"] = facts["svm-all"] / perPoint
	facts["zinc"] = facts["soil"] * (1 - facts["soft-train"]/100) // all are called clean there
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

// rivals are λ of the squared loss from which each loss takes its best.
var rivals = []float64{0.1, 0.03, 0.01, 0.003, 0.001}

// countSlips counts, over many random choices of the readings that are copied, in how
// many the absolute loss is the better one at the others, each loss at its best λ: with
// the sign of the lowest reading lost, and without.
func countSlips(facts course.Facts) {
	d := data.MCycle()
	for seed := uint64(1); seed <= samples; seed++ {
		some, rest := d.Split(19, rand.New(rand.NewPCG(seed, 0)))
		K := engine.Gram(engine.Gaussian{Length: openBandwidth}, some.X)
		cross := engine.Cross(engine.Gaussian{Length: openBandwidth}, rest.X, some.X)
		best := func(loss engine.Loss, per float64) float64 {
			least := math.Inf(1)
			for _, lambda := range rivals {
				fit := course.Must(engine.SolveLoss(context.Background(), K, some.Y, loss, lambda*per))
				sum := 0.0
				for i, y := range rest.Y {
					r := y - floats.Dot(cross.RawRowView(i), fit.Alpha)
					sum += r * r
				}
				least = math.Min(least, math.Sqrt(sum/float64(rest.Len())))
			}
			return least
		}
		wins := func() float64 {
			if best(engine.Absolute{}, perUnit("absolute", "mcycle")) < best(engine.Squared{}, 1) {
				return 1
			}
			return 0
		}
		facts["clean-wins"] += wins()
		lowest := floats.MinIdx(some.Y)
		some.Y[lowest] = -some.Y[lowest]
		facts["slip-wins"] += wins()
	}
}

// countVectors compares, over many samples of the moons, the support vector machine with
// kernel ridge regression, each at its best C: how many points the one needs, and how
// often it has at least as many of 500 new points right.
func countVectors(facts course.Facts) {
	const fresh = 500
	k := engine.Gaussian{Length: 0.5}
	for seed := uint64(1); seed <= samples; seed++ {
		d := engine.Moons(80, 0.3, rand.New(rand.NewPCG(seed, 0))).Against(1)
		unseen := engine.Moons(fresh, 0.3, rand.New(rand.NewPCG(seed, 1))).Against(1)
		K, cross := engine.Gram(k, d.X), engine.Cross(k, unseen.X, d.X)
		right := func(alpha []float64, offset float64) (r int) {
			for i, y := range unseen.Y {
				if (floats.Dot(cross.RawRowView(i), alpha)+offset >= 0) == (y > 0) {
					r++
				}
			}
			return r
		}
		svm, ridge, vectors := 0, 0, 0
		for _, C := range []float64{0.1, 1, 10, 100} {
			machine := course.Must(engine.SolveSVM(context.Background(), K, d.Y, C))
			if r := right(machine.Alpha, machine.Offset); r > svm {
				svm, vectors = r, len(machine.Support)
			}
			ridge = max(ridge, right(course.Must(engine.SolveKRR(K, d.Y, 1/(2*80*C))), 0))
		}
		facts["moons-share"] += 100 * float64(vectors) / 80 / samples
		facts["moons-svm"] += 100 * float64(svm) / fresh / samples
		facts["moons-ridge"] += 100 * float64(ridge) / fresh / samples
		if svm >= ridge {
			facts["moons-wins"]++
		}
		if vectors < 40 {
			facts["moons-half"]++
		}
	}
}
