// Package fair shares out what there is little of, where first come, first served would give
// it all to whoever asks fastest: seats in a room, rooms, readers' tables, what is being sent,
// streams, connections.
//
// What somebody holds is a [Claim], of a seat (one browser) and of a household (one address).
// [Bounds] say how much there is in all, and how much of it one seat and one household may
// hold. [Admit] is asked when somebody wants one more, and says which claims have to go out
// for it: those that lie idle before those in use, of whoever holds most, the oldest first. It
// keeps nothing: who calls it has the claims anyhow, and ends those that go out.
//
//	out, ok := fair.Admit(fair.Bounds{All: 200, House: 20}, claims, fair.Claim[string]{House: house, Size: 1})
//
// So who takes much stands in the way of himself: he cannot push out somebody who holds less
// than he would then, unless what that one holds lies idle.
package fair

import (
	"net/netip"
	"time"
)

// A State is how dear the end of a claim would be to whom it is of.
type State int

// The states.
const (
	Idle State = iota // it lies there, and is the first to go out
	Used              // it goes out only for somebody whose household holds less
	Held              // it stays, whatever comes
)

// A Claim is what somebody holds of what is shared out, or wants.
type Claim[K any] struct {
	Key   K         // what Admit calls it by
	Seat  string    // of one browser; "" is of none, and has no bound
	House string    // see Household; "" is of nobody known, a house of its own without a bound
	Size  int64     // how much it is
	State State     // of what is held; of no meaning in what is wanted
	Since time.Time // when it was used last, or begun: the oldest goes out first
}

// Bounds are how much there is: in all, and of it for one household and one seat. Zero is no
// bound.
type Bounds struct{ All, House, Seat int64 }

// Admit says whether there is room for what is wanted, and what has to go out for it. Where
// there is no room, nothing goes out.
//
// What is beyond the share of a seat or of a household is made room for by what the same seat
// or household has. What is beyond all there is, first by what is idle, of the household that
// has most of it. Then by what is used, of the household that has most of that, if it is more
// than that of who asks would have, or that very one. Of each the oldest goes.
func Admit[K any](b Bounds, held []Claim[K], want Claim[K]) (out []K, ok bool) {
	p := pool[K]{held: held, gone: make([]bool, len(held)), want: &want}
	for _, bound := range []struct {
		most int64
		of   func(*Claim[K]) bool
		next func(of func(*Claim[K]) bool) int
	}{
		{b.Seat, func(c *Claim[K]) bool { return want.Seat != "" && c.Seat == want.Seat }, p.oldest},
		{b.House, func(c *Claim[K]) bool { return want.House != "" && c.House == want.House }, p.oldest},
		{b.All, func(*Claim[K]) bool { return true }, p.richest},
	} {
		if bound.most == 0 || !bound.of(&want) {
			continue
		}
		for left := p.sum(bound.of) + want.Size; left > bound.most; {
			i := bound.next(bound.of)
			if i < 0 {
				return nil, false
			}
			out = append(out, held[i].Key)
			left -= held[i].Size
			p.gone[i] = true
		}
	}
	return out, true
}

// A pool is what is held while Admit decides.
type pool[K any] struct {
	held []Claim[K]
	gone []bool // those of them that go out
	want *Claim[K]
}

func (p *pool[K]) sum(of func(*Claim[K]) bool) (n int64) {
	for i := range p.held {
		if c := &p.held[i]; !p.gone[i] && of(c) {
			n += c.Size
		}
	}
	return n
}

// oldest is the place of the claim that goes first of some; -1 without one.
func (p *pool[K]) oldest(of func(*Claim[K]) bool) int {
	first := -1
	for i := range p.held {
		c := &p.held[i]
		if p.gone[i] || c.State == Held || !of(c) {
			continue
		}
		if first < 0 || c.State < p.held[first].State ||
			c.State == p.held[first].State && c.Since.Before(p.held[first].Since) {
			first = i
		}
	}
	return first
}

// richest is the place of the oldest claim of the household that has most: of what is idle or,
// where nothing is, of what is used. It is -1 where that is not more than the household of who
// asks would have.
func (p *pool[K]) richest(func(*Claim[K]) bool) int {
	state := Held
	for i := range p.held {
		if c := &p.held[i]; !p.gone[i] && c.State < state {
			state = c.State
		}
	}
	if state == Held {
		return -1
	}
	houses, sizes := map[string]int{}, []int64{p.want.Size} // what each has, after what who asks would have
	if p.want.House != "" {
		houses[p.want.House] = 0
	}
	of := make([]int, len(p.held)) // whose each claim is
	for i := range p.held {
		c := &p.held[i]
		if p.gone[i] || c.State != state {
			continue
		}
		k, known := houses[c.House]
		if !known {
			k = len(sizes)
			sizes = append(sizes, 0)
			if c.House != "" {
				houses[c.House] = k
			}
		}
		sizes[k] += c.Size
		of[i] = k
	}
	first, most, own := -1, int64(0), sizes[0]
	for i := range p.held {
		c := &p.held[i]
		if p.gone[i] || c.State != state {
			continue
		}
		if size := sizes[of[i]]; first < 0 || size > most || size == most && c.Since.Before(p.held[first].Since) {
			first, most = i, size
		}
	}
	if first < 0 || state == Used && most <= own && (p.want.House == "" || p.held[first].House != p.want.House) {
		return -1
	}
	return first
}

// network is how many bits of an address of IPv6 stand for a household. Providers give a
// household /56 or /48, of which it has 256 or 65,536 networks /64, and one machine has all
// addresses of such a network. A /48 may also be a whole campus.
const network = 56

// Household is what stands for the addresses that one reader has: of version 4 the address, of
// version 6 the network. What is no address stands for itself. The machine's own address is
// nobody's, and "": behind it is a proxy, and behind that everybody.
func Household(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	a = a.Unmap().WithZone("")
	switch {
	case a.IsLoopback():
		return ""
	case a.Is4():
		return a.String()
	}
	p, _ := a.Prefix(network) // no address of version 6 has fewer bits
	return p.String()
}
