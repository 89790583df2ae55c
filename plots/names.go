package plots

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// mostNamed is up to how many points are called by their names.
const mostNamed = 40

// A page may set names so many times as large as drawn, without one's running into another:
// those of rows; of marks in large panels, and in small ones.
const rowsLarger, namesLarger, namesLargest = 1.3, 1.5, 1.75

// leaders are how long, in px, a line from a mark to its name may be, and leaderTurns how many
// directions are tried, from the upper right on.
var leaders = []vg.Length{20, 28, 38, 50, 64, 80, 98, 118, 140, 165}

const leaderTurns = 32

// namesRoom is how many times as large as drawn a page may set names in a frame so wide.
func namesRoom(width float64) float64 {
	const even = 500 // px: in frames so wide type is as large as drawn
	return math.Min(math.Max(even/width, namesLarger), namesLargest)
}

// pointNames writes the points' names: to the right of a mark, left of it, above or below it,
// wherever it covers no mark and no other name; where Leaders is set, else at the end of a line
// that leads there. A point with a named marker has its name from that.
type pointNames struct {
	of      []string // by number of the point
	leaders bool
	classes []Class
	markers []Marker
	lines   []Line // that names keep clear of, where they can
}

// A naming is a name with its place, and the line that leads to it, if any.
type naming struct {
	text string
	wide vg.Length // as drawn
	at   vg.Point
	anchor
	ends   [2]vg.Point // of the line; both are none where it has none
	covers vg.Rectangle
}

func (t text) naming(name string, at vg.Point) naming {
	return naming{text: name, wide: t.width(name), at: at}
}

func (n naming) led() bool { return n.ends[0] != n.ends[1] }

func (v pointNames) plot(c draw.Canvas, p *frame) {
	all := v.place(c, p)
	var lines vg.Path
	for _, n := range all {
		if n.led() {
			lines = append(lines, segment(n.ends[0], n.ends[1])...)
		}
	}
	strokePath(c, "leaders", lines, draw.LineStyle{Color: Soft, Width: 0.8})
	for _, a := range []anchor{start, middle, end} { // one group of text each
		set := tickText.with(Soft, a)
		set.Halo = true
		for _, n := range all {
			if n.anchor == a {
				set.draw(c, n.at.X, n.at.Y, n.text)
			}
		}
	}
}

// place finds a place for every name that has one.
func (v pointNames) place(c draw.Canvas, p *frame) (all []naming) {
	if len(v.of) > mostNamed {
		return nil
	}
	const edge = 8 // px that a name may stand beyond the frame
	t := taken{larger: vg.Length(namesRoom(float64(c.Max.X - c.Min.X))), drawn: v.segments(c, p)}
	t.inside = vg.Rectangle{Min: vg.Point{X: c.Min.X - edge, Y: c.Min.Y},
		Max: vg.Point{X: c.Max.X + edge, Y: c.Max.Y + edge}}
	t.marks, t.boxes = v.covered(c, p, t.larger)
	var waiting []naming
	for i, k := range v.classes {
		g := k.glyphs(c, p, i)
		for j, at := range g.at {
			if v.marked(k, g.numbers[j]) {
				continue
			}
			n := tickText.naming(v.of[g.numbers[j]], at)
			if beside := t.beside(n, g.size/2); beside != nil {
				all = append(all, *beside)
			} else {
				waiting = append(waiting, n)
			}
		}
	}
	if !v.leaders {
		return all
	}
	return append(all, t.ledMost(waiting)...)
}

// ledMost places those names at the ends of lines, as many as it finds places for that leave
// one another alone. Those with the fewest places choose first.
func (t *taken) ledMost(names []naming) (best []naming) {
	const looks = 1000 // at most, at places of some before others
	var places [][]naming
	for _, n := range names {
		if led := t.led(n); led != nil {
			places = append(places, led)
		}
	}
	slices.SortStableFunc(places, func(a, b []naming) int { return len(a) - len(b) })
	looked := 0
	var next func(i int, chosen []naming)
	next = func(i int, chosen []naming) {
		if len(chosen) > len(best) {
			best = slices.Clone(chosen)
		}
		if len(chosen)+len(places)-i <= len(best) {
			return
		}
		for _, n := range places[i] {
			if looked++; looked > looks || len(best) == len(places) {
				return
			}
			if !slices.ContainsFunc(chosen, n.disturbs) {
				next(i+1, append(chosen, n))
			}
		}
		next(i+1, chosen)
	}
	next(0, nil)
	return best
}

