package points

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// somewhere is a few places beside points.
type somewhere struct{ LabelledSpec }

func (of somewhere) Inputs() (x, at [][]float64) {
	x = of.Load().Data.X
	return x, x[:3]
}

// Gram matrices by way of remembered distances are those of the kernel itself, and a
// second bandwidth finds the distances there.
func TestGramOfInputs(t *testing.T) {
	_, iris := classed("data=iris")
	checkGram(t, iris.Spec)
	checkGram(t, somewhere{iris.Spec})
	// Inputs that were standardised are not taken for those as measured.
	memo := course.NewMemo(1 << 22)
	_, raw := classed("data=iris&inputs=raw")
	a, _, _ := Gram(t.Context(), memo, iris.Spec, engine.Gaussian{Length: 1})
	b, _, _ := Gram(t.Context(), memo, raw.Spec, engine.Gaussian{Length: 1})
	if mat.EqualApprox(a, b, 1e-6) {
		t.Error("standardised and raw inputs have one Gram matrix")
	}
}

func checkGram[I Inputs](t *testing.T, in I) {
	t.Helper()
	x, at := in.Inputs()
	memo, held := course.NewMemo(1<<22), uint64(0)
	for _, k := range []engine.Kernel{engine.Gaussian{Length: 1}, engine.Gaussian{Length: 3}, engine.Linear{}} {
		gram, cross, err := Gram(t.Context(), memo, in, k)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(gram, engine.Gram(k, x), 1e-14) {
			t.Errorf("%v: another Gram matrix", k)
		}
		if at == nil && cross != nil || at != nil && !mat.EqualApprox(cross, engine.Cross(k, at, x), 1e-14) {
			t.Errorf("%v: another matrix at %d places", k, len(at))
		}
		if held == 0 {
			held = memo.Bytes()
		}
		if memo.Bytes() != held || held < uint64(8*150*(150+len(at))) {
			t.Errorf("%v: the memo holds %d bytes, after the first kernel %d", k, memo.Bytes(), held)
		}
	}
	D, err := Distances(t.Context(), memo, in, engine.Euclidean)
	if err != nil || D.At(0, 1) != engine.Euclidean.Distance(x[0], x[1]) {
		t.Errorf("distance %v, %v", D.At(0, 1), err)
	}
}

// A spec loads the points that it was read off: every source, a sample, one's own in
// whatever window, and with another x.
func TestSpecsLoadTheirPoints(t *testing.T) {
	for _, s := range Sources {
		for _, query := range []string{"", "&n=17&noise=0.35&seed=4", "&points=none",
			"&points=0.1,-3;2e-7,1;5,0.30000000000000004&frame=-1,9,-4,4"} {
			r := OnLine(course.NewForm(course.ParseQuery("data="+s.Value+query)), Offer{Data: "sine", As: "mcycle"})()
			for _, r := range []*Line{r, r.Scaled(2, 5)} {
				again := r.Spec.Load()
				same := r.axes == again.axes && r.Noise == again.Noise && r.Spec == again.Spec
				if !same || !cmp.Equal(r.Data, again.Data) {
					t.Errorf("%s%s: %+v loads other points", s.Value, query, r.Spec)
				}
			}
			if r.Scaled(2, 5).Spec == r.Spec {
				t.Errorf("%s%s: scaled, it has the same name", s.Value, query)
			}
		}
	}
	for _, source := range []string{"rings", "iris", "wine", "digits", "meuse", "foods", "points"} {
		for _, query := range []string{"", "&n=17&seed=4&inputs=raw", "&points=0.1,-3,1;2e-7,1,-1&frame=-1,9,-4,4"} {
			for _, sample := range []bool{false, true} {
				open := Offer{Data: "rings", Sample: sample}
				checkSpec(t, OfTwoInputs(course.NewForm(course.ParseQuery("data="+source+query)), open)())
				checkSpec(t, OfClasses(course.NewForm(course.ParseQuery("data="+source+query)), open)())
			}
		}
	}
}

func checkSpec(t *testing.T, l *Labelled) {
	t.Helper()
	again := l.Spec.Load()
	same := l.Window == again.Window && l.Spec == again.Spec
	if !same || !cmp.Equal(l.Data, again.Data) || !cmp.Equal(l.Inputs, again.Inputs) {
		t.Errorf("%+v loads other points", l.Spec)
	}
}
