package sentences

import (
	"fmt"
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"abab": func(f course.Facts) float64 {
			s, t := course.WordOf(f["s"]), course.WordOf(f["t"])
			return shared(s, t) / math.Sqrt(shared(s, s)*shared(t, t))
		},
		"gap": func(f course.Facts) float64 { return f["decay"] * f["decay"] / (2 + f["decay"]*f["decay"]) },
		"codes": func(f course.Facts) float64 {
			return math.Pow(f["q"], float64(fewest(digits(f["s"]), digits(f["t"]))))
		},
		"nearly": func(f course.Facts) float64 {
			// All pairs of digits, one by one.
			k := 0
			for u := range int(f["most"] * f["most"]) {
				pair := []int{u/int(f["most"]) + 1, u%int(f["most"]) + 1}
				k += near(digits(f["s"]), pair) * near(digits(f["t"]), pair)
			}
			return float64(k)
		},
	})
}

// shared is in how many ways a pair of letters in a row of s is one of t.
func shared(s, t string) (n float64) {
	for i := range len(s) - 1 {
		for j := range len(t) - 1 {
			if s[i] == t[j] && s[i+1] == t[j+1] {
				n++
			}
		}
	}
	return n
}

// digits are those of a code.
func digits(code float64) (digits []int) {
	for _, r := range fmt.Sprint(int(code)) {
		digits = append(digits, int(r-'0'))
	}
	return digits
}

// fewest is the edit distance by what happens to the first digits: no table is kept.
func fewest(s, t []int) int {
	if len(s) == 0 || len(t) == 0 {
		return len(s) + len(t)
	}
	replaced := fewest(s[1:], t[1:])
	if s[0] != t[0] {
		replaced++
	}
	return min(replaced, 1+fewest(s[1:], t), 1+fewest(s, t[1:]))
}

// near counts the pairs in a row of a code that differ from one in at most one digit.
func near(code, pair []int) (n int) {
	for i := range len(code) - 1 {
		if code[i] == pair[0] || code[i+1] == pair[1] {
			n++
		}
	}
	return n
}