// segments are the pieces of the lines, on the canvas.
func (v pointNames) segments(c draw.Canvas, p *frame) (all [][2]vg.Point) {
	for _, l := range v.lines {
		for i := 1; i < len(l.Xs); i++ {
			from, to := p.place(c, l.Xs[i-1], l.Ys[i-1]), p.place(c, l.Xs[i], l.Ys[i])
			if finite(float64(from.X+from.Y+to.X+to.Y)) && through(c.Rectangle, from, to) {
				all = append(all, [2]vg.Point{from, to})
			}
		}
	}
	return all
}

// marked reports whether a marker names the datum of that number.
func (v pointNames) marked(k Class, number int) bool {
	at := k.Points[slices.Index(k.Index, number)]
	return slices.ContainsFunc(v.markers, func(m Marker) bool {
		return m.Name != "" && m.X == at.X && m.Y == at.Y
	})
}

// covered is what lies in the frame already: marks; and markers, and their names.
func (v pointNames) covered(c draw.Canvas, p *frame, larger vg.Length) (marks, boxes []vg.Rectangle) {
	square := func(at vg.Point, half vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: at.X - half, Y: at.Y - half},
			Max: vg.Point{X: at.X + half, Y: at.Y + half}}
	}
	for i, k := range v.classes {
		g := k.glyphs(c, p, i)
		for _, at := range g.at {
			marks = append(marks, square(at, g.size/2+1))
		}
	}
	for _, m := range v.markers {
		at := p.place(c, m.X, m.Y)
		half := vg.Length(8)
		if m.Datum {
			half = 12
		}
		if boxes = append(boxes, square(at, half)); m.Name != "" {
			boxes = append(boxes, m.nameBox(c, at, larger))
		}
	}
	return marks, boxes
}

// nameBox is about where the marker's name stands, its type so many times as large as drawn.
func (m Marker) nameBox(c draw.Canvas, at vg.Point, larger vg.Length) vg.Rectangle {
	set, gap := noteText.with(Ink, start), m.gap()
	if m.Datum {
		set.Size, gap = 15, 17
	}
	n := set.naming(m.Name, vg.Point{X: at.X + gap, Y: at.Y - 4})
	switch {
	case m.Above:
		n.at, n.anchor = vg.Point{X: at.X, Y: at.Y + gap}, middle
	case m.Below:
		n.at, n.anchor = vg.Point{X: at.X, Y: at.Y - gap - 11}, middle
	case m.Left || n.at.X+n.wide*5/4 > c.Max.X:
		n.at.X, n.anchor = at.X-gap, end
	}
	return n.box(set, larger)
}

// box is what the name covers where its type is so many times as large as drawn.
func (n naming) box(set text, larger vg.Length) vg.Rectangle {
	w, h := larger*n.wide, larger*vg.Length(set.Size)
	x := n.at.X - w*vg.Length(n.anchor)/2
	return vg.Rectangle{Min: vg.Point{X: x, Y: n.at.Y - h/4}, Max: vg.Point{X: x + w, Y: n.at.Y + 3*h/4}}
}

// taken is what names have no room in any more.
type taken struct {
	inside       vg.Rectangle
	larger       vg.Length // than drawn a page may set names
	marks, boxes []vg.Rectangle
	drawn        [][2]vg.Point // lines
}

// beside places a name next to its mark, of that radius, if it can: clear of lines, or else
// over one.
func (t *taken) beside(n naming, radius vg.Length) *naming {
	mark, gap := n.at, radius+4
	for _, over := range [...]bool{false, true} {
		for _, to := range [...]struct {
			dx, dy vg.Length
			anchor
		}{{gap, -4, start}, {-gap, -4, end}, {0, gap, middle}, {0, -gap - 11, middle}} {
			n.at, n.anchor = vg.Point{X: mark.X + to.dx, Y: mark.Y + to.dy}, to.anchor
			if box := n.box(tickText, t.larger); t.free(box) && (over || !crossed(box, t.drawn)) {
				t.boxes = append(t.boxes, box)
				return &n
			}
		}
	}
	return nil
}

