package engine

import "errors"

// What the data, the kernel or λ can do to a method. These are facts about the
// problem, not bugs: a lesson turns each into a sentence.
var (
	// ErrSingular: K + nλI cannot be told from a singular matrix in float64.
	ErrSingular = errors.New("engine: matrix is singular to working precision")
	// ErrIndefinite: K + nλI has a negative eigenvalue, so K is not the Gram
	// matrix of a kernel. [Spectrum.Stationary] says whether the objective of
	// kernel ridge regression has a minimum all the same.
	ErrIndefinite = errors.New("engine: matrix is not positive semi-definite")
	// ErrNoConvergence: an iteration stopped before it reached its goal.
	ErrNoConvergence = errors.New("engine: iteration did not converge")
	// ErrOverflow: a number on the way is beyond ±1.8·10³⁰⁸.
	ErrOverflow = errors.New("engine: a number is too large for float64")
	// ErrNaN: the kernel, or the matrix that was given for one, has a value that is
	// no number, and none that is infinite. The error that wraps it names the pair, as
	// k(x[1], x[2]). No kernel of this package has one, unless a caller's is part of it:
	// where parts overflow it is infinite, which is ErrOverflow.
	ErrNaN = errors.New("engine: the kernel has a value that is not a number (NaN)")
)

// Must is v, and panics where err is not nil: for a problem that is known to have a solution.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
