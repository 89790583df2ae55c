package sentences

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
)

const num = coursetest.Num

type told = *coursetest.Told

// every sentence of a state, in the order of its rows.
func every(s told, each int) []string {
	var all []string
	for _, sentences := range corpus() {
		all = append(all, sentences[:each]...)
	}
	if own := s.Choice("own"); own != "" {
		all = append(all, strings.Split(own, " | ")...)
	}
	return all
}

// called is what sentence i is called by.
func called(s told, i, each int) string {
	if i >= 4*each {
		return "yours " + strconv.Itoa(i-4*each+1)
	}
	return languages[i/each] + " " + strconv.Itoa(i%each+1)
}

// ownStates have sentences of a reader's, hostile ones among them.
var ownStates = []string{
	"own=Guten Morgen|hello", "own=banana|ananas&each=2&first=9&second=10&length=2", "own=a&first=49", "own=a|b&kernel=subsequence&first=49&second=50", "own=1 2 3&kernel=words&first=49&second=49",
	"own=" + strings.Repeat("x", 200) + "&first=49", "own=a|b|c|d|e|f|g|h", "own=%00%ff日本語 ||  | “quoted” k = 3.", "own=<b>bold</b>%26amp;", "normalised=0&first=3&second=3", "own=the|other&first=49&second=50",
}

func TestGramTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "gram", 2, append(ownStates, "first=49&second=50", "each=24&kernel=words"),
		coursetest.Clause{Says: `((?:English|French|German|Spanish|yours) \d+), “(.*?)”(?:, and ((?:English|French|German|Spanish|yours) \d+), “(.*?)”|, with itself)(?:: (\d+) (different )?(\w+)(?: of length (\d+))? shared, and|, by subsequences of length (\d+):) k = ` + num + `(?:, normalised ` + num + `)?\.`, Holds: func(s told, m []string) bool {
			each := int(s.Param("each"))
			all := every(s, each)
			i, j := min(int(s.Param("first")), len(all))-1, min(int(s.Param("second")), len(all))-1
			if m[2] == "" {
				m[2], m[3] = m[0], m[1]
			}
			if m[0] != called(s, i, each) || m[1] != all[i] || m[2] != called(s, j, each) || m[3] != all[j] {
				return false
			}
			length := int(s.Param("length"))
			var k engine.StringKernel = engine.StringSpectrum{Length: length}
			switch s.Choice("kernel") {
			case words:
				k = engine.StringWords{}
			case subsequence:
				k = engine.Subsequence{Length: length, Decay: s.Param("decay")}
			}
			if m[4] != "" {
				shared := 0
				counter := k.(interface{ Counts(string) map[string]int })
				for u := range counter.Counts(all[i]) {
					if counter.Counts(all[j])[u] > 0 {
						shared++
					}
				}
				what := map[string]string{spectrum: "substring", words: "word"}[s.Choice("kernel")]
				if shared != 1 {
					what += "s"
				}
				if coursetest.Whole(m[4]) != shared || (m[5] == "") != (shared == 1) || m[6] != what || m[7] != "" && coursetest.Whole(m[7]) != length {
					return false
				}
			} else if coursetest.Whole(m[8]) != length || s.Choice("kernel") != subsequence {
				return false
			}
			normal := s.Choice("normalised") == "1"
			return coursetest.Is(m[9], k.Eval(all[i], all[j]), 0) && (m[10] != "") == normal && (!normal || coursetest.Is(m[10], engine.NormalizedString{Kernel: k}.Eval(all[i], all[j]), 0) && s.Shown(m[10], "k"))
		}, When: func(told) bool { return true }},
		coursetest.Clause{Says: `On average two sentences of one language have ` + num + `, of two languages ` + num + `\.`, Holds: func(s told, m []string) bool {
			var same, other []float64
			K, of := s.Rows("gram"), s.Column("sentences", "language")
			for i := range K {
				for j := range i {
					switch {
					case of[i] == 4 || of[j] == 4:
					case of[i] == of[j]:
						same = append(same, K[i][j])
					default:
						other = append(other, K[i][j])
					}
				}
			}
			return coursetest.Is(m[0], stat.Mean(same, nil), 0) && coursetest.Is(m[1], stat.Mean(other, nil), 0)
		}, When: func(told) bool { return true }},
	)
}

