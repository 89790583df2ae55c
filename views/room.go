package views

import (
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A RoomPage is a class on one lesson, as one of its pages shows it.
type RoomPage struct {
	Code, Spoken string // "FK7Q2", and as it is read out, "FK7 Q2"
	Lesson       *course.Lesson
	Phase        string // of what the class does: explore, read, vote1, closed1, …
	Pace         string // "teacher" or "free"
	Query        string // the state of the lesson's figures
	Screen       int    // the step of the presentation
	Seats, Voted int
	State        string // all of it, as JSON for the page's script
	Join         string // the address at which one types the code, as it is read out
	Ask          *RoomAsk
	Shown        string // the figure's name
	Slot         string // HTML: the figure, to the student

	Address   string // of the room, whole: to the teacher and the hall
	Remote    string // of the room, with the key: to the teacher
	Unreached bool   // no phone gets to the address
	Questions []RoomQuestion
	Steps     []RoomStep
}

// A MyRoom is a room that the reader teaches, or has a seat in.
type MyRoom struct {
	Code, Spoken string
	Lesson       *course.Lesson // that it is on
	Seats        int
	Teacher      bool
	Made         time.Time
}

// Teaches is whether one of somebody's rooms is hers to teach.
func Teaches(rooms []MyRoom) bool {
	return slices.ContainsFunc(rooms, func(r MyRoom) bool { return r.Teacher })
}

// An EnterPage is where a code is typed, and a room found again.
type EnterPage struct {
	Title  string
	Says   string // what is wrong with the code that was typed
	Typed  string
	Mine   []MyRoom
	Lesson *course.Lesson // that a class is to be taught, or nil
}

// A RoomAsk is the question that a class is asked.
type RoomAsk struct {
	Exercise *course.Exercise
	Phase    string
	Round    int
	Seconds  int        // left of a countdown, or 0
	Mine     [2]float64 // the reader's votes by round, NaN for none
	Tally    *RoomTally // where it may be seen
}

// A RoomQuestion is one that a class can be asked, with the step that it stands at.
type RoomQuestion struct {
	Exercise *course.Exercise
	Screen   int
}

// A RoomTally is what a class has voted, by round.
type RoomTally struct {
	Judged bool // which answers are right may be seen
	Votes  [2]int
	Right  [2]int // percent of the votes
	Bars   []RoomBar
	More   [2]int // votes for numbers that have no bar
	Moved  int    // seats that changed their answer
	Advice string // to the teacher: hint, discuss, explain
}

// says how many voted in a round, and how many of them are right where that may be seen.
func (t RoomTally) says(k int) string {
	votes := course.Plural(t.Votes[k], "vote")
	if !t.Judged {
		return votes
	}
	return course.Unbroken(votes + ", " + itoa(t.Right[k]) + " % right")
}

// last is the round of the last votes, from 0.
func (t RoomTally) last() int {
	if t.Votes[1] > 0 {
		return 1
	}
	return 0
}

// A RoomBar is one answer with how many gave it in each round.
type RoomBar struct {
	Text  string // HTML
	Right bool
	Seats [2]int
}

// voting is the round whose votes are taken now, or 0.
func (a RoomAsk) voting() int {
	switch a.Phase {
	case "vote1":
		return 1
	case "vote2":
		return 2
	}
	return 0
}

// chose reports whether the reader's vote in the round is the option at a place.
func (a RoomAsk) chose(round, place int) bool {
	return round > 0 && a.Mine[round-1] == float64(place)
}

// number is the reader's vote in the round as she typed it, or "".
func (a RoomAsk) number(round int) string {
	if round == 0 || math.IsNaN(a.Mine[round-1]) {
		return ""
	}
	return course.FormatNumber(a.Mine[round-1])
}

// answered reports whether the reader has a vote in the round.
func (a RoomAsk) answered(round int) bool { return round > 0 && !math.IsNaN(a.Mine[round-1]) }

// roomPhases say to a student what the class does now.
var roomPhases = map[string]string{
	"explore": "Play with the figure.",
	"read":    "Read the question. The answers come in a moment.",
	"vote1":   "Vote for yourself. You can change your vote until it is closed.",
	"closed1": "The vote is closed.",
	"discuss": "Talk with your neighbours. Convince each other.",
	"vote2":   "Vote again. You can change your vote until it is closed.",
	"closed2": "The vote is closed.",
	"reveal":  "The answer.",
}

// says is what a student is told of what the class does.
func (p RoomPage) says() string {
	if p.Phase == "explore" && p.Pace == "teacher" {
		return "Look at the figure with your teacher."
	}
	return roomPhases[p.Phase]
}

// atPoints reports whether the class draws data of its own.
func (p RoomPage) atPoints() bool {
	q, err := url.ParseQuery(p.Query)
	return err == nil && q.Get(p.Shown+".data") == "points"
}

// whose is what a student is told of the figure's controls.
func (p RoomPage) whose() string {
	switch {
	case p.Pace == "teacher":
		return "Your teacher moves this figure."
	case p.held() != "":
		return "The figure is yours, but for what would give the answer away."
	case p.atPoints():
		return "Put a point on the plane: your last one goes to the class."
	}
	return "The figure is yours to play with."
}

// Holds are the controls that would answer the question before its answer is shown: those
// that the lesson has wait for it.
func (p RoomPage) Holds() []course.Veil {
	if p.Ask == nil || p.Phase == "reveal" {
		return nil
	}
	return p.Ask.Exercise.Veils
}

// held lists them by their ids.
func (p RoomPage) held() string { return veiled(p.Holds()) }

// veiled lists controls by their ids.
func veiled(controls []course.Veil) string {
	var ids []string
	for _, v := range controls {
		ids = append(ids, v.Figure+"-"+v.Control)
	}
	return strings.Join(ids, " ")
}

// waits reports whether a student without scripts can only wait for what the class does
// next. Who is about to type a number, or reads why an answer is right, is left alone.
func (p RoomPage) waits() bool {
	switch {
	case p.Phase == "explore":
		return p.Pace == "teacher"
	case p.Phase == "reveal" || p.Ask == nil:
		return false
	}
	return p.Ask.voting() == 0 || p.Ask.Exercise.Choices != nil || p.Ask.answered(p.Ask.voting())
}

// phaseNames are the phases as the teacher's page calls them, in their order.
var phaseNames = []struct{ Phase, Name string }{
	{"explore", "Explore"}, {"read", "Read"}, {"vote1", "Vote"}, {"closed1", "Close"}, {"discuss", "Discuss"},
	{"vote2", "Vote again"}, {"closed2", "Close again"}, {"reveal", "Reveal"},
}

// advice is what a first vote suggests.
var advice = map[string]string{
	"hint":    "Few are right: give a hint, and have them vote again.",
	"discuss": "Some can convince others: have them discuss, and vote again.",
	"explain": "Most are right: explain, and go on.",
}
