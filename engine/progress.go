package engine

import (
	"context"
	"sync/atomic"
)

// A Report is told how far a long computation is: which part is under way, in the field's
// words, and the share of that part's operations that is done, from 0 to 1. Of an iteration
// whose end nobody knows the share stays 0. It is called often, may be called by several
// goroutines at once, and should return quickly.
type Report func(part string, done float64)

type reportKey struct{}

// WithReport returns a context under which long computations tell report how far they are:
// those that take a context, [FitKRR], [EigenContext], [LOOMap] and others. A nil report
// silences the one of ctx.
func WithReport(ctx context.Context, report Report) context.Context {
	return context.WithValue(ctx, reportKey{}, report)
}

// ReportOf returns what ctx has for a long computation to tell: a function that does nothing
// where nobody asked.
func ReportOf(ctx context.Context) Report {
	if report, _ := ctx.Value(reportKey{}).(Report); report != nil {
		return report
	}
	return func(string, float64) {}
}

// counted returns what tells of each of n things that it is done, in any order.
func (r Report) counted(part string, n int) (one func()) {
	var done atomic.Int64
	r(part, 0)
	return func() { r(part, float64(done.Add(1))/float64(n)) }
}

// The parts that computations are made of, as reports call them.
const (
	partGram       = "Gram matrix"
	partCross      = "Kernels with new points"
	partCholesky   = "Cholesky factorisation"
	partInverse    = "Inverse"
	partCondition  = "Condition number"
	partEigen      = "Eigenvalues"
	partLeading    = "Leading eigenvalues"
	partBandwidths = "Bandwidths"
	partNewton     = "Newton’s steps"
	partSMO        = "SMO steps"
	partInterior   = "Interior-point steps"
	partStarts     = "Starts"
	partTrees      = "Trees"
	partFolds      = "Folds"
	partFeatures   = "Features"
)

// cubic is the share of n³ operations that is done when left of n rows are.
func cubic(left, n int) float64 {
	share := float64(left) / float64(n)
	return 1 - share*share*share
}
