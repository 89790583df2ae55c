//go:build !js

package rooms

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// Both times of a concept test are one record of a seat, in any phase; what all have answered its teacher reads from
// five on, without an order, on every server, until the room ends.
func TestConceptTests(t *testing.T) {
	store := Memory()
	c := teach(t, store)
	other := c.on(serve(t, store, c.clock))
	tests := func(c *class) []Test { return must(c.Tests(c.ctx(), c.code, c.key)) }
	var want []string
	for i := range MinPlot {
		seat := must(c.Join(c.ctx(), "192.0.2.7", c.code, ""))
		test := Test{strings.Repeat("A", 15), strings.Repeat(string(rune('A'+i)), 15)}
		noError(t, other.Test(c.ctx(), c.code, seat, test))
		noError(t, c.Test(c.ctx(), c.code, seat, Test{test.Before, "H" + test.Before[1:]})) // it knows now
		want = append(want, test.After)
		if i < MinPlot-1 && tests(c) != nil {
			t.Errorf("%d are shown", i+1)
		}
	}
	for _, on := range []*class{c, other} {
		var have []string
		noError(t, on.Ready(c.ctx()))
		for _, test := range tests(on) {
			have = append(have, test.After)
		}
		slices.Sort(have)
		if n := must(on.Tested(c.ctx(), c.code)); n != MinPlot || !slices.Equal(have, want) {
			t.Errorf("%d have answered %q, want %q", n, have, want)
		}
	}
	orders := map[string]bool{}
	for range 50 {
		var order strings.Builder
		for _, test := range tests(c) {
			order.WriteString(test.After[:1])
		}
		orders[order.String()] = true
	}
	if len(orders) < 10 {
		t.Errorf("fifty times there were %d orders", len(orders))
	}
	if _, err := c.Tests(c.ctx(), c.code, "no key"); !errors.Is(err, ErrKey) {
		t.Errorf("without the key: %v", err)
	}
	if err := c.Test(c.ctx(), c.code, "no seat", Test{"A", "A"}); !errors.Is(err, ErrSeat) {
		t.Errorf("without a seat: %v", err)
	}
	noError(t, c.End(c.ctx(), c.code, c.key))
	if len(c.rooms[c.code].tests) > 0 {
		t.Error("they outlive the room")
	}
}

func TestDecodeTest(t *testing.T) {
	if test, err := DecodeTest([]byte(`{"before": "ABCH", "after": "AAAA"}`)); err != nil || test.Before != "ABCH" {
		t.Errorf("%+v, %v", test, err)
	}
	for body, field := range map[string]string{
		`{"before": "ABC", "after": "AB"}`:                              "after",
		`{"before": "ABc", "after": "ABC"}`:                             "before",
		`{"before": "AB"}`:                                              "after",
		`{"before": "` + strings.Repeat("A", 65) + `", "after": "A"}`:   "before",
		`{"before": 3, "after": "A"}`:                                   "before",
		`{"before": "A", "after": "A", "name": "x"}`:                    "body",
		`{"before": "A", "after": "A"} {"before": "A", "after": "A"}`:   "body",
		`{"before": "A", "after": "` + strings.Repeat("A", 9000) + `"}`: "body",
	} {
		var e *FieldError
		if _, err := DecodeTest([]byte(body)); !errors.As(err, &e) || e.Field != field {
			t.Errorf("%.60s: %v, want an error of %s", body, err, field)
		}
	}
}
