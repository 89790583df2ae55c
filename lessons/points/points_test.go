package points

import (
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

func TestPoints(t *testing.T) {
	many := strings.Repeat("1,2;", 70)
	tests := []struct {
		classed   bool
		text      string
		canonical string
		notes     []string
	}{
		{false, "1,2; 3 , 4 ;", "1,2;3,4", nil},
		{false, "−1,2;1e-1,-0", "-1,2;0.1,0", nil},
		{false, "1,2;words;3;4,5,6;NaN,1;7,8", "1,2;7,8",
			[]string{"points: 4 could not be read as x,y and are left out."}},
		{false, "1e9,2;3,-inf", "1000000,2;3,-1000000", []string{"points: 2 coordinates are beyond ±10⁶; using ±10⁶."}},
		{false, many, strings.TrimSuffix(many[:4*60], ";"),
			[]string{"points: 70 points were read; the first 60 are kept and 10 left out."}},
		{false, "words", "5,5",
			[]string{
				"points: 1 could not be read as x,y and is left out.",
				"points: there is none to fit; using the default in place of yours.",
			}},
		{false, "none", "none", nil},
		{true, "1,2,1;3,4,-1;5,6,+1;7,8,0", "1,2,1;3,4,-1;5,6,1;7,8,-1", nil},
		{true, "1,2;1,2,3;1,2,a;1,2,1,1;0,0,1", "0,0,1",
			[]string{"points: 4 could not be read as x1,x2,c with c = 1 or −1 and are left out."}},
		{true, "none", "none", nil},
	}
	for _, tt := range tests {
		f := course.NewForm(url.Values{"points": {tt.text}})
		settings, def := []course.Setting{course.EditedOn("panel")}, "5,5"
		if tt.classed {
			settings, def = append(settings, course.Classed), "5,5,1"
		}
		d := Own(f, "points", "points", def, settings...)
		if got := f.Control("points").Value; got != tt.canonical {
			t.Errorf("%.30q: canonical %.60q, want %.60q", tt.text, got, tt.canonical)
		}
		if diff := cmp.Diff(tt.notes, f.Notes); diff != "" {
			t.Errorf("%.30q: notes (-want +got):\n%s", tt.text, diff)
		}
		if (d.Len() == 0) != (tt.canonical == "none") {
			t.Errorf("%.30q: %d points", tt.text, d.Len())
		}
	}
}

func TestWindow(t *testing.T) {
	tests := []struct {
		points, frame string
		want          Window
		link          string
		notes         int
	}{
		{"2,1;9,-1", "", Window{0, 10, -2, 2}, "", 0},
		{"5,0", "", Window{0, 10, -2, 2}, "", 0},
		{"0,1;1,2;3,6", "", Window{-1, 4, 0, 8}, "", 0}, // crowded in a corner of the usual one
		{"2.4,-134;57.6,75", "", Window{-20, 80, -200, 100}, "", 0},
		{"7,7;7,7", "", Window{6, 8, 6, 8}, "", 0},
		{"2,1;9,-1", "0,10,-2,2", Window{0, 10, -2, 2}, "", 0},
		{"2,1;2.1,-1", "0,10,-2,2", Window{0, 10, -2, 2}, "0,10,-2,2", 0},
		{"2,1;9,-1", "0,20,-3,3", Window{0, 20, -3, 3}, "0,20,-3,3", 0},
		{"2,1;9,-1", "1,1,2,2", Window{0, 10, -2, 2}, "", 1},
		{"2,1;9,-1", "9,1,2,3", Window{0, 10, -2, 2}, "", 1},
		{"2,1;9,-1", "0,1,NaN,3", Window{0, 10, -2, 2}, "", 1},
		{"2,1;9,-1", "0,1e99,0,1", Window{0, 10, -2, 2}, "", 1},
		{"2,1;9,-1", "0,1", Window{0, 10, -2, 2}, "", 1},
	}
	for _, tt := range tests {
		f := course.NewForm(url.Values{"data": {"points"}, "points": {tt.points}, "frame": {tt.frame}})
		r := OnLine(f, Offer{Data: "mcycle"})()
		if got := (Window{r.XMin, r.XMax, r.YMin, r.YMax}); got != tt.want {
			t.Errorf("%s in %q: %v, want %v", tt.points, tt.frame, got, tt.want)
		}
		if got := f.Control("frame").Value; got != tt.link || len(f.Notes) != tt.notes {
			t.Errorf("%s in %q: the link says %q, notes %q", tt.points, tt.frame, got, f.Notes)
		}
	}
}

// An axis ends at the same number on every machine, fused products or not.
func TestAxesEndAlike(t *testing.T) {
	if lo, hi := around([]float64{1, 21}, 100, 200); lo != 0 || hi != 25 {
		t.Errorf("numbers from 1 to 21 are drawn from %v to %v", lo, hi)
	}
	if lo, hi := Span([]float64{1, 11}, 0.1); lo != 0 || hi != 12 {
		t.Errorf("numbers from 1 to 11 are drawn from %v to %v", lo, hi)
	}
}

func TestPlane(t *testing.T) {
	load := func(query string) (*course.Form, *Plane) {
		f := course.NewForm(course.ParseQuery(query))
		return f, InPlane(f, Offer{Data: "rings"})()
	}
	for _, s := range labelledSources {
		if s.real != nil {
			continue
		}
		_, p := load("data=" + s.value)
		_, again := load("data=" + s.value)
		if diff := cmp.Diff(p.Data, again.Data); diff != "" {
			t.Errorf("%s: another draw (-first +again):\n%s", s.value, diff)
		}
		if math.Abs((p.XMax-p.XMin)-(p.YMax-p.YMin)) > 1e-9 {
			t.Errorf("%s: the window %v is not square", s.value, p.Window)
		}
		inside := 0
		for _, x := range p.Data.X {
			if x[0] >= p.XMin && x[0] <= p.XMax && x[1] >= p.YMin && x[1] <= p.YMax {
				inside++
			}
		}
		x, y := p.Axes()
		picture := plots.Panel{ID: "plane", Title: s.label,
			Plot: plots.Scatter{X: x, Y: y, Classes: p.Dots(), Equal: true}}.AppendSVG(nil)
		if !strings.Contains(string(picture),
			`data-x="`+course.FormatNumber(p.XMin)+" "+course.FormatNumber(p.XMax)+` lin"`) {
			t.Errorf("%s: the picture is not of the window %v: %.200s", s.value, p.Window, picture)
		}
		n, classes := p.Data.Len(), p.Dots()
		if inside < n-1 || len(classes[0].Points)+len(classes[1].Points) != n || len(classes[0].Points) == 0 ||
			len(classes[1].Points) == 0 {
			t.Errorf("%s: %d of %d points are in the window; %d are of class 1", s.value, inside,
				n, len(classes[0].Points))
		}
	}
	if _, a := load("data=moons&seed=1"); true {
		if _, b := load("data=moons&seed=2"); cmp.Equal(a.Data, b.Data) || a.Spec == b.Spec {
			t.Error("the seed changes nothing")
		}
	}
	f, p := load("data=points&points=0,0,1;1,0,-1;2,2;x")
	if p.Data.Len() != 2 || len(f.Notes) != 1 || f.Query("") != "data=points&points=0,0,1;1,0,-1" {
		t.Errorf("%d points, notes %q, link %q", p.Data.Len(), f.Notes, f.Query(""))
	}
}

// typed are what somebody may write for points: lists, tables, and neither.
var typed = []string{
	"", "1,2;3,4", "NaN,1;1,Inf;1e999,-1e999", ";;;", "1,2,3;4", "words", "none",
	"1,2,1;0,0,-1;3,4,0", strings.Repeat("1,1;", 200), "-0,-0",
	"t\ty\n1,5\t2\n3\tx", "1;2;\r\n3;4;", "1,2\n3,4;5,6", "1,5;2,5\n3,5;4,5", "# x1\n1 2 1\n3 4 0",
	"1\t2;3,4", "\"1\",2\n\n3,4\t",
}

// FuzzPoints holds that one's own points are always finite, bounded and few, with
// or without classes, in a window that is one, and that what was read reads back
// to itself.
func FuzzPoints(f *testing.F) {
	for _, s := range typed {
		f.Add(s, "")
		f.Add(s, "0,1,-1e6,1e6")
	}
	for _, v := range []string{"5e-324", "1e-320", "1e308", "1e400", "-Inf", "-0"} {
		f.Add("1,2;"+v+",3,1;4,"+v+","+v+";"+v+","+v, "0,"+v+",-1,1")
	}
	f.Fuzz(func(t *testing.T, text, frame string) {
		for _, classed := range []bool{false, true} {
			read := func(text, frame string) (*course.Form, int) {
				form := course.NewForm(url.Values{"data": {"points"}, "points": {text}, "frame": {frame}})
				var d engine.Dataset
				var w Window
				if classed {
					p := InPlane(form, Offer{Data: "points", Edit: "panel"})()
					d, w = p.Data, p.Window
				} else {
					r := OnLine(form, Offer{Data: "points", Edit: "panel"})()
					d, w = r.Data, Window{r.XMin, r.XMax, r.YMin, r.YMax}
				}
				if d.Len() > 0 {
					if err := d.Validate(); err != nil {
						t.Errorf("%q: %v", text, err)
					}
				}
				if d.Len() > course.MaxPoints {
					t.Errorf("%q: %d points", text, d.Len())
				}
				for i := range d.Y {
					for _, v := range append([]float64{d.Y[i]}, d.X[i]...) {
						if math.Abs(v) > maxValue {
							t.Errorf("%q: point %v, %v", text, d.X[i], d.Y[i])
						}
					}
					if classed && math.Abs(d.Y[i]) != 1 {
						t.Errorf("%q: class %v", text, d.Y[i])
					}
				}
				for _, v := range []float64{w.XMin, w.XMax, w.YMin, w.YMax} {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Errorf("%q: window %v", text, w)
					}
				}
				if w.XMin >= w.XMax || w.YMin >= w.YMax {
					t.Errorf("%q: empty window %v", text, w)
				}
				return form, d.Len()
			}
			form, n := read(text, frame)
			points, frame := form.Control("points").Value, form.Control("frame").Value
			again, m := read(points, frame)
			if len(again.Notes) > 0 || again.Query("") != form.Query("") || m != n {
				t.Errorf("%q: canonical %q reads back as %q, notes %q", text, form.Query(""),
					again.Query(""), again.Notes)
			}
		}
	})
}

// One's own points on a line may begin as a lesson's, and measure what other data do.
func TestOwnPointsMayMeasureSomething(t *testing.T) {
	read := func(query string) *Line {
		return OnLine(course.NewForm(course.ParseQuery(query)),
			Offer{Data: "points", Own: "10,80;50,-120", As: "mcycle"})()
	}
	opens := read("")
	if opens.Data.Len() != 2 || opens.YUnit != "g" || opens.XUnit != "ms" || opens.XMax != 60 ||
		opens.XAxis().Label != "time after impact (ms)" {
		t.Errorf("it opens with %v in %v by %v on %v", opens.Data, opens.XUnit, opens.YUnit, opens.Window)
	}
	if own := read("points=1,2;3,4;5,900"); own.Data.Len() != 3 || own.YUnit != "g" || own.YMax < 900 {
		t.Errorf("points of one's own are %v by %v on %v", own.Data, own.YUnit, own.Window)
	}
}
