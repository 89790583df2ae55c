package classplot

import (
	"math"
	"net/url"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/bandwidth"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/kernelridge"
	"github.com/gramophone-course/gramophone/plots"
)

func figure(t *testing.T, l *course.Lesson, name string) *course.Figure {
	t.Helper()
	f, ok := l.Figure(name)
	if !ok {
		t.Fatalf("no figure %s", name)
	}
	return f
}

func compute(t *testing.T, p Plot) {
	t.Helper()
	if err := p.Compute(t.Context(), course.NewMemo(1<<24)); err != nil {
		t.Fatal(err)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// Picks stand where they were made, on the axes of the sliders: one that is not alone beside
// its place, one that is beyond an axis at its end.
func TestPicksOnAxes(t *testing.T) {
	form, _ := figure(t, kernelridge.Lesson, "fit").At(nil)
	p := &Picks{Form: form, Of: []rooms.Pick{
		{Bandwidth: 2, Lambda: 0.01}, {Bandwidth: 2, Lambda: 0.01, Reached: true}, {Bandwidth: 5, Lambda: 0.1},
		{Bandwidth: 1e9, Lambda: 1e-30}, {Bandwidth: 2, Lambda: 0.01, Reached: true},
	}}
	compute(t, p)
	c := form.Control("lambda")
	if p.On != nil || p.Y.Min != c.Min || p.Y.Max != c.Max || !(p.Y.Min > 0) || !p.X.Log || !p.Y.Log {
		t.Errorf("the axes are %v and %v", p.X, p.Y)
	}
	if p.Reached != 2 || p.Beyond != 1 || p.Median != (plots.Point{X: 2, Y: 0.01}) {
		t.Errorf("%d reached, %d beyond, medians %v", p.Reached, p.Beyond, p.Median)
	}
	for i, want := range map[int]plots.Point{0: {X: 2, Y: 0.01}, 2: {X: 5, Y: 0.1}, 3: {X: p.X.Max, Y: p.Y.Min}} {
		if got := p.At[i]; !near(got.X, want.X) || !near(got.Y, want.Y) {
			t.Errorf("pick %d is at %v, not %v", i, got, want)
		}
	}
	px := func(a, b plots.Point) float64 {
		return math.Hypot(width*math.Log(a.X/b.X)/math.Log(p.X.Max/p.X.Min),
			height*math.Log(a.Y/b.Y)/math.Log(p.Y.Max/p.Y.Min))
	}
	for _, pair := range [][2]int{{0, 1}, {0, 4}, {1, 4}} {
		if d := px(p.At[pair[0]], p.At[pair[1]]); d < 4 || d > 16 {
			t.Errorf("picks %v of one place are %g px apart", pair, d)
		}
	}
	classes := p.Show().Panel.Plot.(plots.Scatter).Classes
	if !slices.Equal(classes[0].Index, []int{0, 2, 3}) || !slices.Equal(classes[1].Index, []int{1, 4}) {
		t.Errorf("drawn are %v", classes)
	}
}

// Where a figure fits a curve and there is no map, the curves of all settings that differ are drawn
// over the data, each as the figure itself has it.
func TestPicksAsCurves(t *testing.T) {
	f := figure(t, kernelridge.Lesson, "fit")
	form, _ := f.At(nil)
	p := &Picks{Form: form, Figure: f, Drawn: course.ParseQuery("data=sine&n=12&convention=sum&lambda=1"),
		Of: []rooms.Pick{{Bandwidth: 2, Lambda: 0.01}, {Bandwidth: 2, Lambda: 0.01, Reached: true},
			{Bandwidth: 0.5, Lambda: 0.1}}}
	compute(t, p)
	if p.Over == nil || len(p.Curves) != 2 {
		t.Fatalf("%d curves over %v", len(p.Curves), p.Over)
	}
	_, draw := f.At(course.ParseQuery("data=sine&n=12&bandwidth=0.5&lambda=0.1"))
	want := course.Must(draw(t.Context(), course.NewMemo(1<<24))).Drawn("fit-curve", "curve")
	if !slices.Equal(p.Curves[1].Ys, want.Ys) {
		t.Error("a student's curve is another than the figure's in her setting")
	}
	drawn := p.Show().Panel.Plot.(plots.Curves)
	if len(drawn.Lines) != 2 || len(drawn.Points) != 12 {
		t.Errorf("%d curves over %d points are drawn", len(drawn.Lines), len(drawn.Points))
	}
	p.Of[0] = rooms.Pick{Bandwidth: 1e5, Lambda: 1e-300} // there is no fit
	if compute(t, p); len(p.Curves) != 2 || !slices.Equal(p.Curves[1].Ys, want.Ys) {
		t.Errorf("beside a setting without a fit there are %d curves", len(p.Curves))
	}
	for i := range 100 {
		p.Of = append(p.Of, rooms.Pick{Bandwidth: 1 + float64(i)/10, Lambda: 1e-3})
	}
	if compute(t, p); len(p.Curves) != mostCurves-1 { // of so many settings, one without
		t.Errorf("%d curves", len(p.Curves))
	}
}

// Many at one place or beyond an edge stay inside the axes.
func TestAllPicksStayInside(t *testing.T) {
	form, _ := figure(t, kernelridge.Lesson, "fit").At(nil)
	p := &Picks{Form: form}
	for i := range 500 {
		p.Of = append(p.Of, rooms.Pick{Bandwidth: math.Pow(10, float64(i%3*4-4)), Lambda: 1e-20})
	}
	compute(t, p)
	for i, at := range p.At {
		if !(at.X >= p.X.Min && at.X <= p.X.Max && at.Y >= p.Y.Min && at.Y <= p.Y.Max) {
			t.Fatalf("pick %d is at %v", i, at)
		}
	}
}

// The map is that of λ of the mean loss, whatever the room writes, and says where it is least
// only at the reveal.
func TestPicksOnAMap(t *testing.T) {
	f := figure(t, bandwidth.Lesson, "map")
	form, draw := f.At(course.ParseQuery("data=sine&n=12"))
	picture := course.Must(draw(t.Context(), course.NewMemo(1<<24)))
	want := picture.Columns[0][0].Plot.(plots.ErrorMap)
	for _, revealed := range []bool{false, true} {
		p := &Picks{Form: form, Map: f, State: course.ParseQuery("data=sine&n=12&convention=sum&lambda=1&bandwidth=3"),
			Revealed: revealed, Of: []rooms.Pick{{Bandwidth: 1, Lambda: 0.1}, {Bandwidth: 0.001, Lambda: 0.1}}}
		compute(t, p)
		if p.X != want.X || p.Y != want.Y || p.Beyond != 1 || p.At[1].X != want.X.Min {
			t.Errorf("the map is over %v and %v, the picks at %v", p.X, p.Y, p.At)
		}
		m := p.Show().Panel.Plot.(plots.ErrorMap)
		if m.You.Name != "" || len(m.Classes[0].Points) != 2 || m.Raster == nil {
			t.Errorf("drawn is %+v", m.Classes)
		}
		if shows := m.Best.Name != "" && m.Values != nil && m.Within > 0; shows != revealed ||
			!revealed && (m.Best.Name != "" || m.Values != nil || m.Outline != nil) {
			t.Errorf("revealed: %v, and the best is %+v", revealed, m.Best)
		}
	}
}

// Only figures with both sliders are picked on.
func TestWhatIsPickedOn(t *testing.T) {
	for name, want := range map[string]bool{"fit": true, "map": true, "gram": false, "arrows": false} {
		f := figure(t, bandwidth.Lesson, name)
		if form, _ := f.At(nil); Picked(form) != want || HasMap(f) != (name == "map") {
			t.Errorf("%s: picked %v, a map %v", name, Picked(form), HasMap(f))
		}
	}
}

// levels are sketches of level lines.
func levels(heights ...byte) (all [][rooms.Heights]byte) {
	for _, h := range heights {
		all = append(all, [rooms.Heights]byte(slices.Repeat([]byte{h}, rooms.Heights)))
	}
	return all
}

// The middle and the band of level lines are level; the answer is there when it may be seen.
func TestSketches(t *testing.T) {
	s := &Sketches{Of: levels(0, 255, 51, 102, 204), Figure: figure(t, kernelridge.Lesson, "fit")}
	s.Of[0][7] = 255
	compute(t, s)
	if len(s.Xs) != rooms.Heights || s.Xs[0] != s.X.Min || s.Xs[100] != s.X.Max || len(s.Some) != 5 || s.Points == nil {
		t.Fatalf("%d places from %g to %g", len(s.Xs), s.Xs[0], s.Xs[len(s.Xs)-1])
	}
	share := func(y float64) float64 { return (y - s.Y.Min) / (s.Y.Max - s.Y.Min) * 255 }
	for i := range s.Xs {
		low, median, high := 0.4*51, 102., 204+0.6*51
		if i == 7 { // 51, 102, 204, 255, 255
			low, median, high = 51+0.4*51, 204, 255
		}
		if !near(share(s.Low[i]), low) || !near(share(s.Median[i]), median) || !near(share(s.High[i]), high) {
			t.Fatalf("column %d: %g, %g, %g", i, share(s.Low[i]), share(s.Median[i]), share(s.High[i]))
		}
	}
	if !math.IsNaN(s.Off) || s.Curve.Xs != nil {
		t.Error("there is an answer before it may be seen")
	}
	s.Answer = url.Values{"lambda": {"10"}}
	compute(t, s)
	form, draw := s.Figure.At(s.Answer)
	picture := course.Must(draw(t.Context(), course.NewMemo(1<<24)))
	want, sum := picture.Drawn("fit-curve", "curve"), 0.0
	for i, x := range s.Xs {
		sum += math.Pow(s.Median[i]-want.At(x), 2) / float64(len(s.Xs))
	}
	if !slices.Equal(s.Curve.Ys, want.Ys) || !near(s.Off, math.Sqrt(sum)) || form.Control("lambda").Number() != 10 {
		t.Errorf("the median is %g from the answer, not %g", s.Off, math.Sqrt(sum))
	}
	lines := s.Show().Panel.Plot.(plots.Curves).Lines
	if last := lines[len(lines)-1]; last.Name != "the answer" || len(lines) != 7 {
		t.Errorf("%d lines, on top %q", len(lines), last.Name)
	}
}

// Some sketches are drawn as they are, the first always; without a panel to draw on or a
// sketch there is nothing.
func TestSomeSketches(t *testing.T) {
	fit := figure(t, kernelridge.Lesson, "fit")
	s := &Sketches{Of: levels(slices.Repeat([]byte{10, 20, 30}, 30)...), Figure: fit}
	compute(t, s)
	if len(s.Some) != thinSketches || s.Some[1][0] <= s.Some[0][0] {
		t.Errorf("%d sketches are drawn as they are", len(s.Some))
	}
	arrows := figure(t, bandwidth.Lesson, "arrows")
	for _, s := range []*Sketches{{Figure: fit}, {Of: levels(1, 2, 3, 4, 5), Figure: arrows}} {
		compute(t, s)
		if s.Show().Panel.Plot != nil {
			t.Errorf("%d sketches are drawn on %s", len(s.Of), s.Figure.Name)
		}
	}
}

// The mean of the samples is theirs, and its distance from the truth and theirs from it are
// what they are by another computation.
func TestSamplesOfSeats(t *testing.T) {
	s := &Samples{Room: "FK7Q2", Seats: 12, Figure: figure(t, kernelridge.Lesson, "fit"),
		State: course.ParseQuery("data=sine&n=20&noise=0.3&bandwidth=1&lambda=0.001")}
	form, _ := s.Figure.At(s.State)
	if !s.Figure.Samples.Curved(form) {
		t.Fatal("the figure has no samples there")
	}
	compute(t, s)
	if len(s.Curves) != 12 || len(s.Xs) != meanPlaces || s.Truth.Xs == nil {
		t.Fatalf("%d curves, a mean at %d places", len(s.Curves), len(s.Xs))
	}
	truth := plots.Guess{Xs: s.Truth.Xs, Ys: s.Truth.Ys}
	bias, spread := 0.0, 0.0
	for i, x := range s.Xs {
		sum, squares := 0.0, 0.0
		for _, c := range s.Curves {
			y := plots.Guess{Xs: c.Xs, Ys: c.Ys}.At(x)
			sum, squares = sum+y, squares+y*y
		}
		if !near(s.Mean[i], sum/12) {
			t.Fatalf("the mean at %g is %g, not %g", x, s.Mean[i], sum/12)
		}
		bias += math.Pow(sum/12-truth.At(x), 2) / meanPlaces
		spread += (squares - sum*sum/12) / 11 / meanPlaces
	}
	if !near(s.Bias, math.Sqrt(bias)) || math.Abs(s.Spread-math.Sqrt(spread)) > 1e-6 || !(s.Bias < s.Spread) {
		t.Errorf("bias %g, not %g; spread %g, not %g", s.Bias, math.Sqrt(bias), s.Spread, math.Sqrt(spread))
	}
	if s.Curves[0].Ys[30] == s.Curves[1].Ys[30] {
		t.Error("two seats have one sample")
	}
}

// A room's samples are its own, the same whenever it is asked, and a hundred at most.
func TestSeedsOfARoom(t *testing.T) {
	seeds := Seeds("FK7Q2", 2000)
	if len(seeds) != maxSamples || !slices.Equal(seeds[:7], Seeds("FK7Q2", 7)) || seeds[0] < firstSample {
		t.Errorf("%d samples from %d on", len(seeds), seeds[0])
	}
	if slices.Contains(seeds, Seeds("FK7Q3", 1)[0]) {
		t.Error("two rooms have the same samples")
	}
}
