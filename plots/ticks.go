package plots

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A tick is a value on an axis, with what is written at it.
type tick struct {
	Value float64
	Label string
}

// alongX and alongY are the axes' directions.
const (
	alongX = iota
	alongY
)

// enlarged is how much larger than ours a page sets the type of a panel whose frame
// is so wide: a phone makes the picture narrower and gives most of that back, in wide
// panels most; two panels beside each other on paper want half as much again.
func enlarged(width float64) float64 {
	return math.Max(1.5, (width+marginLeft+marginRight)/382)
}

// ticks returns the labelled ticks of an axis of a frame, and what is to be written
// beside the axis where the labels leave it out ("× 10⁻⁴"). There are three or
// more, all in the range, and labels do not touch where a page enlarges them, down to
// frames of 230 × 90 px. (Of whole numbers there may be fewer in the range.)
//
// Ticks are multiples of 1, 2 or 5 powers of ten, or, where these would be fewer
// than three or too close, of 2.5, 4, 3, 1.5, 6 or 8; on a Log axis 1, 2, 5 of every
// decade, or decades alone, or every second decade and so on, or 1 and 3, or as on
// any other axis where the range is less than half a decade. On a symmetric logarithmic
// axis they are 0 and powers of ten of either sign.
func (a Axis) ticks(width, height float64, along int) ([]tick, string) {
	if a.Bare {
		return nil, ""
	}
	if a.Names != "" {
		return a.named(), ""
	}
	a = a.sane()
	t, apart := ticking{Axis: a, larger: enlarged(width), px: width}, 72.0
	if along == alongY {
		t.px, t.upright, apart = height, true, 46
	}
	if a.Linear > 0 && t.trySigned() {
		return t.best()
	}
	n := math.Max(1, t.px/apart)
	var first []float64
	if a.Log && a.Max/a.Min >= 5 {
		first = a.decades(n)
	} else {
		first = a.multiples(NiceStep(a.length() / n))
	}
	if t.try(first) {
		return t.best()
	}
	if a.Log {
		for stride := int(a.span() / 2); stride > 0; stride-- {
			for phase := range stride {
				if t.try(a.powers(stride, phase, 1)) {
					return t.best()
				}
			}
		}
		for _, mantissas := range [][]float64{{1, 3}, {1, 2, 5}, {2}, {5}} {
			if t.try(a.powers(1, 0, mantissas...)) {
				return t.best()
			}
		}
	}
	for _, mantissas := range [][]float64{{5, 2, 1}, {8, 6, 4, 3, 2.5, 1.5}} {
		e := int(math.Ceil(math.Log10(a.length())))
		for e, last := e, e-2; e >= last; e-- {
			for _, m := range mantissas {
				if t.try(a.multiples(m * math.Pow10(e))) {
					return t.best()
				}
			}
		}
	}
	if (a.Log || a.Linear > 0) && !t.try(a.thirds(1)) {
		t.try(a.thirds(10))
	}
	return t.best()
}

// named are the ticks of an axis whose whole values have names.
func (a Axis) named() (ticks []tick) {
	for i, name := range strings.Split(a.Names, "\n") {
		ticks = append(ticks, tick{float64(i + 1), name})
	}
	return ticks
}

// length is Max − Min, finite also where both are huge.
func (a Axis) length() float64 {
	return math.Min(a.Max-a.Min, math.MaxFloat64)
}

// multiples returns those of step in the range.
func (a Axis) multiples(step float64) []float64 {
	if a.Whole {
		step = math.Max(math.Round(step), 1)
	}
	const most = 50
	var values []float64
	first, last := math.Ceil(a.Min/step-1e-9), math.Floor(a.Max/step+1e-9)
	for i := 0.0; first+i <= last && i < most; i++ {
		if v := a.within((first + i) * step); !a.Log || v > 0 {
			values = append(values, v)
		}
	}
	return values
}

// within moves what rounding put outside back to the edge.
func (a Axis) within(v float64) float64 { return math.Min(math.Max(v, a.Min), a.Max) }

// decades returns about n powers of ten, with 2 and 5 times as much where there is
// room.
func (a Axis) decades(n float64) []float64 {
	span := a.span()
	if span*3 <= n*1.4 { // 1, 2, 5 lie at least 0.3 decades apart
		return a.powers(1, 0, 1, 2, 5)
	}
	return a.powers(max(1, int(math.Ceil(span/n))), 0, 1)
}

// span is the number of decades in the range: whole where its ends are powers of ten, as a logarithm
// that is rounded for itself is, and one fused with the difference is not.
func (a Axis) span() float64 { return float64(math.Log10(a.Max)) - float64(math.Log10(a.Min)) }

