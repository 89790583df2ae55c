package engine

import (
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadCSV(t *testing.T) {
	const in = "\ufeff\"b\", a ,ignored,c\r\n1,2,x,3\r\n\r\n \"-4e2\",.5 ,,+6\r\n"
	got := Must(ReadCSV(strings.NewReader(in), []string{"a", "b"}, "c"))
	want := Dataset{X: [][]float64{{2, 1}, {0.5, -400}}, Y: []float64{3, 6}}
	wantEqual(t, "data", got, want)
}

func TestReadCSVErrors(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", "CSV is empty"},
		{"header only", "a,b\n", "no rows"},
		{"no such column", "a,c\n1,2\n", `names no column "b"`},
		{"column twice", "a,b,a\n1,2,3\n", `names column "a" twice`},
		{"word", "a,b\n1,2\n3,four\n", `line 3, column "b": "four" is not a number`},
		{"nothing", "a,b\n1,\n", `line 2, column "b": no number`},
		{"NaN", "a,b\nNaN,1\n", `line 2, column "a": "NaN" is not a number`},
		{"infinity", "a,b\n-inf,1\n", `"-inf" is not a number`},
		{"hexadecimal", "a,b\n0x1p-3,1\n", `"0x1p-3" is not a number`},
		{"underscore", "a,b\n1_000,1\n", `"1_000" is not a number`},
		{"too large", "a,b\n1e999,1\n", `"1e999" is too large`},
		{"signs only", "a,b\n+-,1\n", `"+-" is not a number`},
		{"short row", "a,b\n1,2\n3\n", "line 3: wrong number of fields"},
		{"quote", "a,b\n\"1,2\n", "line 2, column 6: extraneous or missing \""},
		{"rows", "a,b\n" + strings.Repeat("1,2\n", maxCSVRows+1), "more than 10000 rows"},
		{"bytes", "a,b\n" + strings.Repeat(" ", maxCSVBytes), "longer than 4194304 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := ReadCSV(strings.NewReader(test.in), []string{"a"}, "b")
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "engine: ") {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if d.Len() != 0 {
				t.Errorf("an error, and still %d rows", d.Len())
			}
		})
	}
	broken := errors.New("broken")
	wantError(t, "of the reader", errorOf(ReadCSV(iotest.ErrReader(broken), []string{"a"}, "b")), broken)
	if d, err := ReadCSV(strings.NewReader("a,b\n"+strings.Repeat("1,2\n", maxCSVRows)), []string{"a"},
		"b"); err != nil || d.Len() != maxCSVRows {
		t.Errorf("the largest file: %d rows, error %v", d.Len(), err)
	}
	wantPanic(t, "no inputs", func() { ReadCSV(strings.NewReader("a\n1\n"), nil, "a") })
}

func FuzzReadCSV(f *testing.F) {
	f.Add("a,b\n1,2\n")
	f.Add("\"times\",\"accel\"\n2.4,0\n2.6,-1.3\n")
	f.Add("a,b\n0x1p-3,NaN\n")
	f.Add("\ufeffb;a\n1;2\n")
	f.Add("a,b,a\n\"1\n\",2,3")
	f.Fuzz(func(t *testing.T, in string) {
		d, err := ReadCSV(strings.NewReader(in), []string{"a"}, "b")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "engine: ") {
				t.Errorf("error %q", err)
			}
			return
		}
		if err := d.Validate(); err != nil {
			t.Errorf("read without an error, but %v", err)
		}
		if k := MedianHeuristic(d.X[:min(d.Len(), 50)]); math.IsNaN(k) {
			t.Error("the median of its distances is NaN")
		}
	})
}
