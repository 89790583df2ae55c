package course

import "strings"

// units are those that stand after a number in prose and in sentences.
var units = func() map[string]bool {
	known := map[string]bool{}
	for _, u := range strings.Fields("% ° °C °F ms s min second seconds minute minutes hour hours " +
		"day days year years g kg mg mg/kg m km cm ppm Pa bytes B kB KB MB GB") {
		known[u] = true
	}
	return known
}()

const noBreak = "\u00a0"

// Unbroken returns text, or HTML, in which no line ends between a number and its unit, or
// inside a number as 3 × 10⁵: the spaces there do not break.
func Unbroken(text string) string {
	var b strings.Builder
	done := 0
	for i := 1; i < len(text); i++ {
		if text[i] != ' ' {
			continue
		}
		before, after := text[:i], text[i+1:]
		if endsNumber(before) && (opensUnit(after) || strings.HasPrefix(after, "× 10")) ||
			strings.HasSuffix(before, "×") && strings.HasPrefix(after, "10") {
			b.WriteString(text[done:i])
			b.WriteString(noBreak)
			done = i + 1
		}
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// endsNumber reports whether text ends with a digit, also a raised one, or with a formula.
func endsNumber(text string) bool {
	if c := text[len(text)-1]; '0' <= c && c <= '9' {
		return true
	}
	for _, end := range []string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "</math>"} {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	return false
}

// opensUnit reports whether text begins with a unit.
func opensUnit(text string) bool { return units[unitOf(text)] }

// unitOf is the unit that text begins with, if it does with one.
func unitOf(text string) string {
	if end := strings.IndexAny(text, " \n.,;:?!)]<”"); end >= 0 {
		return text[:end]
	}
	return text
}
