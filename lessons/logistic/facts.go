package logistic

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// samples is over how many seeds means and medians are taken.
const samples = 60

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 24)
	soil := points.OfTwoInputs(course.NewForm(nil), points.Offer{Data: "meuse"})()
	y := soil.Data.Against(1).Y
	n := float64(len(y))
	facts["n"] = n
	for _, v := range y {
		facts["over"] += (v + 1) / 2
	}
	facts["base"] = 100 * facts["over"] / n
	facts.Read(memo, buildBoundary, "", "soil-", "steps", "iterations")
	for _, s := range facts.Read(memo, buildBoundary, "data=moons&labels=bits", "bits-", "loss", "loss").Series {
		for i := 0; s.Name == "alpha" && i < len(s.Columns[0].Values); i++ {
			if s.Columns[0].Values[i] == 0 {
				facts["bits-none"]++
			}
		}
	}
	facts.Read(memo, buildBoundary, "lambda=1", "flat-", "least", "least_probability", "most", "greatest_probability")
	facts.Read(memo, buildBoundary, "bandwidth=10", "wide-", "least", "least_probability", "most",
		"greatest_probability")

	for prefix, query := range map[string]string{"half": "step=0.5", "one": "step=1", "over": "step=1.6",
		"long": "step=2.5&iteration=100"} {
		facts.Read(memo, buildDescent, query, prefix+"-", "arrival", "arrival", "loss", "loss")
	}
	curvatureFacts(facts)
	facts.Read(memo, buildDescent, "", "", "limit", "step_limit", "newton", "newton_iterations",
		"arrival", "arrival")
	facts.Read(memo, buildDescent, "lambda=0.001&step=3", "small-", "limit", "step_limit")
	iris := facts.Read(memo, buildClasses, "", "iris-", "least", "least_sum", "greatest", "greatest_sum", "wrong",
		"held_out_wrong")
	tight := facts.Read(memo, buildClasses, "bandwidth=0.302&lambda=1e-6", "tight-", "wrong", "held_out_wrong")
	facts["tight-right"] = math.Round(150 * tight.Find("train_accuracy"))
	facts["tight-held"] = 150 - math.Round(150*facts["tight-wrong"]/100)
	facts["iris-held"] = 150 - math.Round(150*facts["iris-wrong"]/100)
	facts["iris-right"] = math.Round(150 * iris.Find("train_accuracy"))

	facts["splits"] = samples
	facts.Anew("anew-", anewSoil())
	facts.Anew("kept-", keptSoil())
	for name, mean := range many.ParseMeans(means) {
		facts[name] = mean.All
	}
	many.Cite(facts, many.Parse(recorded))
	trustFacts(facts)
	countSoil(facts, soil, y)
	facts["far-offset"] = farOffset(soil.Data.X, y)
	facts["far-times"] = 50 / facts["base"]
	handFacts(facts)
	costFacts(facts, n)
	return facts
}

// costFacts are flops: a distance of p inputs is 3p, and an exponential counts as twenty.
func costFacts(facts course.Facts, n float64) {
	const p, exp = 2, 20
	facts["cost-gram"] = n * n / 2 * (3*p + exp)
	facts["cost-bytes"] = 8 * n * n / 1000
	facts["cost-descent"] = 4 * n * n
	facts["cost-newton"] = math.Round(2 * n * n * n / 3)
	facts["cost-predict"] = n * (3*p + exp + 2)
	facts["cost-ratio"] = facts["cost-newton"] / facts["cost-descent"]
}

// crowdedSeed is of a sample of the moons in which a step of 1.6 does not arrive.
const crowdedSeed = 4

// curvatureFacts are how J bends as the descent opens, and in that other sample.
func curvatureFacts(facts course.Facts) {
	bends := func(seed int) (curvature, largest float64) {
		f := course.NewForm(course.ParseQuery(fmt.Sprintf("seed=%d", seed)))
		return curvatureOf(points.OfTwoInputs(f, descentSample)().Data.Against(1))
	}
	crowded, largest := bends(crowdedSeed)
	facts["crowded-settles"], facts["crowded-largest"] = 2/crowded, largest
	facts["curvature"], facts["largest"] = bends(descentSample.Seed)
	facts["settles"] = 2 / facts["curvature"]
	facts["penalty"] = 2 * openDescent * facts["largest"]
	facts["climbs"] = 10*facts["penalty"] - 1
}

// curvatureOf is the largest eigenvalue of J's Hessian KWK/n + 2λK at its minimum, from where
// a step over 2 by it leads away, and that of K.
func curvatureOf(d engine.Dataset) (curvature, largest float64) {
	K, n := engine.Gram(engine.Gaussian{Length: 0.5}, d.X), d.Len()
	fit := course.Must(engine.SolveKLR(context.Background(), K, d.Y, openDescent))
	var weighted, product mat.Dense // WK and KWK
	weighted.Apply(func(i, _ int, k float64) float64 { return fit.Probability[i] * (1 - fit.Probability[i]) * k }, K)
	product.Mul(K, &weighted)
	H := engine.Symmetric(n, func(i, j int) float64 {
		return product.At(j, i)/float64(n) + 2*openDescent*K.At(i, j)
	})
	return course.Must(engine.Eigen(H)).Values[0], course.Must(engine.Eigen(K)).Values[0]
}

