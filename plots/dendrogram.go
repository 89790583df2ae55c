package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dendrogram is a tree of merges. Clusters 0 to n−1 are single points; merge i
// makes cluster n+i of clusters A[i] and B[i] at Height[i], for n−1 merges in the
// order of their heights. What is merged at or below Cut is a cluster, with a
// colour and a shape.
type Dendrogram struct {
	Y      Axis // the heights
	A, B   []int
	Height []float64
	Names  []string // of the points; their numbers if nil; shown up to 40
	Cut    float64
}

const (
	mostLeaves = 40 // that have room for a name
	crowded    = 11 // px a letter, or it touches the next where type is enlarged
)

func (v Dendrogram) frame(w, h float64) frame {
	f := newFrame(w, h, Axis{Min: -0.5, Max: float64(len(v.A)) + 0.5}, v.Y)
	f.y0 += 14 // names are set upright
	return f
}

// Draw draws the panel; see [Drawer].
func (v Dendrogram) Draw(c draw.Canvas) {
	v.check()
	f := v.frame(size(c))
	upright := axes{f.x, f.y, true}
	f.draw(c, yAxis{upright}, v)
}

// yAxis is axes without ticks and a name on x, which has places rather than
// values.
type yAxis struct{ axes }

func (a yAxis) plot(c draw.Canvas, p *frame) {
	a.plotY(c, p)
	axisLabels(c, "", a.y.Label)
}

func (v Dendrogram) check() {
	n := len(v.A) + 1
	if len(v.B) != n-1 || len(v.Height) != n-1 || v.Names != nil && len(v.Names) != n {
		panic("plots: a dendrogram's A, B, Height and Names differ in length")
	}
	merged := make([]bool, 2*n-1)
	for i := range v.A {
		for _, k := range [...]int{v.A[i], v.B[i]} {
			if k < 0 || k >= n+i || merged[k] {
				panic("plots: a dendrogram merges a cluster that is not there")
			}
			merged[k] = true
		}
	}
}

// order returns the points from left to right, so that no two branches cross.
func (v Dendrogram) order() []int {
	n := len(v.A) + 1
	leaves := make([]int, 0, n)
	stack := []int{2*n - 2}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if k < n {
			leaves = append(leaves, k)
		} else {
			stack = append(stack, v.B[k-n], v.A[k-n])
		}
	}
	return leaves
}

// clusters returns for every node the number of its cluster, counted from the
// left, or −1 above the cut, and how many clusters there are.
func (v Dendrogram) clusters(order []int) (of []int, n int) {
	points := len(order)
	top := make([]int, 2*points-1) // the highest node at or below the cut over each
	for k := range top {
		top[k] = k
	}
	for i := len(v.A) - 1; i >= 0; i-- {
		k := points + i
		if v.Height[i] <= v.Cut {
			top[v.A[i]], top[v.B[i]] = top[k], top[k]
		}
	}
	of = make([]int, len(top))
	number := make(map[int]int)
	for _, leaf := range order {
		if _, ok := number[top[leaf]]; !ok {
			number[top[leaf]] = len(number)
		}
	}
	for k := range of {
		if i := k - points; i >= 0 && !(v.Height[i] <= v.Cut) {
			of[k] = -1
		} else {
			of[k] = number[top[k]]
		}
	}
	return of, len(number)
}

