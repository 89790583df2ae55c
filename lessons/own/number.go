package own

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// number reads a decimal number, with a decimal comma if so said. Its digits may stand in
// groups of three: 1,000.5, or 1.000,5 with a decimal comma, or 1 000 or 1'000.
func number(cell string, commas bool) (float64, bool) {
	if cell = strings.TrimSpace(cell); len(cell) > maxDigits {
		return 0, false
	}
	cell = minus.Replace(cell)
	mark, groups := ".", ","
	if commas {
		mark, groups = ",", "."
	}
	whole, rest, fraction := strings.Cut(cell, mark)
	if i := strings.IndexAny(whole, groups+spaces); i >= 0 {
		var ok bool
		if whole, ok = joined(whole, string([]rune(whole[i:])[:1])); !ok {
			return 0, false
		}
	}
	if fraction {
		whole += "." + rest
	}
	return decimal(whole)
}

// maxDigits is more letters, in bytes, than a number is written with.
const maxDigits = 100

// minus are signs that stand for a minus.
var minus = strings.NewReplacer("−", "-", "–", "-")

// spaces keep groups of digits apart in either way of writing: the one that does not break,
// the thin one, the narrow one, and what is used in Switzerland.
const spaces = " \u00a0\u2009\u202f'’"

// joined is a whole number whose groups of three digits are kept apart. No such number begins
// with a zero.
func joined(whole, apart string) (string, bool) {
	digits := strings.TrimLeft(whole, "+-")
	for i, group := range strings.Split(digits, apart) {
		if i == 0 && (group == "" || group[0] == '0' || len(group) > 3) || i > 0 && len(group) != 3 {
			return "", false
		}
	}
	return strings.ReplaceAll(whole, apart, ""), true
}

// decimal reads digits with a decimal point and perhaps an exponent.
func decimal(s string) (float64, bool) {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, false
	}
	return v + 0, true // −0 becomes 0
}

// signs stand at an end of a number, one of them in all cells of a column.
var signs = []string{"%", "€", "$", "£", "¥", "₹"}

// bare is a cell without a sign at either end.
func bare(cell string) string {
	rest, _ := signed(cell)
	return rest
}

// signed is a cell without a sign at either end, and the sign; a minus may stand before it.
func signed(cell string) (rest, sign string) {
	rest = minus.Replace(strings.TrimSpace(cell))
	digits, negative := strings.CutPrefix(rest, "-")
	for _, s := range signs {
		without, ok := strings.CutSuffix(digits, s)
		if !ok && s != "%" {
			without, ok = strings.CutPrefix(digits, s)
		}
		if without = strings.TrimSpace(without); ok && negative {
			without = "-" + without
		}
		if ok {
			return without, s
		}
	}
	return rest, ""
}

// signOf is the sign that more than half of the cells of a column have that are there; "" for none.
func signOf(rows [][]string, j int) string {
	counts, there := map[string]int{}, 0
	for _, row := range rows {
		if missing(row[j]) {
			continue
		}
		_, sign := signed(row[j])
		there++
		counts[sign]++
	}
	for _, sign := range signs {
		if 2*counts[sign] > there {
			return sign
		}
	}
	return ""
}

// value is the number of a cell; of 10% it is 10, in a column of percents.
func (t *Table) value(cell, sign string) (float64, bool) {
	if sign != "" {
		without, has := signed(cell)
		if has != sign {
			return 0, false
		}
		cell = without
	}
	return number(cell, t.Commas)
}

// decimalCommas finds whether decimals are written with a comma: whether more cells are numbers
// by that alone than are with a decimal point alone. Where each cell can be either, as 1,000
// can, a doubt says how it is read. A comma is then a decimal one only where semicolons keep
// cells apart, as spreadsheets write where it is; a point is a decimal one.
func decimalCommas(records [][]string, apart string) (commas bool, doubt string) {
	clear, sure, either := 0, false, ""
	for _, r := range records {
		for _, cell := range r {
			cell = bare(cell)
			_, point := number(cell, false)
			_, comma := number(cell, true)
			switch {
			case point != comma:
				sure = true
				if clear++; point {
					clear -= 2
				}
			case point && (strings.Contains(cell, ".") && apart != "," || strings.Contains(cell, ",")):
				either = cell
			}
		}
	}
	if sure || either == "" {
		return clear > 0, ""
	}
	commas = apart == ";" && strings.Contains(either, ",")
	read, _ := number(either, commas)
	other, _ := number(either, !commas)
	return commas, fmt.Sprintf(saysEither, either, written(read), written(other))
}

