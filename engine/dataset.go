package engine

import (
	"errors"
	"fmt"
	"math"
)

// A Dataset is n inputs with their n responses: X[i] ∈ ℝᵖ and Y[i] ∈ ℝ.
type Dataset struct {
	X [][]float64
	Y []float64
}

// Len returns n.
func (d Dataset) Len() int { return len(d.X) }

// Input returns the j-th input of every point, from 0.
func (d Dataset) Input(j int) []float64 { return each(d.X, func(x []float64) float64 { return x[j] }) }

// Column returns points of one input, x as n×1, that share their memory with x.
func Column(x []float64) [][]float64 {
	rows := make([][]float64, len(x))
	for i := range x {
		rows[i] = x[i : i+1 : i+1]
	}
	return rows
}

// Columns returns points of several inputs, of which each argument has one for every point.
// It panics if they differ in length.
func Columns(inputs ...[]float64) [][]float64 {
	rows := make([][]float64, len(inputs[0]))
	for i := range rows {
		rows[i] = make([]float64, len(inputs))
	}
	for j, input := range inputs {
		if len(input) != len(rows) {
			panic("engine: lengths differ")
		}
		for i, v := range input {
			rows[i][j] = v
		}
	}
	return rows
}

// Validate reports what keeps d from being data: no points, lengths that differ,
// or a number that is not finite. Whoever takes data from outside calls it; the
// methods of this package panic on data that would not pass.
func (d Dataset) Validate() error {
	if reason := faultOfInputs(d.X); reason != "" {
		return errors.New("engine: " + reason)
	}
	if len(d.X) != len(d.Y) {
		return fmt.Errorf("engine: %d inputs but %d responses", len(d.X), len(d.Y))
	}
	for i, y := range d.Y {
		if !finite(y) {
			return fmt.Errorf("engine: response %d is not finite", i)
		}
	}
	return nil
}

// ValidateLambda reports a λ that is negative or not finite, which the methods of
// this package panic on.
func ValidateLambda(lambda float64) error {
	if !(lambda >= 0 && finite(lambda)) {
		return errors.New("engine: λ is negative or not finite")
	}
	return nil
}

func (d Dataset) check() {
	if err := d.Validate(); err != nil {
		panic(err.Error())
	}
}

// faultOfInputs says what is wrong with x, or nothing.
func faultOfInputs(x [][]float64) string {
	if len(x) == 0 {
		return "no points"
	}
	p := len(x[0])
	if p == 0 {
		return "inputs without coordinates"
	}
	for i, xi := range x {
		if len(xi) != p {
			return fmt.Sprintf("input %d has %d coordinates and input 0 has %d", i, len(xi), p)
		}
		if !allFinite(xi) {
			return fmt.Sprintf("input %d is not finite", i)
		}
	}
	return ""
}

// finite reports whether v is neither NaN nor ±Inf, by its bounds: v − v need not be zero
// where v is a product, which some machines round after they have subtracted.
func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

func allFinite(v []float64) bool {
	for _, a := range v {
		if !finite(a) {
			return false
		}
	}
	return true
}

// indices are 0 to n−1.
func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
