package class

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"rsc.io/qr"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/views"
)

// This file has the page that tells a teacher whether phones reach her machine. Networks of
// universities often keep devices apart, and nobody sees that before the class is there.

// lately is for how long a device that has come says something of the network.
const lately = 15 * time.Minute

// A Reach is by which addresses of this server another device has come. It keeps when, and
// nothing of who.
type Reach struct {
	Listens net.Addr // nil where nobody has said, as in tests
	mu      sync.Mutex
	came    map[string]time.Time // by one of our addresses; others are not put down
}

func (c *Reach) note(from string, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.came == nil {
		c.came = map[string]time.Time{}
	}
	c.came[from] = now
}

// newest is the address of the list by which a device has come last, lately; "" for none.
func (c *Reach) newest(list []hostAddress, now time.Time) (host string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range list {
		if t, ok := c.came[a.host]; ok && now.Sub(t) < lately && t.After(c.came[host]) {
			host = a.host
		}
	}
	return host
}

// A hostAddress is a host, with its port, by which others may reach this server.
type hostAddress struct{ base, host, network string }

// Check tells whether phones reach this server. Whoever comes by one of the addresses
// that it lists, from another device, turns it green. The addresses of this machine's
// networks are told on this machine alone.
func (s *Pages) Check(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	nets := networks()
	here := isHere(s.Flow.From(r), nets)
	list, alone := s.addresses(nets)
	page := views.CheckPage{}
	from := r.URL.Query().Get("from")
	if !here && slices.ContainsFunc(list, func(a hostAddress) bool { return a.host == from }) {
		s.Reach.note(from, time.Now())
		page.Arrived = true
	}
	switch {
	case page.Arrived:
	case !here && s.Origin == "":
		page.Elsewhere = true
	default:
		page.Alone = alone
		page.Reached = s.Reach.newest(list, time.Now())
		for _, a := range list {
			place, err := s.place(a)
			if err != nil {
				return err
			}
			page.Places = append(page.Places, place)
		}
	}
	return s.Page(w, r, respond.Key{}, views.CheckRoom(s.View(), page))
}

func (s *Pages) place(a hostAddress) (p views.CheckPlace, err error) {
	p = views.CheckPlace{Shown: a.base + s.View().URL("/rooms"), Network: a.network,
		Address: a.base + s.View().URL("/rooms/check") + "?from=" + url.QueryEscape(a.host)}
	code, err := qr.Encode(p.Address, qr.M)
	if err != nil {
		return p, err
	}
	p.Code = string(codeSVG(code))
	return p, nil
}

// An ownAddress is an address of this machine, with the name of its interface.
type ownAddress struct {
	name string
	at   netip.Addr
}

// networks are the addresses of this machine. Where the system does not tell, there is none.
func networks() (list []ownAddress) {
	interfaces, _ := net.Interfaces()
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 {
			continue
		}
		addresses, _ := i.Addrs()
		for _, a := range addresses {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				list = append(list, ownAddress{i.Name, p.Addr().Unmap()})
			}
		}
	}
	return list
}

// isHere reports whether an address is one of this machine's.
func isHere(address string, nets []ownAddress) bool {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	a = a.Unmap().WithZone("")
	return a.IsLoopback() || slices.ContainsFunc(nets, func(n ownAddress) bool { return n.at.WithZone("") == a })
}

// addresses lists how others may reach this server: what it was told that they call it, or
// else its port at each address of the networks that it listens on. Where it listens to this
// machine alone, there is none, and alone is the address.
func (s *Pages) addresses(nets []ownAddress) (list []hostAddress, alone string) {
	if s.Origin != "" {
		_, host, _ := strings.Cut(s.Origin, "://")
		return []hostAddress{{s.Origin, host, ""}}, ""
	}
	tcp, ok := s.Reach.Listens.(*net.TCPAddr)
	if !ok {
		return nil, ""
	}
	own, _ := netip.AddrFromSlice(tcp.IP)
	own = own.Unmap()
	if own.IsLoopback() {
		return nil, tcp.String()
	}
	for _, n := range nets {
		if n.at.IsLoopback() || n.at.IsLinkLocalUnicast() || own.IsValid() && !own.IsUnspecified() && own != n.at {
			continue
		}
		host := net.JoinHostPort(n.at.String(), strconv.Itoa(tcp.Port))
		list = append(list, hostAddress{"http://" + host, host, n.name})
	}
	// The short ones first: those are what phones in a hall have.
	slices.SortStableFunc(list, func(a, b hostAddress) int { return cmp.Compare(len(a.host), len(b.host)) })
	return list, ""
}

// joined is the origin by which phones join: that of the request, unless it calls this machine
// by a name that means another one on a phone, such as localhost. Then it is the first address
// of this machine's networks; ok is false where there is none.
func (s *Pages) joined(r *http.Request) (origin string, ok bool) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if s.Origin != "" || host != "localhost" && (err != nil || !a.IsLoopback()) {
		return s.Public(r, ""), true
	}
	list, _ := s.addresses(networks())
	if len(list) == 0 {
		return s.Public(r, ""), false
	}
	return list[0].base, true
}
