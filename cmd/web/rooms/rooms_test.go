package rooms

import (
	"testing"
)

func TestSmoke(t *testing.T) {
	s, err := New(Memory(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := t.Context()
	code, key, err := s.Create(ctx, "1.2.3.4", "bandwidth")
	if err != nil {
		t.Fatal(err)
	}
	seat, err := s.Join(ctx, code, "")
	if err != nil {
		t.Fatal(err)
	}
	h, err := s.Head(ctx, code)
	t.Logf("%+v %v", h, err)
	v1, c1, q := Vote1, Closed1, "limit"
	h, err = s.SetHead(ctx, code, key, Change{Revision: h.Revision, Phase: &v1, Question: &q})
	t.Logf("%+v %v", h, err)
	if err := s.Vote(ctx, code, seat, Vote{q, 1, 2}); err != nil {
		t.Fatal(err)
	}
	h, err = s.SetHead(ctx, code, key, Change{Revision: h.Revision, Phase: &c1})
	t.Logf("%+v %v", h, err)
	tl, err := s.Tally(ctx, code, key, q)
	t.Logf("%+v %v", tl, err)
	if err := s.Vote(ctx, code, seat, Vote{q, 1, 2}); err == nil {
		t.Fatal(err)
	}
}