// plot draws the tree into the frame.
func (v Dendrogram) plot(c draw.Canvas, p *frame) {
	n := len(v.A) + 1
	order := v.order()
	cluster, clusters := v.clusters(order)
	foot := math.Min(math.Max(p.y.norm(0), 0), 1) // points merge at height 0 if the axis has it
	if !finite(foot) {
		foot = 0
	}
	nodes := make([]vg.Point, 2*n-1)
	at := make([][]vg.Point, clusters)
	index := make([][]int, clusters)
	for i, leaf := range order {
		nodes[leaf] = vg.Point{X: c.X(p.x.norm(float64(i))), Y: c.Y(foot)}
		k := cluster[leaf]
		at[k], index[k] = append(at[k], nodes[leaf]), append(index[k], leaf)
	}
	paths := make([]vg.Path, clusters+1) // the last is above the cut
	for i := range v.A {
		a, b, y := nodes[v.A[i]], nodes[v.B[i]], p.y.norm(v.Height[i])
		if !finite(y) {
			y = 1
		}
		top := c.Y(math.Min(math.Max(y, foot), 1))
		nodes[n+i] = vg.Point{X: (a.X + b.X) / 2, Y: top}
		k := cluster[n+i]
		if k < 0 {
			k = clusters
		}
		path := &paths[k]
		path.Move(a)
		path.Line(vg.Point{X: a.X, Y: top})
		path.Line(vg.Point{X: b.X, Y: top})
		path.Line(b)
	}
	for k, path := range paths {
		class, ink := "merges", Soft
		if k < clusters {
			class, ink = "merges class-"+strconv.Itoa(k+1), category(k)
		}
		strokePath(c, class, path, draw.LineStyle{Color: ink, Width: 1.6})
	}
	for k := range at {
		g := glyphs{class: "points class-" + strconv.Itoa(k+1), at: at[k], numbers: index[k], shape: Shape(0).or(k),
			color: category(k), size: 7}
		if n > mostLeaves {
			g.size = 4.5
		}
		g.draw(c)
	}
	v.names(c, order, nodes)
	v.cutLine(c, p, clusters)
}

// letters reports whether all names are of one character, which needs no turning.
func (v Dendrogram) letters() bool {
	long := func(name string) bool { return utf8.RuneCountInString(name) > 1 }
	return v.Names != nil && !slices.ContainsFunc(v.Names, long)
}

// names writes the points' names under them, upright unless they are letters.
func (v Dendrogram) names(c draw.Canvas, order []int, nodes []vg.Point) {
	if len(order) > mostLeaves {
		labelText.with(Ink, middle).draw(c, c.Center().X, c.Min.Y-42, count(len(order), "point"))
		return
	}
	set, right, down := tickText.with(Soft, end), vg.Length(4), vg.Length(9)
	if set.Angle = math.Pi / 2; v.letters() {
		set, right, down = tickText.with(Soft, middle), 0, 18
	}
	lower := vg.Length(0) // of two rows, where letters would touch
	if w, _ := size(c); v.letters() && w < crowded*float64(len(order)) {
		lower = 15
	}
	for i, leaf := range order {
		name := strconv.Itoa(leaf + 1)
		if v.Names != nil {
			name = shortened(v.Names[leaf], 9)
		}
		set.draw(c, nodes[leaf].X+right, c.Min.Y-down-lower*vg.Length(i%2), name)
	}
}

func (v Dendrogram) cutLine(c draw.Canvas, p *frame, clusters int) {
	t := p.y.norm(v.Cut)
	if !(t >= 0 && t <= 1) {
		return
	}
	y := c.Y(t)
	cut := Line{Color: Accent, Width: 1.6, Dash: true}
	strokePath(c, "cut", horizontal(c, y), cut.style())
	key{{fmt.Sprintf("cut at %s: %s", v.Y.amount(v.Cut), count(clusters, "cluster")), cut}}.plot(c, p)
}

// Describe says into how many clusters the cut parts the points.
func (v Dendrogram) Describe() string {
	v.check()
	var s sentences
	order := v.order()
	of, clusters := v.clusters(order)
	s.say("A tree that merges %s", count(len(order), "point"))
	if lo, hi, n := extremes(v.Height); n > 0 {
		s.say("The first two meet at %s %s, all at %s", v.Y.name("height"), v.Y.amount(v.Height[lo]),
			v.Y.amount(v.Height[hi]))
	}
	sizes := make([]int, clusters)
	for _, leaf := range order {
		sizes[of[leaf]]++
	}
	slices.SortFunc(sizes, func(a, b int) int { return b - a })
	if finite(v.Cut) && len(v.A) > 0 {
		text := make([]string, 0, 6)
		for _, n := range sizes[:min(len(sizes), 6)] {
			text = append(text, strconv.Itoa(n))
		}
		if len(sizes) > 6 {
			text = append(text, "smaller ones")
		}
		s.say("Cut at %s it has %s, of %s points", v.Y.amount(v.Cut), count(clusters, "cluster"), list(text))
	}
	return s.String()
}
