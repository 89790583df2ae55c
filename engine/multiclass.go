package engine

// A Function is what a fit amounts to: a number for every input. An [Expansion], a
// [KLRFit] and an [SVMFit] are functions.
type Function interface {
	Eval(x []float64) float64
}

// Evaluate returns f at each point of x: the very numbers of f.Eval, faster. Of an
// [Expansion], a [KLRFit] and an [SVMFit] it computes the kernel a row at a time, so
// that what depends on one point only is computed once; memory is O(len(x)). It panics
// if x is empty, ragged or not finite, or its points and those of f differ in inputs.
func Evaluate(f Function, x [][]float64) []float64 {
	checkInputs(x)
	values := make([]float64, len(x))
	var e *Expansion
	var offset float64
	switch f := f.(type) {
	case *Expansion:
		e = f
	case *KLRFit:
		e = &f.Expansion
	case *SVMFit:
		e, offset = &f.Expansion, f.Offset
	default:
		for j, xj := range x {
			values[j] = f.Eval(xj)
		}
		return values
	}
	e.check()
	if len(e.X) > 0 {
		fill, row := bind(e.Kernel, e.X, x), make([]float64, len(x))
		for i, a := range e.Alpha {
			fill(row, i, 0)
			for j, k := range row {
				values[j] += a * k
			}
		}
	}
	if offset != 0 {
		for j := range values {
			values[j] += offset
		}
	}
	return values
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
	m.check()
	decisions := m.Decisions(x)
	best := 0
	for i, v := range decisions {
		if v > decisions[best] {
			best = i
		}
	}
	return m.Classes[best]
}

// Probabilities returns [ClassProbabilities] at x of functions fitted by [KLR].
func (m *Multiclass) Probabilities(x []float64) []float64 {
	p, _ := ClassProbabilities(m.Decisions(x))
	return p
}

// ClassProbabilities returns a probability for each class from its decision f_c, one that
// a logistic regression of the class against all others has, its own probability divided
// by the sum of all,
//
//	p_c = σ(f_c) / Σ_b σ(f_b),   σ(f) = 1/(1 + e^(−f)),
//
// and that sum. They add up to one and have the order of the decisions; the functions
// were fitted apart, and no likelihood stands behind their ratio. Where every σ
// underflows the classes are equally likely.
//
// Source: scikit-learn's OneVsRestClassifier does the same.
func ClassProbabilities(decisions []float64) (p []float64, sum float64) {
	p = make([]float64, len(decisions))
	for i, f := range decisions {
		p[i] = Logistic(f)
		sum += p[i]
	}
	for i := range p {
		if sum == 0 {
			p[i] = 1 / float64(len(p))
			continue
		}
		p[i] /= sum
	}
	return p, sum
}

// Classify returns [Multiclass.Predict] at each point of x, by [Evaluate].
func (m *Multiclass) Classify(x [][]float64) []int {
	m.check()
	labels, best := make([]int, len(x)), make([]float64, len(x))
	for c, f := range m.Functions {
		for j, v := range Evaluate(f, x) {
			if c == 0 || v > best[j] {
				labels[j], best[j] = m.Classes[c], v
			}
		}
	}
	return labels
}

func (m *Multiclass) check() {
	if len(m.Classes) == 0 || len(m.Classes) != len(m.Functions) {
		panic("engine: classes and functions differ in number, or there are none")
	}
}