// The shares of the letters are those that the picture lights, and add up to the length.
func TestLitLetters(t *testing.T) {
	for query, want := range map[string]float64{"": 3, "kernel=subsequence": 3, "length=2&" + hand: 2} {
		p := coursetest.State(t, Lesson, "gram", query)
		for _, series := range []string{"first", "second"} {
			sum := 0.0
			for _, v := range coursetest.Values(t, p, series, "share") {
				sum += v
			}
			if !engine.Agree(sum, want, want) {
				t.Errorf("%q: the shares of the %s add up to %v, want %v", query, series, sum, want)
			}
		}
	}
}

func TestLengthsTells(t *testing.T) {
	whole := func(s told) bool { return s.Choice("show") == "whole" }
	coursetest.Tells(t, Lesson, "lengths", 1, []string{"show=whole&learned=4"},
		coursetest.Clause{Says: `With single letters ` + num + ` % of new sentences are missed, with pairs ` + num + ` %\. How it goes on is yours to draw\.`, Holds: func(s told, m []string) bool {
			return s.Shown(m[0], "one_letter_error") && s.Shown(m[1], "two_letter_error") && s.Series == nil
		}, When: func(s told) bool { return !whole(s) }},
		coursetest.Clause{Says: `Learned from (\d+) sentences of each language\. With single letters ` + num + ` % of new sentences are missed, with length (\d+) the fewest: ` + num + ` %, give or take ` + num + ` % from split to split\.`, Holds: func(s told, m []string) bool {
			e, d := s.Column("profile", "error"), s.Column("profile", "deviation")
			best := slices.Index(e, slices.Min(e))
			return m[0] == s.Choice("learned") && coursetest.Is(m[1], e[0], 0) && coursetest.Whole(m[2]) == best+1 && coursetest.Is(m[3], e[best], 0) && coursetest.Is(m[4], d[best], 0) &&
				s.Shown(m[3], "best_error") && s.Shown(m[2], "best_length")
		}, When: whole},
		coursetest.Clause{Says: `With length 8 it is ` + num + ` %(?:, and ` + num + ` % share nothing with any learned from)?\.`, Holds: func(s told, m []string) bool {
			e, nothing := s.Column("profile", "error")[7], s.Column("profile", "nothing")[7]
			return coursetest.Is(m[0], e, 0) && nothing <= e && (m[1] != "") == (nothing > 0) && (m[1] == "" || coursetest.Is(m[1], nothing, 0) && s.Shown(m[1], "longest_nothing"))
		}, When: whole},
		coursetest.Clause{Says: `With whole words it is ` + num + ` %\. The nearest neighbour at length (\d+) misses ` + num + ` %\.`, Holds: func(s told, m []string) bool {
			e, n := s.Column("profile", "error"), s.Column("profile", "neighbour_error")
			best := slices.Index(e, slices.Min(e))
			return s.Shown(m[0], "words_error") && coursetest.Whole(m[1]) == best+1 && coursetest.Is(m[2], n[best], 0)
		}, When: whole},
	)
}

// outcome is what the functions of a state say of sentence i: a language, "" where it
// shares nothing with what was learned from, "?" where two are as large.
func outcome(s told, i int) (language string, most float64) {
	K, f := s.Rows("gram")[i], s.Rows("decisions")[i]
	fresh, of := s.Column("data", "new"), s.Column("data", "language")
	shares := false
	for j, k := range K {
		shares = shares || fresh[j] == 0 && of[j] < 4 && k > 0
	}
	if !shares {
		return "", 0
	}
	most = slices.Max(f)
	language = "?"
	for c, v := range f {
		if engine.Agree(v, most, 1) {
			if language != "?" {
				return "?", most
			}
			language = languages[c]
		}
	}
	return language, most
}

