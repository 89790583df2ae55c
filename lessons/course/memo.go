package course

import (
	"context"
	"errors"
	"fmt"

	"github.com/maypok86/otter/v2"
)

// A Memo keeps what is dear to compute and shared between requests: the
// spectrum that serves every λ at one bandwidth, an error map that serves
// every dot on it. It is the one thing of this package that outlives a
// request; it is bounded in bytes, and forgets what was used least.
//
// What counts is what an entry really takes: its value, its key, and overhead.
type Memo struct {
	cache *otter.Cache[string, remembered]
}

type remembered struct {
	value any
	bytes uint32
}

// overhead is what an entry takes beside its value and the bytes of its key: its
// node, its place in the table, and headers. TestMemoCountsWhatItHolds measures.
const overhead = 128

// NewMemo returns a memo that holds about that many bytes.
func NewMemo(bytes uint64) *Memo {
	return &Memo{cache: otter.Must(&otter.Options[string, remembered]{
		MaximumWeight: bytes,
		Weigher:       func(key string, r remembered) uint32 { return r.bytes + uint32(len(key)) + overhead },
	})}
}

// Bytes is what the memo holds now. The cache counts what was put in some time
// later, unless it is asked to.
func (m *Memo) Bytes() uint64 {
	m.cache.CleanUp()
	return m.cache.WeightedSize()
}

// Remember returns the value kept under key, or has compute make it. compute
// also says how many bytes the value takes. Requests that want the same key at
// once wait for one computation; where the request that computes is cancelled,
// one of the others takes over.
func Remember[T any](ctx context.Context, m *Memo, key string, compute func(context.Context) (T, int, error)) (T, error) {
	for {
		r, err := m.cache.Get(ctx, key, otter.LoaderFunc[string, remembered](
			func(ctx context.Context, _ string) (remembered, error) {
				v, bytes, err := compute(ctx)
				if err != nil {
					return remembered{}, err
				}
				return remembered{v, uint32(bytes)}, nil
			}))
		if err == nil {
			v, ok := r.value.(T)
			if !ok {
				panic(fmt.Sprintf("course: key %q holds a %T", key, r.value))
			}
			return v, nil
		}
		cancelled := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
		if !cancelled || ctx.Err() != nil {
			var none T
			return none, err
		}
	}
}

// Kept returns the value kept under key, if there is one.
func Kept[T any](m *Memo, key string) (value T, ok bool) {
	r, kept := m.cache.GetIfPresent(key)
	if kept {
		value, ok = r.value.(T)
	}
	return value, ok
}

// RememberLong is Remember for what takes long, as Long does.
func RememberLong[T any](ctx context.Context, m *Memo, key string, compute func(context.Context) (T, int, error)) (T, error) {
	if _, kept := m.cache.GetIfPresent(key); !kept {
		if err := Long(ctx); err != nil {
			var none T
			return none, err
		}
	}
	return Remember(ctx, m, key, compute)
}

// A turn is what a draw may ask of those who let it in.
type turn struct {
	busy func() bool
	long func() error
}

type turnKey struct{}

// WithTurn returns a context under which figures that measure time ask busy first
// and, where it says so, show what was recorded; and under which what takes long
// asks long whether it may begin.
func WithTurn(ctx context.Context, busy func() bool, long func() error) context.Context {
	return context.WithValue(ctx, turnKey{}, turn{busy, long})
}

// Long says that what a draw does next takes long, a tenth of a second or more on
// one processor. Where there is no place for such work its error is to be returned: the
// draw is begun again when there is one. Work that does not say so is found out after
// a moment, and told by its context to stop until then: Long saves that moment, and
// nothing rests on it. It is asked where the work begins, so that a state whose dear
// part is kept passes as a cheap one. A page shows meanwhile that it computes, and its
// reader can stop that: then ctx is done, at which what follows has to look now and then.
func Long(ctx context.Context) error {
	if t, ok := ctx.Value(turnKey{}).(turn); ok {
		return t.long()
	}
	return nil
}

// Busy reports whether another draw is at work or waits.
func Busy(ctx context.Context) bool {
	t, ok := ctx.Value(turnKey{}).(turn)
	return ok && t.busy()
}
