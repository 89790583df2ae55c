package fair

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// claim is one that was begun at a second.
func claim(key, house string, size int64, state State, second int) Claim[string] {
	return Claim[string]{Key: key, House: house, Size: size, State: state, Since: time.Unix(int64(second), 0)}
}

func TestWhoGoesOut(t *testing.T) {
	of := func(c Claim[string], seat string) Claim[string] {
		c.Seat = seat
		return c
	}
	for _, test := range []struct {
		name   string
		bounds Bounds
		held   []Claim[string]
		want   Claim[string]
		out    []string
		ok     bool
	}{
		{"there is room", Bounds{All: 2, House: 2}, []Claim[string]{claim("a", "x", 1, Idle, 1)},
			claim("", "x", 1, Idle, 0), nil, true},
		{"the oldest idle", Bounds{All: 2}, []Claim[string]{claim("a", "x", 1, Idle, 2), claim("b", "y", 1, Idle, 1)},
			claim("", "z", 1, Idle, 0), []string{"b"}, true},
		{"idle before used", Bounds{All: 2}, []Claim[string]{claim("a", "x", 1, Used, 1), claim("b", "y", 1, Idle, 2)},
			claim("", "z", 1, Idle, 0), []string{"b"}, true},
		{"of whom has most", Bounds{All: 3}, []Claim[string]{claim("a", "x", 1, Idle, 1), claim("b", "y", 1, Idle, 2),
			claim("c", "y", 1, Idle, 3)}, claim("", "z", 1, Idle, 0), []string{"b"}, true},
		{"used of whom has more", Bounds{All: 3}, []Claim[string]{claim("a", "x", 1, Used, 1),
			claim("b", "y", 1, Used, 2), claim("c", "y", 1, Used, 3)}, claim("", "z", 1, Used, 0), []string{"b"}, true},
		{"used of whom has as much", Bounds{All: 2}, []Claim[string]{claim("a", "x", 1, Used, 1),
			claim("b", "y", 1, Used, 2)}, claim("", "z", 1, Used, 0), nil, false},
		{"one's own where one has most", Bounds{All: 3}, []Claim[string]{claim("a", "x", 1, Used, 1),
			claim("b", "y", 1, Used, 2), claim("c", "y", 1, Used, 3)}, claim("", "y", 1, Used, 0), []string{"b"}, true},
		{"held stays", Bounds{All: 2}, []Claim[string]{claim("a", "x", 1, Held, 1), claim("b", "x", 1, Held, 2)},
			claim("", "z", 1, Used, 0), nil, false},
		{"the household's share", Bounds{All: 9, House: 2}, []Claim[string]{claim("a", "x", 1, Used, 1),
			claim("b", "x", 1, Idle, 2), claim("c", "y", 1, Idle, 0)}, claim("", "x", 1, Used, 0), []string{"b"}, true},
		{"the seat's share", Bounds{All: 9, Seat: 1}, []Claim[string]{of(claim("a", "x", 1, Used, 1), "s"),
			of(claim("b", "x", 1, Used, 0), "t")}, of(claim("", "x", 1, Used, 0), "s"), []string{"a"}, true},
		{"nobody known has no share", Bounds{All: 9, House: 1, Seat: 1}, []Claim[string]{claim("a", "", 1, Used, 1)},
			claim("", "", 1, Used, 0), nil, true},
		{"nobody known is each alone", Bounds{All: 3}, []Claim[string]{claim("a", "", 1, Used, 1),
			claim("b", "", 1, Used, 2), claim("c", "", 1, Used, 3)}, claim("", "z", 1, Used, 0), nil, false},
		{"as many as it takes", Bounds{All: 10}, []Claim[string]{claim("a", "x", 4, Used, 1),
			claim("b", "x", 4, Used, 2), claim("c", "y", 2, Used, 0)}, claim("", "z", 3, Used, 0), []string{"a"}, true},
		{"what is large pushes out nothing small", Bounds{All: 10}, []Claim[string]{claim("a", "x", 4, Used, 1),
			claim("b", "y", 4, Used, 2)}, claim("", "z", 5, Used, 0), nil, false},
		{"more than there is", Bounds{All: 10}, []Claim[string]{claim("a", "x", 4, Idle, 1)},
			claim("", "z", 11, Used, 0), nil, false},
	} {
		out, ok := Admit(test.bounds, test.held, test.want)
		if !slices.Equal(out, test.out) || ok != test.ok {
			t.Errorf("%s: %v, %v; want %v, %v", test.name, out, ok, test.out, test.ok)
		}
	}
}

