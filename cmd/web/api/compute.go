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
	K, err := q.kernel.gram(ctx, q.x())
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

// krr is kernel ridge regression.
func krr(ctx context.Context, q *request) (Answer, error) {
	K, err := q.kernel.gram(ctx, q.x())
	if err != nil {
		return nil, err
	}
	lambda := q.lambda
	if q.convention != "mean" {
		lambda /= float64(len(q.y))
	}
	solve := engine.FitKRR
	if !q.wants("loo_residuals", "degrees_of_freedom", "condition", "rkhs_norm") {
		solve = engine.FitKRRAlpha
	}
	fit, err := solve(ctx, K, q.y, lambda)
	if err != nil {
		return nil, err
	}
	answer := Answer{{"alpha", fit.Alpha}, {"fitted", fit.Fitted}}
	if q.wantsNew("predicted") {
		predicted, err := q.values(ctx, fit.Alpha, 0)
		if err != nil {
			return nil, err
		}
		answer = append(answer, member{"predicted", predicted})
	}
	return append(answer, member{"loo_residuals", fit.LOOResiduals},
		member{"degrees_of_freedom", fit.DegreesOfFreedom}, member{"condition", fit.Condition},
		member{"rkhs_norm", fit.Norm}), nil
}

// kpca is kernel principal component analysis.
func kpca(ctx context.Context, q *request) (Answer, error) {
	K, err := q.kernel.gram(ctx, q.x())
	if err != nil {
		return nil, err
	}
	c, err := engine.KernelPCA{Components: q.components, Centred: q.centred}.Fit(ctx, K)
	if err != nil {
		return nil, err
	}
	answer := Answer{{"eigenvalues", c.Variances}, {"projection", c.Scores}}
	if x := q.points["x_new"]; q.wantsNew("projection_new") {
		all := mat.NewDense(x.Len(), q.components, nil)
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
	K, err := q.kernel.gram(ctx, q.x())
	if err != nil {
		return nil, err
	}
	fit, err := engine.SolveKLR(ctx, K, q.y, q.lambda)
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
	if slices.Min(q.y) == slices.Max(q.y) {
		return nil, problem("one-class", "All labels are the same. A support vector machine separates two classes.")
	}
	K, err := q.kernel.gram(ctx, q.x())
	if err != nil {
		return nil, err
	}
	fit, err := engine.SolveSVM(ctx, K, q.y, q.c)
	if err != nil {
		return nil, err
	}
	gap := fit.DualityGap(K, q.y)
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
	K, err := q.kernel.gram(ctx, q.x())
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
	_, has := q.points["x_new"]
	return has && q.wants(names...)
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
	all, report := q.points["x_new"], engine.ReportOf(ctx)
	ctx = engine.WithReport(ctx, nil)
	for from := 0; from < all.Len(); from += newBlock {
		report("Values at new points", float64(from)/float64(all.Len()))
		to := min(from+newBlock, all.Len())
		var some Points
		if all.Strings != nil {
			some.Strings = all.Strings[from:to]
		} else {
			some.Rows = all.Rows[from:to]
		}
		C, err := q.kernel.cross(ctx, some, q.x())
		if err != nil {
			return err
		}
		if err := do(C, from); err != nil {
			return err
		}
	}
	return nil
}

// values are f = Σ αᵢ k(xᵢ, ·) + offset at new points.
func (q *request) values(ctx context.Context, alpha []float64, offset float64) ([]float64, error) {
	x := q.points["x_new"]
	f := make([]float64, x.Len())
	var err error
	value := func(i int, row []float64) {
		f[i] = floats.Dot(row, alpha) + offset
		if err == nil && (math.IsNaN(f[i]) || math.IsInf(f[i], 0)) {
			err = fmt.Errorf("x_new[%d]: %w", i, engine.ErrOverflow)
		}
	}
	if q.kernel.strings == nil {
		stopped := engine.EachCross(ctx, q.kernel.vectors, x.Rows, q.x().Rows, value)
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
