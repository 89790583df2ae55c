package model

import (
	"fmt"
	"regexp"
	"strings"
)

// A formula is a kernel in the words of R: a term of the inputs a and b of two points, and k as
// it follows from s, the sum of that term over the inputs. Statements stand apart by "; ", and the
// last is k. Where k follows from no such sum, the statements of each file are its own.
type formula struct {
	name, term, value string
	function          string            // the kernel's among others, where languages have one of its name
	own               map[string]string // by the template's file, in its language
}

// formulas are all kernels that programs are written with, in the order in which a menu has them.
var formulas = []formula{
	{name: "gaussian", term: "(a - b)^2", value: "exp(-s / (2 * bandwidth^2))"},
	{name: "laplacian", term: "abs(a - b)", value: "exp(-s / bandwidth)"},
	{name: "exponential", term: "(a - b)^2", value: "exp(-sqrt(s) / bandwidth)"},
	{name: "matern32", term: "(a - b)^2", value: "r <- sqrt(3 * s) / bandwidth; (1 + r) * exp(-r)"},
	{name: "matern52", term: "(a - b)^2", value: "r <- sqrt(5 * s) / bandwidth; (1 + r + r^2 / 3) * exp(-r)"},
	{name: "rational-quadratic", term: "(a - b)^2", value: "(1 + s / (2 * shape * bandwidth^2))^-shape"},
	{name: "periodic", term: "sin(pi * (a - b) / period)^2", value: "exp(-2 * s / bandwidth^2)"},
	{name: "polynomial", term: "a * b", value: "(s + offset)^degree"},
	{name: "linear", term: "a * b", value: "s"},
	{name: "cosine", term: "sign(a) * sign(b)", value: "s", own: map[string]string{ // of points that are numbers
		"rowkernel.R": "a <- sqrt(rowSums(A^2)); b <- sqrt(rowSums(B^2)); " +
			"(A %*% t(B)) / outer(ifelse(a == 0, 1, a), ifelse(b == 0, 1, b))",
		"rowkernel.py": "a, b = np.linalg.norm(A, axis=1), np.linalg.norm(B, axis=1); " +
			"a[a == 0], b[b == 0] = 1, 1; (A @ B.T) / np.outer(a, b)",
	}},
	{name: "min", function: "smaller", term: "pmin(a, b)", value: "s"},
	{name: "sigmoid", term: "a * b", value: "tanh(slope * s + offset)"},
	{name: "constant", own: map[string]string{
		"kernel.R": "matrix(value, NROW(a), NROW(b))", "kernel.py": "np.full((len(a), len(b)), float(value))",
		"rowkernel.R": "matrix(value, NROW(A), NROW(B))", "rowkernel.py": "np.full((len(A), len(B)), float(value))",
	}},
	{name: "arc", own: map[string]string{ // zeros have no direction
		"rowkernel.R": "arc <- abs(atan2(outer(A[, 1], B[, 2]) - outer(A[, 2], B[, 1]), A %*% t(B))); " +
			"some <- outer(rowSums(A^2) > 0, rowSums(B^2) > 0)  # zeros have no direction; " +
			"some * exp(-arc^2 / (2 * bandwidth^2))",
		"rowkernel.py": "cross = np.outer(A[:, 0], B[:, 1]) - np.outer(A[:, 1], B[:, 0]); " +
			"arc = np.abs(np.arctan2(cross, A @ B.T)); " +
			"none = np.logical_or.outer(~A.any(axis=1), ~B.any(axis=1))  # zeros have no direction; " +
			"np.where(none, 0, np.exp(-(arc**2) / (2 * bandwidth**2)))",
	}},
	{name: "maximum", own: map[string]string{
		"rowkernel.R": "d <- Reduce(pmin, lapply(seq_len(ncol(A)), " +
			`function(j) abs(outer(A[, j], B[, j], "-")))); exp(-d^2 / (2 * bandwidth^2))`,
		"rowkernel.py": "np.exp(-((A[:, None] - B) ** 2).min(axis=2) / (2 * bandwidth**2))",
	}},
	{name: "difference", term: "(a - b)^2",
		value: "d2 <- s; exp(-d2 / (2 * bandwidth^2)) - weight * exp(-d2 / (8 * bandwidth^2))"},
}

// A rewriting puts words in place of others.
type rewriting struct {
	from *regexp.Regexp
	to   string
}

