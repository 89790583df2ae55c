package study

import "context"

// eachWidth is the kernel with a width for each input. It is asked for: what it chooses takes many fits, and of few
// rows more is chosen than they tell.
var eachWidth = Method{"widths", "A kernel with a width for each input", fitWidths}

// widthSteps are the fits at most in which widths are chosen.
const widthSteps = 40

// fitWidths has the widths that are likeliest, and then ℓ and λ by rows left out, as of one width, of the inputs
// over their widths.
func fitWidths(ctx context.Context, s sample) (predictor, error) {
	Y, mean := s.targets()
	one, err := tune(ctx, s.X, Y, s.together(), everySecond)
	if err != nil {
		return nil, err
	}
	start := inputWidths{Lengths: make([]float64, len(s.X[0])), Lambda: one.Lambda}
	for j := range start.Lengths {
		start.Lengths[j] = one.Kernel.Length
	}
	w, err := fitLikely(ctx, s.X, Y, start, widthSteps)
	if err != nil {
		return nil, err
	}
	scaled := s
	scaled.X = w.Scaled(s.X)
	t, err := tune(ctx, scaled.X, Y, s.together(), everySecond)
	if err != nil {
		return nil, err
	}
	predict := scaled.fromTuned(t, Y, mean)
	return func(x []float64) []float64 { return predict(w.Scaled([][]float64{x})[0]) }, nil
}
