package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/plots"
)

// Whose predictions are shown, is asked for: then the lead has what that method makes of each row by five folds.
func TestTheMethodThatIsShown(t *testing.T) {
	store := newStore(t)
	_, ref := shelved(t, store, measured(80, 2))
	for _, method := range Methods[1:] {
		p := drawn(t, store, ref, "target=y&method="+method.Name)
		s := p.Result.(*study)
		lead := p.Columns[0][0].Plot.(plots.Curves)
		for k, point := range lead.Points {
			if want := s.judged[method.Name].Predicted[k][0]; point.Y != want {
				t.Fatalf("%s: row %d is at %v, want %v", method.Name, k, point.Y, want)
			}
		}
		if !strings.Contains(p.Columns[0][0].Title, shortNames[method.Name]) {
			t.Errorf("%s is shown under “%s”", method.Name, p.Columns[0][0].Title)
		}
	}
	for _, method := range []string{"widths", "tea"} {
		form, p, err := tried(t, store, ref, "target=class&method="+method)
		if err != nil || len(form.Notes) != 1 || p.Result.(*study).method.Name != "kernel" {
			t.Errorf("%s, which is not there: %v, %v", method, form.Notes, err)
		}
	}
}

// Where most inputs tell nothing, a width for each misses less; it is tried where it is asked for alone.
func TestAWidthForEachInput(t *testing.T) {
	store := newStore(t)
	_, ref := shelved(t, store, textOf("a,b,c,d,e,f,g,h,y,kind", 150, 8, func(_ int, rng *rand.Rand) (row string) {
		var x [8]float64
		for j := range x {
			x[j] = rng.NormFloat64()
			row += fmt.Sprintf("%.4f,", x[j])
		}
		y := 2*math.Sin(2*x[0]) + x[1]*x[1] - 1
		return row + fmt.Sprintf("%.4f,%t", y+0.1*rng.NormFloat64(), y > 0)
	}))
	for _, target := range []string{"y", "class"} {
		s := drawn(t, store, ref, "widths=each&target="+target).Result.(*study)
		d := s.Compared(s.judged["widths"], s.judged["kernel"])
		if !(d.Mean < 0) || target == "y" && !d.Told() {
			t.Errorf("%s is missed more by %v ± %v", target, d.Mean, d.SE)
		}
		var says []string
		for _, a := range s.advice() {
			says = append(says, a.Said.Text)
		}
		if all := strings.Join(says, "\n"); d.Told() != strings.Contains(all, adviseWidths) ||
			d.Told() == strings.Contains(all, adviseOneWidth) {
			t.Errorf("it is not said: %q", says)
		}
	}
	s := drawn(t, store, ref, "target=y").Result.(*study)
	if s.judged["widths"] != nil || len(s.judged) != len(Methods) {
		t.Errorf("%d methods are judged where nobody asks for more", len(s.judged))
	}
}
