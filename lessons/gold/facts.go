package gold

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// goalHoles are ten sites that reach the figure's goal: where f + 5 deviations is largest.
const goalHoles = "63,155,66,112,4,154,45,35,21,143"

// facts are the numbers that the prose cites.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 24)
	facts.Read(memo, buildMap, "", "map_")
	facts.Read(memo, buildMap, "bandwidth=0.04", "narrow_", "loo", "loo_rmse")
	wide := course.Must(surveyed(meuse(), engine.Gaussian{Length: 4}, 0.0000645))
	for _, s := range wide.sd {
		if s < 0.05 {
			facts["wide_sure"] += 100 / float64(len(wide.sd))
		}
	}
	facts["promised"] = 0.95 * float64(meuse().Len())
	facts["wide_far"], facts["map_far"] = farCovered(4, 0.0000645), farCovered(hookBandwidth, hookLambda)
	facts.Read(memo, buildMap, "lambda=1e-7", "noiseless_", "loo", "loo_rmse")
	noiseless := course.Must(surveyed(meuse(), engine.Gaussian{Length: hookBandwidth}, 1e-7))
	for _, a := range noiseless.process.Alpha {
		facts["noiseless_train"] += a * a
	}
	// At the samples y less f is nλα.
	facts["noiseless_train"] = math.Sqrt(float64(meuse().Len())*facts["noiseless_train"]) * 1e-7
	facts.Read(memo, buildMap, "kernel=exponential&bandwidth=1", "exponential_", "loo", "loo_rmse")
	for name, lambda := range map[string]float64{"one": 0.5, "twins": 0.25, "sides": 0.25} {
		v := course.Must(weigh(name, engine.Gaussian{Length: math.Sqrt(1 / math.Log(4))}, lambda, []float64{1.5, 2}))
		facts[name+"_f"], facts[name+"_v"], facts[name+"_sd"] = v.mean, v.sd*v.sd, v.sd
	}
	n, cells := float64(meuse().Len()), float64(len(meuse().cells))
	facts["samples"], facts["cells"], facts["judges"], facts["tens"] = n, cells, judged, tens
	facts["spread"] = stat.PopStdDev(meuse().Y, nil)
	facts["cost_train"], facts["cost_kb"] = n*n*n/6/1e6, 8*n*n/1e3
	facts["cost_mean"], facts["cost_dev"] = n*cells/1e6, n*n/2*cells/1e6
	envelopeFacts(facts)
	drillFacts(facts)
	recorded := many.Parse(shares)
	many.Cite(facts, recorded)
	for _, name := range []string{"deviation-distance", "handed-distance"} {
		all := recorded[name].All
		facts[name+"-ties"] = 100 * float64(all.Ties) / float64(all.Of)
		facts[name+"-worse"] = 100 * float64(all.Of-all.Hits-all.Ties) / float64(all.Of)
	}
	coverFacts(facts)
	nearFacts(facts)
	return facts
}

// starts are over how many choices of the first twenty holes rules are compared.
const starts = 60

// drillFacts are what ten holes by each rule bring over choices of the first twenty, each with
// one random ten.
func drillFacts(facts course.Facts) {
	last, held := map[string][]float64{}, map[string][]float64{}
	var widths []float64
	for seed := 1; seed <= starts; seed++ {
		c := newCampaign(twenty(seed))
		widths = append(widths, c.ell)
		rules := map[string]rule{
			"random": byChance(rand.New(rand.NewPCG(uint64(seed), 1))), "zinc": byZinc, "deviation": byDeviation,
			"both": byBoth, "distance": byDistance(c),
		}
		for name, r := range rules {
			holes, path := c.follow(r)
			last[name] = append(last[name], path[more])
			ten := 0.0
			for _, i := range holes {
				ten += math.Pow(10, meuse().Y[i])
			}
			held[name] = append(held[name], ten/more)
			if name == "random" {
				last["begun"] = append(last["begun"], path[0])
			}
		}
	}
	facts["starts"] = starts
	opens := newCampaign(twenty(hookSeed))
	for seed := 1; seed <= 100; seed++ {
		if c := newCampaign(twenty(seed)); less(c.error(c.begin), opens.error(opens.begin)) {
			facts["begun_smaller"]++
		}
	}
	for name, v := range last {
		facts["drill_"+name] = engine.Median(v)
	}
	for name, v := range held {
		facts[name+"_ten"] = engine.Median(v)
	}
	facts["ell_low"], facts["ell_high"] = engine.Quantile(widths, 0.25), engine.Quantile(widths, 0.75)
	facts["ell_handed"] = hookBandwidth
	for name, rival := range map[string]string{"deviation_gain": "random", "distance_gain": "distance"} {
		apart := make([]float64, starts)
		for i := range apart {
			apart[i] = last[rival][i] - last["deviation"][i]
		}
		facts[name], facts[name+"_se"] = many.Paired(apart)
	}
}

