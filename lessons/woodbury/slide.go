package woodbury

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/plots"
)

// The film of the figure proof: what is claimed, and three steps to it, with every factor
// drawn to scale.

const filmSteps = 4

// slideColor is that of the factor that goes from one side to the other.
var slideColor = plots.Categories[2]

// film is the picture at a step, from 1: a line and the next, which are equal.
func (id identity) film(step int) (plots.Blocks, error) {
	lines, err := id.pushed()
	if id.kind != "push" {
		lines, err = id.updated()
	}
	if err != nil {
		return plots.Blocks{}, err
	}
	if step == 1 { // the claim
		last := lines[len(lines)-1]
		last.Name = "is this the same?"
		return plots.Blocks{Lines: []plots.Expression{lines[0], last}, Held: lines}, nil
	}
	return plots.Blocks{Lines: lines[step-2 : step], Held: lines}, nil
}

// factor is a block with its entries.
func factor(op, symbol string, m mat.Matrix, color plots.Token, key string) plots.Block {
	rows, cols := m.Dims()
	return plots.Block{Op: op, Symbol: symbol, Rows: rows, Cols: cols, Color: color, Values: m, Key: key}
}

// inverse is that of m, of which the derivation has found that it has one.
func inverse(m mat.Matrix) (*mat.Dense, error) {
	var i mat.Dense
	if err := i.Inverse(m); err != nil {
		return nil, fmt.Errorf("woodbury: %w", err)
	}
	return &i, nil
}

// pushed are the lines of the push-through identity: times a matrix and its inverse, Φᵀ
// past the matrix, which becomes the other one, and that away with its own inverse.
func (id identity) pushed() ([]plots.Expression, error) {
	left, right := id.inverted()
	iLeft, err := inverse(left)
	if err != nil {
		return nil, err
	}
	iRight, err := inverse(right)
	if err != nil {
		return nil, err
	}
	leftName, rightName := id.names()
	primal := func(op string) plots.Block { return factor(op, leftName, left, primalColor, "") }
	iPrimal := func(op string) plots.Block { return factor(op, "("+leftName+")⁻¹", iLeft, primalColor, "") }
	dual := func(op string) plots.Block { return factor(op, rightName, right, dualColor, "") }
	iDual := func(op string) plots.Block {
		return factor(op, "("+rightName+")⁻¹", iRight, dualColor, "")
	}
	PhiT := func(op string) plots.Block { return factor(op, "Φᵀ", id.U, slideColor, "slides") }
	return []plots.Expression{
		{Name: "the primal", Blocks: []plots.Block{iPrimal(""), PhiT("")}},
		{Name: "times a matrix and its inverse", Blocks: []plots.Block{iPrimal("="), PhiT(""), dual(""), iDual("")}},
		{Name: "Φᵀ goes to the other side", Blocks: []plots.Block{iPrimal("="), primal(""), PhiT(""), iDual("")}},
		{Name: "a matrix and its inverse are gone: the dual", Blocks: []plots.Block{PhiT("="), iDual("")}},
	}, nil
}

// updated are the lines of Woodbury's identity: A + UCV times the right side is I.
func (id identity) updated() ([]plots.Expression, error) {
	_, M := id.inverted()
	iA, err := inverse(id.A)
	if err != nil {
		return nil, err
	}
	iM, err := inverse(M)
	if err != nil {
		return nil, err
	}
	I := diagonal(id.d, 1)
	var iAU, ViA, UCV, sum, all, one mat.Dense
	iAU.Mul(iA, id.U)
	ViA.Mul(id.V, iA)
	UCV.Product(id.U, id.C, &ViA)
	one.Add(I, &UCV)
	sum.Product(id.U, id.C, id.V, &iAU)
	sum.Add(&sum, id.U)
	all.Product(id.U, id.C, id.V)
	all.Add(&all, id.A)
	first := factor("", "A + UCV", &all, primalColor, "")
	after := func(blocks ...plots.Block) []plots.Block {
		return append(blocks, factor("", "M⁻¹", iM, dualColor, ""), factor("", "VA⁻¹", &ViA, slideColor, ""))
	}
	slides := func(symbol string, m mat.Matrix) plots.Block { return factor("−", symbol, m, slideColor, "slides") }
	out := factor("=", "I + UCVA⁻¹", &one, plots.Accent, "")
	return []plots.Expression{
		{Name: "A + UCV times what should be its inverse", Blocks: append(
			after(first, factor("(", "A⁻¹", iA, plots.Accent, ""), slides("A⁻¹U", &iAU)), plots.Block{Op: ")"})},
		{Name: "multiplied out", Blocks: after(out, slides("U + UCVA⁻¹U", &sum))},
		{Name: "that bracket is UCM", Blocks: after(out, slides("UCM", &sum))},
		{Name: "M is gone, and what is left cancels", Blocks: []plots.Block{factor("=", "I", I, plots.Accent, "")}},
	}, nil
}
