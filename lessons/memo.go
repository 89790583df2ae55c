package lessons

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
type Memo struct {
	cache *otter.Cache[string, remembered]
}

type remembered struct {
	value any
	bytes uint32
}

// NewMemo returns a memo that holds about that many bytes.
func NewMemo(bytes uint64) *Memo {
	return &Memo{cache: otter.Must(&otter.Options[string, remembered]{
		MaximumWeight: bytes,
		Weigher:       func(key string, r remembered) uint32 { return r.bytes + uint32(len(key)) + 64 },
	})}
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
				panic(fmt.Sprintf("lessons: key %q holds a %T", key, r.value))
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
