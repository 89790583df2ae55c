package engine

// A Function is what a fit amounts to: a number for every input. An [Expansion], a
// [KLRFit] and an [SVMFit] are functions.
type Function interface {
	Eval(x []float64) float64
}

// A Multiclass decides between classes by one function each, large where its
// class is likely.
type Multiclass struct {
	Classes   []int // ascending
	Functions []Function
}

// OneAgainstRest fits one function for each class of l, from the problem of that
// class, +1, against all others, −1: see [Labelled.Against]. The method is fit, for
// instance
//
//	func(d Dataset) (Function, error) { return SVM(ctx, k, d, C) }
//
// and may be [KLR], [SVM] or [KRR]. Its first error is returned as it is. One class
// only is a problem without −1, and its function decides for it where the method
// makes it positive. OneAgainstRest panics if l is not valid.
//
// Source: Rifkin and Klautau, In defense of one-vs-all classification, Journal of
// Machine Learning Research 5 (2004).
func OneAgainstRest(l Labelled, fit func(d Dataset) (Function, error)) (*Multiclass, error) {
	l.check()
	m := &Multiclass{Classes: l.Classes()}
	for _, class := range m.Classes {
		f, err := fit(l.Against(class))
		if err != nil {
			return nil, err
		}
		m.Functions = append(m.Functions, f)
	}
	return m, nil
}

// Decisions returns the value of each class's function at x, in the order of
// Classes.
func (m *Multiclass) Decisions(x []float64) []float64 {
	v := make([]float64, len(m.Functions))
	for i, f := range m.Functions {
		v[i] = f.Eval(x)
	}
	return v
}

// Predict returns the class with the largest decision,
//
//	argmax_c f_c(x),
//
// of equal ones the first. Decisions of different functions have no common scale
// but the ±1 they were fitted to. Predict panics if there are no classes.
func (m *Multiclass) Predict(x []float64) int {
	if len(m.Classes) == 0 || len(m.Classes) != len(m.Functions) {
		panic("engine: classes and functions differ in number, or there are none")
	}
	decisions := m.Decisions(x)
	best := 0
	for i, v := range decisions {
		if v > decisions[best] {
			best = i
		}
	}
	return m.Classes[best]
}
