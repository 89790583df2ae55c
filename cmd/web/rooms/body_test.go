package rooms

import (
	"encoding/base64"
	"errors"
	"math"
	"strings"
	"testing"
)

func TestBodiesAreHeldToTheirFields(t *testing.T) {
	vote := func(body string) error { _, err := DecodeVote([]byte(body)); return err }
	sketch := func(body string) error { _, err := DecodeSketch([]byte(body)); return err }
	pick := func(body string) error { _, err := DecodePick([]byte(body)); return err }
	point := func(body string) error { _, err := DecodePoint([]byte(body)); return err }
	change := func(body string) error { _, err := DecodeChange([]byte(body)); return err }
	heights := base64.StdEncoding.EncodeToString(make([]byte, Heights))
	same(t, "bytes of a sketch in base64", len(heights), 136)
	for _, test := range []struct {
		name   string
		decode func(string) error
		body   string
		field  string // that is wrong, "" for none
	}{
		{"vote", vote, `{"question": "limit", "round": 1, "choice": 0}`, ""},
		{"vote", vote, `{"question": "limit", "round": 2, "choice": -2.5e-3}`, ""},
		{"vote", vote, `{"question": "limit", "round": 1}`, "choice"},
		{"vote", vote, `{"question": "limit", "round": 1, "choice": null}`, "choice"},
		{"vote", vote, `{"question": "limit", "round": 1, "choice": "0"}`, "choice"},
		{"vote", vote, `{"question": "limit", "round": 1, "choice": 1e999}`, "choice"},
		{"vote", vote, `{"question": "limit", "round": 1, "choice": NaN}`, "body"},
		{"vote", vote, `{"question": "limit", "round": 1.5, "choice": 0}`, "round"},
		{"vote", vote, `{"question": "limit", "round": 3, "choice": 0}`, "round"},
		{"vote", vote, `{"question": "a.>", "round": 1, "choice": 0}`, "question"},
		{"vote", vote, `{"question": "limit", "round": 1, "choice": 0, "name": "Bob"}`, "body"},
		{"vote", vote, `{"question": "limit", "round": 1, "choice": 0} {}`, "body"},
		{"vote", vote, `[]`, "body"},
		{"vote", vote, ``, "body"},
		{"vote", vote, strings.Repeat(" ", MaxBody) + `{}`, "body"},
		{"sketch", sketch, `{"figure": "fit", "round": 1, "heights": "` + heights + `"}`, ""},
		{"sketch", sketch, `{"figure": "fit", "round": 1, "heights": "` + heights[4:] + `"}`, "heights"},
		{"sketch", sketch, `{"figure": "fit", "round": 1, "heights": "` + "!" + heights[1:] + `"}`, "heights"},
		{"sketch", sketch, `{"figure": "", "round": 1, "heights": "` + heights + `"}`, "figure"},
		{"pick", pick, `{"figure": "map", "round": 1, "bandwidth": 0.5, "lambda": 1e-3, "reached": true}`, ""},
		{"pick", pick, `{"figure": "map", "round": 1, "bandwidth": 0, "lambda": 1}`, "bandwidth"},
		{"pick", pick, `{"figure": "map", "round": 1, "bandwidth": 1}`, "lambda"},
		{"pick", pick, `{"figure": "map", "round": 0, "bandwidth": 1, "lambda": 1}`, "round"},
		{"point", point, `{"figure": "fit", "round": 1, "x": 0.5, "y": -1e6, "class": -1}`, ""},
		{"point", point, `{"figure": "fit", "round": 1, "x": 1e7, "y": 0}`, "x"},
		{"point", point, `{"figure": "fit", "round": 1, "x": 0, "y": -1e7}`, "y"},
		{"point", point, `{"figure": "fit", "round": 1, "x": 0, "y": 0, "class": 2}`, "class"},
		{"point", point, `{"figure": "fit", "round": 1, "x": "0", "y": 0}`, "x"},
		{"point", point, `{"figure": "f.t", "round": 1, "x": 0, "y": 0}`, "figure"},
		{"change", change, `{"revision": 7, "phase": "vote1", "question": "limit", "left_ms": 60000}`, ""},
		{"change", change, `{"phase": "vote1"}`, "revision"},
		{"change", change, `{"revision": -1}`, "revision"},
		{"change", change, `{"revision": 1, "phase": "vote"}`, "phase"},
		{"change", change, `{"revision": 1, "released": 1}`, "released"},
		{"change", change, `{"revision": 1, "seats": 1}`, "body"},
	} {
		err := test.decode(test.body)
		f := new(FieldError)
		if ok := errors.As(err, &f); ok != (test.field != "") || ok && f.Field != test.field {
			t.Errorf("%s %.90s: %v, want field %q", test.name, test.body, err, test.field)
		}
	}
}