// handFacts are the worked example: K = I, n = 2, one step from α = 0.
func handFacts(facts course.Facts) {
	ctx := context.Background()
	const lambda, step = 1.0 / 16, 4
	K, y := mat.NewSymDense(2, []float64{1, 0, 0, 1}), []float64{1, -1}
	start := course.Must(engine.DescendKLR(ctx, K, y, lambda, step, 0))
	after := course.Must(engine.DescendKLR(ctx, K, y, lambda, step, 1))
	least := course.Must(engine.SolveKLR(ctx, K, y, lambda))
	facts["hand-q"] = 1 - start.Probability[0]
	facts["hand-gradient"] = after.Alpha[0] / step
	facts["hand-alpha"], facts["hand-p"] = after.Alpha[0], after.Probability[0]
	facts["hand-start"], facts["hand-loss"], facts["hand-least"] = start.Loss, after.Loss, least.Loss
	facts["hand-best"] = least.Alpha[0]
	facts["hand-limit"] = course.Must(engine.KLRStepLimit(K, lambda))
}

// trusted is a fit to a sample asked about new points: the mean probability of the class
// it holds to be likelier, and how often it is right, in percent.
func trusted(k engine.Kernel, d, unseen engine.Dataset, lambda float64) (said, right float64) {
	fit := course.Must(engine.KLR(context.Background(), k, d, lambda))
	f := engine.Evaluate(fit, unseen.X)
	right = 100 * engine.Accuracy(f, unseen.Y)
	for _, v := range f {
		said += 100 * engine.Logistic(math.Abs(v)) / float64(len(f))
	}
	return said, right
}

// trustFacts are means and medians over the first samples: what is said and what is so at
// three λ, and how far both are apart at the λ that two rules choose.
func trustFacts(facts course.Facts) {
	var byLoss, byShare []float64
	for seed := 1; seed <= samples; seed++ {
		s := trustedAt(seed)
		for i, name := range []string{"small", "mid", "large"} {
			facts[name+"-said"] += s.said[i] / samples
			facts[name+"-right"] += s.right[i] / samples
		}
		byLoss, byShare = append(byLoss, s.byLoss), append(byShare, s.byShare)
	}
	facts["loss-gap"], facts["accuracy-gap"] = engine.Median(byLoss), engine.Median(byShare)
}

// farOffset is the probability, in per cent, that a fit to the soil with an offset which is all
// but free gives far from all samples: there the bumps are gone, and the offset is left.
func farOffset(x [][]float64, y []float64) float64 {
	const free = 100 // of the kernel, so that an offset b costs λb²/100
	k := engine.Sum{engine.Gaussian{Length: 0.5}, engine.Constant{Value: free}}
	fit := course.Must(engine.KLR(context.Background(), k, engine.Dataset{X: x, Y: y}, 1e-3))
	return 100 * engine.Logistic(free*floats.Sum(fit.Alpha))
}

// soilHalves are the ways to hold half of the soil out, by what facts of them are called.
var soilHalves = []struct {
	prefix  string
	squares bool
}{{"soil-", true}, {"points-", false}}

// askOpen asks fits as the first figure opens with.
func (h halves) askOpen() held {
	return course.Must(h.ask(klr(context.Background(), engine.Gaussian{Length: openBandwidth}, openLambda)))
}

// countSoil asks fits to half of the samples of the soil about the other half: by squares of ground, and
// at random.
func countSoil(facts course.Facts, soil *points.Labelled, y []float64) {
	d := engine.Dataset{X: soil.Data.X, Y: y}
	for _, by := range soilHalves {
		var losses, away []float64
		for number := 1; number <= samples; number++ {
			h := halved(d, by.squares, others(number))
			away = append(away, h.away()...)
			losses = append(losses, h.askOpen().loss)
		}
		facts[by.prefix+"loss"], facts[by.prefix+"away"] = engine.Median(losses), 1000*engine.Median(away)
	}
	share := facts["base"] / 100
	facts["clean"] = 100 - facts["base"]
	facts["base-loss"] = -share*math.Log(share) - (1-share)*math.Log(1-share)
}

// away is how far each point is from the nearest that is fitted to predict it.
func (h halves) away() (all []float64) {
	for k, to := range h {
		D := engine.CrossDistances(engine.Euclidean, h[1-k].X, to.X)
		for i := range h[1-k].Len() {
			all = append(all, floats.Min(D.RawRowView(i)))
		}
	}
	return all
}
