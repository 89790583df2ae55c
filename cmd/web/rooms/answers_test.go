package rooms

import (
	"fmt"
	"log/slog"
	"testing"
)

func TestAnswersAreCounted(t *testing.T) {
	s := must(New(Memory(), Options{Log: slog.New(slog.DiscardHandler)}))
	defer s.Close()
	ctx := t.Context()
	code, key, err := s.Create(ctx, "", "bandwidth")
	noError(t, err)
	for i := range 3 {
		seat := must(s.Join(ctx, "", code, ""))
		for k := range 2 { // the second takes the place of the first
			p := Pick{Figure: "map", Round: 1, Bandwidth: 1 + float64(k), Lambda: 1}
			noError(t, s.Pick(ctx, code, seat, p))
		}
		noError(t, s.Sketch(ctx, code, seat, Sketch{Figure: "map", Round: 1 + min(i, 1)}))
		noError(t, s.Point(ctx, code, seat, Point{Figure: "map", Round: 2, X: 1}))
	}
	for _, c := range []struct {
		figure string
		round  int
		want   Answered
	}{{"map", 1, Answered{1, 3, 0}}, {"map", 2, Answered{2, 0, 3}}, {"fit", 1, Answered{}}} {
		t.Run(fmt.Sprint(c.figure, c.round), func(t *testing.T) {
			if got, err := s.Answers(ctx, code, c.figure, c.round); got != c.want || err != nil {
				t.Errorf("%+v, want %+v: %v", got, c.want, err)
			}
		})
	}
	noError(t, s.End(ctx, code, key))
	wantError(t, "of a room that has ended", errorOf(s.Answers(ctx, code, "map", 1)), ErrNone)
}
