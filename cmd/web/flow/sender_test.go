package flow

import (
	"log/slog"
	"net/http/httptest"
	"testing"
)

// A sender is the last of what a proxy has put down, on a line of its own or behind what the
// sender wrote; who comes himself is where he comes from, whatever he writes.
func TestWhoSends(t *testing.T) {
	for _, test := range []struct {
		origin, peer string
		forwarded    []string
		want         string
	}{
		{"", "127.0.0.1:1", nil, "127.0.0.1"},
		{"", "127.0.0.1:1", []string{"198.51.100.1, 203.0.113.1"}, "203.0.113.1"},
		{"", "127.0.0.1:1", []string{"198.51.100.1", "203.0.113.1"}, "203.0.113.1"},
		{"", "[::1]:1", []string{"2001:db8::1"}, "2001:db8::1"},
		{"", "[::ffff:127.0.0.1]:1", []string{"203.0.113.1"}, "203.0.113.1"},
		{"", "198.51.100.1:1", []string{"203.0.113.1"}, "198.51.100.1"},
		{"", "10.0.0.1:1", []string{"203.0.113.1"}, "10.0.0.1"},
		{"https://example.org", "10.0.0.1:1", []string{"203.0.113.1"}, "203.0.113.1"},
		{"https://example.org", "[::ffff:10.0.0.1]:1", []string{"203.0.113.1"}, "203.0.113.1"},
		{"https://example.org", "198.51.100.1:1", []string{"203.0.113.1"}, "198.51.100.1"},
	} {
		f := New(Limits{Bytes: 1, Named: test.origin != ""}, NewRefusals(slog.New(slog.DiscardHandler)))
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = test.peer
		for _, line := range test.forwarded {
			r.Header.Add("X-Forwarded-For", line)
		}
		if got := f.From(r); got != test.want {
			t.Errorf("%s from %s with %q is %s, want %s", test.origin, test.peer, test.forwarded, got, test.want)
		}
	}
}
