package lessons

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// A watch is a context that is cancelled at the look after so many, and counts them.
type watch struct {
	context.Context
	cancel context.CancelFunc
	mu     sync.Mutex
	looks  int
	last   int // none where negative
}

func newWatch(parent context.Context, last int) *watch {
	ctx, cancel := context.WithCancel(parent)
	return &watch{Context: ctx, cancel: cancel, last: last}
}

func (w *watch) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.looks++; w.last >= 0 && w.looks > w.last {
		w.cancel()
	}
	return w.Context.Err()
}

// eachFigure calls test with every figure, as it opens and at its largest.
func eachFigure(t *testing.T, test func(t *testing.T, state string, draw course.Draw)) {
	for l, f := range coursetest.Figures(Contents.Open()) {
		for _, q := range []url.Values{{}, coursetest.Largest(f)} {
			form, draw := f.At(q)
			test(t, l.Slug+"/"+f.Name+"?"+form.Query(""), draw)
		}
	}
}

// said is all that a picture says and shows, its numbers left out.
func said(p *course.Picture) string {
	b := []byte(p.Message + p.Description)
	for _, panel := range slices.Concat(p.Columns...) {
		b = panel.AppendSVG(b)
	}
	return string(b)
}

// A draw whose context is cancelled returns that error, whenever it looks, or the whole
// picture if it had finished: half of one would be kept and shown again.
func TestCancelledDrawsStop(t *testing.T) {
	eachFigure(t, func(t *testing.T, state string, draw course.Draw) {
		all := newWatch(t.Context(), -1)
		whole, err := draw(all, course.NewMemo(1<<28))
		if err != nil {
			t.Errorf("%s: %v", state, err)
			return
		}
		for last := 0; last < all.looks; last += 1 + all.looks/3 {
			w := newWatch(t.Context(), last)
			p, err := draw(w, course.NewMemo(1<<28))
			if err != nil && !errors.Is(err, context.Canceled) || err == nil && said(p) != said(whole) {
				t.Errorf("%s: cancelled at look %d of %d: %v", state, last+1, all.looks, err)
			}
			if more := w.looks - last; more > 20 {
				t.Errorf("%s: cancelled at look %d, and looks %d times more", state, last+1, more)
			}
		}
	})
}

// A draw of long work that is not let in returns the error that says so.
func TestDrawsThatAreNotLetInStop(t *testing.T) {
	eachFigure(t, func(t *testing.T, state string, draw course.Draw) {
		later, asked := errors.New("not now"), false
		ctx := course.WithTurn(t.Context(), func() bool { return false }, func() error { asked = true; return later })
		if _, err := draw(ctx, course.NewMemo(1<<28)); asked && !errors.Is(err, later) {
			t.Errorf("%s: %v", state, err)
		}
	})
}
