package gold

import (
	"math"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
)

// The prose's shares are those of the figure, over a thousand choices of the first twenty.
func TestWhatManySamplesSay(t *testing.T) {
	f, _ := Lesson.Figure("drill")
	manytest.Recounted(t, "shares.csv", many.Parse(shares), f.Study("rivals=all"), handed)
}

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

// What the map is said to do in squares that are set aside.
func TestSplitsBySquares(t *testing.T) {
	a := coursetest.Opened(t, Lesson, "map", "many=60").Among
	if len(a.Rivals) != 2 || !a.Splits || a.Claims[0].Hits < 45 || a.Claims[1].Hits < 50 {
		t.Errorf("%+v", a)
	}
	for _, r := range a.Rivals {
		if r.Of != splits || r.Better < splits-3 || r.Verdict() != "worse" {
			t.Errorf("the map is nearer than the %s in %d of %d", r.Name, r.Better, r.Of)
		}
	}
	fitted, unseen := splitBySquares(meuse().X, 5)
	if len(fitted)+len(unseen) != meuse().Len() || len(unseen) < 30 {
		t.Errorf("%d are fitted, %d set aside", len(fitted), len(unseen))
	}
	square := func(i int) [2]int { return [2]int{int(meuse().X[i][0] / 0.5), int(meuse().X[i][1] / 0.5)} }
	for _, i := range fitted {
		if slices.ContainsFunc(unseen, func(j int) bool { return square(i) == square(j) }) {
			t.Errorf("the square of sample %d is on both sides", i+1)
		}
	}
}

// What is sealed is 800 m from all that is open, took no part in the figure's numbers, and is
// missed by what an honest fit of the open samples says.
func TestFarSoil(t *testing.T) {
	open, sealed := envelopeAround(ownCentre)
	for _, i := range sealed {
		for _, j := range open {
			if d := engine.Euclidean.Distance(meuse().X[i], meuse().X[j]); d < 0.8 {
				t.Errorf("samples %d and %d are %v km apart", i+1, j+1, d)
			}
		}
	}
	if len(open) != 116 || len(sealed) != 12 { // as the control and the envelope say
		t.Fatalf("%d are open, %d sealed", len(open), len(sealed))
	}
	p := coursetest.Opened(t, Lesson, "map", "soil=open&envelope=open&bandwidth=0.7&kernel=matern32")
	if n := len(coursetest.Values(t, p, "data", "x")); n != len(open) || p.Reached("blocks") {
		t.Errorf("%d samples are drawn", n)
	}
	d, centre := centred(some(open).Dataset)
	f := course.Must(engine.KRR(engine.Matern32{Length: 0.7}, d, hookLambda))
	squares := 0.0
	for _, i := range sealed {
		squares += math.Pow(meuse().Y[i]-centre-f.Eval(meuse().X[i]), 2) / float64(len(sealed))
	}
	if u := p.Unsealed; !engine.Agree(u.Value, math.Sqrt(squares), 1) || u.Chosen.Value != p.Find("block_rmse") ||
		len(u.Others) != envelopes {
		t.Errorf("the envelope costs %v, not %v: %+v", u.Value, math.Sqrt(squares), u)
	}
	if coursetest.Opened(t, Lesson, "map", "envelope=open").Unsealed != nil {
		t.Error("an envelope is opened where all samples are fitted")
	}
}

// Inverse distances: the nearest alone at an infinite power, and the mean of two as far.
func TestInverseDistance(t *testing.T) {
	d := engine.Dataset{X: [][]float64{{0, 0}, {2, 0}, {0, 4}}, Y: []float64{3, 5, 9}}
	for _, c := range []struct {
		power   float64
		x       []float64
		without []int
		want    float64
	}{
		{math.Inf(1), []float64{0.1, 0}, nil, 3}, {2, []float64{2, 0}, nil, 5}, {1, []float64{1, 0}, []int{2}, 4},
		{1, []float64{0, 0}, []int{0}, (5./2 + 9./4) / (1./2 + 1./4)},
	} {
		if got := inverseDistance(d, c.power, c.x, c.without); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("to the power %v at %v it is %v, not %v", c.power, c.x, got, c.want)
		}
	}
}
