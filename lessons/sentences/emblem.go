package sentences

import (
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is two words of the sentences, and the letters that a kernel of strings finds in
// both.
func emblem(*course.Picture) plots.Emblem {
	words := []string{"letter", "lettre"}
	v := plots.Pane{Equal: true, X: plots.Axis{Min: -0.2, Max: 6.2}, Y: plots.Axis{Min: -0.4, Max: 3.4}}
	for i, word := range words {
		y := 1.75 * float64(1-i)
		shares := engine.LetterShares(engine.StringSpectrum{Length: 3}, word, words[1-i])
		both := len(slices.DeleteFunc(shares, func(s float64) bool { return s == 0 }))
		v.Parts = append(v.Parts,
			plots.Box(0, float64(both), y, y+1.25, plots.Accent.Fade(0.3)),
			plots.Word{Text: word[:both], Y: y},
			plots.Word{Text: word[both:], X: float64(both), Y: y, Color: plots.Soft})
	}
	return plots.Emblem{v}
}
