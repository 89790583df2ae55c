package api

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
)

// restarts are the starts of k-means, among which its two kinds of start take turns.
const restarts = 10

// newBlock is how many new points are treated at a time.
const newBlock = 256

// gram is K, or the kernels between two sets of points.
func gram(ctx context.Context, q *request) (Answer, error) {
	if y, has := q.points["y"]; has {
		C, err := q.kernel.cross(ctx, q.x(), y)
		if err != nil {
			return nil, err
		}
		if err := finite(C, "k(x[%d], y[%d])"); err != nil {
			return nil, err
		}
		return Answer{{"gram", C}}, nil
	}
	K, err := q.matrix(ctx)
	if err != nil {
		return nil, err
	}
	if !q.wants("eigenvalues") {
		return Answer{{"gram", K}}, finite(K, "k(x[%d], x[%d])")
	}
	values, err := engine.Eigenvalues(ctx, K)
	if err != nil {
		return nil, err
	}
	return Answer{{"gram", K}, {"eigenvalues", values}}, nil
}

// kpca is kernel principal component analysis.
func kpca(ctx context.Context, q *request) (Answer, error) {
	K, err := q.matrix(ctx)
	if err != nil {
		return nil, err
	}
	c, err := engine.KernelPCA{Components: q.components, Centred: q.centred}.Fit(ctx, K)
	if err != nil {
		return nil, err
	}
	answer := Answer{{"eigenvalues", c.Variances}, {"projection", c.Scores}}
	if q.wantsNew("projection_new") {
		all := mat.NewDense(q.news(), q.components, nil)
		err := q.eachNew(ctx, func(C *mat.Dense, from int) error {
			P, err := c.Project(C)
			if err == nil {
				all.Slice(from, from+P.RawMatrix().Rows, 0, q.components).(*mat.Dense).Copy(P)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		answer = append(answer, member{"projection_new", all})
	}
	return answer, nil
}

// klr is kernel logistic regression.
func klr(ctx context.Context, q *request) (Answer, error) {
	K, err := q.matrix(ctx)
	if err != nil {
		return nil, err
	}
	fit, err := engine.SolveKLR(ctx, K, q.responses[0], q.lambda)
	if err != nil {
		return nil, err
	}
	decision, probability := fit.Decision, fit.Probability
	if q.wantsNew("decision", "probability") {
		if decision, err = q.values(ctx, fit.Alpha, 0); err != nil {
			return nil, err
		}
		probability = make([]float64, len(decision))
		for i, f := range decision {
			probability[i] = engine.Logistic(f)
		}
	}
	return Answer{{"alpha", fit.Alpha}, {"decision", decision}, {"probability", probability}, {"loss", fit.Loss},
		{"iterations", fit.Iterations}, {"gradient_norm", fit.GradientNorm}}, nil
}

// svm is the support vector machine.
func svm(ctx context.Context, q *request) (Answer, error) {
	if slices.Min(q.responses[0]) == slices.Max(q.responses[0]) {
		return nil, problem("one-class", "All labels are the same. A support vector machine separates two classes.")
	}
	K, err := q.matrix(ctx)
	if err != nil {
		return nil, err
	}
	fit, err := engine.SolveSVM(ctx, K, q.responses[0], q.c)
	if err != nil {
		return nil, err
	}
	gap := fit.DualityGap(K, q.responses[0])
	if !(gap < 1) {
		return nil, problem("lost-to-rounding", "The entries of K are so large beside their differences that these "+
			"are lost to rounding, and alpha with them. Scale or centre the inputs, or take a lower degree.")
	}
	decision := fit.Decision
	if q.wantsNew("decision") {
		if decision, err = q.values(ctx, fit.Alpha, fit.Offset); err != nil {
			return nil, err
		}
	}
	return Answer{{"alpha", fit.Alpha}, {"offset", fit.Offset}, {"support", fit.Support}, {"decision", decision},
		{"gap", gap}}, nil
}

// cluster is kernel k-means.
func cluster(ctx context.Context, q *request) (Answer, error) {
	K, err := q.matrix(ctx)
	if err != nil {
		return nil, err
	}
	found, err := engine.KMeans{Clusters: q.clusters, Restarts: restarts}.Fit(ctx, K,
		rand.New(rand.NewPCG(uint64(q.seed), 0)))
	if err != nil {
		return nil, err
	}
	return Answer{{"labels", found.Labels}, {"objective", found.Objective}}, nil
}

// wantsNew reports whether there are new points, and one of some results at them is wanted.
func (q *request) wantsNew(names ...string) bool {
	return q.news() > 0 && q.wants(names...)
}

// matrix is K.
func (q *request) matrix(ctx context.Context) (*mat.SymDense, error) {
	if q.gram != nil {
		return q.gram, nil
	}
	return q.kernel.gram(ctx, q.x())
}

// gram is K of points.
func (k kernel) gram(ctx context.Context, x Points) (*mat.SymDense, error) {
	if k.strings != nil {
		return engine.GramStrings(ctx, k.strings, x.Strings)
	}
	return engine.GramContext(ctx, k.vectors, x.Rows)
}

// cross is the matrix of the kernels between two sets of points.
func (k kernel) cross(ctx context.Context, x, y Points) (*mat.Dense, error) {
	if k.strings != nil {
		return engine.CrossStrings(ctx, k.strings, x.Strings, y.Strings)
	}
	return engine.CrossContext(ctx, k.vectors, x.Rows, y.Rows)
}

// eachNew calls do with the kernels between new points, the rows, and x, a block at a time.
func (q *request) eachNew(ctx context.Context, do func(C *mat.Dense, from int) error) error {
	all, report := q.news(), engine.ReportOf(ctx)
	ctx = engine.WithReport(ctx, nil)
	for from := 0; from < all; from += newBlock {
		report("Values at new points", float64(from)/float64(all))
		C, err := q.someNew(ctx, from, min(from+newBlock, all))
		if err != nil {
			return err
		}
		if err := do(C, from); err != nil {
			return err
		}
	}
	return nil
}

// someNew are the kernels between some new points, the rows, and x.
func (q *request) someNew(ctx context.Context, from, to int) (*mat.Dense, error) {
	if q.gram != nil {
		C := mat.NewDense(to-from, q.n(), nil)
		for i, row := range q.gramNew[from:to] {
			C.SetRow(i, row)
		}
		return C, nil
	}
	all := q.points["x_new"]
	some := Points{Rows: all.Rows}
	if all.Strings != nil {
		some.Strings = all.Strings[from:to]
	} else {
		some.Rows = all.Rows[from:to]
	}
	return q.kernel.cross(ctx, some, q.x())
}

// values are f = Σ αᵢ k(xᵢ, ·) + offset at new points.
func (q *request) values(ctx context.Context, alpha []float64, offset float64) ([]float64, error) {
	f := make([]float64, q.news())
	var err error
	value := func(i int, row []float64) {
		f[i] = floats.Dot(row, alpha) + offset
		if err == nil && (math.IsNaN(f[i]) || math.IsInf(f[i], 0)) {
			err = q.overflow(i)
		}
	}
	if q.kernel.vectors != nil {
		stopped := engine.EachCross(ctx, q.kernel.vectors, q.points["x_new"].Rows, q.x().Rows, value)
		return f, cmp.Or(stopped, err)
	}
	stopped := q.eachNew(ctx, func(C *mat.Dense, from int) error {
		for i := range C.RawMatrix().Rows {
			value(from+i, C.RawRowView(i))
		}
		return err
	})
	return f, cmp.Or(stopped, err)
}

// overflow says that there is no value at a new point.
func (q *request) overflow(i int) error {
	if q.gram != nil {
		return fmt.Errorf("gram_new[%d]: %w", i, engine.ErrOverflow)
	}
	return fmt.Errorf("x_new[%d]: %w", i, engine.ErrOverflow)
}

// finite fails where an entry is not, and names the pair as it is written.
func finite(C mat.Matrix, pair string) error {
	rows, columns := C.Dims()
	for i := range rows {
		for j := range columns {
			v := C.At(i, j)
			if math.IsNaN(v) {
				return fmt.Errorf("%w: "+pair, engine.ErrNaN, i, j)
			}
			if math.IsInf(v, 0) {
				return engine.ErrOverflow
			}
		}
	}
	return nil
}
