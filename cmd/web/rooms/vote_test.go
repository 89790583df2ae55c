//go:build !js

package rooms

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestVotesAreTakenInTheirPhaseOnly(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		seat := c.join()
		for _, phase := range []Phase{Explore, Read, Vote1, Closed1, Discuss, Vote2, Closed2, Reveal} {
			c.phase(phase, "q")
			for round := 1; round <= 2; round++ {
				what := fmt.Sprint("round ", round, " in ", phase)
				err := c.Vote(c.ctx(), c.code, seat, Vote{"q", round, 1})
				if phase.Votes() == round {
					c.is(what, err, nil)
				} else {
					c.closed(what, err, phase)
				}
			}
		}
		c.phase(Vote1, "q")
		c.closed("another question", c.Vote(c.ctx(), c.code, seat, Vote{"r", 1, 1}), Vote1)
		c.is("a seat of nobody's", c.Vote(c.ctx(), c.code, newSecret(), Vote{"q", 1, 1}), ErrSeat)
		c.is("a seat of no length", c.Vote(c.ctx(), c.code, "", Vote{"q", 1, 1}), ErrSeat)
	})
}

func TestTheLastVoteBeforeTheCloseCounts(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		c.phase(Vote1, "q")
		seats := []string{c.join(), c.join(), c.join()}
		for i, seat := range seats {
			c.vote(seat, "q", 1, 0)
			c.vote(seat, "q", 1, float64(i))
		}
		if h := c.head(); h.Voted != 3 || h.Seats != 3 {
			t.Errorf("%d of %d have voted, want 3 of 3", h.Voted, h.Seats)
		}
		c.phase(Closed1, "q")
		r := c.rooms[c.code]
		late := func(seat string, choice float64) {
			v := Vote{"q", 1, choice}
			add(t, s, subjectOf(c.code, "vote", poll{"q", 1}, r.record.hashSeat(seat)), string(v.encode()), Anywhere)
		}
		for range perSubject - 1 { // by a server that has not heard of the close
			late(seats[0], 3)
		}
		want := Tally{Question: "q", Rounds: [2]Result{
			{Closed: true, Votes: 3, Counts: []Count{{0, 1}, {1, 1}, {2, 1}}},
		}}
		agree(t, c, s, want)
		// Once the round is open again, the last vote stands before its new close.
		c.phase(Vote1, "q")
		c.phase(Vote2, "q")
		want.Rounds[0].Counts = []Count{{1, 1}, {2, 1}, {3, 1}}
		agree(t, c, s, want)
	})
}

// A seat's votes are as many in memory as the log keeps, or servers would differ by when they read.
func TestServersForgetWhatTheLogDoes(t *testing.T) {
	s := Memory()
	c := teach(t, s)
	c.phase(Vote1, "q")
	seat := c.join()
	c.vote(seat, "q", 1, 0)
	c.phase(Closed1, "q")
	for range perSubject {
		name := c.rooms[c.code].record.hashSeat(seat)
		add(t, s, subjectOf(c.code, "vote", poll{"q", 1}, name), "1", Anywhere)
	}
	agree(t, c, s, Tally{Question: "q", Rounds: [2]Result{{Closed: true}}})
}

// agree fails unless the server, and one that reads the log from its beginning, have the tally.
func agree(t *testing.T, c *class, s Store, want Tally) {
	t.Helper()
	c.is("ready", c.Ready(c.ctx()), nil)
	for name, server := range map[string]*Rooms{"the server": c.Rooms, "one that starts now": serve(t, s, c.clock)} {
		same(t, name, c.on(server).tally(want.Question), want, cmpopts.EquateEmpty())
	}
}

