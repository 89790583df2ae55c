package views

import (
	"fmt"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// The measures of a strip: its width and height, the height of its line, and that of a tick.
const stripWidth, stripHeight, stripLine, stripTick = 400, 22, 9, 8

// stripTicks are the ticks of a claim's strip and the line that they stand on, as the path of an SVG.
func stripTicks(c course.Counted) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M0 %dh%d", stripLine, stripWidth)
	for i, is := range c.Strip {
		x := stripAt(i, len(c.Strip))
		switch is {
		case many.Holds:
			fmt.Fprintf(&b, "M%s %dv-%d", x, stripLine, stripTick)
		case many.Fails:
			fmt.Fprintf(&b, "M%s %dv%d", x, stripLine, stripTick)
		}
	}
	return b.String()
}

// stripHere is the triangle under the sample in sight.
func stripHere(a *course.Among) string {
	return fmt.Sprintf("M%s %dl-4 4h8z", stripAt(min(a.Stands, len(a.Order)-1), len(a.Order)), stripHeight-4)
}

// stripAt is where the tick of a sample stands.
func stripAt(i, of int) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", (float64(i)+0.5)*stripWidth/float64(of)), ".0")
}
