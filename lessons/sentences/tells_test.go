package sentences

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

type (
	state   = *coursetest.State
	claim   = coursetest.Claim[state]
	slots   = map[string]func(state) float64
	phrases = map[string]func(state) string
)

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

// pairOf are the numbers of the two sentences of a state, from 0.
func pairOf(s state) (i, j int) {
	n := len(every(s, int(s.Param("each"))))
	return min(int(s.Param("first")), n) - 1, min(int(s.Param("second")), n) - 1
}

// checkGram counts the pair anew, and the means of k over pairs of one language and of two.
func checkGram(t *testing.T, s, _ state) {
	all, k := every(s, int(s.Param("each"))), s.Result.(*pair).kernel.base
	i, j := pairOf(s)
	shared := math.NaN()
	if counter, ok := k.(interface{ Counts(string) map[string]int }); ok {
		shared = 0
		for u := range counter.Counts(all[i]) {
			if counter.Counts(all[j])[u] > 0 {
				shared++
			}
		}
	}
	want := map[string]float64{"counted": k.Eval(all[i], all[j]), "k": k.Eval(all[i], all[j]), "shared": shared}
	if s.Choice("normalised") == "1" {
		want["k"] = engine.NormalizedString{Kernel: k}.Eval(all[i], all[j])
	}
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
	want["mean_same"], want["mean_other"] = stat.Mean(same, nil), stat.Mean(other, nil)
	coursetest.Same(t, s.Find, 1e-12, want)
}

