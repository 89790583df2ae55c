package points

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
)

// Gram matrices by way of remembered distances are those of the kernel itself, and a
// second bandwidth finds the distances there.
func TestGramOfInputs(t *testing.T) {
	_, iris := classed("data=iris")
	for _, at := range [][][]float64{nil, iris.Data.X[:3]} {
		in := iris.GramInputs()
		in.At = at
		memo := course.NewMemo(1 << 22)
		held := uint64(0)
		for _, k := range []engine.Kernel{engine.Gaussian{Length: 1}, engine.Gaussian{Length: 3}, engine.Linear{}} {
			gram, cross, err := in.Gram(t.Context(), memo, k)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.EqualApprox(gram, engine.Gram(k, in.X), 1e-14) {
				t.Errorf("%v: another Gram matrix", k)
			}
			if at == nil && cross != nil || at != nil && !mat.EqualApprox(cross, engine.Cross(k, at, in.X), 1e-14) {
				t.Errorf("%v: another matrix at %d places", k, len(at))
			}
			if held == 0 {
				held = memo.Bytes()
			}
			if memo.Bytes() != held || held < uint64(8*150*(150+len(at))) {
				t.Errorf("%v: the memo holds %d bytes, after the first kernel %d", k, memo.Bytes(), held)
			}
		}
		D, err := in.Distances(t.Context(), memo, engine.Euclidean)
		if err != nil || D.At(0, 1) != engine.Euclidean.Distance(in.X[0], in.X[1]) {
			t.Errorf("distance %v, %v", D.At(0, 1), err)
		}
	}
	// Inputs that were standardised are not taken for those as measured.
	memo := course.NewMemo(1 << 22)
	_, raw := classed("data=iris&inputs=raw")
	a, _, _ := iris.GramInputs().Gram(context.Background(), memo, engine.Gaussian{Length: 1})
	b, _, _ := raw.GramInputs().Gram(context.Background(), memo, engine.Gaussian{Length: 1})
	if mat.EqualApprox(a, b, 1e-6) {
		t.Error("standardised and raw inputs have one Gram matrix")
	}
}
