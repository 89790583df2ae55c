package engine

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// A Spectral kernel depends on x − y only, and is the mean of waves over random
// frequencies (Bochner's theorem):
//
//	k(x, y) = E cos ωᵀ(x − y),   k(x, x) = 1.
//
// [Gaussian], [Laplacian], [Exponential], [Matern32] and [Matern52] are.
type Spectral interface {
	Kernel
	// Frequency draws ω ∈ ℝᵖ.
	Frequency(p int, rng *rand.Rand) []float64
}

// Frequency draws from the kernel's spectral density, N(0, I/ℓ²).
func (k Gaussian) Frequency(p int, rng *rand.Rand) []float64 {
	return normalFrequency(p, 0, k.Length, rng)
}

// Frequency draws from the kernel's spectral density, Cauchy of scale 1/ℓ for each
// input by itself.
func (k Laplacian) Frequency(p int, rng *rand.Rand) []float64 {
	omega := make([]float64, p)
	for i := range omega {
		omega[i] = normalFrequency(1, 1, k.Length, rng)[0]
	}
	return omega
}

// Frequency draws from the kernel's spectral density, as of every Matérn kernel
// Student's t of scale 1/ℓ, here with one degree of freedom.
func (k Exponential) Frequency(p int, rng *rand.Rand) []float64 {
	return normalFrequency(p, 1, k.Length, rng)
}

// Frequency draws from the kernel's spectral density, t with three degrees of freedom.
func (k Matern32) Frequency(p int, rng *rand.Rand) []float64 {
	return normalFrequency(p, 3, k.Length, rng)
}

// Frequency draws from the kernel's spectral density, t with five degrees of freedom.
func (k Matern52) Frequency(p int, rng *rand.Rand) []float64 {
	return normalFrequency(p, 5, k.Length, rng)
}

// normalFrequency draws from Student's t of scale 1/ℓ in p dimensions, or from a normal
// distribution if freedom is 0.
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006),
// equation 4.15.
func normalFrequency(p, freedom int, length float64, rng *rand.Rand) []float64 {
	scaled(0, length) // panics unless it is positive and finite
	omega := make([]float64, p)
	for i := range omega {
		omega[i] = rng.NormFloat64()
	}
	spread := 1.0
	if freedom > 0 {
		var square float64
		for range freedom {
			v := rng.NormFloat64()
			square += v * v
		}
		spread = math.Sqrt(float64(freedom) / square)
	}
	for i := range omega {
		omega[i] = omega[i] * spread / length
	}
	return omega
}

// FourierFeatures are waves, two for each of m frequencies,
//
//	φ(x) = √(1/m) (cos ω₁ᵀx, sin ω₁ᵀx, …, cos ω_mᵀx, sin ω_mᵀx) ∈ ℝ²ᵐ,
//
// so that φ(x)ᵀφ(y) = (1/m) Σⱼ cos ωⱼᵀ(x − y). Where a phase is beyond float64 both its
// waves are zero.
type FourierFeatures struct{ Frequencies [][]float64 }

// RandomFourier returns the features of m frequencies drawn for k, of p inputs. The mean
// of φ(x)ᵀφ(y) is k(x, y), and its deviation at most 1/√m. It panics if p or m is not
// positive.
//
// Source: Rahimi and Recht, Random features for large-scale kernel machines, NIPS 2007;
// Sutherland and Schneider, On the error of random Fourier features, UAI 2015, on sine
// with cosine in place of a random phase.
func RandomFourier(k Spectral, p, m int, rng *rand.Rand) FourierFeatures {
	if p < 1 || m < 1 {
		panic("engine: features of no inputs, or no features")
	}
	f := FourierFeatures{Frequencies: make([][]float64, m)}
	for j := range f.Frequencies {
		f.Frequencies[j] = k.Frequency(p, rng)
	}
	return f
}

// Map returns φ(x).
func (f FourierFeatures) Map(x []float64) []float64 {
	phi := make([]float64, 2*len(f.Frequencies))
	f.features(x, phi)
	return phi
}

// Matrix returns the n×2m matrix of features.
func (f FourierFeatures) Matrix(x [][]float64) *mat.Dense {
	checkInputs(x)
	Phi := mat.NewDense(len(x), 2*len(f.Frequencies), nil)
	for i, xi := range x {
		f.features(xi, Phi.RawRowView(i))
	}
	return Phi
}

func (f FourierFeatures) features(x, phi []float64) {
	size := 1 / math.Sqrt(float64(len(f.Frequencies)))
	for j, omega := range f.Frequencies {
		phase := dot(omega, x)
		if !finite(phase) {
			phi[2*j], phi[2*j+1] = 0, 0
			continue
		}
		sin, cos := math.Sincos(phase)
		phi[2*j], phi[2*j+1] = size*cos, size*sin
	}
}
