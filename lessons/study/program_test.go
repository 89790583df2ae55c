package study

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// A repeated study is a table whose programs have to find what its page shows.
type repeated struct {
	name, file string
	text       string
	clean      bool // they read the table as it was read
	query      string
}

// repeatedStudies are tables in which each way of reading a file and of designing a fit is there.
func repeatedStudies() []repeated {
	plain := measured(80, 3)
	german := strings.NewReplacer(",", ";", ".", ",").Replace(plain)
	return []repeated{
		{"words and gaps", "mine.csv", plain, false, "target=y"},
		{"gaps left out", "mine.csv", plain, false, "target=y&missing=leave-out&words=not"},
		{"last rows", "mine.csv", plain, false, "target=y&seal=last&seed=7"},
		{"semicolons", "my table.csv", german, false, "target=y&seed=3"},
		{"three classes", "mine.csv", plain, false, "target=class"},
		{"two classes", "mine.csv", measured(80, 2), false, "target=class&seed=2"},
		{"few rows", "mine.txt", measured(30, 3), false, "target=y"},
		{"a sample", "mine.csv", measured(700, 3), false, "target=y"},
		{"oddities", "odd.csv", odd(), false, ""},
		{"spaces", "mine.dat", spaced(), false, ""},
		{"dates", "days.csv", dated(), true, "seal=last"},
		{"records", "mine.json", records(), true, ""},
		{"groups", "mine.csv", patients(), false, "seal=group.1&target=y"},
		{"groups of classes", "mine.csv", patients(), false, "seal=group.1&target=class"},
		{"a class of numbers", "mine.csv", numbered(), false, "target=class"},
	}
}

// odd is a table with a comment, a title, a name that would be a program, units, a line that is no row, quotes,
// groups of digits, signs of percent,
// and cells that are no number.
func odd() string {
	rng := newRand(8)
	var b strings.Builder
	b.WriteString("# made by hand\r\nA title\r\n" +
		"\"size\",share,\"the \"\"kind\"\"\",\"y \\ \"\"\"\"\"\" $\\f$ {{.}}\"\r\nmm,,,kg\r\n")
	for i := range 60 {
		x, z := 900+200*rng.Float64(), 100*rng.Float64()
		size := fmt.Sprintf("%.1f", x)
		if x > 1000 {
			size = fmt.Sprintf("\"1,%05.1f\"", x-1000)
		}
		if i == 9 {
			b.WriteString("no row\r\n\r\n")
			size = "broken"
		}
		fmt.Fprintf(&b, "%s,%.1f%%, a  %d,−%.3f\r\n", size, z, rng.IntN(3), 2+0.001*x+math.Sin(z/20))
	}
	return b.String()
}

// spaced is a table whose cells spaces keep apart, in Latin-1 and without a head.
func spaced() string {
	rng := newRand(9)
	var b strings.Builder
	for range 60 {
		x, z := rng.NormFloat64(), rng.NormFloat64()
		fmt.Fprintf(&b, " %.3f  %.3f %.3f \"gr\xfcn\"\n", x, z, x*z)
	}
	return strings.Replace(b.String(), "gr\xfcn", "rot", 20)
}

func dated() string {
	return textOf("day,x,y", 60, 10, func(i int, rng *rand.Rand) string {
		x := rng.NormFloat64()
		return fmt.Sprintf("2024-%02d-%02d,%.3f,%.3f", 1+i/28, 1+i%28, x, x+math.Sin(float64(i)/9))
	})
}

// records are rows of words and gaps, in JSON.
func records() string {
	rng := newRand(12)
	var b strings.Builder
	for i := range 60 {
		x, z, word := rng.NormFloat64(), fmt.Sprint(rng.NormFloat64()), []string{"one", "two"}[rng.IntN(2)]
		if i%7 == 0 {
			z = "null"
		}
		fmt.Fprintf(&b, "{\"x\": %v, \"z\": %s, \"word\": %q, \"y\": %v}\n", x, z, word, x*x+rng.NormFloat64()/3)
	}
	return b.String()
}

// patients are of sixteen patients, five each.
func patients() string {
	return textOf("patient,dose,y,kind", 80, 13, func(i int, rng *rand.Rand) string {
		dose, own := rng.NormFloat64(), math.Sin(float64(7*(i/5)))
		y := dose*dose + own + 0.2*rng.NormFloat64()
		return fmt.Sprintf("p%d,%.3f,%.3f,%t", i/5, dose, y, y > 1)
	})
}