// split counts what becomes of the new sentences of a state.
func split(s told) (wrong, strange, torn, count int) {
	of, fresh := s.Column("data", "language"), s.Column("data", "new")
	for i, isNew := range fresh {
		if isNew != 1 {
			continue
		}
		count++
		switch name, _ := outcome(s, i); name {
		case "":
			strange++
		case "?":
			torn++
		case languages[int(of[i])]:
		default:
			wrong++
		}
	}
	return wrong, strange, torn, count
}

// classifyStates share nothing, are torn between two languages, or are pointed at.
var classifyStates = []string{
	"at=3", "at=97&own=Guten Morgen", "at=98&own=a|qwx&learned=2", "split=60&learned=23", "at=30&split=4", "length=8", "length=8&learned=1&split=7&at=5",
	"kernel=words&learned=1", "kernel=words&learned=1&split=3", "kernel=words&learned=1&split=9&at=40", "length=5&learned=23&split=2", "kernel=words&learned=1&at=27&own=de la|die and", "kernel=words&learned=1&split=2&at=74",
}

func TestClassifyTells(t *testing.T) {
	const quoted = `([^”]*|“quoted” k = 3\.)` // one of ownStates has quotes
	unlike := func(s told, text string) bool {
		i := topics*4 + slices.Index(every(s, topics)[topics*4:], text)
		name, _ := outcome(s, i)
		return i >= topics*4 && name == ""
	}
	status := func(s told, at string, said string) bool {
		i := coursetest.Whole(at) - 1
		fresh := s.Column("data", "new")[i] == 1
		return i+1 == int(s.Param("at")) && (said == ", new") == fresh && (said == ", learned from") == (!fresh && i < 4*topics)
	}
	coursetest.Tells(t, Lesson, "classify", 1, append(ownStates[:9:9], classifyStates...),
		coursetest.Clause{Says: `Learned from (\d+) sentences? of each language\. In this split there are (\d+) new ones: (\d+) (is|are) taken for another language(?:, (\d+) shares? nothing with any learned from)?(?:, (\d+) (?:is|are) as much one language as another)?\.`, Holds: func(s told, m []string) bool {
			wrong, strange, torn, count := split(s)
			whole := func(text string) int { return max(0, coursetest.Whole(text)) }
			return coursetest.Whole(m[0]) == int(s.Param("learned")) && coursetest.Whole(m[1]) == count && coursetest.Whole(m[2]) == wrong && (m[3] == "is") == (wrong == 1) && whole(m[4]) == strange && whole(m[5]) == torn
		}, When: func(told) bool { return true }},
		coursetest.Clause{Says: `Over all splits ` + num + ` % are missed, give or take ` + num + ` %(?:; ` + num + ` % share nothing)?\.`, Holds: func(s told, m []string) bool {
			e, nothing := s.Column("splits", "error"), s.Column("splits", "nothing")
			mean, deviation := stat.MeanStdDev(e, nil)
			wrong, strange, torn, count := split(s)
			here, share := int(s.Param("split"))-1, 100/float64(count)
			return coursetest.Is(m[0], mean, 0) && coursetest.Is(m[1], deviation, 0) && (m[2] != "") == (stat.Mean(nothing, nil) > 0) && (m[2] == "" || coursetest.Is(m[2], stat.Mean(nothing, nil), 0)) &&
				len(e) == splits && engine.Agree(e[here], share*float64(wrong+strange+torn), 100) && engine.Agree(nothing[here], share*float64(strange), 100)
		}, When: func(told) bool { return true }},
		coursetest.Clause{Says: `“` + quoted + `” is taken for (\w+), with ` + num + `\.`, Holds: func(s told, m []string) bool {
			i := topics*4 + slices.Index(every(s, topics)[topics*4:], m[0])
			name, f := outcome(s, i)
			return i >= topics*4 && name == m[1] && coursetest.Is(m[2], f, 0)
		}},
		coursetest.Clause{Says: `“` + quoted + `” shares nothing with any sentence learned from, and is given no language\.`, Holds: func(s told, m []string) bool { return unlike(s, m[0]) }},
		coursetest.Clause{Says: `“` + quoted + `” is as much one language as another, with ` + num + `, and is given none\.`, Holds: func(s told, m []string) bool {
			name, f := outcome(s, topics*4+slices.Index(every(s, topics)[topics*4:], m[0]))
			return name == "?" && coursetest.Is(m[1], f, 0)
		}},
		coursetest.Clause{Says: `Point (\d+): (\w+ \d+), “(.*?)”(, learned from|, new|)\. The four functions are ` + num + ` for English, ` + num + ` for French, ` + num + ` for German and ` + num + ` for Spanish: it is (taken for \w+|as much one language as another, and is given none)\.`, Holds: func(s told, m []string) bool {
			i := int(s.Param("at")) - 1
			f := s.Rows("decisions")[i]
			for c := range f {
				if !coursetest.Is(m[4+c], f[c], 0) {
					return false
				}
			}
			name, _ := outcome(s, i)
			return m[1] == called(s, i, topics) && m[2] == every(s, topics)[i] && status(s, m[0], m[3]) && (m[8] == "taken for "+name) == (name != "?") && name != ""
		}},
		coursetest.Clause{Says: `Point (\d+): (\w+ \d+), “(.*?)”(, learned from|, new|)\. It shares nothing with any sentence learned from, and is given no language\.`, Holds: func(s told, m []string) bool {
			name, _ := outcome(s, int(s.Param("at"))-1)
			return name == "" && status(s, m[0], m[3])
		}},
	)
}

