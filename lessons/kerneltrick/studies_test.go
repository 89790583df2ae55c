package kerneltrick

import (
	"context"
	"fmt"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// pairs are choices of images: whether products of two pixels tell more than single ones.
var pairs = many.Study{
	Claims: []string{"digits-pairs"},
	Draw: func(seed int) []many.Outcome {
		m := mailOf{seed}.mail()
		return []many.Outcome{many.Less(m.atChosen(digitsLearnt, 2), m.atChosen(digitsLearnt, 1))}
	},
}

// twoCurves are samples as the figure same opens on, and with plain powers: whether the curves
// are as one, closer than in the sample that it opens on, and where plain powers differ most.
var twoCurves = many.Study{
	Claims: []string{"same-close", "same-closer", "plain-beyond"},
	Draw: func(seed int) []many.Outcome {
		of := func(query string) *twoFits {
			draw := buildSame(course.NewForm(course.ParseQuery(query)))
			return course.Must(draw(context.Background(), course.NewMemo(1<<22))).Result.(*twoFits)
		}
		one, plain := of(fmt.Sprintf("seed=%d", seed)), of(fmt.Sprintf("seed=%d&compare=plain", seed))
		return []many.Outcome{
			many.If(one.gap() < sameClose), many.If(one.gap() < openingGap()), plain.beyond(),
		}
	},
}

// openingGap is the largest difference of the curves as the figure same opens.
var openingGap = sync.OnceValue(func() float64 {
	return course.Must(buildSame(course.NewForm(nil))(context.Background(), course.NewMemo(1<<22))).Find("gap")
})