// powers returns the mantissas of the decades in the range whose number modulo stride
// is phase.
func (a Axis) powers(stride, phase int, mantissas ...float64) []float64 {
	var values []float64
	for e := int(math.Floor(math.Log10(a.Min))); e <= int(math.Ceil(math.Log10(a.Max))); e++ {
		if (e%stride+stride)%stride != phase {
			continue
		}
		for _, m := range mantissas {
			v := m * math.Pow10(e)
			if t := a.norm(v); t >= -1e-9 && t <= 1+1e-9 {
				values = append(values, a.within(v))
			}
		}
	}
	return values
}

// thirds returns the middles of the range's thirds, rounded to
// parts of the first digit.
func (a Axis) thirds(parts float64) []float64 {
	var values []float64
	for i := range 3 {
		v := a.value((2*float64(i) + 1) / 6)
		if v == 0 {
			values = append(values, v)
			continue
		}
		unit := math.Pow10(exponent(v)) / parts
		values = append(values, a.within(math.Round(v/unit)*unit))
	}
	return slices.Compact(values)
}

// ticking looks for ticks that can be read.
type ticking struct {
	Axis
	px, larger float64
	upright    bool

	ticks []tick // the best so far
	note  string
	score float64
}

func (t *ticking) best() ([]tick, string) { return t.ticks, t.note }

// try reports whether there are ticks enough at the values, and room for their
// labels. The nearest to that is kept.
func (t *ticking) try(values []float64) bool {
	labels, note := t.labels(values)
	return t.tryLabelled(values, labels, note)
}

// tryLabelled is try with labels given.
func (t *ticking) tryLabelled(values []float64, labels []string, note string) bool {
	const enough = 3
	if labels == nil {
		return false
	}
	score, last := math.Inf(1), 0.0
	var widest float64
	for i, v := range values {
		at, half := t.norm(v)*t.px, 0.53*tickText.Size*t.larger
		if !t.upright {
			half = tickWidth(labels[i])/2*t.larger + 3
		} else {
			widest = math.Max(widest, tickWidth(labels[i]))
		}
		if i > 0 {
			score = math.Min(score, (at-last)/half)
		}
		last = at + half
	}
	ok := len(values) >= enough && score >= 1
	if len(values) < enough {
		score = float64(len(values)) - 1e9
	}
	if t.ticks == nil || score > t.score {
		t.score, t.note, t.ticks = score, note, make([]tick, len(values))
		for i, v := range values {
			t.ticks[i] = tick{Value: v, Label: labels[i]}
		}
	}
	return ok
}

// labels writes values that ascend, each in at most four digits, and
// what is left out for it: a power of ten that all are to be multiplied by, and a number
// to be added to all. It returns nil where that cannot be, or where there are none.
func (t *ticking) labels(values []float64) (labels []string, note string) {
	if len(values) == 0 {
		return nil, ""
	}
	first, last := values[0], values[len(values)-1]
	if t.Log && (last >= 9.9*first || len(values) == 1) {
		return powerLabels(values)
	}
	step := math.Max(math.Abs(first), math.Abs(last))
	for i := 1; i < len(values); i++ {
		step = math.Min(step, values[i]-values[i-1])
	}
	if step == 0 {
		step = 1
	}
	offset, size := 0.0, math.Max(math.Abs(first), math.Abs(last))
	if exponent(size)-lastDigit(step) > 3 { // a label would need five digits or more
		unit := math.Pow10(exponent(10 * (last - first)))
		offset = math.Floor(first/unit+1e-9) * unit
		note = signed(offset, exponent(unit))
		size = math.Max(math.Abs(first-offset), math.Abs(last-offset))
	}
	k, unit := 0, 1.0
	if size >= 1e4*(1-1e-9) || size < 0.01 || places(step) > 2 && size < 0.1 || places(step) > 3 {
		k = exponent(size)
		note = strings.TrimSpace("× 10" + superscript(k) + " " + note)
		unit = math.Max(math.Pow10(k), math.SmallestNonzeroFloat64)
	}
	digits := places(step / unit)
	for _, v := range values {
		s := strconv.FormatFloat((v-offset)/unit, 'f', digits, 64)
		if strings.Trim(s, "-0.") == "" {
			s = "0"
		}
		labels = append(labels, minus(s))
	}
	return labels, note
}

// powerLabels is labels for 1, 2, 5 … times powers of ten.
func powerLabels(values []float64) (labels []string, note string) {
	first, last := exponent(values[0]), exponent(values[len(values)-1])
	decades := true
	for _, v := range values {
		decades = decades && math.Round(v/math.Pow10(exponent(v))) == 1
	}
	k := 0
	switch {
	case decades:
	case first < -3 || last > 3: // 0.005 and 5000 are short
		k, note = first, "× 10"+superscript(first)
	}
	if !decades && last-k > 3 {
		return nil, ""
	}
	for _, v := range values {
		e := exponent(v)
		switch {
		case decades && (e < -2 || e > 3):
			labels = append(labels, "10"+superscript(e))
		default:
			labels = append(labels, strconv.FormatFloat(v/math.Pow10(k), 'f', max(0, k-e), 64))
		}
	}
	return labels, note
}