// Whatever is held, and whoever asks: the bounds hold, what is held stays, and nobody who has
// less than who asks loses what is in use.
func TestNobodyLosesToWhoHasMore(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	admitted, refused, pushed := 0, 0, 0
	for range 20_000 {
		b := Bounds{All: 4 + random.Int64N(12), House: 2 + random.Int64N(8), Seat: 1 + random.Int64N(3)}
		var held []Claim[string]
		for i, room := 0, b.All; room > 0; i++ {
			c := claim(fmt.Sprint(i), fmt.Sprint(random.IntN(4)), min(room, 1+random.Int64N(3)), State(random.IntN(3)),
				random.IntN(50))
			c.Seat = fmt.Sprint(c.House, random.IntN(3))
			held = append(held, c)
			room -= c.Size
		}
		want := claim("", fmt.Sprint(random.IntN(5)), 1+random.Int64N(3), Used, 0)
		want.Seat = fmt.Sprint(want.House, random.IntN(3))
		out, ok := Admit(b, held, want)
		if !ok {
			if refused++; out != nil {
				t.Fatalf("refused, and %v go out", out)
			}
			continue
		}
		admitted++
		inUse := map[string]int64{want.House: want.Size}
		var all, house, seat int64
		for _, c := range held {
			gone := slices.Contains(out, c.Key)
			if c.State == Used {
				inUse[c.House] += c.Size
			}
			if gone && c.State == Held {
				t.Fatalf("%+v is held, and goes out for %+v", c, want)
			}
			if !gone {
				all += c.Size
				if c.House == want.House {
					house += c.Size
				}
				if c.Seat == want.Seat {
					seat += c.Size
				}
			}
		}
		if all+want.Size > b.All || house+want.Size > b.House || seat+want.Size > b.Seat {
			t.Fatalf("%+v is let in beyond %+v: %d, %d, %d beside", want, b, all, house, seat)
		}
		own := want.Size // in use of its own that stays
		for _, c := range held {
			if c.House == want.House && c.State == Used && !slices.Contains(out, c.Key) {
				own += c.Size
			}
		}
		for _, c := range held {
			if slices.Contains(out, c.Key) && c.State == Used && c.House != want.House {
				if pushed++; inUse[c.House] <= own {
					t.Fatalf("%+v goes out for %+v, whose household has %d of it", c, want, own)
				}
			}
		}
	}
	if admitted < 500 || refused < 500 || pushed < 500 {
		t.Errorf("%d let in, %d refused, %d pushed out: too few to tell", admitted, refused, pushed)
	}
}

func TestHouseholds(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7":              "192.0.2.7",
		"::ffff:192.0.2.7":       "192.0.2.7",
		"2001:db8:1:2ff::1":      "2001:db8:1:200::/56",
		"2001:db8:1:2aa:9::1%en": "2001:db8:1:200::/56",
		"2001:db8:1:300::1":      "2001:db8:1:300::/56",
		"127.0.0.1":              "",
		"::1":                    "",
		"no address":             "no address",
	} {
		if got := Household(address); got != want {
			t.Errorf("%s is of the household %q, want %q", address, got, want)
		}
	}
}

func BenchmarkAdmit(b *testing.B) {
	held := make([]Claim[int], 4096)
	for i := range held {
		held[i] = Claim[int]{Key: i, House: fmt.Sprint(i % 40), Size: 1, State: Used, Since: time.Unix(int64(i), 0)}
	}
	for b.Loop() {
		Admit(Bounds{All: 4096}, held, Claim[int]{House: "new", Size: 1})
	}
}
