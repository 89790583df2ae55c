package engine

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Ridge regression on a basis of bumps is scikit-learn's Ridge on K, and leaving out a
// point is a refit without its row; of an indefinite K too.
//
//	Ridge(alpha=6*lam, fit_intercept=False, solver="svd").fit(K, y).coef_
//
// with K of exp(−(x−x′)²/2) and of tanh(xx′/2 − 1).
func TestAsFeaturesIsRidgeOnBumps(t *testing.T) {
	x := Column([]float64{0, 0.5, 1, 1, 2.5, 4})
	y := []float64{1, 2, 0, 0.5, -1, 3}
	for _, c := range []struct {
		kernel Kernel
		lambda float64
		alpha  []float64
		loo    float64
	}{
		{Gaussian{Length: 1}, 0.01, []float64{0.7924353442303925, 0.9481120608864488, -0.1126803252958359,
			-0.1126803252958359, -2.037228582625116, 3.4030323818427255}, 1.6642861999664176},
		{Gaussian{Length: 1}, 0.5, []float64{0.33009030038619913, 0.2705735247144044, 0.0964701578929436,
			0.0964701578929436, -0.1474880088258405, 0.6641666839575595}, 1.6369544900607604},
		{Sigmoid{Slope: 0.5, Offset: -1}, 0.01, []float64{-3.2726597705867317, 1.0168731310245518, 1.65979789369549,
			1.65979789369549, -4.082172839763743, 1.1850926667025616}, 2.314701816455908},
		{Sigmoid{Slope: 0.5, Offset: -1}, 0.5, []float64{-0.6079008064477499, -0.1979012965298408, 0.1062546315025383,
			0.1062546315025383, -0.05664904982357765, 0.02555020573935997}, 1.9820949795340994},
	} {
		t.Run(fmt.Sprint(c.kernel, c.lambda), func(t *testing.T) {
			K := Gram(c.kernel, x)
			s := Must(Eigen(K))
			p := s.AsFeatures().Solve(y, c.lambda)
			if p.Err != nil {
				t.Fatal(p.Err)
			}
			for i, want := range c.alpha {
				near(t, fmt.Sprintf("α%d", i+1), p.Theta[i], want, 1e-10)
			}
			near(t, "leave-one-out error", p.LOORMSE, c.loo, 1e-10)
			theta := Must(RidgeQR(K, y, c.lambda))
			if certificate := CertifyRidge(mat.DenseCopyOf(K), y, c.lambda, theta, p); !certificate.OK {
				t.Errorf("certificate %+v", certificate)
			}
		})
	}
}
