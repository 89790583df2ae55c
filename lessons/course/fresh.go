package course

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// A Fresh draws the numbers of an exercise, so that one who has solved it finds it again with others. It computes
// what follows from them by the engine.
type Fresh func(d *Dice)

// Dice draw the numbers of one exercise, the same ones for the same seed.
type Dice struct {
	facts  Facts
	rng    *rand.Rand // nil for the numbers that the lesson prints
	missed bool
}

// Whole is a whole number from least to most, called name; in the lesson it is printed.
func (d *Dice) Whole(name string, printed, least, most int) int {
	v := printed
	if d.rng != nil {
		v = least + d.rng.IntN(most-least+1)
	}
	d.facts[name] = float64(v)
	return v
}

// Of is one of some numbers, called name; in the lesson it is the first.
func (d *Dice) Of(name string, some ...float64) float64 {
	v := some[0]
	if d.rng != nil {
		v = some[d.rng.IntN(len(some))]
	}
	d.facts[name] = v
	return v
}

// Word is a word of that many letters, each one of the first few of the alphabet, called name; in the lesson it is
// printed. As a fact it is a number with a digit for each letter, which is written as a word by the format "word".
func (d *Dice) Word(name, printed string, length, few int) string {
	word := printed
	if d.rng != nil {
		letters := make([]byte, length)
		for i := range letters {
			letters[i] = byte('a' + d.rng.IntN(few))
		}
		word = string(letters)
	}
	v := 0.0
	for _, r := range word {
		v = 10*v + float64(r-'a'+1)
	}
	d.facts[name] = v
	return word
}

// WordOf is the word of a fact that [Dice.Word] has drawn.
func WordOf(fact float64) string {
	return strings.Map(func(digit rune) rune { return digit - '1' + 'a' }, strconv.Itoa(int(fact)))
}

// Set names what follows from what was drawn: a number, or 1 and 0 for yes and no.
func (d *Dice) Set(name string, v float64) { d.facts[name] = v }

// SetIf is [Dice.Set] of whether something holds.
func (d *Dice) SetIf(name string, holds bool) {
	v := 0.0
	if holds {
		v = 1
	}
	d.Set(name, v)
}

// Want has the numbers thrown again unless they are such that the exercise asks something: that two differ, that
// near misses are apart.
func (d *Dice) Want(holds bool) { d.missed = d.missed || !holds }

// Missed is whether the numbers will be thrown again: then nothing has to follow from them.
func (d *Dice) Missed() bool { return d.missed }

// Apart is [Dice.Want] of numbers of those names that are further apart than twice a tolerance, so that none is taken
// for another.
func (d *Dice) Apart(tolerance float64, names ...string) {
	for i, a := range names {
		for _, b := range names[:i] {
			d.Want(math.Abs(d.facts[a]-d.facts[b]) > 2*tolerance)
		}
	}
}

// MostThrows are how often numbers are thrown until they are as wanted.
const MostThrows = 60

// MostSeed is the largest seed that a reader may ask for.
const MostSeed = 999

// Throw are the numbers of an exercise of that id for a seed, 0 for those that are printed, and in how many throws
// they came.
func (f Fresh) Throw(id string, seed uint64) (facts Facts, throws int, err error) {
	h := fnv.New64a()
	h.Write([]byte(id))
	for throws = 1; throws <= MostThrows; throws++ {
		d := &Dice{facts: Facts{}}
		if seed > 0 {
			d.rng = rand.New(rand.NewPCG(h.Sum64()^seed, uint64(throws)))
		}
		f(d)
		if !d.missed {
			return d.facts, throws, nil
		}
		if seed == 0 {
			return nil, throws, fmt.Errorf("exercise %s: the printed numbers are not such as are wanted", id)
		}
	}
	return nil, MostThrows, fmt.Errorf("exercise %s: no numbers for seed %d are such as are wanted", id, seed)
}

// errSlot is that a formula cites a number that cannot stand in one.
var errSlot = errors.New("in a formula a number is cited plainly, or as tex, plus, frac, or by a verb of fmt")

// slots puts facts into the source of an exercise: numbers in formulas into slots, so that one translation of a formula
// serves all that are drawn. A line "if name …" stays, without these words, where the fact is not 0; "unless name …"
// where it is.
func (f Facts) slots(source string) (string, error) {
	var lines []string
	gone := "" // lines that are left out, so that those after them keep their numbers
	for line := range strings.SplitSeq(source, "\n") {
		kept, line, err := f.holds(line)
		if err != nil {
			return "", err
		}
		if gone += strings.Repeat(dropped, strings.Count(line, dropped)); !kept {
			gone += dropped
			continue
		}
		lines = append(lines, gone+strings.ReplaceAll(line, dropped, ""))
		gone = ""
	}
	var failed error
	source = inDollars.ReplaceAllStringFunc(strings.Join(lines, "\n"), func(formula string) string {
		return citation.ReplaceAllStringFunc(formula, func(m string) string {
			groups := citation.FindStringSubmatch(m)
			v, ok := f[groups[1]]
			if !ok {
				return m // which expand finds
			}
			slot, err := slotted(v, groups[2])
			failed = errors.Join(failed, err)
			return slot
		})
	})
	if failed != nil {
		return "", failed
	}
	return f.expand(source)
}