func TestGramSays(t *testing.T) {
	shares := func(is func(n float64) bool) func(state) bool {
		return func(s state) bool { return is(s.Find("shared")) }
	}
	itself := func(s state) bool { i, j := pairOf(s); return i == j }
	normal := func(s state) bool { return s.Choice("normalised") == "1" }
	pair := phrases{}
	for n, name := range []string{"first", "second"} {
		at := func(s state) int { i, j := pairOf(s); return []int{i, j}[n] }
		pair[name+"_name"] = func(s state) string { return called(s, at(s), int(s.Param("each"))) }
		pair[name+"_text"] = func(s state) string { return every(s, int(s.Param("each")))[at(s)] }
	}
	things := phrases{"things": func(s state) string {
		what := map[string]string{spectrum: "substring", words: "word", subsequence: "subsequence"}[s.Choice("kernel")]
		if s.Find("shared") != 1 {
			what += "s"
		}
		if s.Choice("kernel") == words {
			return what
		}
		return what + " of length " + s.Choice("length")
	}}
	coursetest.Says(t, Lesson, "gram", 2, append(ownStates, "first=49&second=50", "each=24&kernel=words"),
		checkGram,
		claim{Text: saysShared, Words: things, When: shares(func(n float64) bool { return n != 1 && !math.IsNaN(n) })},
		claim{Text: saysOne, Words: things, When: shares(func(n float64) bool { return n == 1 })},
		claim{Text: saysWeighted, Words: things, When: shares(math.IsNaN)},
		claim{Text: saysTwo, Words: pair, When: func(s state) bool { return !itself(s) }},
		claim{Text: saysItself, Words: pair, When: itself},
		claim{Text: saysK, When: func(s state) bool { return !normal(s) }}, claim{Text: saysNormalised, When: normal},
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
	shown := len(s.Column("profile", "error"))
	if v.whole != (s.Choice("show") == "whole") || shown != map[bool]int{true: longest, false: shownFirst}[v.whole] {
		t.Errorf("all of it is shown: %t", v.whole)
	}
	if !v.whole {
		return
	}
	e, nothing := s.Column("profile", "error"), s.Column("profile", "nothing")
	best := slices.Index(e, slices.Min(e))
	coursetest.Same(t, s.Find, 0, map[string]float64{
		"best_length": float64(best + 1), "best_error": e[best], "longest_nothing": nothing[7],
		"one_letter_error": e[0],
		"two_letter_error": e[1],
	})
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

// checkClassify holds what is counted in this split and over all to what the functions say,
// and those values of theirs that are said to K.
func checkClassify(t *testing.T, s, _ state) {
	e, nothing := s.Column("splits", "error"), s.Column("splits", "nothing")
	mean, deviation := stat.MeanStdDev(e, nil)
	wrong, strange, undecided, count := split(s)
	here, share := int(s.Param("split"))-1, 100/float64(count)
	coursetest.Same(t, s.Find, engine.Agreement, map[string]float64{
		"error": mean, "deviation": deviation, "nothing": stat.Mean(nothing, nil), "wrong": float64(wrong),
		"strange": float64(strange), "new": float64(count),
	})
	if len(e) != splits || !engine.Agree(e[here], share*float64(wrong+strange+undecided), 100) ||
		!engine.Agree(nothing[here], share*float64(strange), 100) {
		t.Errorf("in this split %v %% are missed, and %v %% share nothing", e[here], nothing[here])
	}
	for i, f := range s.Rows("decisions") {
		if floats.Distance(f, s.Result.(*classifier).functions(i), 1) > 1e-12 {
			t.Errorf("the functions of sentence %d are %v", i+1, f)
		}
	}
}

// verdicts are the reader's own sentences of that outcome, each with what is said of it.
func verdicts(is func(name string) bool, said func(s state, i int, name string) []any) func(state) [][]any {
	return func(s state) (each [][]any) {
		all := every(s, topics)
		for i := 4 * topics; i < len(all); i++ {
			if name, _ := outcome(s, i); is(name) {
				each = append(each, append([]any{all[i]}, said(s, i, name)...))
			}
		}
		return each
	}
}

func TestClassifySays(t *testing.T) {
	none, tie := func(name string) bool { return name == "" }, func(name string) bool { return name == "?" }
	one := func(name string) bool { return len(name) > 1 }
	most := func(s state, i int) float64 { return slices.Max(s.Result.(*classifier).functions(i)) }
	at := func(s state) int { return int(s.Param("at")) - 1 }
	pointed := func(is func(name string) bool) func(state) bool {
		return func(s state) bool {
			if at(s) < 0 {
				return false
			}
			name, _ := outcome(s, at(s))
			return is(name)
		}
	}
	language := phrases{"language": func(s state) string { name, _ := outcome(s, at(s)); return name }}
	point := phrases{
		"name": func(s state) string { return called(s, at(s), topics) },
		"text": func(s state) string { return every(s, topics)[at(s)] },
	}
	fresh := func(s state) bool { return s.Column("data", "new")[at(s)] == 1 }
	ours := func(s state) bool { return at(s) >= 0 && at(s) < 4*topics }
	counts := func(s state) [3]int {
		wrong, strange, undecided, _ := split(s)
		return [3]int{wrong, strange, undecided}
	}
	verb := func(of int, is, are string) func(state) string {
		return func(s state) string { return course.ByCount(counts(s)[of], is, are) }
	}
	coursetest.Says(t, Lesson, "classify", 1, append(ownStates[:9:9], classifyStates...), checkClassify,
		claim{Text: saysLearned, When: coursetest.Always[state]},
		claim{Text: saysNew, Words: phrases{"are": verb(0, "is", "are")}, When: coursetest.Always[state]},
		claim{Text: saysStrange, Words: phrases{"share": verb(1, "shares", "share")},
			When: func(s state) bool { return counts(s)[1] > 0 }},
		claim{Text: saysUndecided, Words: phrases{"are": verb(2, "is", "are")},
			Slots: slots{"undecided": func(s state) float64 { return float64(counts(s)[2]) }},
			When:  func(s state) bool { return counts(s)[2] > 0 }},
		claim{Text: saysTaken, Each: verdicts(one,
			func(s state, i int, name string) []any { return []any{name, most(s, i)} })},
		claim{Text: saysTied, Each: verdicts(tie, func(s state, i int, _ string) []any { return []any{most(s, i)} })},
		claim{Text: saysStranger, Each: verdicts(none, func(state, int, string) []any { return nil })},
		claim{Text: saysPoint, Words: point, When: func(s state) bool { return at(s) >= 4*topics }},
		claim{Text: saysPointNew, Words: point, When: func(s state) bool { return ours(s) && fresh(s) }},
		claim{Text: saysPointLearned, Words: point, When: func(s state) bool { return ours(s) && !fresh(s) }},
		claim{Text: saysFunctions, Words: language, When: pointed(one)},
		claim{Text: saysFunctionsTied, When: pointed(tie)},
		claim{Text: saysPointStranger, When: pointed(none)},
		claim{Text: saysFunction, Each: func(s state) (each [][]any) {
			if pointed(none)(s) || at(s) < 0 {
				return nil
			}
			for c, f := range s.Result.(*classifier).functions(at(s)) {
				each = append(each, []any{f, languages[c]})
			}
			return each
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
