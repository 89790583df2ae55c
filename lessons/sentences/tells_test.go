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
	"own=" + strings.Repeat("x", 200) + "&first=49", "own=a|b|c|d|e|f|g|h", "own=%00%ff日本語 ||  | “quoted” k = 3.", "own=<b>bold</b>%26amp;", "normalised=0&first=3&second=3",
}

func TestGramTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "gram", 2, append(ownStates, "first=49&second=50", "each=24&kernel=words"),
		coursetest.Clause{Says: `((?:English|French|German|Spanish|yours) \d+), “(.*?)”(?:, and ((?:English|French|German|Spanish|yours) \d+), “(.*?)”|, with itself)(?:: (\d+) different (\w+)(?: of length (\d+))? shared, and|, by subsequences of length (\d+):) k = ` + num + `(?:, normalised ` + num + `)?\.`, Holds: func(s told, m []string) bool {
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
				if coursetest.Whole(m[4]) != shared || (m[5] == "words") != (s.Choice("kernel") == words) || m[6] != "" && coursetest.Whole(m[6]) != length {
					return false
				}
			} else if coursetest.Whole(m[7]) != length || s.Choice("kernel") != subsequence {
				return false
			}
			normal := s.Choice("normalised") == "1"
			slack := 1e-12 * k.Eval(all[i], all[i])
			return coursetest.Is(m[8], k.Eval(all[i], all[j]), slack) && (m[9] != "") == normal && (!normal || coursetest.Is(m[9], engine.NormalizedString{Kernel: k}.Eval(all[i], all[j]), 1e-12) && s.Shown(m[9], "k"))
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
			return coursetest.Is(m[0], stat.Mean(same, nil), 1e-12) && coursetest.Is(m[1], stat.Mean(other, nil), 1e-12)
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
			if math.Abs(sum-want) > 1e-9 {
				t.Errorf("%q: the shares of the %s add up to %v, want %v", query, series, sum, want)
			}
		}
	}
}

func TestLengthsTells(t *testing.T) {
	whole_ := func(s told) bool { return s.Choice("show") == "whole" }
	coursetest.Tells(t, Lesson, "lengths", 1, []string{"show=whole&learned=4"},
		coursetest.Clause{Says: `With single letters ` + num + ` % of new sentences are taken for another language, with pairs ` + num + ` %\. How it goes on is yours to draw\.`, Holds: func(s told, m []string) bool {
			return s.Shown(m[0], "one_letter_error") && s.Shown(m[1], "two_letter_error") && s.Series == nil
		}, When: func(s told) bool { return !whole_(s) }},
		coursetest.Clause{Says: `Learned from (\d+) sentences of each language\. The error is ` + num + ` % with single letters, least at length (\d+), with ` + num + ` %, give or take ` + num + ` % from split to split, and ` + num + ` % at length 8\. Whole words have ` + num + ` %\. The nearest neighbour at length (\d+) has ` + num + ` %\.`, Holds: func(s told, m []string) bool {
			e, d, n := s.Column("profile", "error"), s.Column("profile", "deviation"), s.Column("profile", "neighbour_error")
			best := slices.Index(e, slices.Min(e))
			return m[0] == s.Choice("learned") && coursetest.Is(m[1], e[0], 0) && coursetest.Whole(m[2]) == best+1 && coursetest.Is(m[3], e[best], 0) && coursetest.Is(m[4], d[best], 0) &&
				coursetest.Is(m[5], e[7], 0) && s.Shown(m[6], "words_error") && m[7] == m[2] && coursetest.Is(m[8], n[best], 0) && s.Shown(m[3], "best_error") && s.Shown(m[2], "best_length")
		}, When: whole_},
	)
}

