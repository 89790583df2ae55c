package course

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
)

// Facts are the numbers that a lesson's prose cites, by name: computed by the
// engine, so that none is typed.
type Facts map[string]float64

// Read draws a figure in the state of a query and keeps numbers of it as facts.
// names are pairs: what the fact is called, after prefix, and the number's name in
// the figure. Without any, every number of the figure is kept under prefix and its
// own name. A slip in the query or a number that the figure lacks is an author's,
// and panics. memo is nil, or what several readings of dear states share.
func (f Facts) Read(memo *Memo, build func(*Form) Draw, query, prefix string, names ...string) *Picture {
	form := NewForm(ParseQuery(query))
	p := Must(build(form)(context.Background(), memo))
	if len(form.Notes) > 0 {
		panic("course: " + query + " leaves notes: " + strings.Join(form.Notes, " "))
	}
	if len(names) == 0 {
		for _, n := range p.Numbers {
			f[prefix+n.Name] = n.Value
		}
	}
	for i := 0; i < len(names); i += 2 {
		if !slices.ContainsFunc(p.Numbers, func(n Number) bool { return n.Name == names[i+1] }) {
			panic("course: " + query + " has no number " + names[i+1])
		}
		f[prefix+names[i]] = p.Find(names[i+1])
	}
	return p
}

// Anew keeps in how many envelopes, with a setting chosen anew in each, the sealed data cost more than what was
// chosen by, in how many as much, of how many, and by how much on average.
func (f Facts) Anew(prefix string, all []Envelope) {
	more := Opened{Anew: all}.More()
	f[prefix+"worse"], f[prefix+"of"], f[prefix+"more"], f[prefix+"se"] = float64(Worse(all)), float64(len(all)),
		more.Value, more.SE
	f[prefix+"ties"] = 0
	for _, e := range all {
		if e.Sealed == e.Chosen {
			f[prefix+"ties"]++
		}
	}
}

// Must is [engine.Must].
func Must[T any](v T, err error) T { return engine.Must(v, err) }

// Each are what a function makes of the elements of a list, in their order.
func Each[T, U any](list []T, of func(T) U) []U {
	all := make([]U, len(list))
	for i, v := range list {
		all[i] = of(v)
	}
	return all
}

// Wins is in how many samples the error a is less than the error b.
func Wins(a, b []float64) (n float64) {
	for i := range a {
		if a[i] < b[i] {
			n++
		}
	}
	return n
}

// citation is @{name} or @{name|format}.
var citation = regexp.MustCompile(`@\{([^}|]+)(?:\|([^}]+))?\}`)

// expand puts the facts where source cites them. Without a format a fact is
// written as Digits does; "tex" is the same in a formula, "count" a whole number, "strip" a
// share of 100 with its margin, drawn, "value" a number as it was chosen, "plus" the same with its
// sign before it, "frac" a fraction, "link" the number in an address, "word" the
// word that it stands for; a format that begins with % is a verb of package fmt, its hyphen a minus as everywhere.
func (f Facts) expand(source string) (string, error) {
	var missing []string
	s := citation.ReplaceAllStringFunc(source, func(m string) string {
		groups := citation.FindStringSubmatch(m)
		v, ok := f[groups[1]]
		if !ok {
			missing = append(missing, groups[1])
			return m
		}
		switch verb := groups[2]; {
		case verb == "":
			return Digits(v)
		case verb == "count":
			return Count(v)
		case verb == "tex":
			return TeX(v)
		case verb == "value":
			return Value(v)
		case verb == "plus" && v < 0:
			return "− " + Value(-v)
		case verb == "plus":
			return "+ " + Value(v)
		case verb == "frac":
			if over, under, ok := fraction(v); ok && under > 1 {
				return strings.ReplaceAll(fmt.Sprintf("%d/%d", over, under), "-", "−")
			}
			return Value(v)
		case verb == "link":
			return strconv.FormatFloat(v, 'g', -1, 64)
		case verb == "word":
			return WordOf(v)
		case verb == "strip":
			return f.strip(groups[1])
		case verb[0] == '%':
			text := strings.ReplaceAll(fmt.Sprintf(verb, v), "-", "−")
			if strings.Trim(text, "+−0.") == "" { // what comes out as zero has no sign
				return strings.TrimLeft(text, "+−")
			}
			return text
		}
		missing = append(missing, m)
		return m
	})
	if missing != nil {
		return "", fmt.Errorf("no fact or format: %s", strings.Join(missing, ", "))
	}
	return s, nil
}

// strip draws a recorded share: of fifty ticks, one for two samples of a hundred, those stand above the line
// of which it is so, first; then a gap for ties; then below the line those of which it is not. The numbers
// follow.
func (f Facts) strip(name string) string {
	const ticks, step = 50, 3.0
	so, ties := math.Round(ticks*f[name]/100), math.Round(ticks*f[name+"-ties"]/100)
	return fmt.Sprintf(`<svg class="share" viewBox="0 0 %v 18" aria-hidden="true">`+
		`<path d="M0 5h%vM%v 13h%v"></path></svg> %.0f (±%.0f)`,
		ticks*step, step*so, step*(so+ties), step*max(ticks-so-ties, 0), f[name], f[name+"-margin"])
}

// Indices are 0 to n−1.
func Indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
