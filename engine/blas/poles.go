package blas

// What a sum of poles Σ zᵢ²/(dᵢ − x) takes, whose distances dᵢ − x = (dᵢ − origin) − τ are from a pole nearby.

// Poles returns Σ zᵢ²/(dᵢ − x) and its derivative Σ zᵢ²/(dᵢ − x)² at x = origin + τ.
func (impl Implementation) Poles(d, z []float64, origin, tau float64) (sum, derivative float64) {
	n := 0
	if impl.path != nil && impl.path.poles != nil && len(d) >= 4 {
		n = len(d) &^ 3
		_ = z[n-1]
		sum, derivative = impl.path.poles(n, &d[0], &z[0], origin, tau)
	}
	z = z[:len(d)]
	for i := n; i < len(d); i++ {
		r := z[i] / (d[i] - origin - tau)
		sum += z[i] * r
		derivative += r * r
	}
	return sum, derivative
}

// Ratios multiplies wᵢ by δᵢ/(dᵢ − at).
func (impl Implementation) Ratios(w, delta, d []float64, at float64) {
	n := 0
	if impl.path != nil && impl.path.ratios != nil && len(d) >= 4 {
		n = len(d) &^ 3
		_, _ = w[n-1], delta[n-1]
		impl.path.ratios(n, &w[0], &delta[0], &d[0], at)
	}
	w, delta = w[:len(d)], delta[:len(d)]
	for i := n; i < len(d); i++ {
		w[i] *= delta[i] / (d[i] - at)
	}
}

// Quotients replaces δᵢ by zᵢ/δᵢ, and returns the sum of their squares.
func (impl Implementation) Quotients(delta, z []float64) (sum float64) {
	n := 0
	if impl.path != nil && impl.path.quotients != nil && len(z) >= 4 {
		n = len(z) &^ 3
		_ = delta[n-1]
		sum = impl.path.quotients(n, &delta[0], &z[0])
	}
	delta = delta[:len(z)]
	for i := n; i < len(z); i++ {
		delta[i] = z[i] / delta[i]
		sum += delta[i] * delta[i]
	}
	return sum
}