// A lesson's worth of heads pushes the first ones out of the log; what they closed stays closed.
func TestATallyIsTheSameWheneverItIsRead(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		seats := []string{c.join(), c.join(), c.join(), c.join(), c.join()}
		random := rand.New(rand.NewPCG(1, 2))
		var want []Tally
		for q := range 5 {
			name := fmt.Sprint("q", q)
			for _, phase := range []Phase{Read, Vote1, Closed1, Discuss, Vote2, Closed2, Reveal} {
				c.phase(phase, name)
				for _, seat := range seats {
					if phase.Votes() > 0 && random.IntN(4) > 0 {
						c.vote(seat, name, phase.Votes(), float64(random.IntN(3)))
					}
				}
				c.clock.move(time.Minute)
			}
			want = append(want, c.tally(name))
		}
		for _, w := range want {
			agree(t, c, s, w)
		}
		rows := must(c.Votes(c.ctx(), c.code, c.key))
		again := must(serve(t, s, c.clock).Votes(c.ctx(), c.code, c.key))
		same(t, "rows of another server", again, rows, cmpopts.EquateNaNs())
		if !slices.IsSortedFunc(rows, func(a, b Row) int {
			return cmp.Or(cmp.Compare(a.Question, b.Question), cmp.Compare(a.Seat, b.Seat))
		}) {
			t.Error("rows are not in the order of questions and seats:", rows)
		}
		for _, w := range want {
			for k, result := range w.Rounds {
				n := 0
				for _, row := range rows {
					if row.Question == w.Question && !math.IsNaN(row.Votes[k]) {
						n++
					}
				}
				if n != result.Votes {
					t.Errorf("%d rows of round %d of %s, and %d votes", n, k+1, w.Question, result.Votes)
				}
			}
		}
	})
}

func TestTallyTellsWhoMovedWhere(t *testing.T) {
	c := teach(t, Memory())
	seats := make([]string, 6)
	for i := range seats {
		seats[i] = c.join()
	}
	c.phase(Vote1, "q")
	for i, choice := range []float64{0, 0, 0, 1, 2.5} { // the sixth does not vote
		c.vote(seats[i], "q", 1, choice)
	}
	c.phase(Vote2, "q")
	for i, choice := range []float64{1, 1, 0, 1} { // nor the fifth again
		c.vote(seats[i], "q", 2, choice)
	}
	c.vote(seats[5], "q", 2, 1)
	want := Tally{
		Question: "q",
		Rounds: [2]Result{{true, 5, []Count{{0, 3}, {1, 1}, {2.5, 1}}},
			{false, 5, []Count{{0, 1}, {1, 4}}}},
		Moves: []Move{{0, 0, 1}, {0, 1, 2}, {1, 1, 1}},
	}
	got := c.tally("q")
	same(t, "tally", got, want)
	same(t, "share that is right", got.Rounds[1].Share(func(choice float64) bool { return choice == 1 }), 0.8)
	same(t, "share of no votes", (Result{}).Share(func(float64) bool { return true }), math.NaN(), cmpopts.EquateNaNs())
}

func TestAdvice(t *testing.T) {
	for share, want := range map[float64]Advice{
		0: Hint, 0.349: Hint, 0.35: Converse, 0.5: Converse, 0.7: Converse, 0.701: Explain, 1: Explain,
	} {
		same(t, fmt.Sprint("right are ", share), Advise(share), want)
	}
	same(t, "nobody has voted", Advise(math.NaN()), NoAdvice)
}

func TestTalliesAreTheTeachersUntilReleased(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		see := func(key string) []error {
			_, tally := c.Tally(c.ctx(), c.code, key, "q")
			_, sketches := c.Sketches(c.ctx(), c.code, key, "fit", 1)
			_, picks := c.Picks(c.ctx(), c.code, key, "fit", 1)
			return []error{tally, sketches, picks}
		}
		for _, phase := range []Phase{Explore, Read, Vote1, Closed1, Discuss, Vote2, Closed2, Reveal} {
			c.phase(phase, "q")
			want := ErrKey
			if phase == Reveal {
				want = nil
			}
			for i := range 3 {
				c.is(fmt.Sprint(phase, i, " for students"), see("")[i], want)
				c.is(fmt.Sprint(phase, i, " for a wrong key"), see(newSecret())[i], want)
				c.is(fmt.Sprint(phase, i, " for the teacher"), see(c.key)[i], nil)
			}
		}
		c.is("of another question", errorOf(c.Tally(c.ctx(), c.code, "", "r")), ErrKey)
		c.is("votes by seat", errorOf(c.Votes(c.ctx(), c.code, "")), ErrKey)
	})
}

