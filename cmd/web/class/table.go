package class

import (
	"encoding/csv"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// VotesTable is what the class has voted, for who holds the key.
func (s *Pages) VotesTable(w http.ResponseWriter, r *http.Request, v caller) error {
	rows, err := s.Rooms.Votes(r.Context(), v.code, v.key)
	if err != nil {
		return err
	}
	table := [][]string{{"question", "seat", "vote1", "vote2", "lesson", "asked", "answer1", "answer2",
		"right1", "right2", "right"}}
	for _, row := range rows {
		e := s.exercise(row.Lesson, row.Question)
		line := []string{row.Question, strconv.Itoa(row.Seat), cell(row.Votes[0]), cell(row.Votes[1]), row.Lesson}
		table = append(table, append(line, inWords(e, row.Votes)...))
	}
	return sendTable(w, "votes-"+v.code, table)
}

// sendTable answers with a table as CSV, a file of that name.
func sendTable(w http.ResponseWriter, name string, rows [][]string) error {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
	_ = csv.NewWriter(w).WriteAll(rows) // the reader may have gone
	return nil
}

// inWords are votes for who reads them: what was asked, what was answered in each round, whether
// that is right, and what is. Nothing is said of a question that the lesson has no longer.
func inWords(e *course.Exercise, votes [2]float64) []string {
	said := make([]string, 6)
	if e == nil {
		return said
	}
	said[0] = strings.Join(strings.Fields(course.Plain(e.Ask)), " ")
	for k, vote := range votes {
		if !math.IsNaN(vote) {
			verdict, _ := e.Judge(answerOf(e, vote))
			said[1+k] = course.Plain(verdict.Answer)
			said[3+k] = map[bool]string{true: "yes", false: "no"}[verdict.Right]
		}
	}
	if e.Number != nil {
		said[5] = strings.TrimSpace(course.FormatNumber(e.Number.Value) + " " + e.Number.Unit)
	}
	for _, c := range e.Choices {
		if c.Right {
			said[5] = course.Plain(c.Text)
		}
	}
	return said
}

// cell is a vote in a table: empty where there is none.
func cell(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
