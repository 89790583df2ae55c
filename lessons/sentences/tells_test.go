package sentences

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
)

const num = coursetest.Num

type state = *coursetest.State

// every sentence of a state, in the order of its rows.
func every(s state, each int) []string {
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
func called(s state, i, each int) string {
	if i >= 4*each {
		return "yours " + strconv.Itoa(i-4*each+1)
	}
	return languages[i/each] + " " + strconv.Itoa(i%each+1)
}

// ownStates have sentences of a reader's, hostile ones among them.
var ownStates = []string{
	"own=Guten Morgen|hello", "own=banana|ananas&each=2&first=9&second=10&length=2", "own=a&first=49",
	"own=a|b&kernel=subsequence&first=49&second=50", "own=1 2 3&kernel=words&first=49&second=49",
	"own=" + strings.Repeat("x", 200) + "&first=49", "own=a|b|c|d|e|f|g|h", "own=%00%ff日本語 ||  | “quoted” k = 3.",
	"own=<b>bold</b>%26amp;", "normalised=0&first=3&second=3", "own=the|other&first=49&second=50",
}

func TestGramTells(t *testing.T) {
	const who = `((?:English|French|German|Spanish|yours) \d+)`
	coursetest.Tells(t, Lesson, "gram", 2, append(ownStates, "first=49&second=50", "each=24&kernel=words"),
		coursetest.Clause{Says: who + `, “(.*?)”(?:, and ` + who + `, “(.*?)”|, with itself)` +
			`(?:: (\d+) (different )?(\w+)(?: of length (\d+))? shared, and|, by subsequences of length (\d+):)` +
			` k = ` + num + `(?:, normalised ` + num + `)?\.`, Holds: func(s state, m []string) bool {
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
				if coursetest.Whole(m[4]) != shared || (m[5] == "") != (shared == 1) || m[6] != what ||
					m[7] != "" && coursetest.Whole(m[7]) != length {
					return false
				}
			} else if coursetest.Whole(m[8]) != length || s.Choice("kernel") != subsequence {
				return false
			}
			normal := s.Choice("normalised") == "1"
			return coursetest.Is(m[9], k.Eval(all[i], all[j]), 0) && (m[10] != "") == normal &&
				(!normal || coursetest.Is(m[10], engine.NormalizedString{Kernel: k}.Eval(all[i], all[j]), 0) &&
					s.Shown(m[10], "k"))
		}, When: func(state) bool { return true }},
		coursetest.Clause{Says: `On average two sentences of one language have ` + num + `, of two languages ` + num +
			`\.`, Holds: func(s state, m []string) bool {
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
		}, When: func(state) bool { return true }},
	)
}

