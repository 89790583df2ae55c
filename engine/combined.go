package engine

// A Combined kernel is a caller's own that is made of others: Kernel is what Eval computes,
// with the very numbers. Where a kernel says so, [Gram] fills its rows as fast as those of
// the parts; otherwise it calls Eval for every pair.
//
//	type mine struct{ width float64 }
//
//	func (k mine) Combined() engine.Kernel {
//		return engine.Sum{engine.Gaussian{Length: k.width}, engine.Linear{}}
//	}
//	func (k mine) Eval(x, y []float64) float64 { return k.Combined().Eval(x, y) }
type Combined interface {
	Kernel
	Combined() Kernel
}