// Sketches, picks and points are shown from five students on, of each her last, on every server.
func TestSketchesPicksAndPoints(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		draw := func(seat string, height byte) {
			t.Helper()
			c.is("sketch", c.Sketch(c.ctx(), c.code, seat, Sketch{"fit", 1, [Heights]byte{50: height}}), nil)
			c.is("pick", c.Pick(c.ctx(), c.code, seat, Pick{"fit", 2, float64(height) + 1, 0.1, true}), nil)
			c.is("point", c.Point(c.ctx(), c.code, seat, Point{"fit", 1, float64(height), 2, 0}), nil)
		}
		shows := func(s *Rooms, want [3][]float64) {
			t.Helper()
			c.is("ready", s.Ready(c.ctx()), nil)
			var all [3][]float64
			for _, k := range must(s.Sketches(c.ctx(), c.code, c.key, "fit", 1)) {
				all[0] = append(all[0], float64(k[50]))
			}
			for _, p := range must(s.Picks(c.ctx(), c.code, c.key, "fit", 2)) {
				all[1] = append(all[1], p.Bandwidth)
			}
			for _, p := range must(s.Points(c.ctx(), c.code, c.key, "fit", 1)) {
				all[2] = append(all[2], p.X)
			}
			for i := range all {
				slices.Sort(all[i])
			}
			same(t, "shown", all, want)
		}
		seats := []string{c.join(), c.join(), c.join(), c.join(), c.join()}
		for i, seat := range seats[:MinPlot-1] {
			draw(seat, 9)
			draw(seat, byte(i))
		}
		shows(c.Rooms, [3][]float64{})
		draw(seats[4], 255)
		for _, server := range []*Rooms{c.Rooms, serve(t, s, c.clock)} {
			shows(server, [3][]float64{{0, 1, 2, 3, 255}, {1, 2, 3, 4, 256}, {0, 1, 2, 3, 255}})
		}
		c.phase(Vote1, "q")
		c.is("a sketch in the round", c.Sketch(c.ctx(), c.code, seats[0], Sketch{"fit", 1, [Heights]byte{}}), nil)
		c.closed("one in the other", c.Sketch(c.ctx(), c.code, seats[0], Sketch{"fit", 2, [Heights]byte{}}), Vote1)
		c.phase(Closed1, "q")
		c.closed("a pick", c.Pick(c.ctx(), c.code, seats[0], Pick{"fit", 1, 1, 1, false}), Closed1)
		c.closed("a point", c.Point(c.ctx(), c.code, seats[0], Point{"fit", 1, 1, 1, 0}), Closed1)
	})
}

// One seat answers so many polls and no more, and takes none of them from another.
func TestASeatHasSoManyFigures(t *testing.T) {
	c := teach(t, Memory())
	seat, other := c.join(), c.join()
	const most = 2 * (MaxFigures + MaxQuestions)
	pick := func(seat, figure string, round int) error {
		c.clock.move(10 * time.Second)
		return c.Pick(c.ctx(), c.code, seat, Pick{figure, round, 1, 1, false})
	}
	for i := range most {
		c.is("pick", pick(seat, fmt.Sprint("f", i/2), 1+i%2), nil)
	}
	c.is("one more", pick(seat, "more", 1), ErrFull)
	c.is("a known one", pick(seat, "f0", 1), nil)
	c.is("another's", pick(other, "more", 1), nil)
	c.phase(Vote1, "q")
	c.vote(seat, "q", 1, 1)
}