func TestClassifyTells(t *testing.T) {
	// takenFor is what the functions of a state say of sentence i.
	takenFor := func(s told, i int) (string, float64) {
		f := s.Rows("decisions")[i]
		most := slices.Max(f)
		return languages[slices.IndexFunc(f, func(v float64) bool { return v > most-1e-9 })], most
	}
	// strange reports whether sentence i shares nothing with what was learned from.
	strange := func(s told, i int) bool {
		K, fresh, of := s.Rows("gram"), s.Column("data", "new"), s.Column("data", "language")
		for j, k := range K[i] {
			if fresh[j] == 0 && of[j] < 4 && k > 0 {
				return false
			}
		}
		return true
	}
	coursetest.Tells(t, Lesson, "classify", 1, append(ownStates[:9:9], "at=3", "at=97&own=Guten Morgen", "at=98&own=a|qwx&learned=2", "split=60&learned=23", "at=30&split=4"),
		coursetest.Clause{Says: `Learned from (\d+) sentences? of each language\. In this split (\d+) of (\d+) new ones (is|are) taken for another language; over all splits ` + num + ` %, give or take ` + num + ` %\.`, Holds: func(s told, m []string) bool {
			wrong, count := 0, 0
			of, fresh := s.Column("data", "language"), s.Column("data", "new")
			for i, isNew := range fresh {
				if isNew == 1 {
					count++
					if name, _ := takenFor(s, i); name != languages[int(of[i])] {
						wrong++
					}
				}
			}
			e := s.Column("splits", "error")
			mean, deviation := stat.MeanStdDev(e, nil)
			split := int(s.Param("split"))
			return coursetest.Whole(m[0]) == int(s.Param("learned")) && coursetest.Whole(m[1]) == wrong && coursetest.Whole(m[2]) == count && (m[3] == "is") == (wrong == 1) && coursetest.Is(m[4], mean, 0) && coursetest.Is(m[5], deviation, 1e-12) &&
				len(e) == splits && math.Abs(e[split-1]-100*float64(wrong)/float64(count)) < 1e-9
		}, When: func(told) bool { return true }},
		coursetest.Clause{Says: `“(.*?)” is taken for (\w+), with ` + num + `\.`, Holds: func(s told, m []string) bool {
			all := every(s, topics)
			i := 96 + slices.Index(all[96:], m[0])
			name, f := takenFor(s, i)
			return i >= 96 && name == m[1] && coursetest.Is(m[2], f, 0) && !strange(s, i)
		}},
		coursetest.Clause{Says: `“(.*?)” has nothing in common with what was learned from\.`, Holds: func(s told, m []string) bool {
			all := every(s, topics)
			i := 96 + slices.Index(all[96:], m[0])
			return i >= 96 && strange(s, i)
		}},
		coursetest.Clause{Says: `Point (\d+): (\w+ \d+), “(.*?)”(, learned from|, new|)\. The four functions are ` + num + ` for English, ` + num + ` for French, ` + num + ` for German and ` + num + ` for Spanish: it is taken for (\w+)\.`, Holds: func(s told, m []string) bool {
			i := int(s.Param("at")) - 1
			f := s.Rows("decisions")[i]
			for c := range f {
				if !coursetest.Is(m[4+c], f[c], 0) {
					return false
				}
			}
			name, _ := takenFor(s, i)
			status := map[string]bool{", new": s.Column("data", "new")[i] == 1, ", learned from": s.Column("data", "new")[i] == 0 && i < 96, "": i >= 96}
			return coursetest.Whole(m[0]) == i+1 && m[1] == called(s, i, topics) && m[2] == every(s, topics)[i] && status[m[3]] && name == m[8]
		}},
		coursetest.Clause{Says: `Point (\d+): (\w+ \d+), “(.*?)”(, learned from|, new|)\. It has nothing in common with any other that was learned from\.`, Holds: func(s told, m []string) bool {
			return strange(s, int(s.Param("at"))-1) && coursetest.Whole(m[0]) == int(s.Param("at"))
		}},
	)
}

func TestEditTells(t *testing.T) {
	least := func(s told) float64 { return slices.Min(s.Column("eigenvalues", "eigenvalue")) }
	rounding := func(s told) float64 {
		v := s.Column("eigenvalues", "eigenvalue")
		return float64(len(v)) * 0x1p-52 * slices.Max(v)
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
					if math.Abs(K[i][j]-math.Exp(-s.Param("rate")*float64(engine.EditDistance(all[i], all[j])))) > 1e-12 {
						return false
					}
				}
			}
			return coursetest.Whole(m[0]) == len(K) && len(K) == len(all) && coursetest.Is(m[1], s.Param("rate"), 0) && coursetest.Is(m[2], form, 1e-9) && coursetest.Is(m[2], least(s), 0)
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
