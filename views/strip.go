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
		x := stripAt(i, c)
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
func stripHere(a *course.Among, c course.Counted) string {
	x := stripAt(min(a.Stands, len(a.Order)-1), c)
	if c.Scale != nil {
		x = stripOn(c.Scale.Here)
	}
	return fmt.Sprintf("M%s %dl-4 4h8z", x, stripHeight-4)
}

// stripAt is where the tick of a sample stands: in a row, or on the scale of the rank.
func stripAt(i int, c course.Counted) string {
	if c.Scale != nil {
		return stripOn(c.Scale.At[i])
	}
	return tenths((float64(i) + 0.5) * stripWidth / float64(len(c.Strip)))
}

// stripOn is a place of a scale, from 0 to 1; its ends are where a triangle has room.
func stripOn(at float64) string { return tenths(4 + at*(stripWidth-8)) }

// stripLimit is the line at a claim's threshold, as a path.
func stripLimit(s *course.Scale) string {
	return fmt.Sprintf("M%s 0v%d", stripOn(s.Under), stripHeight-4)
}

// stripPlaces are where the ticks of a scale stand, as shares of the strip.
func stripPlaces(s *course.Scale) string {
	var all []string
	for _, at := range s.At {
		all = append(all, fmt.Sprintf("%.3f", (4+at*(stripWidth-8))/stripWidth))
	}
	return strings.Join(all, " ")
}

func tenths(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }
