package rooms

import (
	"container/list"
	"time"
)

// A limiter lets through so many events of a key at once, and then one each time. It counts
// for no more than most keys: of more, the one whose last event is longest ago is forgotten, so
// that nobody is shut out by how many others there are.
type limiter struct {
	limit int
	each  time.Duration
	most  int
	keys  map[string]*list.Element // of *count
	last  list.List                // those of the newest event at the back
}

// A count is of one key.
type count struct {
	key  string
	till time.Time // when all its events are made up for
}

// over reports whether the key has had its events for now.
func (l *limiter) over(key string, now time.Time) bool {
	e, ok := l.keys[key]
	return ok && e.Value.(*count).owed(l, now) > time.Duration(l.limit-1)*l.each
}

// owed is how long it takes until all events of a key are made up for. A clock that was set
// back does not make it longer than they can take.
func (c *count) owed(l *limiter, now time.Time) time.Duration {
	owed := c.till.Sub(now)
	if owed < 0 || owed > time.Duration(l.limit)*l.each {
		return 0
	}
	return owed
}

// add counts an event of the key.
func (l *limiter) add(key string, now time.Time) {
	e, ok := l.keys[key]
	if !ok {
		if first := l.last.Front(); first != nil && len(l.keys) >= l.most {
			delete(l.keys, l.last.Remove(first).(*count).key)
		}
		e = l.last.PushBack(&count{key: key, till: now})
		l.keys = with(l.keys, key, e)
	}
	c := e.Value.(*count)
	c.till = now.Add(c.owed(l, now) + l.each)
	l.last.MoveToBack(e)
}

// take counts an event of the key, unless it is one too many.
func (l *limiter) take(key string, now time.Time) bool {
	if l.over(key, now) {
		return false
	}
	l.add(key, now)
	return true
}