// A question and a figure are of a lesson: what another has of the name is another's.
func TestPollsAreOfALesson(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		seat := c.join()
		c.phase(Vote1, "q")
		c.vote(seat, "q", 1, 3)
		c.is("point", c.Point(c.ctx(), c.code, seat, Point{"fit", 1, 9, 9, 0}), nil)
		c.is("pick", c.Pick(c.ctx(), c.code, seat, Pick{"fit", 1, 1, 1, true}), nil)
		c.is("sketch", c.Sketch(c.ctx(), c.code, seat, Sketch{"fit", 1, [Heights]byte{}}), nil)
		answered := func(want Answered) {
			t.Helper()
			if a, err := c.Answers(c.ctx(), c.code, "fit", 1); err != nil || a != want {
				t.Errorf("at the lesson's figure stand %+v, want %+v: %v", a, want, err)
			}
		}
		answered(Answered{1, 1, 1})
		here := c.tally("q")
		_ = must(c.set(Change{Lesson: new("ridge"), Phase: new(Explore)}))
		c.phase(Vote1, "q")
		same(t, "votes on a question that was not asked", c.head().Voted, 0)
		mine, err := c.Mine(c.ctx(), c.code, seat, "q")
		if c.is("mine", err, nil); !math.IsNaN(mine[0]) {
			t.Errorf("she has voted %v on it", mine)
		}
		answered(Answered{})
		c.vote(seat, "q", 1, 1)
		agree(t, c, s, Tally{Question: "q", Rounds: [2]Result{{Votes: 1, Counts: []Count{{1, 1}}}}})
		rows, err := c.Votes(c.ctx(), c.code, c.key)
		want := []Row{{"bandwidth", "q", 1, [2]float64{3, math.NaN()}}, {"ridge", "q", 1, [2]float64{1, math.NaN()}}}
		c.is("votes", err, nil)
		same(t, "rows", rows, want, cmpopts.EquateNaNs())
		_ = must(c.set(Change{Lesson: new("bandwidth"), Phase: new(Closed1)}))
		here.Rounds[0].Closed = true
		agree(t, c, s, here)
		answered(Answered{1, 1, 1})
	})
}

// An older server has put polls into the log without their lesson, of which early heads may
// have been dropped: they are those of the lesson that the room was on.
func TestPollsOfOlderServers(t *testing.T) {
	s := Memory()
	created := time.Date(2030, 1, 1, 9, 0, 0, 0, time.UTC)
	head := func(more string) string {
		return fmt.Sprintf(`{"created": %d, "lesson": "ridge", "pace": "teacher", "phase": "closed1", "question": "q",`+
			` "round": 1%s}`, created.UnixMilli(), more)
	}
	for i := range 3 {
		seat := fmt.Sprintf("%0*d", seatLength, i)
		add(t, s, "room.ABCDE.vote.q.1."+seat, fmt.Sprint(i), Anywhere)
		add(t, s, "room.ABCDE.pick.fit.1."+seat, `{"figure": "fit", "round": 1, "bandwidth": 2, "lambda": 1}`, Anywhere)
		if i == 1 {
			add(t, s, "room.ABCDE.head", head(`, "closing": {"name": "q", "round": 1}`), Anywhere)
		}
	}
	add(t, s, "room.ABCDE.head", head(`, "closes": {"q": [5, 0]}`), Anywhere)
	server := serve(t, s, &clock{now: created.Add(time.Hour)})
	noError(t, server.Ready(t.Context()))
	server.mu.Lock()
	defer server.mu.Unlock()
	r := server.rooms["ABCDE"]
	want := Tally{Question: "q", Rounds: [2]Result{{Closed: true, Votes: 2, Counts: []Count{{0, 1}, {1, 1}}}}}
	same(t, "tally", r.tally("q"), want, cmpopts.EquateEmpty())
	same(t, "picks that are known", len(r.picks[r.poll("fit", 1)]), 3)
}
