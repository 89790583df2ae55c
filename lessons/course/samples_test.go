package course

import (
	"context"
	"errors"
	"math"
	"net/url"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/plots"
)

// drawing is a figure of which a sample is its seed's remainder, moved by a slider.
func drawing(calls *atomic.Int64) *Figure {
	return &Figure{
		Name: "remainder", Title: "Remainders.",
		Samples: &Samples{
			Seed: "seed", Of: "samples", Draws: 20, Needs: "shown=1", Ignores: "look",
			Claims: []Claim{
				{Name: "small", Says: "It is under 3", Under: 3,
					Holds: func(p *Picture) many.Outcome { return many.Less(p.Find("r"), 3) }},
				{Name: "never", Says: "It is negative",
					Holds: func(p *Picture) many.Outcome { return many.If(p.Find("r") < 0) }},
			},
			Rank: "r", Error: "r", Curve: &Trace{"panel", "curve", "x", "y"},
			Rivals: []Rival{{Name: "one more", Error: func(_ context.Context, _ *Memo, p *Picture) (float64, error) {
				return p.Find("r") + 1, nil
			}}},
		},
		Build: func(f *Form) Draw {
			seed, by := f.Int("seed", "sample", 7, 1, 500), f.Int("by", "by", 5, 1, 9)
			f.Int("look", "look", 0, 0, 9)
			f.Bool("shown", "shown", true)
			return func(context.Context, *Memo) (*Picture, error) {
				calls.Add(1) // two at a time
				var xs, ys []float64
				for x := range 201 {
					xs, ys = append(xs, float64(x)), append(ys, float64(seed%by*x))
				}
				return &Picture{
					Columns: [][]plots.Panel{{{ID: "other"}, {ID: "panel"}}},
					Numbers: []Number{{Name: "r", Label: "remainder", Value: float64(seed % by)}},
					Series:  []Series{Table("curve", "x y", xs, ys)},
				}, nil
			}
		},
	}
}

// then is a figure built as before, and its picture changed, or refused.
func then(build func(*Form) Draw, change func(*Form, *Picture) error) func(*Form) Draw {
	return func(form *Form) Draw {
		draw := build(form)
		return func(ctx context.Context, memo *Memo) (*Picture, error) {
			p := Must(draw(ctx, memo))
			return p, change(form, p)
		}
	}
}

// amongAt is the figure's picture at a query.
func amongAt(t *testing.T, f *Figure, memo *Memo, query string) *Picture {
	t.Helper()
	_, draw := f.At(ParseQuery(query))
	return Must(draw(context.Background(), memo))
}

func TestAmongManySamples(t *testing.T) {
	var calls atomic.Int64
	f, memo := drawing(&calls), NewMemo(1<<20)
	if p := amongAt(t, f, memo, ""); p.Among != nil || calls.Load() != 1 {
		t.Fatalf("nobody asked, and there are %d draws", calls.Load())
	}
	p := amongAt(t, f, memo, "many=20")
	a := p.Among
	// Of 1 to 20 each remainder by 5 comes four times: 0, 1 and 2 are under 3, and 3 ties.
	if got, want := a.Claims[0].Share, (many.Share{Hits: 12, Ties: 4, Of: 20}); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	if got, want := a.Claims[0].Others, []int{3, 4, 8, 9, 13, 14, 18, 19}; !reflect.DeepEqual(got, want) {
		t.Errorf("the claim fails first in %v, not %v", got, want)
	}
	if c := a.Claims[1]; c.Hits != 0 || c.Here != many.Fails || len(c.Others) != 0 {
		t.Errorf("of what never is, %+v", c)
	}
	if want := (Placed{"remainder", 8, 3, 20}); a.Placed != want { // 7 leaves 2, as 2, 12 and 17 do
		t.Errorf("%+v, not %+v", a.Placed, want)
	}
	if r := a.Rivals[0]; r.Mean != 3 || r.Own != 2 || r.Difference != 1 || r.SE != 0 || r.Better != 20 {
		t.Errorf("%+v", r)
	}
	// By their remainders: 5, 10, 15, 20, then 1, 6, …; number 7 is the second of those that leave 2.
	if want := []int{5, 10, 15, 20, 1, 6, 11, 16, 2, 7, 12, 17, 3, 8, 13, 18, 4, 9, 14, 19}; a.Stands != 9 ||
		!reflect.DeepEqual(a.Order, want) {
		t.Errorf("the samples stand in the order %v, with number %d in sight", a.Order, a.Stands)
	}
	if s := a.Claims[0].Strip; len(s) != 20 || s[11] != many.Holds || s[12] != many.Ties || s[16] != many.Fails {
		t.Errorf("the strip is %v", s)
	}
	// From 0 to 4: 2 is in sight, 3 the threshold, and number 17 the fourth that leaves 2.
	if s := a.Claims[0].Scale; s.Here != 0.5 || s.Under != 0.75 || s.At[0] != 0 || s.At[11] != 0.5 || s.At[19] != 1 ||
		a.Claims[1].Scale != nil {
		t.Errorf("on the scale of the rank: %+v", s)
	}
	if s := scaled([]float64{1, 10, math.NaN()}, 100, 10); s.At[1] != 0.5 || s.At[2] != 1 || s.Here != 1 {
		t.Errorf("of ranks very unlike: %+v", s)
	}
	redrawn := p.Panel("panel").Redrawn
	if len(redrawn) != 19 || len(p.Panel("other").Redrawn) != 0 {
		t.Fatalf("%d curves of other samples", len(redrawn))
	}
	for _, c := range redrawn {
		for i, x := range c.Xs {
			if c.Ys[i] != float64(c.Seed%5)*x || len(c.Xs) != 61 || c.Xs[60] != 200 || c.Seed == 7 {
				t.Fatalf("the curve of sample %d goes through (%v, %v)", c.Seed, x, c.Ys[i])
			}
		}
	}
}

