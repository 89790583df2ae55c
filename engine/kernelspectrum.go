package engine

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A KernelSpectrum is the spectrum of the Gram matrix of a similarity, which may be a kernel
// or none. Kernel ridge regression has an answer by it wherever K + nλI has an inverse.
type KernelSpectrum struct {
	*Spectrum
	semidefinite bool
}

// Decompose returns the spectrum of the Gram matrix of k on the points of x. Errors are those
// of [Eigen], and it panics as [Gram] does.
func Decompose(k Kernel, x [][]float64) (*KernelSpectrum, error) {
	return DecomposeGram(k, x, Gram(k, x))
}

// DecomposeGram is [Decompose] where the Gram matrix is at hand.
func DecomposeGram(k Kernel, x [][]float64, K mat.Symmetric) (*KernelSpectrum, error) {
	s, err := Eigen(K)
	if err != nil {
		return nil, err
	}
	return &KernelSpectrum{s, promises(k, x)}, nil
}

// promises reports whether k is positive semi-definite on inputs such as x: by its form, or if
// the kernels that it is made of are. A caller's own is taken for one.
func promises(k Kernel, x [][]float64) bool {
	switch k := k.(type) {
	case Scaled:
		if !(k.Factor >= 0) {
			return false
		}
	case Mapped:
		return promises(k.Kernel, each(x, k.image))
	case Arc, Maximum:
		return false
	}
	if slices.ContainsFunc(partsOf(k), func(part Kernel) bool { return !promises(part, x) }) {
		return false
	}
	least := math.Inf(1)
	for _, x := range x {
		least = min(least, slices.Min(x))
	}
	form, values, _ := FormOf(k)
	return !form.Lacks(values, least)
}

// Negative returns how many eigenvalues are below zero and not by rounding, as
// [Spectrum.Negative] does. A kernel that is positive semi-definite has none: rounding may be
// more than that of the eigenvalues alone, for powers have errors of their own.
func (s *KernelSpectrum) Negative() int {
	if s.semidefinite {
		return 0
	}
	return s.Spectrum.Negative()
}

// Solve returns the solution of (K + nλI)α = y. Where K has no negative eigenvalue it is that
// of [Spectrum.Solve], and a K + nλI that has one by rounding is [ErrSingular]. Else it is
// the stationary point of [Spectrum.Stationary], which PathPoint.Stationary has whole. Nothing
// has a norm there, whatever the sign of αᵀKα: Norm is NaN, and so is LOORMSE if one of the fits
// without a point does not exist; GCVRMSE is not computed.
func (s *KernelSpectrum) Solve(y []float64, lambda float64) (PathPoint, error) {
	p := s.Path(y, []float64{lambda})[0]
	return p, p.Err
}

// Path returns [KernelSpectrum.Solve] at each λ, as [Spectrum.Path] does.
func (s *KernelSpectrum) Path(y, lambdas []float64) []PathPoint {
	if s.Negative() == 0 {
		path := s.Spectrum.Path(y, lambdas)
		for i := range path {
			if errors.Is(path[i].Err, ErrIndefinite) {
				path[i].Err = ErrSingular
			}
		}
		return path
	}
	path := make([]PathPoint, len(lambdas))
	for i, lambda := range lambdas {
		p, _ := s.Stationary(y, lambda)
		path[i] = PathPoint{
			Lambda: lambda, Alpha: p.Alpha, Fitted: p.Fitted, LOOResiduals: p.LOOResiduals,
			DegreesOfFreedom: p.DegreesOfFreedom, TrainRMSE: p.TrainRMSE, LOORMSE: p.LOORMSE,
			GCVRMSE: math.NaN(), Norm: math.NaN(), Condition: p.Condition, Bound: p.Bound, Err: p.Err, Stationary: &p,
		}
		if math.IsInf(p.LOORMSE, 1) {
			path[i].LOORMSE = math.NaN()
		}
	}
	return path
}
