package class

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/classplot"
	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// TestFigureAfterAQuestion: who explores sees the figure of the step, whatever was asked.
func TestFigureAfterAQuestion(t *testing.T) {
	c := &Pages{Sender: &respond.Sender{Course: lessons.Contents}}
	l, _ := c.Course.Lookup("kernel-ridge-regression")
	screens := course.Must(l.Text()).Screens()
	step := 1 + slices.IndexFunc(screens, func(s course.Screen) bool { return s.Anchor == "path" })
	h := rooms.Head{Lesson: "kernel-ridge-regression", Screen: step, Question: "limit",
		Phase: rooms.Reveal}
	if f := c.figureAt(h); f != "fit" {
		t.Errorf("at the answer the class sees %q", f)
	}
	h.Phase = rooms.Explore
	if f := c.figureAt(h); f != "path" {
		t.Errorf("exploring the class sees %q", f)
	}
}

// On the map of a figure's own or linked one, the best place is marked at the reveal alone.
func TestPicksOnTheMapOfTheLesson(t *testing.T) {
	t.Parallel()
	l, _ := lessons.Contents.Lookup("bandwidth")
	for _, name := range []string{"fit", "map", "geyser"} {
		f, _ := l.Figure(name)
		form, _ := f.At(nil)
		c := &classWork{lesson: l, figure: f, form: form, open: true, picked: make([]rooms.Pick, rooms.MinPlot),
			query: course.ParseQuery("fit.data=sine&fit.n=12")}
		p, ok := c.plot("picks").(*classplot.Picks)
		if !ok || (p.Map != nil) != (name != "geyser") {
			t.Fatalf("%s: %+v", name, p)
		}
		if p.Map != nil && (p.Map.Name != "map" || p.State.Get("data") != "sine") {
			t.Errorf("%s is on %s in %v", name, p.Map.Name, p.State)
		}
	}
}

// What a server tells of its addresses depends on where it listens, and by which name a phone can
// come.
func TestAddresses(t *testing.T) {
	c := &Pages{Sender: &respond.Sender{}, Reach: &Reach{Listens: &net.TCPAddr{IP: net.IPv6zero, Port: 8080}}}
	nets := []ownAddress{{"lo", netip.MustParseAddr("127.0.0.1")}, {"wlan0", netip.MustParseAddr("192.0.2.7")},
		{"wlan0", netip.MustParseAddr("fe80::1")}, {"eth0", netip.MustParseAddr("2001:db8::7")}}
	list, alone := c.addresses(nets)
	if fmt.Sprint(list, alone) != "[{http://192.0.2.7:8080 192.0.2.7:8080 wlan0} "+
		"{http://[2001:db8::7]:8080 [2001:db8::7]:8080 eth0}]" {
		t.Errorf("the addresses are %v, alone %q", list, alone)
	}
	for from, want := range map[string]bool{"127.0.0.1": true, "::1": true, "192.0.2.7": true, "::ffff:192.0.2.7": true,
		"203.0.113.9": false, "": false} {
		if isHere(from, nets) != want {
			t.Errorf("%s is this machine: %v", from, !want)
		}
	}

	for host, want := range map[string]bool{"localhost:8080": false, "127.0.0.1:8080": false, "[::1]:8080": false,
		"192.0.2.7:8080": true, "course.example:8080": true} {
		c.Reach.Listens = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
		r := httptest.NewRequest("GET", "/rooms", nil)
		r.Host = host
		if origin, ok := c.joined(r); ok != want || origin != "http://"+host {
			t.Errorf("%s is joined at %s, reached %v", host, origin, ok)
		}
	}
}

// Where there is no space for a vote a script is told so, and when to send it again: what it then does with the
// vote, TestBrowserRoomBusy says.
func TestNoSpaceForAVote(t *testing.T) {
	refused := flow.NewRefusals(slog.New(slog.DiscardHandler))
	c, w := &Pages{Sender: &respond.Sender{Refused: refused}}, httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/rooms/AAAAA/votes", nil)
	r.Header.Set("Accept", "application/json")
	err := c.refuse(w, r, rooms.ErrSpace)
	if err != nil || w.Code != http.StatusInsufficientStorage || w.Header().Get("Retry-After") != "10" ||
		!strings.Contains(w.Body.String(), `"error":"The server has no space left`) {
		t.Errorf("%v, %d, %v: %s", err, w.Code, w.Header(), w.Body)
	}
}