// A mean is written to the first digit of its standard error, or to the next where that is small.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		many.Mean
		want string
	}{
		{many.Mean{Value: 0.0374, SE: 0.0092}, "0.037 ± 0.009"},
		{many.Mean{Value: -0.0415, SE: 0.021}, "−0.042 ± 0.021"},
		{many.Mean{Value: 87.62, SE: 1.9}, "87.6 ± 1.9"}, {many.Mean{Value: 30.8, SE: 4.2}, "31 ± 4"},
		{many.Mean{Value: 5.1e7, SE: 4.5e7}, "5.1 × 10⁷ ± 4.5 × 10⁷"}, {many.Mean{Value: 100}, "100 ± 0"},
	} {
		if got := Spread(c.Mean); got != c.want {
			t.Errorf("%+v is written %s, not %s", c.Mean, got, c.want)
		}
	}
}

// Curves of samples that no control reaches are drawn once each.
func TestCurvesOfSamples(t *testing.T) {
	var calls atomic.Int64
	f, memo := drawing(&calls), NewMemo(1<<20)
	form, _ := f.At(ParseQuery("seed=3&by=4&look=2"))
	if off, _ := f.At(ParseQuery("shown=0")); !f.Samples.Curved(form) || f.Samples.Curved(off) ||
		(*Samples)(nil).Curved(form) {
		t.Error("there are curves where nobody can ask, or none where one can")
	}
	for i, seeds := range [][]int{{1002, 7}, {1002, 7, 9999}} {
		curves, err := f.Curves(t.Context(), memo, form, seeds)
		if err != nil || len(curves) != len(seeds) || calls.Load() != int64(2+i) {
			t.Fatalf("%d curves of %d samples, %d draws: %v", len(curves), len(seeds), calls.Load(), err)
		}
		for j, c := range curves {
			if last := len(c.Xs) - 1; c.Seed != seeds[j] || c.Ys[last] != float64(seeds[j]%4)*200 {
				t.Errorf("the curve of sample %d ends at %v", c.Seed, c.Ys[last])
			}
		}
	}
}

// One answer serves all samples of a state, and whatever a reader looks at in it.
func TestAmongIsKeptWithoutTheSample(t *testing.T) {
	var calls atomic.Int64
	f, memo := drawing(&calls), NewMemo(1<<20)
	for i, query := range []string{"many=20", "many=20&seed=3", "many=20&look=4&seed=400"} {
		p := amongAt(t, f, memo, query)
		if want := int64(21 + i); calls.Load() != want || p.Among.Claims[0].Hits != 12 {
			t.Errorf("%s: %d draws, not %d", query, calls.Load(), want)
		}
	}
	if amongAt(t, f, memo, "many=20&by=4"); calls.Load() != 23+21 {
		t.Errorf("another state: %d draws", calls.Load())
	}
	if p := amongAt(t, f, memo, "many=20&shown=0"); p.Among != nil {
		t.Error("the samples tell what is not shown")
	}
	study := f.Study("by=5")
	if got := study.Over(20)["small"]; got.Hits != 12 {
		t.Errorf("counted for prose, %+v", got)
	}
}

