package course

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Digits writes v as a reader wants it: three significant digits, a typographic
// minus, two digits and a power of ten for what is large or small, and a dash
// for what is not finite.
func Digits(v float64) string { return digits(v, " × 10", Superscript) }

// AppendShortest appends v in the shortest form that reads back the same. Zero has no sign: of
// what comes out as −0 nobody is told more by it. It is how numbers are written for programs.
func AppendShortest(b []byte, v float64) []byte { return strconv.AppendFloat(b, v+0, 'g', -1, 64) }

// Value writes a value that somebody chose, such as λ, as it was chosen where
// that is short, and else as Digits does; a sign makes it no longer.
func Value(v float64) string {
	s, negative := strings.CutPrefix(FormatNumber(v), "-")
	switch {
	case len(s) > 6 || strings.Contains(s, "e"):
		return Digits(v)
	case negative:
		return "−" + s
	}
	return s
}

// Count writes a whole number with its thousands set off by commas, and one of more
// than nine digits as Digits does.
func Count(v float64) string {
	if !(math.Abs(v) < 1e9) {
		return Digits(v)
	}
	s := strings.Replace(strconv.FormatFloat(math.Round(v)+0, 'f', 0, 64), "-", "−", 1)
	for i := len(s) - 3; i > 0 && s[i-1] >= '0' && s[i-1] <= '9'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Memory writes an amount of memory as people do, in powers of 1000.
func Memory(n float64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for n >= 1000 && i < len(units)-1 {
		n /= 1000
		i++
	}
	if i == 0 {
		return fmt.Sprintf("%.0f bytes", n)
	}
	return Digits(n) + " " + units[i]
}

// TeX is Digits in the notation of formulas.
func TeX(v float64) string {
	power := func(e int) string { return "{" + strconv.Itoa(e) + "}" }
	return strings.ReplaceAll(digits(v, `\times10^`, power), "−", "-")
}

func digits(v float64, times string, power func(int) string) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "—"
	}
	if v == 0 {
		return "0"
	}
	_, exponent := split(v, 3)
	if exponent < 5 && exponent > -4 {
		s := strconv.FormatFloat(v, 'f', max(0, 2-exponent), 64)
		return strings.Replace(s, "-", "−", 1)
	}
	mantissa, exponent := split(v, 2)
	s := strings.TrimSuffix(mantissa, ".0") + times + power(exponent)
	return strings.Replace(s, "-", "−", 1)
}

// split returns v as mantissa and decimal exponent, rounded to n digits.
func split(v float64, n int) (mantissa string, exponent int) {
	m, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', n-1, 64), "e")
	return m, Must(strconv.Atoi(e)) // FormatFloat wrote it
}

// Superscript writes an integer in Superscript digits.
func Superscript(e int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(e))
}

// Subscript writes a whole number as an index: "₁₂".
func Subscript(n int) string {
	return strings.Map(func(r rune) rune { return '₀' + r - '0' }, strconv.Itoa(n))
}

// Plural writes a count with its noun: "1 core", "2 cores".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// ByCount is the word that goes with n of something: one for 1, many for any other number.
func ByCount(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Quantity writes a value with its unit, as Digits does; unit may be empty.
func Quantity(v float64, unit string) string {
	if unit == "" || math.IsNaN(v) {
		return Digits(v)
	}
	return Digits(v) + " " + unit
}

// WithUnit writes what an axis measures with its unit: "time (ms)"; unit may be empty.
func WithUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " (" + unit + ")"
}
