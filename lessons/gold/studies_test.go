package gold

import "github.com/gramophone-course/gramophone/lessons/many"

// handed are campaigns that know beforehand the ℓ and nλ that are likeliest for all samples, those
// that judge among them: what the deviation is then better by, it has from these.
var handed = many.Study{
	Claims: []string{"handed-distance", "handed-random"},
	Draw: func(seed int) []many.Outcome {
		of := twenty(seed)
		of.ell, of.noise = hookBandwidth, begun*drillLambda
		c := newCampaign(of)
		c.compare(1)
		return []many.Outcome{
			many.Less(c.byDev[more], c.byDist[more]), many.Less(c.byDev[more], c.random[0][more]),
		}
	},
}