// Whatever a body holds, what is decoded is within its bounds, and what is stored of it
// reads back the same.
func FuzzBodies(f *testing.F) {
	f.Add([]byte(`{"question": "limit", "round": 1, "choice": 0.1}`))
	f.Add([]byte(`{"figure": "fit", "round": 2, "heights": "` + strings.Repeat("A", 135) + `="}`))
	f.Add([]byte(`{"figure": "map", "round": 1, "bandwidth": 0.5, "lambda": 1e-300, "reached": true}`))
	f.Add([]byte(`{"figure": "fit", "round": 2, "x": 0.5, "y": -3, "class": 1}`))
	f.Add([]byte(`{"revision": 1, "phase": "vote2", "question": "q", "query": "a=1&b=%20", "round": 2}`))
	f.Add([]byte(`{"revision": 18446744073709551615, "left_ms": 3600000, "pace": "free", "screen": 999}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		seat := strings.Repeat("a", seatLength)
		r := room{code: "ABCDE", revision: 1}
		if v, err := DecodeVote(body); err == nil {
			if math.IsNaN(v.Choice) || math.IsInf(v.Choice, 0) {
				t.Errorf("a choice is %v", v.Choice)
			}
			keep(t, &r, "vote", poll{v.Question, v.Round}, v.encode())
			if votes, _ := r.choices(of("", v.Question), r.seats[seat]); votes[v.Round-1] != v.Choice {
				t.Errorf("the vote %v is stored as %v", v, votes)
			}
		}
		if k, err := DecodeSketch(body); err == nil {
			keep(t, &r, "sketch", poll{k.Figure, k.Round}, k.encode())
			if r.sketches[r.poll(k.Figure, k.Round)][0] != k.Heights {
				t.Error("a sketch is stored as another")
			}
		}
		if p, err := DecodePick(body); err == nil {
			keep(t, &r, "pick", poll{p.Figure, p.Round}, p.encode())
			same(t, "the pick as it is stored", r.picks[r.poll(p.Figure, p.Round)][0], p)
		}
		if p, err := DecodePoint(body); err == nil {
			keep(t, &r, "point", poll{p.Figure, p.Round}, p.encode())
			same(t, "the point as it is stored", r.points[r.poll(p.Figure, p.Round)][0], p)
		}
		if c, err := DecodeChange(body); err == nil {
			if next, err := c.apply(record{Phase: Explore, Pace: Teacher, Round: 1}, r.folded); err == nil {
				data := must(next.encode())
				r.fold(Message{2, headOf(r.code), data}, "head", nil)
				again := r.record
				if again.Query != next.Query || again.Phase != next.Phase || again.Round != next.Round {
					t.Errorf("the record %v is stored as %v", next, again)
				}
			}
		}
	})
}

func keep(t *testing.T, r *room, kind string, p poll, data []byte) {
	t.Helper()
	subject := subjectOf(r.code, kind, p, strings.Repeat("a", seatLength))
	code, kind, rest, ok := parseSubject(subject)
	if !ok || code != r.code {
		t.Fatalf("the subject %s is none", subject)
	}
	r.fold(Message{1, subject, data}, kind, rest)
}

// Whatever others write into the log, reading it goes on, and what it says can be shown.
func FuzzLog(f *testing.F) {
	f.Add("room.ABCDE.head", []byte(`{"phase":"vote1","question":"q","round":1,"closing":{"name":"q","round":1}}`))
	f.Add("room.ABCDE.vote.q.1."+strings.Repeat("a", seatLength), []byte("NaN"))
	f.Add("room.ABCDE.sketch.q.2."+strings.Repeat("a", seatLength), []byte("AAAA"))
	f.Add("room.ABCDE.pick.q.2."+strings.Repeat("a", seatLength), []byte("{}"))
	f.Fuzz(func(t *testing.T, subject string, data []byte) {
		_, kind, rest, ok := parseSubject(subject)
		if !ok {
			return
		}
		r := room{code: "ABCDE"}
		r.fold(Message{1, headOf(r.code), []byte(`{"phase":"vote1","question":"q","round":1}`)}, "head", nil)
		r.fold(Message{2, subject, data}, kind, rest)
		r.head(r.folded)
		r.tally("q")
		r.rows()
		plotted(&r, r.picks[r.poll("q", 2)])
	})
}
