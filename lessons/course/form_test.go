package course

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// knobs declares one control of each kind and returns what was read.
type knobs struct {
	Kernel  string
	Ell     float64
	Lambda  float64
	Degree  int
	Noise   float64
	Words   string
	Notes   []string
	Query   string
	Visible []string
}

func declare(q url.Values) knobs { return declareOn(NewForm(q)) }

func declareOn(f *Form) knobs {
	k := knobs{
		Kernel: f.Choice("kernel", "kernel", "gaussian", Options("gaussian", "Gaussian", "polynomial", "polynomial")),
		Ell:    f.LogFloat("bandwidth", "bandwidth ℓ", 2, 0.01, 100, Unit("ms"), When("kernel", "gaussian")),
		Lambda: f.LogFloat("lambda", "λ", 0.01, 1e-12, 10, FromZero),
		Degree: f.Int("degree", "degree", 3, 1, 12, When("kernel", "polynomial")),
		Noise:  f.Float("noise", "noise", 0.2, -1, 1, More),
		Words:  f.Text("points", "points", "1,2"),
	}
	k.Notes, k.Query = f.Notes, f.Query("")
	for _, c := range f.Controls {
		if !c.Off {
			k.Visible = append(k.Visible, c.Name)
		}
	}
	return k
}

// values are what was read, by the names of the controls.
func (k knobs) values() map[string]string {
	return map[string]string{"kernel": k.Kernel, "bandwidth": FormatNumber(k.Ell), "lambda": FormatNumber(k.Lambda),
		"degree": strconv.Itoa(k.Degree), "noise": FormatNumber(k.Noise), "points": k.Words}
}

// reads are queries, with the state that the form reads, as it is linked to, and what it says of them.
var reads = []struct{ query, link, note string }{
	{"bandwidth=7.3&lambda=3e-4", "bandwidth=7.3&lambda=0.0003", ""},
	{"lambda=0.01&bandwidth=2.0", "", ""},
	{"lambda=0", "lambda=0", ""},
	{"lambda=-0", "lambda=0", ""},
	{"lambda=1e-8", "lambda=1e-8", ""},
	{"lambda=-1", "lambda=0", "lambda: -1 is below 0; using 0."},
	{"bandwidth=1e9", "bandwidth=100", "bandwidth: 1e9 is above 100; using 100."},
	{"bandwidth=Inf", "bandwidth=100", "bandwidth: Inf is above 100; using 100."},
	{"bandwidth=-inf", "bandwidth=0.01", "bandwidth: -inf is below 0.01; using 0.01."},
	{"bandwidth=1e999", "bandwidth=100", "bandwidth: 1e999 is above 100; using 100."},
	{"bandwidth=NaN", "", "bandwidth: “NaN” is not a number; using 2."},
	{"bandwidth=½", "", "bandwidth: “½” is not a number; using 2."},
	{"bandwidth=0x1p-3", "", "bandwidth: “0x1p-3” is not a number; using 2."},
	{"bandwidth=", "", ""},
	{"noise=−0.5", "noise=-0.5", ""},
	{"degree=3.5", "", "degree: “3.5” is not a whole number; using 3."},
	{"degree=10000", "degree=12", "degree: 10000 is above 12; using 12."},
	{"kernel=polynomial&degree=4", "kernel=polynomial&degree=4", ""},
	{"kernel=<script>", "", "kernel: “<script>” is not known here; using gaussian."},
	{"points=1,2;3,4", "points=1,2;3,4", ""},
	{"points=" + strings.Repeat("1,2;", 4000), "", "points: 16000 characters are more than 4096; using the default."},
	{"unknown=1&seq=7", "", ""},
	{"bandwidth=1&bandwidth=5", "bandwidth=1", ""},
}

func TestFormReadsWithinItsDeclaration(t *testing.T) {
	plain := declare(nil)
	want := knobs{Kernel: "gaussian", Ell: 2, Lambda: 0.01, Degree: 3, Noise: 0.2, Words: "1,2",
		Visible: []string{"kernel", "bandwidth", "lambda", "noise", "points"}}
	if diff := cmp.Diff(want, plain); diff != "" {
		t.Fatalf("defaults (-want +got):\n%s", diff)
	}
	for _, tt := range reads {
		k := declare(ParseQuery(tt.query))
		got, want := k.values(), plain.values()
		for name, v := range ParseQuery(tt.link) {
			want[name] = v[0]
		}
		if diff := cmp.Diff(want, got); diff != "" || math.Signbit(k.Lambda) {
			t.Errorf("%.40s: read (-want +got):\n%s", tt.query, diff)
		}
		if note := strings.Join(k.Notes, " "); note != tt.note {
			t.Errorf("%.40s: notes %q, want %q", tt.query, note, tt.note)
		}
		if k.Query != tt.link {
			t.Errorf("%.40s: canonical query %q, want %q", tt.query, k.Query, tt.link)
		}
	}
}