// The shares of the letters are those that the picture lights, and add up to the length.
func TestLitLetters(t *testing.T) {
	for query, want := range map[string]float64{"": 3, "kernel=subsequence": 3, "length=2&" + hand: 2} {
		p := coursetest.Opened(t, Lesson, "gram", query)
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

// checkLengths holds that what is said of the best length and of the longest is so in the
// curve that is shown.
func checkLengths(t *testing.T, s *coursetest.State, v *lengths) {
	if v.whole != (s.Choice("show") == "whole") || v.whole != (s.Series != nil) {
		t.Errorf("all of it is shown: %t", v.whole)
	}
	if !v.whole {
		return
	}
	e, nothing := s.Column("profile", "error"), s.Column("profile", "nothing")
	best := slices.Index(e, slices.Min(e))
	for name, want := range map[string]float64{
		"best_length": float64(best + 1), "best_error": e[best], "longest_nothing": nothing[7],
		"one_letter_error": e[0],
		"two_letter_error": e[1],
	} {
		if got := s.Find(name); got != want {
			t.Errorf("%s is %v, not %v", name, got, want)
		}
	}
	if strconv.Itoa(v.learned) != s.Choice("learned") || nothing[7] > e[7] {
		t.Errorf("learned from %d, %v share nothing, and %v are missed", v.learned, nothing[7], e[7])
	}
}

func TestLengthsSays(t *testing.T) {
	type claim = coursetest.Claim[*lengths]
	whole := func(v *lengths) bool { return v.whole }
	best := func(of func(v *lengths) []float64) func(*lengths) float64 {
		return func(v *lengths) float64 { return of(v)[slices.Index(v.errors, slices.Min(v.errors))] }
	}
	slots := map[string]func(*lengths) float64{
		"learned":         func(v *lengths) float64 { return float64(v.learned) },
		"longest":         func(*lengths) float64 { return 8 },
		"longest_error":   func(v *lengths) float64 { return v.errors[7] },
		"best_deviation":  best(func(v *lengths) []float64 { return v.deviations }),
		"neighbour_error": best(func(v *lengths) []float64 { return v.nearest }),
	}
	coursetest.Says(t, Lesson, "lengths", 1, []string{"show=whole&learned=4"}, checkLengths,
		claim{Text: saysPiece, When: func(v *lengths) bool { return !v.whole }},
		claim{Text: saysBest, Slots: slots, When: whole},
		claim{Text: saysLongest, Slots: slots, When: func(v *lengths) bool { return v.whole && v.nothing[7] == 0 },
			Rare: true},
		claim{Text: saysLongestNothing, Slots: slots,
			When: func(v *lengths) bool { return v.whole && v.nothing[7] > 0 }},
		claim{Text: saysWords, Slots: slots, When: whole},
	)
}

// outcome is what the functions of a state say of sentence i: a language, "" where it
// shares nothing with what was learned from, "?" where two are as large.
func outcome(s state, i int) (language string, most float64) {
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
func split(s state) (wrong, strange, undecided, count int) {
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
			undecided++
		case languages[int(of[i])]:
		default:
			wrong++
		}
	}
	return wrong, strange, undecided, count
}

// classifyStates share nothing, have two languages as large, or are pointed at.
var classifyStates = []string{
	"at=3", "at=97&own=Guten Morgen", "at=98&own=a|qwx&learned=2", "split=60&learned=23", "at=30&split=4", "length=8",
	"length=8&learned=1&split=7&at=5",
	"kernel=words&learned=1", "kernel=words&learned=1&split=3", "kernel=words&learned=1&split=9&at=40",
	"length=5&learned=23&split=2", "kernel=words&learned=1&at=27&own=de la|die and",
	"kernel=words&learned=1&split=2&at=74",
}

func TestClassifyTells(t *testing.T) {
	const quoted = `([^”]*|“quoted” k = 3\.)` // one of ownStates has quotes
	unlike := func(s state, text string) bool {
		i := topics*4 + slices.Index(every(s, topics)[topics*4:], text)
		name, _ := outcome(s, i)
		return i >= topics*4 && name == ""
	}
	status := func(s state, at string, said string) bool {
		i := coursetest.Whole(at) - 1
		fresh := s.Column("data", "new")[i] == 1
		return i+1 == int(s.Param("at")) && (said == ", new") == fresh &&
			(said == ", learned from") == (!fresh && i < 4*topics)
	}
	coursetest.Tells(t, Lesson, "classify", 1, append(ownStates[:9:9], classifyStates...),
		coursetest.Clause{Says: `Learned from (\d+) sentences? of each language\. ` +
			`In this split there are (\d+) new ones: ` +
			`(\d+) (is|are) taken for another language(?:, (\d+) shares? nothing with any learned from)?` +
			`(?:, (\d+) (?:is|are) as much one language as another)?\.`, Holds: func(s state, m []string) bool {
			wrong, strange, undecided, count := split(s)
			whole := func(text string) int { return max(0, coursetest.Whole(text)) }
			return coursetest.Whole(m[0]) == int(s.Param("learned")) && coursetest.Whole(m[1]) == count &&
				coursetest.Whole(m[2]) == wrong && (m[3] == "is") == (wrong == 1) && whole(m[4]) == strange &&
				whole(m[5]) == undecided
		}, When: func(state) bool { return true }},
		coursetest.Clause{Says: `Over all splits ` + num + ` % are missed, give or take ` + num + ` %(?:; ` + num +
			` % share nothing)?\.`, Holds: func(s state, m []string) bool {
			e, nothing := s.Column("splits", "error"), s.Column("splits", "nothing")
			mean, deviation := stat.MeanStdDev(e, nil)
			wrong, strange, undecided, count := split(s)
			here, share := int(s.Param("split"))-1, 100/float64(count)
			return coursetest.Is(m[0], mean, 0) && coursetest.Is(m[1], deviation, 0) &&
				(m[2] != "") == (stat.Mean(nothing, nil) > 0) &&
				(m[2] == "" || coursetest.Is(m[2], stat.Mean(nothing, nil), 0)) &&
				len(e) == splits && engine.Agree(e[here], share*float64(wrong+strange+undecided), 100) &&
				engine.Agree(nothing[here], share*float64(strange), 100)
		}, When: func(state) bool { return true }},
		coursetest.Clause{Says: `“` + quoted + `” is taken for (\w+), with ` + num + `\.`,
			Holds: func(s state, m []string) bool {
				i := topics*4 + slices.Index(every(s, topics)[topics*4:], m[0])
				name, f := outcome(s, i)
				return i >= topics*4 && name == m[1] && coursetest.Is(m[2], f, 0)
			}},
		coursetest.Clause{Says: `“` + quoted +
			`” shares nothing with any sentence learned from, and is given no language\.`,
			Holds: func(s state, m []string) bool { return unlike(s, m[0]) }},
		coursetest.Clause{Says: `“` + quoted + `” is as much one language as another, with ` + num +
			`, and is given none\.`, Holds: func(s state, m []string) bool {
			name, f := outcome(s, topics*4+slices.Index(every(s, topics)[topics*4:], m[0]))
			return name == "?" && coursetest.Is(m[1], f, 0)
		}},
		coursetest.Clause{Says: `Point (\d+): (\w+ \d+), “(.*?)”(, learned from|, new|)\. The four functions are ` +
			num + ` for English, ` + num + ` for French, ` + num + ` for German and ` + num +
			` for Spanish: it is (taken for \w+|as much one language as another, and is given none)\.`,
			Holds: func(s state, m []string) bool {
				i := int(s.Param("at")) - 1
				f := s.Rows("decisions")[i]
				for c := range f {
					if !coursetest.Is(m[4+c], f[c], 0) {
						return false
					}
				}
				name, _ := outcome(s, i)
				return m[1] == called(s, i, topics) && m[2] == every(s, topics)[i] && status(s, m[0], m[3]) &&
					(m[8] == "taken for "+name) == (name != "?") && name != ""
			}},
		coursetest.Clause{Says: `Point (\d+): (\w+ \d+), “(.*?)”(, learned from|, new|)\. ` +
			`It shares nothing with any sentence learned from, and is given no language\.`,
			Holds: func(s state, m []string) bool {
				name, _ := outcome(s, int(s.Param("at"))-1)
				return name == "" && status(s, m[0], m[3])
			}},
	)
}

// checkEdit holds the matrix to the distances, and the least eigenvalue to its vector.
func checkEdit(t *testing.T, s *coursetest.State, v *edit) {
	all := fiveWords
	if s.Choice("words") == "all" {
		all = wordsUpTo(int(s.Param("longest")))
	}
	K, c, form := s.Rows("gram"), s.Column("witness", "c"), 0.0
	if len(K) != len(all) {
		t.Fatalf("%d words, not %d", len(K), len(all))
	}
	for i := range K {
		for j := range K {
			form += c[i] * K[i][j] * c[j]
			d := float64(engine.EditDistance(all[i], all[j]))
			if want := math.Exp(-s.Param("rate") * d); !engine.Agree(K[i][j], want, 1) {
				t.Errorf("%s and %s are %v alike, not %v", all[i], all[j], K[i][j], want)
			}
		}
	}
	values := s.Column("eigenvalues", "eigenvalue")
	rounding := engine.Rounding(len(values), slices.Max(values))
	negative := floats.Count(func(e float64) bool { return e < -rounding }, values)
	if v.negative() != negative || v.least() != slices.Min(values) || math.Abs(v.least()-form) > rounding {
		t.Errorf("%d are negative, not %d, and the least is %v or %v", v.negative(), negative, v.least(), form)
	}
}

func TestEditSays(t *testing.T) {
	type claim = coursetest.Claim[*edit]
	negative := func(is func(n int) bool) func(*edit) bool {
		return func(v *edit) bool { return is(v.negative()) }
	}
	rounding := func(v *edit) bool { return math.Abs(v.least()) < v.s.Rounding() }
	weights := map[string]func(*edit) float64{}
	for i, w := range fiveWords {
		weights["c_"+w] = func(v *edit) float64 { return v.s.Vectors.At(i, 4) }
	}
	coursetest.Says(t, Lesson, "edit", 4, []string{"rate=0.15", "rate=0.36"}, checkEdit,
		claim{Text: saysLeast, When: func(v *edit) bool { return !rounding(v) }},
		claim{Text: saysRounding, When: rounding, Rare: true},
		claim{Text: saysNegative, When: negative(func(n int) bool { return n > 1 })},
		claim{Text: saysOneNegative, When: negative(func(n int) bool { return n == 1 })},
		claim{Text: saysNone, When: func(v *edit) bool { return v.least() >= v.s.Rounding() }},
		claim{Text: saysWeights, Slots: weights, When: func(v *edit) bool { return len(v.words) == 5 }},
	)
}