const saysEither = "“%s” is read as %s. If it is meant as %s, send the table again, and say how decimals are written."

// whyNot is what is wrong with a cell of a column of numbers.
func (c *Column) whyNot(t *Table, cell string) string {
	if missing(cell) {
		return "stands for no value"
	}
	if v, ok := number(cell, t.Commas); ok {
		if math.Abs(v) > MaxValue {
			return "is beyond ±10¹², and more than 10⁶ times the median of its column"
		}
		return "has no " + c.sign + ", as the other cells have"
	}
	rest, sign := signed(cell)
	plain := strings.Replace(rest, ",", ".", 1)
	if v, err := strconv.ParseFloat(plain, 64); err == nil || math.IsInf(v, 0) {
		switch {
		case math.IsInf(v, 0):
			return "is beyond what a number can be"
		case sign != "":
			return "is in " + sign + ", and the column is not"
		}
	}
	if c.Dates {
		return "is no date as the others"
	}
	return "is no number of this table"
}

var (
	dates = pattern(`^\d{4}[-/.]\d{1,2}([-/.]\d{1,2}([T ].*)?)?$|` +
		`^\d{1,2}[-/.]\d{1,2}[-/.](\d{2}|\d{4})( .*)?$|^\d{1,2}:\d{2}(:\d{2})?$`)
	measured = pattern(`^\p{Sc} ?[-+]?\d[\d.,]*$|^[-+]?\d[\d.,]* ?\p{Sc}$|^[-+]?\d[\d.,]* \p{L}{1,4}$`)
)

// hint is what a reader may do with a column of words that were meant to be numbers; "" where
// fewer than half of them look so.
func (t *Table) hint(rows [][]string, j, there int) string {
	days, either, other, units := 0, 0, 0, 0
	for _, row := range rows {
		cell := strings.TrimSpace(row[j])
		if len(cell) > maxDigits {
			continue
		}
		_, isOther := number(cell, !t.Commas)
		_, isMoment := momentOf(cell)
		switch {
		case isMoment:
			either++
		case dates().MatchString(cell):
			days++
		case isOther:
			other++
		case measured().MatchString(cell):
			units++
		}
	}
	switch {
	case 2*either > there:
		return "These dates may have the day first or the month first. Send the table again, and say which."
	case 2*days > there:
		return "These are times of day, or dates of more than one kind. Figures take numbers, such as hours."
	case 2*other > there:
		return "These are numbers with another decimal mark than the rest of the table."
	case 2*units > there:
		return "Each cell has a number and a unit. Write the unit into the name: “price (€)”."
	}
	return ""
}

// scale has a column in a power of ten where it goes beyond ±MaxValue, and says so in its unit; its
// numbers are then within ±10⁶. What is beyond, and 10⁶ times the median, is a slip, and no number.
func (t *Table) scale(c *Column) {
	var sizes []float64
	for _, v := range c.Numbers {
		if v != 0 && !math.IsNaN(v) {
			sizes = append(sizes, math.Abs(v))
		}
	}
	if len(sizes) == 0 || slices.Max(sizes) <= MaxValue {
		return
	}
	slices.Sort(sizes)
	bound, most := math.Max(MaxValue, mostOfMedian*sizes[len(sizes)/2]), 0.0
	for i, v := range c.Numbers {
		if math.Abs(v) > bound {
			c.Numbers[i] = math.NaN()
			continue
		}
		if !math.IsNaN(v) {
			most = math.Max(most, math.Abs(v))
		}
	}
	if most <= MaxValue {
		return
	}
	power := 3 * int(math.Ceil(math.Log10(most/asMeasured)/3))
	for i := range c.Numbers {
		c.Numbers[i] /= math.Pow10(power)
	}
	c.Unit, c.power = strings.TrimSpace("10"+raised(power)+" "+c.Unit), power
	t.Notes = append(t.Notes, fmt.Sprintf("“%s” is in units of 10%s.", c.Name, raised(power)))
}

// mostOfMedian is how many times the median a number beyond ±MaxValue is at most.
const mostOfMedian = 1e6

// raised is a whole number as an exponent.
func raised(power int) string {
	var b strings.Builder
	for _, r := range strconv.Itoa(power) {
		b.WriteRune([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'])
	}
	return b.String()
}