func numbered() string {
	return textOf("a,b,c", 70, 11, func(_ int, rng *rand.Rand) string {
		x, z, class := rng.NormFloat64(), rng.NormFloat64(), 0
		if x+z*z > 0.7 {
			class = 1
		}
		return fmt.Sprintf("%.3f,%.3f,%d", x, z, class)
	})
}

// The programs find in the reader's file the inputs, ℓ, λ, the left-out error and the error on the sealed rows that
// the page shows.
func TestProgramsRepeatTheStudy(t *testing.T) {
	store := newStore(t)
	all, wants := map[string][]coursetest.Program{}, []map[string]float64{}
	for k, r := range repeatedStudies() {
		table := parsed(r.text)
		table.Name = fmt.Sprintf("%d %s", k, r.file)
		if err := store.Put(table, ""); err != nil {
			t.Fatal(err)
		}
		p := drawnOpen(t, store, own.Prefix+table.ID, r.query)
		name, text := own.FileName(table.Name), []byte(r.text)
		if r.clean {
			var b bytes.Buffer
			if err := table.WriteCSV(&b); err != nil {
				t.Fatal(err)
			}
			name, text = own.CleanName(table.Name), b.Bytes()
		}
		wants = append(wants, p.Result.(*study).found())
		for _, lang := range p.Code.Languages() {
			all[lang.Ext] = append(all[lang.Ext], coursetest.Program{Address: r.name, Code: []byte(p.Code.In(lang.Ext)),
				Files: map[string][]byte{name: text}})
		}
		all["ipynb"] = append(all["ipynb"], all["py"][k].InCells(p))
	}
	for ext, programs := range all {
		t.Run(ext, func(t *testing.T) {
			for k, printed := range coursetest.Run(t, ext, programs) {
				holdsTo(t, programs[k].Address+"."+ext, printed, wants[k])
			}
		})
	}
}

// drawnOpen draws a table's figure with the envelope open, of which only the state is read: no other envelope is
// computed.
func drawnOpen(t *testing.T, store *own.Store, ref, query string) *course.Picture {
	t.Helper()
	values := course.Must(url.ParseQuery(query))
	values.Set("data", ref)
	form := course.NewForm(values)
	form.Tables = store
	s := read(form).(*study)
	s.fitted = course.Must(fit(t.Context(), s.table, s.choice, s.plan))
	return &course.Picture{Result: s, Code: s.program(form, len(s.Sealed) > 0)}
}

// found is what a program has to print.
func (s *study) found() map[string]float64 {
	i, j := s.tuned.best()
	v := map[string]float64{"bandwidth": s.tuned.Kernel.Length, "lambda": s.tuned.Lambda,
		"loo_rmse": s.tuned.Map.At(i, j), "rows": float64(len(s.Open)), "sealed": float64(len(s.Sealed)),
		"inputs": float64(len(s.Inputs))}
	name := "sealed_rmse"
	predict := s.sample(s.Open, nil).fromTuned(s.tuned, s.targets, s.mean)
	if s.Labels != nil {
		name = "sealed_wrong"
		c, wrong := calibrated(s.leftOut, engine.Pick(s.Labels, s.Open)), 0.0
		for k, i := range s.Open {
			wrong += s.missed(i, c.probabilities(column(s.leftOut, k)))
		}
		v["loo_wrong"] = 100 * wrong / float64(len(s.Open))
	}
	if len(s.Sealed) > 0 {
		var missed []float64
		for _, i := range s.Sealed {
			missed = append(missed, s.missed(i, predict(s.X[i])))
		}
		v[name] = s.shown(s.Error(missed))
	}
	return v
}

// holdsTo compares what is printed, a name and a number a line, with what is to be found.
func holdsTo(t *testing.T, what, printed string, want map[string]float64) {
	t.Helper()
	got := map[string]float64{}
	for line := range strings.Lines(printed) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if _, there := want[name]; err != nil || !there {
			t.Errorf("%s prints %q", what, line)
		}
		got[name] = v
	}
	for name, v := range want {
		share := math.Max(1e-9, 1e-14/want["lambda"]) // rounding, times the condition number of K + nλI
		if g, there := got[name]; !there || math.Abs(g-v) > share*math.Abs(v) {
			t.Errorf("%s: %s is %.15g, and the page has %.15g", what, name, g, v)
		}
	}
}
