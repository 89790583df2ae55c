package lessons

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
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
	for l, fig := range coursetest.Figures(Contents.Open()) {
		for _, base := range []string{"", "data=sine&n=100&"} {
			draw := func(memo *course.Memo, seed int) {
				_, draw := fig.At(course.ParseQuery(fmt.Sprintf("%sseed=%d&noise=0.%d&bandwidth=%d&y1=0.%d", base,
					seed, 100+seed, seed, seed)))
				course.Must(draw(context.Background(), memo))
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

// TestMemoCountsSmallEntries does the same for many entries of next to nothing.
func TestMemoCountsSmallEntries(t *testing.T) {
	memo := course.NewMemo(1 << 30)
	before := held()
	for i := range 20_000 {
		key := fmt.Sprintf("a key of the usual length, %060d", i)
		value := func(context.Context) (*int, int, error) { return new(int), 8, nil }
		course.Must(course.RememberBy(t.Context(), memo, key, value))
	}
	grown, counted := held()-before, int64(memo.Bytes())
	if grown > counted+counted/6 || counted > grown+grown/6 {
		t.Errorf("%d bytes counted, %d held", counted, grown)
	}
	runtime.KeepAlive(memo)
}

// Two lessons' keys, of the same fields.
type (
	squareOf struct{ n int }
	cubeOf   struct{ n int }
)

// computed counts computations.
var computed int

func (of squareOf) Compute(context.Context, *course.Memo) (int, int, error) {
	computed++
	return of.n * of.n, 8, nil
}

func (of cubeOf) Compute(ctx context.Context, memo *course.Memo) (int, int, error) {
	computed++
	square, err := course.Remember(ctx, memo, squareOf(of))
	return of.n * square, 8, err
}

// A value is found by the fields of its key, and by its type and that of the value.
func TestKeysAreTheirTypesAndFields(t *testing.T) {
	memo, ctx := course.NewMemo(1<<20), t.Context()
	computed = 0
	for range 2 { // the second time nothing is computed
		for n := 2; n < 5; n++ {
			square := course.Must(course.Remember(ctx, memo, squareOf{n}))
			cube := course.Must(course.Remember(ctx, memo, cubeOf{n}))
			if square != n*n || cube != n*n*n {
				t.Errorf("%d² is %d, and %d³ %d", n, square, n, cube)
			}
		}
		if computed != 6 {
			t.Errorf("%d computations of 6 values", computed)
		}
	}
	four := func(context.Context) (string, int, error) { return "four", 4, nil }
	word, err := course.RememberBy(ctx, memo, squareOf{2}, four)
	if number, kept := course.Kept[int](memo, squareOf{2}); err != nil || word != "four" || !kept || number != 4 {
		t.Errorf("one key has %q, %v, and %d", word, err, number)
	}
	if _, kept := course.Kept[float64](memo, squareOf{2}); kept {
		t.Error("a value of a type that was never computed")
	}
}

// What a key refers to is counted, and a pointer, which another request has another of,
// is refused.
func TestKeysAreCounted(t *testing.T) {
	type key struct {
		text   string
		kernel any
	}
	held := func(k key) uint64 {
		memo := course.NewMemo(1 << 20)
		value := func(context.Context) (int, int, error) { return 0, 8, nil }
		course.Must(course.RememberBy(t.Context(), memo, k, value))
		return memo.Bytes()
	}
	short, long, boxed := held(key{}), held(key{text: strings.Repeat("x", 1000)}), held(key{kernel: [3]float64{}})
	if long != short+1000 || boxed != short+24 {
		t.Errorf("%d bytes; with 1,000 more %d, with three numbers %d", short, long, boxed)
	}
	defer func() {
		if recover() == nil {
			t.Error("a key with a pointer")
		}
	}()
	held(key{kernel: new(int)})
}
