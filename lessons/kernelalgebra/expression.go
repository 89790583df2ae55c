package kernelalgebra

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// tree is a kernel as a tree; what no rule covers is brought out.
func tree(k engine.Kernel) plots.Node {
	var n plots.Node
	if !covers(k) {
		n.Class = "uncovered"
	}
	children := func(parts ...engine.Kernel) {
		for _, part := range parts {
			n.Children = append(n.Children, tree(part))
		}
	}
	switch k := k.(type) {
	case engine.Sum:
		n.Label = "+"
		children(k...)
	case engine.Product:
		n.Label = "×"
		children(k...)
	case engine.Scaled:
		n.Label = course.FormatNumber(k.Factor) + " ×"
		children(k.Kernel)
	case engine.Power:
		n.Label = fmt.Sprintf("power %d", k.Exponent)
		children(k.Kernel)
	case engine.Exp:
		n.Label = "exp"
		children(k.Kernel)
	case engine.Normalized:
		n.Label = "normalized"
		children(k.Kernel)
	case engine.Block:
		return tree(k.Kernel) // of the one input there is
	case engine.Constant:
		n.Label = course.FormatNumber(k.Value)
	default:
		n.Label = fmt.Sprint(k)
	}
	n.Label = typeset(n.Label)
	return n
}

// scientific is a number as programs write one that is large or small.
var scientific = regexp.MustCompile(`([\d.]+)e([+-]?\d+)`)

// typeset is a label with minus signs and powers of ten as people write them.
func typeset(label string) string {
	label = scientific.ReplaceAllStringFunc(label, func(number string) string {
		m := scientific.FindStringSubmatch(number)
		exponent := course.Must(strconv.Atoi(m[2]))
		return m[1] + " × 10" + course.Superscript(exponent)
	})
	return strings.ReplaceAll(label, "-", "−")
}

// covers reports whether a kernel is one by itself, or by a rule if its parts are.
func covers(k engine.Kernel) bool {
	if k, ok := k.(engine.Scaled); ok {
		return k.Factor >= 0
	}
	form, values, _ := engine.FormOf(k)
	return !form.Lacks(values, 0) // times are not negative, so that min is one
}

// uncovered are the parts that no rule covers, by their labels.
func uncovered(n plots.Node) []string {
	var labels []string
	if n.Class != "" {
		label, factor := strings.CutSuffix(n.Label, " ×")
		if factor {
			label = "the factor " + label
		}
		labels = append(labels, label)
	}
	for _, child := range n.Children {
		labels = append(labels, uncovered(child)...)
	}
	return labels
}
