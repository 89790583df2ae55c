package search

import (
	"bufio"
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// What things are called elsewhere, and what the course calls them. A line is
//
//	name, other name = what the course calls it | another thing that it may mean
//
//go:embed names.txt
var namesFile string

// parseNames reads the table of names, all as stems.
func parseNames(file string) (names map[string][]string, longest int) {
	names = map[string][]string{}
	lines := bufio.NewScanner(strings.NewReader(file))
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		others, meant, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		for other := range strings.SplitSeq(others, ",") {
			stems := content(Stems(other))
			longest = max(longest, len(stems))
			for m := range strings.SplitSeq(meant, "|") {
				key := strings.Join(stems, " ")
				names[key] = append(names[key], strings.Join(content(Stems(m)), " "))
			}
		}
	}
	return names, longest
}

// letters writes Greek letters by their names, and what Unicode does not take apart.
var letters = strings.NewReplacer(
	"α", " alpha ", "β", " beta ", "γ", " gamma ", "δ", " delta ", "ε", " epsilon ", "ζ", " zeta ",
	"η", " eta ", "θ", " theta ", "κ", " kappa ", "λ", " lambda ", "μ", " mu ", "ν", " nu ", "ξ", " xi ",
	"π", " pi ", "ρ", " rho ", "σ", " sigma ", "ς", " sigma ", "τ", " tau ", "φ", " phi ", "ϕ", " phi ",
	"χ", " chi ", "ψ", " psi ", "ω", " omega ",
	"æ", "a", "ø", "o", "œ", "o", "ß", "ss",
	"matrices", "matrix", "indices", "index",
	"center", "centr", "color", "colour", "neighbor", "neighbour", "behavior", "behaviour", // as in British
	"oe", "o", "ae", "a", // as in Nystroem, Schoelkopf; coefficient too, and so on both sides
	"’s", "", "'s", "", "’", "", "'", "")

// hyphened is words that are joined: semi-definite, leave-one-out.
var hyphened = regexp.MustCompile(`[a-z0-9]+(?:[-‑–][a-z0-9]+)+`)

var american = regexp.MustCompile(`iz(e|es|ed|er|ers|ing|ation|ations)$`)

// Stems are the stems of the words of a text: of "one-class" those of one, class and oneclass.
func Stems(text string) []string {
	text = letters.Replace(unaccented(strings.ToLower(text)))
	for _, joined := range hyphened.FindAllString(text, -1) {
		text += " " + strings.NewReplacer("-", "", "‑", "", "–", "").Replace(joined)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		words[i] = stem(word)
	}
	return words
}

// unaccented is a text without accents, with each letter in its plain form: é is e, 𝐊 is K
// and ² is 2. ℓ stays, which has a name.
func unaccented(text string) string {
	text = strings.ReplaceAll(text, "ℓ", " ell ")
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text)))
}

func stem(word string) string {
	return english.Stem(american.ReplaceAllString(word, "is$1"), false)
}

// common are the words that questions are made of, as stems.
var common = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields(`a about an and any are as at be between by can define defined
		do does explain for from get give given go happen has have how i if in into is it its like
		make me mean meaning means my need of on one or our should so that the their them
		then there these they this to two us use used using versus
		vs was we what when where which who why will with work works you your`) {
		words[stem(word)] = true
	}
	delete(words, stem("mean")) // the mean is a thing
	delete(words, "one")
	return words
})

// content is the stems without those that questions are made of; all of them if there are no
// others.
func content(stems []string) []string {
	var kept []string
	for _, s := range stems {
		if !common()[s] {
			kept = append(kept, s)
		}
	}
	if kept == nil {
		return stems
	}
	return kept
}

// excerptWords is how many words of an entry are shown.
const excerptWords = 28

// excerpt is the part of a text that has the most of the words asked for, from the beginning
// of a sentence where one is near.
func (x *Index) excerpt(text string, asked map[string]bool) string {
	words := strings.Fields(text)
	if len(words) <= excerptWords {
		return text
	}
	hits := make([]bool, len(words))
	for i, word := range words {
		for _, s := range x.stems[word] {
			hits[i] = hits[i] || asked[s]
		}
	}
	best, most := 0, -1
	for i := range words {
		if i > 0 && !strings.ContainsAny(words[i-1], ".:;?") {
			continue
		}
		n := 0
		for _, hit := range hits[i:min(i+excerptWords, len(hits))] {
			if hit {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	end := min(best+excerptWords, len(words))
	shown := strings.Join(words[best:end], " ")
	if best > 0 {
		shown = "… " + shown
	}
	if end < len(words) {
		shown += " …"
	}
	return shown
}
