package course

import (
	"context"
	"errors"
	"reflect"

	"github.com/maypok86/otter/v2"
)

// A Memo keeps what is dear to compute and shared between requests: the
// spectrum that serves every λ at one bandwidth, an error map that serves
// every dot on it. It is the one thing of this package that outlives a
// request; it is bounded in bytes, and forgets what was used least.
//
// What counts is what an entry really takes: its value, its key, and overhead.
type Memo struct {
	cache *otter.Cache[any, remembered]
}

type remembered struct {
	value any
	bytes uint32 // of the value and of what it is kept under
}

// An entry is what a value is kept under: the types are part of it, so that keys of two
// lessons are never taken for each other.
type entry[K comparable, V any] struct{ key K }

// overhead is what an entry takes beside its value and its key: its node, its place in
// the table, and headers. TestMemoCountsWhatItHolds measures.
const overhead = 128

// NewMemo returns a memo that holds about that many bytes.
func NewMemo(bytes uint64) *Memo {
	return &Memo{cache: otter.Must(&otter.Options[any, remembered]{
		MaximumWeight: bytes,
		Weigher:       func(_ any, r remembered) uint32 { return r.bytes },
	})}
}

// Bytes is what the memo holds now. The cache counts what was put in some time
// later, unless it is asked to.
func (m *Memo) Bytes() uint64 {
	m.cache.CleanUp()
	return m.cache.WeightedSize()
}

// A Key names a value and computes it, from its fields alone: two that are equal have one
// value. Its fields are the choices that the value follows from, with a
// LineSpec of package points for the data; they hold no NaN, which equals
// nothing, and no pointer. Kernels are compared as they are; a sum is a slice and cannot be,
// and goes by its text.
//
//	type spectrumOf struct {
//		points.LineSpec
//		engine.Gaussian
//	}
//
//	func (of spectrumOf) Compute(ctx context.Context, memo *course.Memo) (*engine.Spectrum, int, error)
//
//	s, err := course.Remember(ctx, memo, spectrumOf{r.Spec, k})
type Key[V any] interface {
	comparable
	// Compute also says how many bytes the value takes. What it needs it may remember
	// in its turn.
	Compute(ctx context.Context, memo *Memo) (V, int, error)
}

// Remember returns the value of a key, which is computed where it is not kept. Requests
// that want the same one at once wait for one computation; where the request that computes
// is cancelled, one of the others takes over.
func Remember[K Key[V], V any](ctx context.Context, m *Memo, key K) (V, error) {
	return RememberBy(ctx, m, key, func(ctx context.Context) (V, int, error) { return key.Compute(ctx, m) })
}

// RememberLong is Remember for what takes long, as Long does.
func RememberLong[K Key[V], V any](ctx context.Context, m *Memo, key K) (V, error) {
	if _, kept := Kept[V](m, key); !kept {
		if err := Long(ctx); err != nil {
			var none V
			return none, err
		}
	}
	return Remember(ctx, m, key)
}

// RememberBy is Remember for a key that does not hold all that its value is computed from.
// That it names all of it is then for its caller to see to.
func RememberBy[K comparable, V any](
	ctx context.Context, m *Memo, key K, compute func(context.Context) (V, int, error),
) (V, error) {
	loader := otter.LoaderFunc[any, remembered](func(ctx context.Context, under any) (remembered, error) {
		v, bytes, err := compute(ctx)
		if err != nil {
			return remembered{}, err
		}
		return remembered{v, uint32(bytes + bytesOf(reflect.ValueOf(under)) + overhead)}, nil
	})
	for {
		r, err := m.cache.Get(ctx, entry[K, V]{key}, loader)
		if err == nil {
			return r.value.(V), nil
		}
		cancelled := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
		if !cancelled || ctx.Err() != nil {
			var none V
			return none, err
		}
	}
}

// Kept returns the value kept under key, if there is one.
func Kept[V any, K comparable](m *Memo, key K) (value V, ok bool) {
	r, kept := m.cache.GetIfPresent(entry[K, V]{key})
	if kept {
		value = r.value.(V)
	}
	return value, kept
}

// bytesOf is what a key takes, with what its strings and interfaces refer to.
func bytesOf(key reflect.Value) int { return int(key.Type().Size()) + bytesUnder(key) }

// bytesUnder is what a part of a key refers to.
func bytesUnder(part reflect.Value) (bytes int) {
	switch part.Kind() {
	case reflect.String:
		return part.Len()
	case reflect.Array:
		for i := range part.Len() {
			bytes += bytesUnder(part.Index(i))
		}
	case reflect.Struct:
		for i := range part.NumField() {
			bytes += bytesUnder(part.Field(i))
		}
	case reflect.Interface:
		if !part.IsNil() {
			return bytesOf(part.Elem())
		}
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		panic("course: a key holds a " + part.Type().String() + ", and is to hold values")
	}
	return bytes
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
