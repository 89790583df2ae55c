//go:build !race

package site

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// A reading is what text was read as.
type reading struct {
	Points [][]float64
	Unread int
	Said   string // of a table
}

var (
	unreadNote = regexp.MustCompile(`^points: (\d+) could not be read`)
	tableNote  = regexp.MustCompile(`^points: (a table of .*)\.$`)
)

// readHere is how the server reads text.
func readHere(text string, classed bool) reading {
	f := course.NewForm(url.Values{"points": {text}})
	def, settings := "9,9", []course.Setting(nil)
	if classed {
		def, settings = "9,9,1", []course.Setting{course.Classed}
	}
	d := points.Own(f, "points", "points", def, settings...)
	r := reading{Points: [][]float64{}}
	for i, x := range d.X {
		r.Points = append(r.Points, append(x[:len(x):len(x)], d.Y[i]))
	}
	for _, note := range f.Notes {
		if m := unreadNote.FindStringSubmatch(note); m != nil {
			_, _ = fmt.Sscan(m[1], &r.Unread)
		} else if m := tableNote.FindStringSubmatch(note); m != nil {
			r.Said = m[1]
		} else if strings.Contains(note, "using the default") {
			r.Points = [][]float64{}
		}
	}
	return r
}

// readThere has the page read it, and say it as the server does.
const readThere = `(async () => {
	const { listed, parse, fromTable } = await import(%q);
	return %s.map(([text, classed]) => {
		const table = fromTable(text, classed), points = table?.points ?? parse(text, classed);
		const clamped = points.map((p) => p.map((v) => Math.max(-1e6, Math.min(1e6, v)) + 0));
		const s = (n, word) => n + " " + word + (n === 1 ? "" : "s");
		const said = table?.rows ? "a table of " + s(table.rows, "row") +
			(table.commas ? " with decimal commas" : "") + " was read" +
			(table.head ? ", without its head" : "") + (table.head > 1 ? " of " + s(table.head, "line") : "") : "";
		return { Points: clamped, Unread: table ? table.unread : listed(text).length - points.length, Said: said };
	});
})()`

// wildTables are texts as readers paste them, and some put together at random.
func wildTables(rng *rand.Rand) []string {
	texts := []string{
		"t\ty\n1,5\t2\n3\t-1,25", "1,2\n3,4;5,6", "1,2;3,4;\n5,6", "n/a\t1\n2\t3", "1.234,5\t2\n3\t4",
		"1 000,5\t2\n3\t4", "1;2;\n3;4;",
		"1,5;2,5\n3,5;4,5", "x1\tx2\tclass\n1\t2\t1\n3\t4\t0\n5\t6\t7",
		"# a file\n# 2 columns\n1 2\n3 4", "1\t2;3,4", "1,2;x", "a\tb\nc\td",
		"1e999\t-inf\nInfinity\tNaN\n0x10\t1_0\n+1\t.5\n1.\t−2",
		"\ufefft;y\r\n\"1\";\"\"2\"\r\n", "1,2,1;3,4,0\n5,6,-1", "1\u00a0000\t2\n3\t4",
	}
	pieces := strings.Split("1 2 -3 0 1,5 2.5 x x1 ; ; , , \t \t \n \n \n \" n/a 1e3 −4 .5 1e999 é ₂", " ")
	pieces = append(pieces, " ", " ", "1,2", "3,4;", "5\t6\n", "7;8;\n", "1,2,1;", "2\t3\t-1\n")
	for range 3000 {
		var b strings.Builder
		for range 1 + rng.IntN(14) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		if text := strings.TrimSpace(b.String()); text != "" && text != course.NoPoints {
			texts = append(texts, text)
		}
	}
	return texts
}

// Whatever is pasted the page reads as the server does.
func TestBrowserTablesAreReadAlike(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	p := visits(t, s, "/")
	type asked [2]any // text, classed
	var all []asked
	var want []reading
	for _, text := range wildTables(rand.New(rand.NewPCG(seedOf(t), 8))) {
		for _, classed := range []bool{false, true} {
			all, want = append(all, asked{text, classed}), append(want, readHere(text, classed))
		}
	}
	asJSON := course.Must(json.Marshal(all))
	got := eval[[]reading](p, fmt.Sprintf(readThere, s.assets.URL("js/table.js"), asJSON))
	said, wrong := 0, 0
	for i := range want {
		if want[i].Said != "" {
			said++
		}
		if diff := cmp.Diff(want[i], got[i]); diff != "" && wrong < 5 {
			wrong++
			t.Errorf("%q (server -, page +):\n%s", all[i], diff)
		}
	}
	if math.Abs(float64(said)/float64(len(want))-0.5) > 0.45 {
		t.Errorf("%d of %d are tables", said, len(want))
	}
}