// A goal that asks for hidden samples is judged by ten that no control reaches, whatever the
// sample in sight, and not where the figure itself knows that it is not reached.
func TestJudgedByHiddenSamples(t *testing.T) {
	var calls atomic.Int64
	f, memo := drawing(&calls), NewMemo(1<<20)
	reached := true
	var hidden Hidden
	f.Build = then(f.Build, func(_ *Form, p *Picture) error {
		p.Goals = []Goal{{Name: "low", Now: "open", Reached: reached, Text: "Here.", Hidden: &hidden}}
		return nil
	})
	for _, c := range []struct {
		Hidden
		reached bool
		now     string
	}{ // by 5, the ten from 1000 on leave 0 to 4, each twice: a median of 2, and six under 3
		{Hidden{Number: "r", Below: 2.5}, true, "hidden median 2.00"},
		{Hidden{Number: "r", Below: 2}, false, "hidden median 2.00"},
		{Hidden{Number: "r", Below: 3, Need: 6}, true, "6 of 10 hidden samples"},
		{Hidden{Number: "r", Below: 3, Need: 7}, false, "6 of 10 hidden samples"},
		{Hidden{Number: "none", Below: 3, Need: 1}, false, "0 of 10 hidden samples"},
	} {
		hidden = c.Hidden
		if g := amongAt(t, f, memo, "seed=3").Goals[0]; g.Reached != c.reached || g.Now != c.now {
			t.Errorf("%+v: %+v", c.Hidden, g)
		}
		before := calls.Load()
		if amongAt(t, f, memo, "seed=4"); calls.Load() != before+1 {
			t.Errorf("another sample in sight: %d draws", calls.Load()-before)
		}
	}
	reached = false
	if g := amongAt(t, f, memo, "by=4").Goals[0]; g.Reached || g.Now != "open" {
		t.Errorf("%+v", g)
	}
}

// A draw that fails, and one that is cancelled, are errors of the whole.
func TestAmongFails(t *testing.T) {
	var calls atomic.Int64
	f, memo := drawing(&calls), NewMemo(1<<20)
	f.Build = then(f.Build, func(form *Form, _ *Picture) error {
		if form.Control("seed").Number() == 13 {
			return errors.New("thirteen")
		}
		return nil
	})
	_, draw := f.At(url.Values{"many": {"20"}})
	if _, err := draw(context.Background(), memo); err == nil {
		t.Error("a sample without a picture is passed over")
	}
}

func TestAgainst(t *testing.T) {
	// own errors 1, 2, 3; the rival's 2, 2, 5 and none: differences 1, 0, 2.
	all := []drawnSample{{own: 1, rivals: []float64{2}}, {own: 2, rivals: []float64{2}},
		{own: 3, rivals: []float64{5}}, {own: 3, rivals: []float64{math.NaN()}}}
	s := &Samples{Resampled: &Resampled{PerFitted: 0.5}}
	a := against(Rival{}, 0, all, s.paired(&Among{}))
	if a.Of != 3 || a.Difference != 1 || math.Abs(a.SE-1/math.Sqrt(3)) > 1e-15 || a.Better != 2 || a.Tied != 1 {
		t.Errorf("%+v", a)
	}
	// The three differ by s = 1: of splits that judge half as many points, √(1/3 + 1/2).
	splits := against(Rival{}, 0, all, s.paired(&Among{Splits: true, Approximate: true}))
	if splits.Difference != 1 || math.Abs(splits.SE-math.Sqrt(5./6)) > 1e-15 {
		t.Errorf("of splits, %+v", splits)
	}
	unknown := against(Rival{}, 0, all, s.paired(&Among{Splits: true}))
	if unknown.Difference != 1 || !math.IsNaN(unknown.SE) || unknown.Verdict() != "" ||
		math.Abs(unknown.Alone-1/math.Sqrt(3)) > 1e-15 {
		t.Errorf("of other samples that share their data, %+v", unknown)
	}
	for _, c := range []struct {
		a    Against
		want string
	}{
		{Against{Difference: 1, SE: 0.6, Better: 80, Worse: 20, Of: 100}, "no difference seen"},
		{Against{Difference: 1, SE: 0.4, Better: 60, Worse: 40, Of: 100}, "worse on average, not usually"},
		{Against{Difference: 1, SE: 0.4, Better: 70, Worse: 30, Of: 100}, "worse"},
		{Against{Difference: -1, SE: 0.4, Better: 40, Worse: 60, Of: 100}, "better on average, not usually"},
		{Against{Difference: -1, SE: 0.4, Better: 20, Worse: 80, Of: 100}, "better"},
		{Against{Difference: 1, SE: math.NaN(), Better: 80, Worse: 20, Of: 100}, ""},
	} {
		if got := c.a.Verdict(); got != c.want {
			t.Errorf("%+v is %s, not %s", c.a, got, c.want)
		}
	}
}