// twenty are the campaigns of the figure as it opens, one a choice of the first twenty.
func twenty(seed int) campaignOf { return campaignOf{seed: seed, family: "gaussian"} }

// splits are how many times the samples are split in two, to see how many of those that
// took no part are within the deviation.
const splits = 60

// coverFacts choose ℓ and λ by the likelihood of 100 samples, and count how many of the
// other 55 lie within one deviation of the prediction, and within 1.96.
func coverFacts(facts course.Facts) {
	var one, both []float64
	for seed := range uint64(splits) {
		order := rand.New(rand.NewPCG(seed+1, 2)).Perm(meuse().Len())
		fit, centre := centred(meuse().Pick(order[:100]))
		test := meuse().Pick(order[100:])
		var best *engine.Posterior
		for _, ell := range []float64{0.25, 0.4, 0.6, 0.9} {
			for _, share := range []float64{0.05, 0.12, 0.3} {
				p := course.Must(engine.GaussianProcess(engine.Gaussian{Length: ell}, fit, share/100))
				if best == nil || p.LogLikelihood() > best.LogLikelihood() {
					best = p
				}
			}
		}
		mean, sd, err := best.Predict(test.X)
		course.Must(0, err)
		residual := make([]float64, len(mean))
		for i := range mean {
			residual[i] = test.Y[i] - centre - mean[i]
			sd[i] = math.Hypot(sd[i], best.Noise())
		}
		n := float64(len(mean))
		one, both = append(one, 100*within(residual, sd, 1)/n), append(both, 100*within(residual, sd, two)/n)
	}
	facts["splits"] = splits
	facts["one_covered"], facts["two_covered"] = stat.Mean(one, nil), stat.Mean(both, nil)
	facts["two_least"], facts["two_most"] = slices.Min(both), slices.Max(both)
}

// farCovered counts the samples that lie within 1.96 deviations of what those at least
// 800 m away say, at the nλ of all.
func farCovered(ell, lambda float64) float64 {
	all := meuse()
	n := 0.0
	for i, x := range all.X {
		far, _ := all.Divide(func(j int) bool { return engine.Euclidean.Distance(x, all.X[j]) >= 0.8 })
		d, centre := centred(far)
		p := course.Must(engine.GaussianProcess(engine.Gaussian{Length: ell}, d,
			lambda*float64(all.Len())/float64(d.Len())))
		mean, sd, err := p.Predict([][]float64{x})
		course.Must(0, err)
		if math.Abs(all.Y[i]-centre-mean[0]) <= two*math.Hypot(sd[0], p.Noise()) {
			n++
		}
	}
	return n
}

// nearFacts are how far a sample is from the next, and a cell of the land from a sample.
func nearFacts(facts course.Facts) {
	nearest := func(x []float64, skip int) float64 {
		least := math.Inf(1)
		for j, other := range meuse().X {
			if j != skip {
				least = math.Min(least, engine.Euclidean.Distance(x, other))
			}
		}
		return 1000 * least
	}
	var samples, cells []float64
	for i, x := range meuse().X {
		samples = append(samples, nearest(x, i))
	}
	for _, x := range meuse().nodes {
		cells = append(cells, nearest(x, -1))
	}
	facts["sample_near"] = engine.Median(samples)
	facts["cell_near"], facts["cell_far"] = engine.Median(cells), engine.Quantile(cells, 0.9)
	facts["narrow_k"] = engine.Gaussian{Length: 0.04}.OfDistance(facts["sample_near"] / 1000)
	s := course.Must(surveyed(meuse(), engine.Gaussian{Length: hookBandwidth}, hookLambda))
	facts["cell_sd"] = stat.Mean(s.sd, nil)
	for _, sd := range s.oneSD {
		facts["left_sd"] += math.Sqrt(sd*sd-s.process.Noise()*s.process.Noise()) / float64(len(s.oneSD))
	}
	facts["squares"] = float64(len(squares()))
}
