package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Term is one number of a sum. Terms of one Group follow each other; they share
// a shade.
type Term struct {
	Name  string
	Value float64
	Group int
}

// Waterfall is a sum, term by term: every bar begins where the one before ended,
// and the last, from zero, is the total. Up to sixteen terms have names, and their values
// in the bars; more are thin bars. Groups have names where there is room.
type Waterfall struct {
	Y         Axis
	Terms     []Term
	Groups    []string // names of groups 0, 1, …
	Total     string   // name of the last bar; "sum" if empty
	Reference Mark     // a level line at a value, not drawn without a Name
}

const mostNames = 16 // terms that have room for a name

func (v Waterfall) frame(w, h float64) frame {
	last, half := v.last()
	return newFrame(w, h, Axis{Min: -0.5, Max: last + half}, v.Y)
}

// last returns where the total's bar stands, after terms at 0, 1, 2 …, and half the
// room it has: where terms are many, more than a term.
func (v Waterfall) last() (at, half float64) {
	n := float64(len(v.Terms))
	half = math.Max(0.5, n/50)
	return n - 0.5 + half, half
}

// Draw draws the panel; see [Drawer].
func (v Waterfall) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	f.draw(c, yAxis{axes{f.x, f.y, true}}, v)
}

// A shade of bars is one path.
type shade struct {
	class string
	fill  Token
	path  vg.Path
}

// plot draws the bars into the frame.
func (v Waterfall) plot(c draw.Canvas, p *frame) {
	shades := [...]shade{
		{"terms up", Accent, nil}, {"terms up", Accent.Fade(faint), nil},
		{"terms down", Curve, nil}, {"terms down", Curve.Fade(faint), nil},
		{"total", Ink.Fade(0.75), nil},
	}
	last, room := v.last()
	px := float64(c.Max.X-c.Min.X) / (last + room + 0.5)                      // from term to term
	half := math.Min(px/2*math.Min(1, 0.8+0.2*float64(len(v.Terms))/100), 24) // thin bars touch
	level := func(y float64) vg.Length {
		if t := p.y.norm(y); t >= 0 {
			return c.Y(math.Min(t, 1))
		}
		return c.Min.Y
	}
	bar := func(s *shade, at, from, to float64) {
		x := c.X(p.x.norm(at))
		s.path = appendBox(s.path, vg.Rectangle{
			Min: vg.Point{X: x - vg.Length(half), Y: level(math.Min(from, to))},
			Max: vg.Point{X: x + vg.Length(half), Y: level(math.Max(from, to))},
		})
	}
	var links vg.Path
	sum := 0.0
	for i, t := range v.Terms {
		if !finite(t.Value) || !finite(sum+t.Value) {
			continue
		}
		k := t.Group & 1
		if t.Value < 0 {
			k += 2
		}
		bar(&shades[k], float64(i), sum, sum+t.Value)
		sum += t.Value
		from, to := c.X(p.x.norm(float64(i))), c.X(p.x.norm(float64(i+1)))
		links = append(links, segment(vg.Point{X: from, Y: level(sum)}, vg.Point{X: to, Y: level(sum)})...)
	}
	half = math.Max(half, math.Min(0.7*px*room, 24))
	bar(&shades[4], last, 0, sum)
	if len(v.Terms) <= mostNames {
		strokePath(c, "links", links, draw.LineStyle{Color: Soft, Width: 1})
	}
	for _, s := range shades {
		if len(s.path) > 0 {
			fillPath(c, s.class, s.path, s.fill)
		}
	}
	if zero := p.y.norm(0); zero >= 0 && zero <= 1 {
		strokePath(c, "zero", horizontal(c, c.Y(zero)), draw.LineStyle{Color: Soft, Width: 1})
	}
	v.reference(c, p)
	v.names(c, p)
	v.values(c, p, level, half)
}

// values writes in each bar what it adds, or beyond its end where it is too low for that.
func (v Waterfall) values(c draw.Canvas, p *frame, level func(float64) vg.Length, half float64) {
	const (
		inside   = 16 // px, the height of a bar that holds a number,
		standing = 7  // half the width of one that holds it upright, more than one digit,
		gap      = 4  // and the room around one
	)
	if len(v.Terms) > mostNames {
		return
	}
	apart := c.X(p.x.norm(1)) - c.X(p.x.norm(0))
	lines := v.lines(c, p)
	write := func(at, from, to float64, pale bool, s string) {
		x, low, high := c.X(p.x.norm(at)), level(math.Min(from, to)), level(math.Max(from, to))
		set := tickText.with(Paper, middle)
		if pale {
			set.Color, set.Halo = Ink, true
		}
		wide := set.width(s)
		y := clearOf(lines, low, high, inside/2) - 4
		switch {
		case wide <= vg.Length(2*half-2) && high-low >= inside:
		case half >= standing && len(s) > 1 && high-low >= wide*5/4+2*gap:
			set.Angle, x, y = math.Pi/2, x+4, clearOf(lines, low, high, wide*5/8+gap)
		case 5*wide > 4*apart: // a page may enlarge it
			return
		default:
			set = tickText.with(Ink, middle)
			if set.Halo, y = true, high+gap; to < from {
				y = low - gap - 9
			}
		}
		set.draw(c, x, min(max(y, c.Min.Y+gap), c.Max.Y-gap-9), s)
	}
	sum := 0.0
	for i, t := range v.Terms {
		if !finite(t.Value) || !finite(sum+t.Value) {
			continue
		}
		sign := "+"
		if t.Value <= 0 {
			sign = ""
		}
		write(float64(i), sum, sum+t.Value, t.Group&1 == 1, sign+short(t.Value))
		sum += t.Value
	}
	last, _ := v.last()
	if math.Abs(sum) < 1e-9*(p.y.Max-p.y.Min) {
		sum = 0 // up to rounding
	}
	write(last, 0, sum, false, short(sum))
}

