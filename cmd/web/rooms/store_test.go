//go:build !js

package rooms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stores are held to one behaviour.
var stores = map[string]func(testing.TB) Store{
	"Memory":    func(testing.TB) Store { return Memory() },
	"JetStream": func(t testing.TB) Store { return open(t, Config{}) },
}

func each(t *testing.T, test func(*testing.T, Store)) {
	for name, store := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := store(t)
			t.Cleanup(func() { _ = s.Close() }) // twice, where the test did
			test(t, s)
		})
	}
}

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func open(t testing.TB, c Config) Store {
	t.Helper()
	c.Log = quiet
	s, err := Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStoreKeepsOneOrder(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		if last, err := s.Last(t.Context()); last != 0 || err != nil {
			t.Fatalf("an empty log ends at %d, %v", last, err)
		}
		var want []Message
		for i := range 1300 { // more than a batch
			subject, data := fmt.Sprintf("room.ABCDE.vote.q.1.%d", i%100), fmt.Appendf(nil, "%d", i)
			position, err := s.Append(t.Context(), subject, data, Anywhere)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) > 0 && position <= want[len(want)-1].Position {
				t.Fatalf("position %d comes after %d", position, want[len(want)-1].Position)
			}
			want = append(want, Message{position, subject, data})
		}
		if got := log(t, s, 0); !cmp.Equal(got, want) {
			t.Error(cmp.Diff(want, got))
		}
		if got := log(t, s, want[700].Position); !cmp.Equal(got, want[701:]) {
			t.Error(cmp.Diff(want[701:], got))
		}
		if last, err := s.Last(t.Context()); last != want[1299].Position || err != nil {
			t.Errorf("the log ends at %d, %v; want %d", last, err, want[1299].Position)
		}
	})
}

func TestStoreComparesAndSets(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		const subject = "room.ABCDE.head"
		first := add(t, s, subject, "1", 0)
		add(t, s, "room.ABCDE.seat.x", "", 0)
		for _, last := range []uint64{0, first + 1, first - 1} {
			if _, err := s.Append(t.Context(), subject, nil, last); !errors.Is(err, ErrOld) {
				t.Errorf("after %d: %v, want %v", last, err, ErrOld)
			}
		}
		second := add(t, s, subject, "2", first)
		if _, err := s.Append(t.Context(), subject, nil, first); !errors.Is(err, ErrOld) {
			t.Errorf("after the first again: %v, want %v", err, ErrOld)
		}
		add(t, s, subject, "3", second)
		if got := texts(log(t, s, 0)); !slices.Equal(got, []string{"1", "", "2", "3"}) {
			t.Errorf("the log holds %q", got)
		}
	})
}

func TestStoreKeepsSixteenOfASubject(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		add(t, s, "room.ABCDE.seat.x", "seat", Anywhere)
		for i := range 40 {
			add(t, s, "room.ABCDE.head", fmt.Sprint(i), Anywhere)
		}
		got := texts(log(t, s, 0))
		if len(got) != 17 || got[0] != "seat" || got[1] != "24" || got[16] != "39" {
			t.Errorf("the log holds %q", got)
		}
	})
}

func TestStorePurges(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		for i := range 200 {
			add(t, s, fmt.Sprintf("room.ABCDE.seat.%d", i), "a", Anywhere)
			add(t, s, fmt.Sprintf("room.ABCDF.seat.%d", i), "b", Anywhere)
		}
		end := add(t, s, "room.ABCDE.head", "end", Anywhere)
		if err := s.Purge(t.Context(), "ABCDE", end); err != nil {
			t.Fatal(err)
		}
		got := texts(log(t, s, 0))
		if len(got) != 201 || got[0] != "b" || got[200] != "end" {
			t.Errorf("the log holds %q", got)
		}
		if err := s.Purge(t.Context(), "ABCDE", Anywhere); err != nil {
			t.Fatal(err)
		}
		if last, err := s.Last(t.Context()); last != end-1 || err != nil {
			t.Errorf("the log ends at %d, %v; want %d", last, err, end-1)
		}
		if next := add(t, s, "room.ABCDE.head", "new", 0); next <= end {
			t.Errorf("position %d comes after %d", next, end)
		}
	})
}

func TestStoreTells(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		heard := make(chan Note, 100)
		stop, err := s.Listen(func(n Note) { heard <- n })
		if err != nil {
			t.Fatal(err)
		}
		want := Note{Code: "ABCDE", Hand: "fit.lambda=1"}
		if err := s.Tell(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		if got := <-heard; got != want {
			t.Errorf("heard %v, want %v", got, want)
		}
		position := add(t, s, "room.ABCDE.seat.x", "", Anywhere)
		if got := <-heard; got.Position != position {
			t.Errorf("heard %v, want position %d", got, position)
		}
		stop()
		if got := log(t, s, 0); len(got) != 1 {
			t.Errorf("the log holds %v; a hand is not kept", got)
		}
	})
}

// log returns all messages after a position.
func log(t testing.TB, s Store, after uint64) []Message {
	t.Helper()
	var all []Message
	for {
		batch, err := s.Read(t.Context(), after)
		if err != nil {
			t.Fatal(err)
		}
		if len(batch) == 0 {
			return all
		}
		all = append(all, batch...)
		after = all[len(all)-1].Position
	}
}

func texts(all []Message) []string {
	var texts []string
	for _, m := range all {
		texts = append(texts, string(m.Data))
	}
	return texts
}

func add(t testing.TB, s Store, subject, data string, last uint64) uint64 {
	t.Helper()
	position, err := s.Append(t.Context(), subject, []byte(data), last)
	if err != nil {
		t.Fatal(err)
	}
	return position
}