// exponent returns e of v = m·10ᵉ with 1 ≤ |m| < 10, up to rounding.
func exponent(v float64) int {
	return int(math.Floor(math.Log10(math.Abs(v)) + 1e-9))
}

// places returns how many decimal places a multiple of step needs, to two digits of
// the step.
func places(step float64) int { return max(0, -lastDigit(step)) }

// lastDigit returns the exponent of step's last digit, of two at most.
func lastDigit(step float64) int {
	e := exponent(step)
	if m := step / math.Pow10(e); math.Abs(m-math.Round(m)) > 1e-6 {
		e--
	}
	return e
}

// signed writes "+ 1000", with the digits down to 10ᵉ.
func signed(v float64, e int) string {
	sign := "+ "
	if v < 0 {
		sign, v = "− ", -v
	}
	short := func(v float64, places int) string {
		s := strconv.FormatFloat(v, 'f', max(0, places), 64)
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	if k := exponent(v); k > 5 || k < -3 {
		return sign + short(v/math.Pow10(k), k-e) + " × 10" + superscript(k)
	}
	return sign + short(v, -e)
}

// tickWidth is the width of a tick's label as we set it, px.
func tickWidth(label string) float64 {
	w := 0.0
	for _, r := range label {
		w += tickAdvances()[r]
	}
	return w
}

// tickAdvances are the widths of all that labels are made of: measuring a word asks
// the font for every letter.
var tickAdvances = sync.OnceValue(func() map[rune]float64 {
	w := map[rune]float64{}
	for _, r := range "0123456789.−⁻⁰¹²³⁴⁵⁶⁷⁸⁹" {
		w[r] = float64(tickText.width(string(r)))
	}
	return w
})

// NiceStep returns the smallest of 1, 2, 5 × 10ᵏ not under s > 0: what people
// count in.
func NiceStep(s float64) float64 {
	e := int(math.Floor(math.Log10(s)))
	for _, m := range [...]float64{1, 2, 5} {
		if step := m * math.Pow10(e); s <= step*(1+1e-9) {
			return step
		}
	}
	return math.Pow10(e + 1)
}

// RoundUp returns the end of an axis that is to hold values up to v in size: the
// smallest of 1, 2, 5 × 10ᵏ not under |v|, and 1 where v is 0 or not finite.
//
// A figure's axes are a function of its state alone, and yet they should stay while
// one control moves. There are two ways:
//
//   - Where it costs little, as when one decomposition serves every λ, pass
//     the range over the whole slider: the axis never moves. But where that range is
//     of many decades, as of α when λ falls to 10⁻¹², nearly every state is flat in it.
//   - Else round the state's own range up with RoundUp: neighbouring states share an
//     axis, which changes at most three times a decade.
func RoundUp(v float64) float64 {
	if v = math.Abs(v); v == 0 || !finite(v) {
		return 1
	}
	up := NiceStep(v)
	if !(up >= v) || math.IsInf(up, 0) { // where floats end, there are no powers of ten
		return v
	}
	return up
}

// number writes v to so many decimal places, or as a power of ten where that would
// be long, as 2.5 × 10⁻⁴.
func number(v float64, places int) string {
	if abs := math.Abs(v); places > 4 || abs >= 1e5 {
		if v == 0 {
			return "0"
		}
		e := exponent(v)
		m := math.Round(v/math.Pow10(e)*100) / 100
		if m == 1 {
			return "10" + superscript(e)
		}
		return minus(strconv.FormatFloat(m, 'g', -1, 64)) + " × 10" + superscript(e)
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	if v == 0 || s == "-0" {
		return "0"
	}
	return minus(s)
}

func minus(s string) string {
	if s[0] == '-' {
		return "−" + s[1:]
	}
	return s
}

func superscript(n int) string { return shifted(n, []rune("⁰¹²³⁴⁵⁶⁷⁸⁹"), "⁻") }
func subscript(n int) string   { return shifted(n, []rune("₀₁₂₃₄₅₆₇₈₉"), "₋") }

func shifted(n int, digits []rune, minus string) string {
	var out []rune
	for _, r := range strconv.Itoa(n) {
		if r == '-' {
			out = append(out, []rune(minus)...)
		} else {
			out = append(out, digits[r-'0'])
		}
	}
	return string(out)
}