func TestEditTells(t *testing.T) {
	least := func(s told) float64 { return slices.Min(s.Column("eigenvalues", "eigenvalue")) }
	rounding := func(s told) float64 {
		v := s.Column("eigenvalues", "eigenvalue")
		return engine.Rounding(len(v), slices.Max(v))
	}
	coursetest.Tells(t, Lesson, "edit", 4, []string{"rate=0.15", "rate=0.36"},
		coursetest.Clause{Says: `(\d+) words over a and b, and exp\(−γd\) with γ = ` + num + `: the least eigenvalue is ` + num, Holds: func(s told, m []string) bool {
			K, c := s.Rows("gram"), s.Column("witness", "c")
			form, all := 0.0, fiveWords
			if s.Choice("words") == "all" {
				all = wordsUpTo(int(s.Param("longest")))
			}
			for i := range K {
				for j := range K {
					form += c[i] * K[i][j] * c[j]
					if !engine.Agree(K[i][j], math.Exp(-s.Param("rate")*float64(engine.EditDistance(all[i], all[j]))), 1) {
						return false
					}
				}
			}
			return coursetest.Whole(m[0]) == len(K) && len(K) == len(all) && coursetest.Is(m[1], s.Param("rate"), 0) && coursetest.Is(m[2], form, rounding(s)) && coursetest.Is(m[2], least(s), 0)
		}, When: func(told) bool { return true }},
		coursetest.Clause{Says: `\. (\d+) of (\d+) (is|are) negative: this is no kernel\.`, Holds: func(s told, m []string) bool {
			n := 0
			for _, v := range s.Column("eigenvalues", "eigenvalue") {
				if v < -rounding(s) {
					n++
				}
			}
			return coursetest.Whole(m[0]) == n && coursetest.Whole(m[1]) == len(s.Rows("gram")) && (m[2] == "is") == (n == 1)
		}, When: func(s told) bool { return least(s) < -rounding(s) }},
		coursetest.Clause{Says: `\. None is negative, so these words do not convict it\.`, When: func(s told) bool { return least(s) >= rounding(s) }},
		coursetest.Clause{Says: `, which may be rounding\.`, Rare: true, When: func(s told) bool { return math.Abs(least(s)) < rounding(s) }},
		coursetest.Clause{Says: `Its weights are ` + num + ` for ab, ` + num + ` for ba, ` + num + ` for aa, ` + num + ` for b and ` + num + ` for bab\.`, Holds: func(s told, m []string) bool {
			for i, c := range s.Column("witness", "c") {
				if !coursetest.Is(m[i], c, 0) {
					return false
				}
			}
			return true
		}, When: func(s told) bool { return s.Choice("words") == "five" }},
	)
}
