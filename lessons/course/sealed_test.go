package course

import (
	"context"
	"math"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/many"
)

// tuned is a figure of real data: its error is its width, and on sealed data 2 more.
func tuned(calls *int) *Figure {
	return &Figure{
		Name: "tuned", Title: "Tuned.",
		Samples: &Samples{
			Draws: 20, Error: "error",
			Claims: []Claim{{Name: "small", Says: "It is small",
				Holds: func(p *Picture) many.Outcome { return many.If(p.Find("error") < 10) }}},
			Resampled: &Resampled{Of: "splits",
				Draw: func(_ context.Context, _ *Memo, p *Picture, number int) (*Picture, error) {
					return &Picture{Numbers: []Number{{Name: "error", Value: p.Find("error") + float64(number)}}}, nil
				}},
		},
		Sealed: &Sealed{Of: "ten", Number: "error",
			Open: func(_ context.Context, _ *Memo, p *Picture) (Opened, error) {
				*calls++
				e := p.Find("error")
				return Opened{Value: e + 2, SE: 0.5, Others: []Envelope{{e, e - 1}, {e, e + 1}, {e, e + 3}}}, nil
			}},
		Build: func(f *Form) Draw {
			width := f.Float("width", "width", 5, 0, 9)
			return func(context.Context, *Memo) (*Picture, error) {
				return &Picture{
					Numbers: []Number{{Name: "error", Label: "error", Value: width, Unit: "g"}},
					Goals: []Goal{{Name: "low", Now: "open", Reached: true, Text: "Here.",
						Hidden: &Hidden{Number: "error", Below: 1006}}},
				}, nil
			}
		},
	}
}

func TestResampled(t *testing.T) {
	calls := 0
	f, memo := tuned(&calls), NewMemo(1<<20)
	p := amongAt(t, f, memo, "many=20")
	// Of the numbers from 1 to 20, those to 4 leave 5 under 10.
	if a := p.Among; a.Claims[0].Share != (many.Share{Hits: 4, Of: 20}) || !a.Splits || !a.Resampled ||
		a.Of != "splits" || a.Placed.Of != 0 {
		t.Errorf("%+v", p.Among)
	}
	share, here := p.Among.Claims[0].Line(p.Among)
	if share != "4 of 20 splits (±17 in 100 for their choice alone)" || here != "" {
		t.Errorf("%s; %s", share, here)
	}
	f.Samples.Resampled.PerFitted = 0.5
	if a := amongAt(t, f, NewMemo(1<<20), "many=20").Among; p.Among.Approximate || !a.Approximate {
		t.Error("standard errors of splits are approximate where it is known how many judge, and nowhere else")
	}
	f.Samples.Resampled.Independent = true
	if a := amongAt(t, f, NewMemo(1<<20), "many=20").Among; a.Splits || a.Approximate || !a.Resampled {
		t.Errorf("drawn apart, %+v", a)
	}
	if got := f.Study("width=1").Over(20)["small"]; got.Hits != 8 {
		t.Errorf("counted for prose, %+v", got)
	}
	// The ten hidden ones are 1000 to 1009 more: their median is 1009.5 at 5, and 1005.5 at 1.
	if p.Reached("low") || !amongAt(t, f, memo, "width=1").Reached("low") {
		t.Error("the goal is not judged by other splits")
	}
	if values, _, err := f.Numbers(context.Background(), url.Values{}, "error", 3, 2); err != nil || values[1] != 9 {
		t.Errorf("%v %v", values, err)
	}
}

func TestSealed(t *testing.T) {
	calls := 0
	f, memo := tuned(&calls), NewMemo(1<<20)
	if p := amongAt(t, f, memo, ""); p.Unsealed != nil || calls != 0 {
		t.Fatal("the envelope is opened before anybody asks")
	}
	for range 2 {
		u := amongAt(t, f, memo, "envelope=open&width=4").Unsealed
		if calls != 1 || u.Value != 6 || u.Chosen.Value != 4 || Worse(u.Others) != 2 {
			t.Errorf("after %d openings, %+v", calls, u)
		}
		if want := "You chose by 4.00 g. In the envelope: 6.00 g (± 0.500)."; u.Line() != want {
			t.Errorf("%s, not %s", u.Line(), want)
		}
	}
	u := &Unsealed{Opened: Opened{Anew: []Envelope{{1, 3}, {2, 1}, {4, 6}}}}
	if more := u.More(); more.Value != 1 || more.SE != 1 || !strings.Contains(u.AnewLine(), "2 of 3 cost more") {
		t.Errorf("chosen anew, %s", u.AnewLine())
	}
	for unlike, want := range map[string]string{"": "so that about half may.", "it rained": "but it rained."} {
		u.Unlike, u.Others = unlike, u.Anew
		if line := u.OthersLine(); !strings.HasSuffix(line, "Nobody chose in these, "+want) {
			t.Errorf("where nobody chose, %s", line)
		}
	}
	if line := new(Unsealed).AnewLine(); line != "" {
		t.Errorf("where nobody has chosen anew: %s", line)
	}
	if form, _ := f.At(url.Values{"envelope": {"open"}}); !form.Control(EnvelopeControl).InBar() {
		t.Error("the envelope is not in the figure's bar")
	}
}

// Without a number there was nothing to choose by, and nothing is opened.
func TestSealedWithoutAFit(t *testing.T) {
	calls := 0
	f := tuned(&calls)
	f.Samples = nil
	build := f.Build
	f.Build = then(build, func(_ *Form, p *Picture) error {
		p.Numbers[0].Value = math.NaN()
		return nil
	})
	if p := amongAt(t, f, NewMemo(1<<20), "envelope=open"); p.Unsealed != nil || calls != 0 {
		t.Errorf("%+v", p.Unsealed)
	}
	f.Build = build
	f.Sealed.Open = func(context.Context, *Memo, *Picture) (Opened, error) {
		return Opened{Value: math.Inf(1)}, nil
	}
	if p := amongAt(t, f, NewMemo(1<<20), "envelope=open"); p.Unsealed != nil {
		t.Errorf("without a fit to what is open, %+v", p.Unsealed)
	}
}

// A sample of too many points, or beyond another bound, is not asked about, and its reader is told why.
func TestMostPoints(t *testing.T) {
	var calls atomic.Int64
	f := drawing(&calls)
	f.Samples.Most = 50
	build := f.Build
	f.Build = func(form *Form) Draw {
		form.Int("n", "n", 40, 1, 100)
		return build(form)
	}
	f.Samples.Beyond = func(form *Form) string {
		if form.Control("n").Value == "7" {
			return "asked of every number but seven"
		}
		return ""
	}
	for query, asked := range map[string]bool{"many=20&n=50": true, "many=20&n=51": false, "many=20&n=7": false} {
		form, draw := f.At(ParseQuery(query))
		p, err := draw(context.Background(), NewMemo(1<<20))
		if err != nil || (p.Among != nil) != asked || (len(form.Notes) == 0) != asked {
			t.Errorf("%s: %+v %v %v", query, p.Among, form.Notes, err)
		}
	}
}