func TestHiddenControlsFollowTheChoice(t *testing.T) {
	k := declare(ParseQuery("kernel=polynomial"))
	want := []string{"kernel", "lambda", "degree", "noise", "points"}
	if diff := cmp.Diff(want, k.Visible); diff != "" {
		t.Errorf("visible (-want +got):\n%s", diff)
	}
}

func TestGrids(t *testing.T) {
	f := NewForm(nil)
	f.LogFloat("bandwidth", "", 7.36, 0.01, 100)
	f.LogFloat("lambda", "", 0, 1e-12, 10, FromZero)
	f.Int("n", "", 60, 5, 300)
	f.Int("degree", "", 3, 1, 12)
	f.Float("noise", "", 0.2, 0, 1)
	for _, c := range f.Controls {
		grid := c.Grid()
		if len(grid) < 12 || len(grid) > steps+2 {
			t.Errorf("%s has %d places", c.Name, len(grid))
		}
		previous := math.Inf(-1)
		for _, s := range grid {
			v, ok := ParseNumber(s)
			if !ok || v <= previous || v > c.Max || (v < c.Min && v != 0) {
				t.Errorf("%s: place %q after %g", c.Name, s, previous)
			}
			if FormatNumber(v) != s {
				t.Errorf("%s: place %q is not canonical, want %q", c.Name, s, FormatNumber(v))
			}
			previous = v
		}
	}
	if noise := f.Control("noise").Grid(); noise[1] != "0.02" || !slices.Contains(noise, "0.3") {
		t.Errorf("noise has the places %q", noise)
	}
	place := func(c *Control) (int, string) {
		grid := c.Grid()
		at := c.Place(grid)
		return at, grid[at]
	}
	if _, at := place(f.Control("bandwidth")); at != "7.36" {
		t.Errorf("bandwidth 7.36 stands at %s", at)
	}
	if i, _ := place(f.Control("lambda")); i != 0 {
		t.Errorf("λ = 0 stands at place %d", i)
	}
}

func TestFormatReadsBack(t *testing.T) {
	for _, v := range []float64{0, 1, -1, 0.1, 1e-8, 1e-12, 3.3e-300, 1e300, 123456789, 1.0 / 3,
		5e-324, math.MaxFloat64} {
		got, ok := ParseNumber(FormatNumber(v))
		if !ok || got != v {
			t.Errorf("%g is written %q, read %g", v, FormatNumber(v), got)
		}
	}
}

// FuzzForm holds that whatever the query, what is read is finite and in range,
// the canonical query reads back to itself without a note, and nothing else
// gets through.
func FuzzForm(f *testing.F) {
	for _, s := range []string{"", "bandwidth=1e999&lambda=-0", "kernel=polynomial&degree=½", "points=1,2;3,4",
		"bandwidth=%zz&&=;=;", "noise=−1e-400", "lambda=+Inf&bandwidth=nan"} {
		f.Add(s)
	}
	for _, v := range []string{"5e-324", "1e-320", "1e308", "1e400", "-Inf", "-0"} {
		v = url.QueryEscape(v)
		f.Add("bandwidth=" + v + "&lambda=" + v + "&noise=" + v + "&kernel=polynomial&degree=" + v)
	}
	f.Fuzz(func(t *testing.T, query string) {
		k := declare(ParseQuery(query))
		for name, v := range map[string][3]float64{
			"bandwidth": {k.Ell, 0.01, 100}, "lambda": {k.Lambda, 0, 10},
			"degree": {float64(k.Degree), 1, 12}, "noise": {k.Noise, -1, 1},
		} {
			if !(v[0] >= v[1] && v[0] <= v[2]) {
				t.Errorf("%q: %s = %g is not in [%g, %g]", query, name, v[0], v[1], v[2])
			}
		}
		again := declare(ParseQuery(k.Query))
		if again.Query != k.Query || len(again.Notes) > 0 {
			t.Errorf("%q: canonical %q reads back as %q with notes %q", query, k.Query, again.Query, again.Notes)
		}
		if again.Ell != k.Ell || again.Lambda != k.Lambda || again.Words != k.Words {
			t.Errorf("%q: canonical %q reads back as another state", query, k.Query)
		}
		for _, n := range k.Notes {
			if len(n) > 400 || strings.ContainsAny(n, "\x00\n\r") {
				t.Errorf("%q: note %q", query, n)
			}
		}
	})
}
