package engine

// Leverage returns how much each fitted value follows its own response in kernel
// ridge regression, the diagonal of the hat matrix:
//
//	hᵢ = ∂f(xᵢ)/∂yᵢ = [K(K + nλI)⁻¹]ᵢᵢ = Σⱼ Uᵢⱼ² sⱼ/(sⱼ + nλ) ∈ [0, 1],
//
// in O(n²). Their sum is PathPoint.DegreesOfFreedom. Known also as ridge leverage
// scores, they say which points to keep as landmarks. Errors
// and panics are those of [Spectrum.Solve], and so is what counts as zero.
//
// Source: Alaoui and Mahoney, Fast randomized kernel ridge regression with
// statistical guarantees, NIPS 2015.
func (s *Spectrum) Leverage(lambda float64) ([]float64, error) {
	n := len(s.Values)
	h := make([]float64, n)
	checkProblem(n, h, lambda)
	shift := float64(n) * lambda
	if err := s.definite(shift); err != nil {
		return nil, err
	}
	noise := noiseOf(s.Values)
	shrink := make([]float64, n)
	for j, v := range s.Values {
		v = unlessNoise(v, noise)
		shrink[j] = v / (v + shift)
	}
	raw := s.Vectors.RawMatrix()
	for i := range h {
		for j, u := range raw.Data[i*raw.Stride : i*raw.Stride+n] {
			h[i] += u * u * shrink[j]
		}
		// Rounding may carry it over either end.
		h[i] = min(max(h[i], 0), 1)
	}
	return h, nil
}
