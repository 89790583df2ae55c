package sentences

import (
	"math"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"abab":   freshABAB,
	"gap":    freshGap,
	"codes":  freshCodes,
	"nearly": freshNearly,
}

// freshABAB are two words of the letters a and b.
func freshABAB(d *course.Dice) {
	length := d.Whole("length", 4, 4, 6)
	s, t := d.Word("s", "abab", length, 2), d.Word("t", "baba", length, 2)
	pairs := engine.StringSpectrum{Length: 2}
	for _, u := range []string{"aa", "ab", "ba", "bb"} {
		d.Set("s-"+u, float64(pairs.Counts(s)[u]))
		d.Set("t-"+u, float64(pairs.Counts(t)[u]))
	}
	k, ss, tt := pairs.Eval(s, t), pairs.Eval(s, s), pairs.Eval(t, t)
	d.Set("k", k)
	d.Set("ss", ss)
	d.Set("tt", tt)
	d.Set("cosine", engine.NormalizedString{Kernel: pairs}.Eval(s, t))
	d.Set("letters", engine.NormalizedString{Kernel: engine.StringSpectrum{Length: 1}}.Eval(s, t))
	d.Want(k > 0 && k*k < ss*tt)
	d.Apart(0.01, "cosine", "k", "letters")
}

// freshGap is a decay.
func freshGap(d *course.Dice) {
	decay := course.Round(float64(d.Whole("hundredths", 50, 30, 90))/100, 9)
	cosine := func(decay float64) float64 {
		return engine.NormalizedString{Kernel: engine.Subsequence{Length: 2, Decay: decay}}.Eval("cat", "cut")
	}
	d.Set("decay", decay)
	d.Set("count", engine.Subsequence{Length: 2, Decay: decay}.Eval("cat", "cut"))
	d.Set("cosine", cosine(decay))
	d.Set("flat", cosine(1))
	d.Apart(0.002, "cosine", "count", "flat")
}

// freshCodes are two codes of six digits: the second is the first without one of its digits, with others in place of
// one or two, and one more at its end.
func freshCodes(d *course.Dice) {
	q := d.Of("q", 0.8, 0.9, 0.7, 0.6, 0.5, 0.4)
	s := strconv.Itoa(int(d.Of("s", 315746, 268493, 751938, 482617, 936152, 174825, 649271, 853194, 527631, 198374)))
	out, swaps, first := d.Whole("out", 1, 1, 2), d.Whole("swaps", 1, 1, 2), d.Whole("first", 2, 0, 2)
	unused := strings.Map(func(r rune) rune {
		if strings.ContainsRune(s, r) {
			return -1
		}
		return r
	}, "123456789123456789")
	turn := d.Whole("turn", 0, 0, 2)
	t := []byte(s[:out-1] + s[out:] + unused[turn+2:turn+3])
	d.Set("gone", float64(s[out-1]-'0'))
	d.Set("end", float64(unused[turn+2]-'0'))
	for i := range swaps {
		at := out - 1 + (first+2*i)%(len(s)-out-1)
		d.Set([]string{"old", "older"}[i], float64(t[at]-'0'))
		d.Set([]string{"new", "newer"}[i], float64(unused[turn+i]-'0'))
		t[at] = unused[turn+i]
	}
	steps, places := engine.EditDistance(s, string(t)), 0
	for i := range t {
		if t[i] != s[i] {
			places++
		}
	}
	d.Set("t", course.Must(strconv.ParseFloat(string(t), 64)))
	d.Set("two", float64(swaps-1))
	d.Set("steps", float64(steps))
	d.Set("places", float64(places))
	for name, n := range map[string]int{"like": steps, "by-place": places, "apart": steps + swaps, "shift": 2} {
		d.Set(name, course.Round(math.Pow(q, float64(n)), 9))
	}
	d.Want(steps == swaps+2)
	d.Apart(0.002, "like", "by-place", "apart", "shift")
}

// freshNearly are two codes of three digits, which share two digits in a row, and how many digits there are.
func freshNearly(d *course.Dice) {
	most := d.Whole("most", 6, 4, 9)
	a, b, c, e := d.Whole("a", 1, 1, 4), d.Whole("b", 2, 1, 4), d.Whole("c", 3, 1, 4), d.Whole("e", 4, 1, 4)
	s, t := []int{a, b, c}, []int{a, b, e}
	if d.Whole("order", 1, 0, 1) == 1 {
		t = []int{e, a, b}
	}
	d.Set("s", float64(100*s[0]+10*s[1]+s[2]))
	d.Set("t", float64(100*t[0]+10*t[1]+t[2]))
	var agree [3]float64 // substrings of s and t that agree in so many digits
	for i := range 2 {
		for j := range 2 {
			places := 0
			for k := range 2 {
				if s[i+k] == t[j+k] {
					places++
				}
			}
			agree[places]++
		}
	}
	both, one := float64(2*most-1), float64(most)
	d.Set("both", both)
	for i, name := range []string{"none-alike", "one-alike", "same"} {
		d.Set(name, agree[i])
	}
	d.Set("nearly", both*agree[2]+one*agree[1]+2*agree[0])
	d.Set("exact", agree[2])
	d.Set("no-two", both*agree[2]+one*agree[1])
	d.Set("itself", (both+1)*agree[2]+one*agree[1]+2*agree[0])
	d.Want(c != e)
	d.Apart(0.1, "nearly", "exact", "no-two", "itself")
}
