package views

import (
	"fmt"
	"math"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/concept"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A ConceptPage is the concept test as a student sees it, alone or in a room.
type ConceptPage struct {
	concept.Run
	At        string        // where its forms go: /concept, or /rooms/QC4MV/test
	Room      string        // as it is read out; "" for who is alone
	Teacher   bool          // it is the room's teacher who looks at it as a student does
	Closed    bool          // the room takes no more
	Counted   *concept.Pair // what the room has from this seat, nil for nothing
	Questions []*course.Exercise
}

// To is the test's address with a query.
func (p ConceptPage) To(query string) string {
	if p.Teacher {
		query = "as=student&" + query
	}
	return p.At + "?" + query
}

// params are what the address has: the script of every page leaves these in it.
func (p ConceptPage) params() string {
	_, query, _ := strings.Cut(p.To(p.Query()), "?")
	if p.Again && p.After == nil {
		query += "&again=1"
	}
	return query
}

// again is the query of the second time, or of the first where there is none.
func (p ConceptPage) again() string {
	if p.Before == nil {
		return ""
	}
	return p.Query() + "&again=1"
}

// gave is whether a form that is not whole has the choice.
func (p ConceptPage) gave(question, choice int) bool {
	given, ok := p.Given[question]
	return ok && given == choice
}

// counts is whether the room has what the page shows.
func (p ConceptPage) counts() bool {
	return p.Counted != nil && *p.Counted == concept.Pair{Before: *p.Before, After: *p.After}
}

// asks is whether questions are to be answered now.
func (p ConceptPage) asks() bool { return p.Before == nil || p.Again && p.After == nil }

// method is how answers are sent: only those of both times are kept, and only by a room.
func (p ConceptPage) method() string {
	if p.Room != "" && p.Again {
		return "post"
	}
	return "get"
}

// marks say of a choice whether it is right, and when it was made.
func (p ConceptPage) marks(question, choice int) (list []string) {
	if p.Questions[question].Choices[choice].Right {
		list = append(list, "right")
	}
	if p.Before[question] == choice {
		list = append(list, "you, before")
	}
	if p.After[question] == choice {
		list = append(list, "you, now")
	}
	return list
}

// gained is what somebody's answers have come to.
func (p ConceptPage) gained() string {
	before, after := p.Before.Score(), p.After.Score()
	said := fmt.Sprintf("Before, %d of %d were right; now %d are.", before, concept.Count, after)
	switch {
	case before == concept.Count:
		return said
	case after > before:
		return said + fmt.Sprintf(" Of the %d that you lacked you have gained %d.", concept.Count-before, after-before)
	case after == before:
		return said + " Read on below, and open the lessons that it names."
	}
	return said + " These are fewer: read on below, and open the lessons that it names."
}

// A ConceptReport is what a class has gained, for its teacher: nothing but numbers of students before she closes the
// test.
type ConceptReport struct {
	Code, Spoken string
	Address      string // of the test, for students, as it is read out
	Seats        int
	Tested       int  // how many have answered both times
	Closed       bool // nothing more is taken
	Closable     bool // enough have for that
	OneDay       int  // how many of them took both times on one day
	Undated      int  // of how many it is not known
	concept.Gain
	Items []ConceptItem // nil before there are enough
}

// A ConceptItem is what a class has answered to one question.
type ConceptItem struct {
	*course.Exercise
	Lesson        *course.Lesson
	Before, After int     // right answers
	Wrong         string  // HTML: the wrong choice made most often after the course, or ""
	Made          int     // by how many
	Rest          float64 // the correlation with the rest; NaN where there is none
}

// interval is the gain with its interval.
func (r ConceptReport) interval() string {
	switch {
	case math.IsNaN(r.Gain.Gain):
		return "No gain can be told: all was right before."
	case math.IsNaN(r.Low):
		return fmt.Sprintf("Gain %s.", signed(r.Gain.Gain))
	}
	return fmt.Sprintf("Gain %s, 95 %% interval %s to %s.", signed(r.Gain.Gain), signed(r.Low), signed(r.High))
}

// signed is a number to two decimals with a minus that is one.
func signed(v float64) string {
	if v <= -0.005 {
		return "−" + fmt.Sprintf("%.2f", -v)
	}
	return fmt.Sprintf("%.2f", math.Abs(v)) // no −0.00
}

// percent is a share of a class.
func (r ConceptReport) percent(n int) int {
	return int(math.Round(100 * float64(n) / float64(max(r.Students, 1))))
}

// compared is whether each question is compared with the rest.
func (r ConceptReport) compared() bool { return r.Students >= concept.MinItems }

// known is how far from the truth a correlation with the rest may be.
func (r ConceptReport) known() string { return fmt.Sprintf("± %.2f", concept.Known(r.Students)) }

// rest is a question's correlation with the rest.
func (r ConceptReport) rest(item ConceptItem) string {
	switch {
	case !math.IsNaN(item.Rest):
		return signed(item.Rest)
	case item.After == 0 || item.After == r.Students:
		return "all alike"
	}
	return "the rest has no spread"
}

// sameDay says who took both times on one day, as far as it is known.
func (r ConceptReport) sameDay() string {
	said := fmt.Sprintf("%d of %d took both times on one day", r.OneDay, r.Students)
	if r.Undated > 0 {
		said += fmt.Sprintf("; of %d it is not known", r.Undated)
	}
	return said + "."
}

// answersOf are answers as an address has them.
func answersOf(a *concept.Answers) string {
	if a == nil {
		return ""
	}
	return a.String()
}

// roomOf is the room that a test is in.
func roomOf(at string) string { return strings.TrimSuffix(at, "/test") }
