package course

import (
	"fmt"
	"regexp"
	"strings"
)

// Outline is the lesson's prose as Text has it, read without computing its facts, which may
// take seconds: for what must be there at once, as a search is. In the place of each fact
// stands a number that none has, which Line writes as an ellipsis; of lines with a condition
// those with "if" stay. Headings, terms, titled
// blocks, figures and questions have the ids that they have on the page; what has a number
// for an id, "part-7", may have another.
func (l *Lesson) Outline() (*Text, error) {
	source, n := byDefault(dropRemarks(l.Prose)), 0
	return parseText(l, cited.ReplaceAllStringFunc(source, func(s string) string {
		if strings.HasPrefix(s, "±") {
			return "± 0.777000"
		}
		n++ // an answer and its near misses are further apart than their tolerances
		return fmt.Sprintf("777%03d000", n)
	}), "")
}

// byDefault leaves of lines with a condition those with "if", without their condition.
func byDefault(source string) string {
	var lines []string
	for line := range strings.SplitSeq(source, "\n") {
		groups := condition.FindStringSubmatch(line)
		switch {
		case groups == nil:
			lines = append(lines, line)
		case groups[2] == "if":
			lines = append(lines, groups[1]+line[len(groups[0]):])
		}
	}
	return strings.Join(lines, "\n")
}

var (
	cited   = regexp.MustCompile(`(± ?)?` + citation.String())
	standIn = regexp.MustCompile(`777\d{3}000|0\.777000`)
	formula = regexp.MustCompile(`(?s)<math.*?</math>|<code class="missing-formula">.*?</code>`)
	raised  = regexp.MustCompile(`(?:<mrow>)?(<mo[^>]*>−</mo>)?<m[ino][^>]*>([\dnT⊤∗])</m[ino]>(?:</mrow>)?</msup>`)
	lowered = regexp.MustCompile(`<m[in][^>]*>([\dijkn])</m[in]></msub>`)
	tall    = regexp.MustCompile(`missing-formula|</(msup|msub|msubsup|mfrac|msqrt|mover|munder|munderover|mtable)>`)
)

// Line is HTML as one line of plain words. A formula that a line of plain text cannot hold is
// an ellipsis, and so is what stands for a fact.
func Line(html string) string {
	html = formula.ReplaceAllStringFunc(html, func(f string) string {
		f = raised.ReplaceAllStringFunc(f, func(s string) string {
			m := raised.FindStringSubmatch(s)
			return superscripts.Replace(Plain(m[1]) + m[2])
		})
		f = lowered.ReplaceAllStringFunc(f, func(s string) string {
			return subscripts.Replace(lowered.FindStringSubmatch(s)[1])
		})
		if tall.MatchString(f) {
			return "…"
		}
		return f
	})
	html = strings.NewReplacer("</p>", " ", "</li>", " ", "</td>", " ", "</th>", " ").Replace(html)
	return strings.Join(strings.Fields(standIn.ReplaceAllString(Plain(html), "…")), " ")
}

var (
	superscripts = strings.NewReplacer("−", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶",
		"7", "⁷", "8", "⁸", "9", "⁹", "n", "ⁿ", "T", "ᵀ", "⊤", "ᵀ", "∗", "*")
	subscripts = strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇",
		"8", "₈", "9", "₉", "i", "ᵢ", "j", "ⱼ", "k", "ₖ", "n", "ₙ")
)