// lines are the heights of the level lines over the bars: of the reference and of zero.
func (v Waterfall) lines(c draw.Canvas, p *frame) []vg.Length {
	all := []vg.Length{c.Y(p.y.norm(0))}
	if v.Reference.Name != "" {
		all = append(all, c.Y(p.y.norm(v.Reference.At)))
	}
	return all
}

// clearOf is the height between low and high that is nearest to their middle and at least
// so far from every line; the middle, where there is none.
func clearOf(lines []vg.Length, low, high, far vg.Length) vg.Length {
	const step = 2
	middle := (low + high) / 2
	for off := vg.Length(0); off <= (high-low)/2-far; off += step {
		for _, y := range []vg.Length{middle + off, middle - off} {
			if !slices.ContainsFunc(lines, func(l vg.Length) bool { return max(l-y, y-l) < far }) {
				return y
			}
		}
	}
	return middle
}

// short writes a whole number of up to five digits in full, and others in three.
func short(v float64) string {
	if v == math.Round(v) && math.Abs(v) < 1e5 {
		return number(v, 0)
	}
	return brief(v)
}

func (v Waterfall) reference(c draw.Canvas, p *frame) {
	t := p.y.norm(v.Reference.At)
	if v.Reference.Name == "" || !(t >= 0 && t <= 1) {
		return
	}
	line := Line{Xs: []float64{p.x.Min, p.x.Max}, Ys: []float64{v.Reference.At, v.Reference.At},
		Color: v.Reference.Color.or(Lambda), Width: 1.6, Dash: true, Class: "reference"}
	line.plot(c, p)
	key{{v.Reference.Name, line}}.plot(c, p) // above the frame: in it there may be bars anywhere
}

// names writes under the bars what they are.
func (v Waterfall) names(c draw.Canvas, p *frame) {
	set := tickText.with(Soft, middle)
	total := v.Total
	if total == "" {
		total = "sum"
	}
	base := c.Min.Y - 20
	at := func(i float64) vg.Length { return c.X(p.x.norm(i)) }
	end, _ := v.last()
	last := at(end)
	set.with(Ink, middle).draw(c, min(last, c.Max.X-set.width(total)/2), base, total)
	below := base
	if len(v.Terms) <= mostNames {
		room := int((c.Max.X - c.Min.X) / vg.Length(len(v.Terms)+1) / 8) // characters
		turns := slices.ContainsFunc(v.Terms, func(t Term) bool { return len([]rune(t.Name)) > room })
		for i, t := range v.Terms {
			lower := vg.Length(0)
			if turns && i%2 == 1 && len([]rune(t.Name)) > room {
				lower = nextRow
			}
			set.draw(c, at(float64(i)), base-lower, shortened(t.Name, max(2*room, 3)))
		}
		if turns {
			return
		}
		below -= nextRow
	}
	v.groupNames(c, p, below, last-set.width(total))
}

// nextRow is how far below a row of names the next one stands.
const nextRow = 18

// groupNames writes the name of each group under its middle, where there is room for it.
func (v Waterfall) groupNames(c draw.Canvas, p *frame, base, end vg.Length) {
	set := tickText.with(Soft, middle)
	edge := c.Min.X - 20
	for i := 0; i < len(v.Terms); {
		j := i
		for j < len(v.Terms) && v.Terms[j].Group == v.Terms[i].Group {
			j++
		}
		if g := v.Terms[i].Group; g >= 0 && g < len(v.Groups) {
			x, half := c.X(p.x.norm(float64(i+j-1)/2)), set.width(v.Groups[g])*7/10 // a phone sets it 1.4 times as wide
			if x-half > edge && x+half < end {
				set.draw(c, x, base, v.Groups[g])
				edge = x + half + 8
			}
		}
		i = j
	}
}

// Describe says how many terms there are of each sign, which is the largest, and
// what they add up to.
func (v Waterfall) Describe() string {
	var s sentences
	sum, up, down, most := 0.0, 0, 0, -1
	for i, t := range v.Terms {
		if !finite(t.Value) || !finite(sum+t.Value) {
			continue
		}
		sum += t.Value
		if t.Value > 0 {
			up++
		} else if t.Value < 0 {
			down++
		}
		if most < 0 || math.Abs(t.Value) > math.Abs(v.Terms[most].Value) {
			most = i
		}
	}
	s.say("A sum of %s, %d positive and %d negative, that comes to %s", count(len(v.Terms), "term"), up, down,
		v.Y.amount(sum))
	if most >= 0 {
		name := v.Terms[most].Name
		if name == "" {
			name = fmt.Sprintf("number %d", most+1)
		}
		s.say("The largest in size is %s, %s", name, v.Y.amount(v.Terms[most].Value))
	}
	if v.Reference.Name != "" && finite(v.Reference.At) {
		s.say("A level line at %s is marked %s", v.Y.amount(v.Reference.At), v.Reference.Name)
	}
	return s.String()
}
