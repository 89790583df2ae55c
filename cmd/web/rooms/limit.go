package rooms

import (
	"maps"
	"net/netip"
	"time"
)

// A limiter counts by key, a minute at a time from each key's first event on. It holds no
// more than most keys, and while that many are busy, every other counts as busy too.
type limiter struct {
	limit, most int
	counts      map[string]*count
}

type count struct {
	began time.Time
	n     int
}

// over reports whether the key has had its events for this minute.
func (l *limiter) over(key string, now time.Time) bool {
	c, ok := l.counts[key]
	if !ok {
		l.sweep(now)
		return len(l.counts) >= l.most
	}
	return !c.past(now) && c.n >= l.limit
}

// add counts an event of the key.
func (l *limiter) add(key string, now time.Time) {
	c, ok := l.counts[key]
	if !ok {
		c = new(count)
		l.counts = with(l.counts, key, c)
	}
	if c.past(now) {
		*c = count{began: now}
	}
	c.n++
}

// take counts an event of the key, unless it is one too many.
func (l *limiter) take(key string, now time.Time) bool {
	if l.over(key, now) {
		return false
	}
	l.add(key, now)
	return true
}

func (l *limiter) sweep(now time.Time) {
	if len(l.counts) >= l.most {
		maps.DeleteFunc(l.counts, func(_ string, c *count) bool { return c.past(now) })
	}
}

// past reports whether the minute is over; it is, where the clock was set back.
func (c *count) past(now time.Time) bool {
	gone := now.Sub(c.began)
	return gone < 0 || gone >= time.Minute
}

// household is what is counted as one address: of IPv6 the network, since one machine has
// all of its addresses.
func household(from string) string {
	a, err := netip.ParseAddr(from)
	if err != nil || !a.Is6() || a.Is4In6() {
		return from
	}
	p, err := a.WithZone("").Prefix(64)
	if err != nil {
		return from
	}
	return p.String()
}
