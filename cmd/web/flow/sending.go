package flow

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/fair"
)

// Answers on their way lie in memory until their readers have read them, those of up to
// a chunk in the kernel's, see writeBuffer, and the others in ours. So these are bounded
// together, the large ones, which may be of 6 MB, apart from the medium ones, as pictures
// and pages for who reads no compression: whoever reads large answers slowly stands in
// the way of those who want large answers.
const (
	Chunk = 64 << 10 // what is more is medium,
	large = 1 << 20  // and what is more than this large

	maxMedium = gate.MaxWaiting // medium answers that wait until they may be sent,
	maxLarge  = 8               // and large ones
)

// A sending bounds the bytes of answers on their way: those to all readers, and to those
// of one address to half as many, so that who reads slowly on purpose stands in the way of
// his own. The machine's own address is a proxy's, and so everybody's.
type sending struct {
	*gate.Queue
	half int64
	line int

	mu sync.Mutex
	of map[string]*share
}

// A share is what one address may have on its way.
type share struct {
	*gate.Queue
	users int // who has some of it or waits
}

func newSending(bytes int, line int, wait time.Duration) *sending {
	return &sending{Queue: gate.NewQueue(int64(bytes), line, wait), half: int64(bytes) / 2, line: line,
		of: map[string]*share{}}
}

// start waits until an answer of n bytes may be sent to who asked r, and returns what is
// to be called when he has read it. It fails as [gate.Queue.Take] does.
func (s *sending) start(ctx context.Context, r *http.Request, n int) (end func(), err error) {
	bytes := min(int64(n), s.half)
	home := fair.Household(hostOf(r.RemoteAddr))
	if home == "" {
		if err := s.Take(ctx, bytes); err != nil {
			return nil, err
		}
		return func() { s.Give(bytes) }, nil
	}
	own := s.join(home)
	if err = own.Take(ctx, bytes); err == nil {
		if err = s.Take(ctx, bytes); err == nil {
			return func() { s.Give(bytes); own.Give(bytes); s.part(home) }, nil
		}
		own.Give(bytes)
	}
	s.part(home)
	return nil, err
}

// join is the share of a household, for one user more.
func (s *sending) join(a string) *share {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, ok := s.of[a]
	if !ok {
		own = &share{Queue: gate.NewQueue(s.half, s.line, s.Wait)}
		s.of[a] = own
	}
	own.users++
	return own
}

// part forgets a share that nobody uses.
func (s *sending) part(a string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own := s.of[a]; own.users > 1 {
		own.users--
	} else {
		delete(s.of, a)
	}
}
