package rooms

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// A Tally is what a class has voted on a question: of each seat the last vote before the
// round was closed, or before now.
type Tally struct {
	Question string
	Rounds   [2]Result
	Moves    []Move // of the seats that voted in both rounds, by From and To
}

// A Result is one round.
type Result struct {
	Closed bool    // whether the round has been closed, and not opened again
	Votes  int     // as many seats have one
	Counts []Count // by choice
}

// A Count is how many seats have a choice.
type Count struct {
	Choice float64
	Seats  int
}

// A Move is how many seats went from one choice to another, or stayed at it.
type Move struct {
	From, To float64
	Seats    int
}

// Share returns the share of the round's votes that right holds for, from 0 to 1; NaN
// without votes.
func (r Result) Share(right func(choice float64) bool) float64 {
	if r.Votes == 0 {
		return math.NaN()
	}
	n := 0
	for _, c := range r.Counts {
		if right(c.Choice) {
			n += c.Seats
		}
	}
	return float64(n) / float64(r.Votes)
}

// Advice is what to do after a first vote.
type Advice string

// Advice, as peer instruction gives it. Discussion helps most where some can convince
// others: Crouch and Mazur, "Peer Instruction: Ten years of experience and results",
// American Journal of Physics 69 (2001), 970–977.
const (
	NoAdvice  Advice = ""        // nobody has voted
	Hint      Advice = "hint"    // give a hint, and have them vote again
	Converse  Advice = "discuss" // have them discuss, and vote again
	Explain   Advice = "explain" // explain, and go on
	fewRight         = 0.35
	manyRight        = 0.70
)

// Advise says what to do when the share of the votes that are right is such: below 35 %
// a hint, from there to 70 % a discussion, above an explanation.
func Advise(share float64) Advice {
	switch {
	case math.IsNaN(share):
		return NoAdvice
	case share < fewRight:
		return Hint
	case share <= manyRight:
		return Converse
	}
	return Explain
}

// A Row is a seat's votes on a question. The seats are numbered from 1 on in an order that
// says nothing of when they joined.
type Row struct {
	Lesson, Question string
	Seat             int
	Votes            [2]float64 // by round; NaN for none
}

// choices returns the votes of the seat at a place on polls of a name, by round; NaN for none.
func (r *room) choices(name string, place int) (votes [2]float64, any bool) {
	for k := range votes {
		votes[k] = math.NaN()
		p := poll{name, k + 1}
		if all := r.votes[p]; place < len(all) {
			choice, ok := all[place].before(r.record.closed(p))
			votes[k], any = choice, any || ok
		}
	}
	return votes, any
}

// rows returns all votes, by question in the order in which they were asked.
func (r *room) rows() []Row {
	var rows []Row
	seats := slices.Sorted(maps.Keys(r.seats))
	for _, name := range r.questions() {
		lesson, question, _ := strings.Cut(name, "/")
		for i, seat := range seats {
			if votes, any := r.choices(name, r.seats[seat]); any {
				rows = append(rows, Row{lesson, question, i + 1, votes})
			}
		}
	}
	return rows
}

// questions returns the names of what the class has voted on, in the order in which it was asked.
func (r *room) questions() []string {
	first := make(map[string]uint64)
	for p, all := range r.votes {
		for _, b := range all {
			if at, ok := first[p.Name]; len(b) > 0 && (!ok || b[0].position < at) {
				first[p.Name] = b[0].position
			}
		}
	}
	return slices.SortedFunc(maps.Keys(first), func(a, b string) int {
		return cmp.Compare(first[a], first[b])
	})
}

func (r *room) tally(question string) Tally {
	t, name := Tally{Question: question}, of(r.record.Lesson, question)
	moves := make(map[[2]float64]int)
	var counts [2]map[float64]int
	for place := range r.places {
		votes, _ := r.choices(name, place)
		for k, choice := range votes {
			if !math.IsNaN(choice) {
				counts[k] = with(counts[k], choice, counts[k][choice]+1)
				t.Rounds[k].Votes++
			}
		}
		if !math.IsNaN(votes[0]) && !math.IsNaN(votes[1]) {
			moves[votes]++
		}
	}
	for k := range counts {
		t.Rounds[k].Closed = r.record.Closes[name][k] > 0
		for _, choice := range slices.Sorted(maps.Keys(counts[k])) {
			t.Rounds[k].Counts = append(t.Rounds[k].Counts, Count{choice, counts[k][choice]})
		}
	}
	for m, n := range moves {
		t.Moves = append(t.Moves, Move{m[0], m[1], n})
	}
	slices.SortFunc(t.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return t
}