func rewritings(pairs ...string) []rewriting {
	all := make([]rewriting, len(pairs)/2)
	for i := range all {
		all[i] = rewriting{regexp.MustCompile(pairs[2*i]), pairs[2*i+1]}
	}
	return all
}

func rewritten(text string, all []rewriting) string {
	for _, r := range all {
		text = r.from.ReplaceAllString(text, r.to)
	}
	return text
}

// sums write the sum of a term for every pair of points, by the template's file: of vectors, whose
// entries are points, in R's words, and of matrices that have them for rows.
var sums = map[string][]rewriting{
	"kernel.R":  outers,
	"kernel.py": outers,
	"rowkernel.R": rewritings(`^a \* b$`, "A %*% t(B)", `^(\w+)\(a, b\)$`, "over($1)",
		`^.*\ba - b\b.*$`, "over(function(a, b) $0)"),
	"rowkernel.py": rewritings(`^a \* b$`, "A @ B.T", `^.*\^2$`, "($0).sum(axis=2)", `^\w+\(.*\)$`, "$0.sum(axis=2)",
		`a - b`, "A[:, None] - B", `\(a, b\)`, "(A[:, None], B)"),
}

var outers = rewritings(`^(\w+)\(a, b\)$`, "outer(a, b, $1)", `^(\S+) \* (\S+)$`, "outer($1, $2)",
	`(\W|^)\(a - b\)`, `${1}a - b`, `a - b`, `outer(a, b, "-")`)

// distances write the root of a number's square, which all roots of one term are.
var distances = rewritings(`sqrt\((\d) \* s\)`, "sqrt($1) * sqrt(s)", `sqrt\(s\)`, `abs(outer(a, b, "-"))`)

// python has NumPy's words for R's.
var python = rewritings(`outer\(a, b, "-"\)`, "np.subtract.outer(a, b)",
	`outer\(a, b, (\w+)\)`, "$1.outer(a, b)", `\b(exp|abs|sqrt|sin|tanh|sign)\(`, "np.$1(",
	`(^|[^.\w])outer\(`, "${1}np.outer(", `\bpi\b`, "np.pi", `\bpmin\b`, "np.minimum", `<-`, "=",
	`(\w)\^(\w)`, "$1**$2", `\^`, " ** ", `-([\w.]+\(a, b\) \*\* 2)`, "-($1)")

// functionOf is the name of a kernel's function where a program has those of several.
func functionOf(kernel string) string {
	for _, f := range formulas {
		if f.name == kernel && f.function != "" {
			return f.function
		}
	}
	return strings.ReplaceAll(kernel, "-", "")
}

var sumOf = regexp.MustCompile(`\bs\b`)

// statements are those of the function that a template's file writes of a kernel, the last the
// value that it returns.
func statements(file, kernel string) ([]string, error) {
	for _, f := range formulas {
		if f.name != kernel {
			continue
		}
		if own, ok := f.own[file]; ok {
			return strings.Split(own, "; "), nil
		}
		if f.value == "" {
			break
		}
		value, sum := f.value, rewritten(f.term, sums[file])
		if strings.HasPrefix(file, "kernel.") {
			value = rewritten(value, distances)
		}
		if strings.HasPrefix(sum, "A ") { // a product of matrices
			value = strings.ReplaceAll(value, "* s", "* ("+sum+")")
		}
		value = sumOf.ReplaceAllLiteralString(value, sum)
		if strings.HasSuffix(file, ".py") {
			value = rewritten(value, python)
		}
		return strings.Split(value, "; "), nil
	}
	return nil, fmt.Errorf("model: %s has no formula for the kernel %s", file, kernel)
}

// body is that function's, as its language has it.
func body(file, kernel string) (string, error) {
	lines, err := statements(file, kernel)
	if err != nil {
		return "", err
	}
	last := len(lines) - 1
	if strings.HasSuffix(file, ".py") {
		lines[last] = "return " + lines[last]
		return "    " + strings.Join(lines, "\n    "), nil
	}
	if strings.Contains(lines[0], "over(") {
		lines = append([]string{"over <- function(f) Reduce(`+`, lapply(seq_len(ncol(A)), " +
			"function(j) outer(A[, j], B[, j], f)))"}, lines...)
	}
	return "  " + strings.Join(lines, "\n  "), nil
}