// condition is what a line depends on.
var condition = regexp.MustCompile(`^(\s*)(if|unless) ([a-z][a-z0-9-]*) `)

// holds is the line without its condition, and whether it stays.
func (f Facts) holds(line string) (bool, string, error) {
	groups := condition.FindStringSubmatch(line)
	if groups == nil {
		return true, line, nil
	}
	v, ok := f[groups[3]]
	if !ok {
		return false, "", fmt.Errorf("a line stands %s %s, and there is no such fact", groups[2], groups[3])
	}
	return (v != 0) == (groups[2] == "if"), groups[1] + line[len(groups[0]):], nil
}

// slotted is a number of a formula, in TeX that says how it is shown: \slot{as:number}.
func slotted(v float64, format string) (string, error) {
	text, as := "", "tex"
	switch {
	case format == "" || format == "tex" || format == "value":
		text = Value(v)
	case format == "plus":
		text, as = Value(v), "plus"
	case format == "frac":
		over, under, ok := fraction(v)
		if text, as = fmt.Sprintf("%d/%d", over, under), "frac"; !ok {
			return "", fmt.Errorf("%v is no fraction of numbers up to %d", v, mostUnder)
		}
	case format[0] == '%':
		text = fmt.Sprintf(format, v)
	default:
		return "", errSlot
	}
	text = strings.ReplaceAll(text, "−", "-")
	if !slotNumber.MatchString(text) {
		return "", fmt.Errorf("%q: %w", text, errSlot)
	}
	return `\slot{` + as + ":" + text + "}", nil
}

var slotNumber = regexp.MustCompile(`^-?\d+(\.\d+|/\d+)?$`)

// mostUnder bounds the denominators of fractions.
const mostUnder = 999

// fraction is v as a fraction in lowest terms.
func fraction(v float64) (over, under int, ok bool) {
	for under = 1; under <= mostUnder; under++ {
		if n := v * float64(under); math.Abs(n-math.Round(n)) <= 1e-9*math.Max(1, math.Abs(n)) {
			return int(math.Round(n)), under, true
		}
	}
	return 0, 0, false
}

var (
	slotMark = regexp.MustCompile(`\\slot\{(tex|plus|frac):([^}]*)\}`)
	gapMark  = regexp.MustCompile(`<mtext[^>]*>slot([a-z])</mtext>`)
)

// gapsOf is the formula with gaps in place of its slots, and what fills them: one translation serves every number.
func gapsOf(tex string) (template string, fill []string) {
	template = slotMark.ReplaceAllStringFunc(tex, func(m string) string {
		groups := slotMark.FindStringSubmatch(m)
		fill = append(fill, inMathML(groups[1], groups[2]))
		return fmt.Sprintf(`\text{slot%c}`, 'a'+len(fill)-1)
	})
	return template, fill
}

// filled has numbers in the gaps of a formula in MathML; a template, which has none, keeps its gaps.
func filled(mathML string, fill []string) string {
	if len(fill) == 0 {
		return mathML
	}
	return gapMark.ReplaceAllStringFunc(mathML, func(m string) string {
		return fill[gapMark.FindStringSubmatch(m)[1][0]-'a']
	})
}

// inMathML is a number, or a fraction, in MathML.
func inMathML(as, text string) string {
	unsigned, negative := strings.CutPrefix(text, "-")
	number := "<mn>" + unsigned + "</mn>"
	if over, under, ok := strings.Cut(unsigned, "/"); ok {
		if number = "<mn>" + over + "</mn>"; under != "1" {
			number = "<mfrac><mn>" + over + "</mn><mn>" + under + "</mn></mfrac>"
		}
	}
	switch {
	case as == "plus" && negative:
		return "<mo>−</mo>" + number
	case as == "plus":
		return "<mo>+</mo>" + number
	case negative:
		return `<mrow><mo form="prefix" stretchy="false">−</mo>` + number + "</mrow>"
	}
	return number
}

// inTeX is the formula with its numbers where its slots are, for those who read TeX.
func inTeX(tex string) string {
	return slotMark.ReplaceAllStringFunc(tex, func(m string) string {
		groups := slotMark.FindStringSubmatch(m)
		unsigned, negative := strings.CutPrefix(groups[2], "-")
		if over, under, ok := strings.Cut(unsigned, "/"); ok {
			if unsigned = over; under != "1" {
				unsigned = `\tfrac{` + over + "}{" + under + "}"
			}
		}
		switch {
		case negative:
			return "-" + unsigned
		case groups[1] == "plus":
			return "+" + unsigned
		}
		return unsigned
	})
}
