package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// studied is a table's study.
func studied(t *testing.T, text, query string) *study {
	t.Helper()
	store := newStore(t)
	_, ref := shelved(t, store, text)
	s := drawn(t, store, ref, query).Result.(*study)
	if s.refused != "" {
		t.Fatal(s.refused)
	}
	return s
}

// Of two numbers and a class both numbers are inputs, as in the plane of a figure.
func TestAClassOfTwoNumbersHasBoth(t *testing.T) {
	s := studied(t, textOf("u,v,kind", 120, 3, func(i int, rng *rand.Rand) string {
		a, side := math.Pi*rng.Float64(), i%2
		u, v := math.Cos(a), math.Sin(a)
		if side == 1 {
			u, v = 1-u, 0.5-v
		}
		return fmt.Sprintf("%.4f,%.4f,%s", u+0.1*rng.NormFloat64(), v+0.1*rng.NormFloat64(),
			[]string{"up", "down"}[side])
	}), "")
	if len(s.Inputs) != 2 || s.Error(s.judged["kernel"].Missed) > 0.08 {
		t.Errorf("%d inputs, %v are missed", len(s.Inputs), s.Error(s.judged["kernel"].Missed))
	}
}

// What has one class in twenty is hardly told by rows missed, but by probabilities.
func TestOfARareClassProbabilitiesTell(t *testing.T) {
	rare := func(slope float64) string {
		return textOf("age,dose,weight,died", 420, 5, func(_ int, rng *rand.Rand) string {
			age, died := rng.NormFloat64(), "no"
			if rng.Float64() < 1/(1+math.Exp(3.2-slope*age)) {
				died = "yes"
			}
			return fmt.Sprintf("%.3f,%.3f,%.3f,%s", age, rng.NormFloat64(), rng.NormFloat64(), died)
		})
	}
	if s := studied(t, rare(1.6), ""); !s.surer() {
		t.Errorf("log loss %v, of shares %v", s.judged["kernel"].LogLoss, s.judged["mean"].LogLoss)
	}
	if s := studied(t, rare(0), ""); s.surer() {
		t.Errorf("of noise: log loss %v, of shares %v", s.judged["kernel"].LogLoss, s.judged["mean"].LogLoss)
	}
}

// Rows entered twice, rows with dates and rows of one thing are found.
func TestRowsThatAreNotAlone(t *testing.T) {
	rows := measured(60, 2)
	head, body, _ := strings.Cut(rows, "\n")
	if s := studied(t, rows, ""); s.copies != 0 || s.dated() != -1 || s.ungrouped() != -1 {
		t.Errorf("none, and there are said %d, %d, %d", s.copies, s.dated(), s.ungrouped())
	}
	if s := studied(t, rows+body, ""); s.copies != 60 {
		t.Errorf("%d are there twice", s.copies)
	}
	lines := strings.Split(strings.TrimSpace(rows), "\n")
	for i := range lines {
		if i == 0 {
			lines[i] = "patient,seen," + head
			continue
		}
		lines[i] = fmt.Sprintf("%d,2024-%02d-%02d,%s", 1+i/4, 1+i/28, 1+i%28, lines[i])
	}
	dated := strings.Join(lines, "\n")
	if s := studied(t, dated, ""); s.ungrouped() != 0 || s.dated() != 1 {
		t.Errorf("groups are of %d, dates of %d", s.ungrouped(), s.dated())
	}
	if s := studied(t, dated, "seal=last"); s.dated() != -1 {
		t.Errorf("with the last fifth sealed, dates are of %d", s.dated())
	}
}

// What is missed is uneven where the noise grows with an input, and even where it does not.
func TestWhatIsMissedIsUneven(t *testing.T) {
	noisy := func(grows float64) string {
		return textOf("a,b,y", 240, 8, func(_ int, rng *rand.Rand) string {
			a, z := 10*rng.Float64(), rng.NormFloat64()
			return fmt.Sprintf("%.4f,%.4f,%.4f", a, z, 50+math.Sin(a)+z+rng.NormFloat64()*(0.2+grows*a))
		})
	}
	if u := studied(t, noisy(0.3), "").uneven; u != (uneven{"a", true}) {
		t.Errorf("noise grows with a: %+v", u)
	}
	if u := studied(t, noisy(0), "").uneven; u.with != "" {
		t.Errorf("the noise is even: %+v", u)
	}
	for i, r := range ranks([]float64{3, 1, 3, 2}) {
		if r != []float64{2.5, 0, 2.5, 1}[i] {
			t.Errorf("rank %d is %v", i, r)
		}
	}
}

// The error of a date is in days, without their beginning.
func TestUnitOfErrors(t *testing.T) {
	d := &Design{}
	for unit, want := range map[string]string{"days since 2024-01-01": "days", "kg": "kg", "": ""} {
		if d.Out.Unit = unit; d.errorUnit() != want {
			t.Errorf("of %q errors are in %q", unit, d.errorUnit())
		}
	}
}

// Names of classes are as long as they have room, and stay apart.
func TestClassNames(t *testing.T) {
	for want, names := range map[string][]string{
		"benign malignant": {"benign", "malignant"}, "1 2 3": {"cultivar 1", "cultivar 2", "cultivar 3"},
		"a longer… b": {"a longer name", "b"}, "0 1": {"a long event = 0", "a long event = 1"},
	} {
		s := &study{fitted: &fitted{Design: &Design{Classes: names}}}
		if got := strings.Join(s.classNames(), " "); got != want {
			t.Errorf("%q are %q", names, got)
		}
	}
}
