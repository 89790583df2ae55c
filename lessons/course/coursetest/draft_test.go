package coursetest

import (
	"context"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// TestADraftIsExemptFromCounting holds a draft to the rules that has too few words, links,
// exercises and values, too many open controls, and a prediction without its line.
func TestADraftIsExemptFromCounting(t *testing.T) {
	paragraph := strings.Repeat("word ", course.MaxScreenWords)
	Check(t, &course.Lesson{
		Slug: "draft", Title: "T", Short: "S", Lede: "L", Draft: true,
		Prose: "::: figure fit :::\n\n::: predict p\nUp?\nveil fit/a\n= 1 ± 0.5\n: [So](?fit.b=2).\n:::\n\n" +
			"::: proof P\n" + paragraph + "\n\n" + paragraph + "\n:::\n",
		Facts: func() course.Facts { return nil },
		Figures: []course.Figure{{Name: "fit", Title: "F", Goal: "get a = 2", Build: func(f *course.Form) course.Draw {
			for _, name := range []string{"a", "b", "c", "d", "e"} {
				f.Float(name, name, 1, 0, 2)
			}
			a := f.Control("a").Number()
			return func(context.Context, *course.Memo) (*course.Picture, error) {
				return &course.Picture{Description: "One number.",
					Numbers: []course.Number{{Name: "one", Label: "one", Means: "One.", Value: 1}},
					Goals: []course.Goal{{Name: "two", At: "a=2", Now: "1", Reached: a == 2,
						Text: "Goal reached: two."}}}, nil
			}
		}}},
	})
}