// led are the places of a name at the end of a line from its mark, the nearest first.
func (t *taken) led(n naming) (places []naming) {
	const clear = 3 // px between the line and what is at its ends
	mark := n.at
	for _, long := range leaders {
		for turn := range leaderTurns {
			sin, cos := math.Sincos(math.Pi/4 + 2*math.Pi*float64(turn)/leaderTurns)
			way := vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}
			to := mark.Add(way.Scale(long))
			n.at, n.anchor = vg.Point{X: to.X + clear*way.X, Y: to.Y - 4 + 8*way.Y}, middle
			switch {
			case cos > 0.3:
				n.anchor = start
			case cos < -0.3:
				n.anchor = end
			}
			n.ends = [2]vg.Point{mark.Add(way.Scale(clear + 2)), to}
			n.covers = n.box(tickText, t.larger)
			// A line may begin under a ring around a mark close by.
			if t.free(n.covers) && !meets(t.marks, mark.Add(way.Scale(clear+5)), to) &&
				!meets(t.boxes, mark.Add(way.Scale(4*clear)), to) && !crossed(n.covers, t.drawn) {
				places = append(places, n)
			}
		}
	}
	return places
}

// disturbs reports whether two names at ends of lines cover each other, or their lines.
func (n naming) disturbs(m naming) bool {
	return overlap(n.covers, m.covers) || through(n.covers, m.ends[0], m.ends[1]) ||
		through(m.covers, n.ends[0], n.ends[1]) || runsOver(n.ends, m.ends)
}

// free reports whether a box lies in the frame and on nothing.
func (t *taken) free(b vg.Rectangle) bool {
	over := func(o vg.Rectangle) bool { return overlap(b, o) }
	return b.Min.X >= t.inside.Min.X && b.Max.X <= t.inside.Max.X && b.Min.Y >= t.inside.Min.Y &&
		b.Max.Y <= t.inside.Max.Y && !slices.ContainsFunc(t.marks, over) && !slices.ContainsFunc(t.boxes, over)
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// crossed reports whether one of the lines meets the box.
func crossed(b vg.Rectangle, lines [][2]vg.Point) bool {
	return slices.ContainsFunc(lines, func(l [2]vg.Point) bool { return through(b, l[0], l[1]) })
}

// runsOver reports whether a line runs over another.
func runsOver(a, b [2]vg.Point) bool {
	side := func(a, b, c vg.Point) vg.Length { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }
	return side(b[0], b[1], a[0])*side(b[0], b[1], a[1]) < 0 && side(a[0], a[1], b[0])*side(a[0], a[1], b[1]) < 0
}

// meets reports whether the line from one point to another meets one of the boxes.
func meets(boxes []vg.Rectangle, from, to vg.Point) bool {
	return slices.ContainsFunc(boxes, func(b vg.Rectangle) bool { return through(b, from, to) })
}

// through reports whether the line from one point to another meets the box.
func through(b vg.Rectangle, from, to vg.Point) bool {
	if max(from.X, to.X) <= b.Min.X || min(from.X, to.X) >= b.Max.X ||
		max(from.Y, to.Y) <= b.Min.Y || min(from.Y, to.Y) >= b.Max.Y {
		return false
	}
	first, last := vg.Length(0), vg.Length(1) // of the line's part that may lie in the box, from 0 to 1
	for _, side := range [...][4]vg.Length{{from.X, to.X, b.Min.X, b.Max.X}, {from.Y, to.Y, b.Min.Y, b.Max.Y}} {
		at, way, lo, hi := side[0], side[1]-side[0], side[2], side[3]
		if way == 0 { // between lo and hi, by the above
			continue
		}
		in, out := (lo-at)/way, (hi-at)/way
		first, last = max(first, min(in, out)), min(last, max(in, out))
	}
	return first < last
}
