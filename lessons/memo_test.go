package lessons

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"gramophone/lessons/course"
)

// held is what the heap holds, in bytes.
func held() int64 {
	runtime.GC()
	runtime.GC() // what finalizers and pools let go of
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestMemoCountsWhatItHolds draws states of every figure, and compares what they
// leave in a memo with what the memo says it holds.
func TestMemoCountsWhatItHolds(t *testing.T) {
	for _, l := range Contents.Open() {
		for i := range l.Figures {
			fig := &l.Figures[i]
			for _, base := range []string{"", "data=sine&n=100&"} {
				draw := func(memo *course.Memo, seed int) {
					_, draw := fig.At(course.ParseQuery(fmt.Sprintf("%sseed=%d&noise=0.%d&bandwidth=%d&y1=0.%d", base, seed, 100+seed, seed, seed)))
					if _, err := draw(context.Background(), memo); err != nil {
						t.Fatal(err)
					}
				}
				draw(course.NewMemo(1<<30), 1) // what a first draw leaves elsewhere
				const states = 3
				memo := course.NewMemo(1 << 30)
				before := held()
				for seed := range states {
					draw(memo, seed+2)
				}
				grown, counted := held()-before, int64(memo.Bytes())
				// The memo itself takes some kilobytes, and allocation rounds up.
				if slack := int64(16 << 10); grown > counted+counted/6+slack || counted > grown+grown/6+slack {
					t.Errorf("%s/%s?%s: %d bytes counted, %d held", l.Slug, fig.Name, base, counted, grown)
				}
				runtime.KeepAlive(memo)
			}
		}
	}
}

// TestMemoCountsSmallEntries does the same for many entries of next to nothing.
func TestMemoCountsSmallEntries(t *testing.T) {
	memo := course.NewMemo(1 << 30)
	before := held()
	for i := range 20_000 {
		_, err := course.Remember(context.Background(), memo, fmt.Sprintf("a key of the usual length, %060d", i), func(context.Context) (*int, int, error) { return new(int), 8, nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	grown, counted := held()-before, int64(memo.Bytes())
	if grown > counted+counted/6 || counted > grown+grown/6 {
		t.Errorf("%d bytes counted, %d held", counted, grown)
	}
	runtime.KeepAlive(memo)
}
