// Package concept has the concept test: fifteen questions that are asked before a course and after it, and what a
// class has gained between.
package concept

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Count is how many questions there are.
const Count = 15

//go:embed concept.md
var prose string

// Text is the test, read as the prose of lessons is, for its formulas.
var Text = &course.Lesson{Slug: "concept", Prose: prose}

// Questions returns all, in the order of the course: choices, each under the name of the lesson that it is about. The
// error is an author's slip in concept.md.
var Questions = sync.OnceValues(func() ([]*course.Exercise, error) {
	text, err := Text.Text()
	if err != nil {
		return nil, err
	}
	var all []*course.Exercise
	for _, b := range text.Blocks {
		if e := b.Exercise; e != nil {
			all = append(all, e)
		}
	}
	if len(all) != Count {
		return nil, fmt.Errorf("concept.md: want %d questions, have %d", Count, len(all))
	}
	for _, e := range all {
		if e.Choices == nil {
			return nil, fmt.Errorf("concept.md: %s has no choices", e.ID)
		}
	}
	return all, nil
})

// Answers are one run: of each question the place of the choice, from 0.
type Answers [Count]int

var errAnswers = errors.New("want a letter for each question, as in " + strings.Repeat("A", Count))

// Field is what a question is called on pages of who answers it, from q1: the name of its lesson says too much.
func Field(question int) string { return "q" + strconv.Itoa(question+1) }

// ParseAnswers reads a run from its letters: ABCDABCDABCDABC, or as somebody types it who has noted it, abcda bcdab
// cdabc.
func ParseAnswers(letters string) (a Answers, err error) {
	questions, err := Questions()
	if err != nil {
		return a, err
	}
	letters = strings.ToUpper(strings.Join(strings.Fields(letters), ""))
	if len(letters) != Count {
		return a, errAnswers
	}
	for i, e := range questions {
		a[i] = int(letters[i]) - 'A'
		if a[i] < 0 || a[i] >= len(e.Choices) {
			return a, errAnswers
		}
	}
	return a, nil
}

// String is the run in letters, which ParseAnswers reads.
func (a Answers) String() string {
	var b strings.Builder
	for _, place := range a {
		b.WriteByte(byte('A' + place))
	}
	return b.String()
}

// Noted is the run as it is noted and typed again: in letters, five by five.
func (a Answers) Noted() string {
	letters := a.String()
	return letters[:5] + " " + letters[5:10] + " " + letters[10:]
}

// Key are the right answers.
func Key() (a Answers) {
	questions, err := Questions()
	for q := range questions {
		for i, c := range questions[q].Choices {
			if err == nil && c.Right {
				a[q] = i
			}
		}
	}
	return a
}

// Right is which of the answers are.
func (a Answers) Right() (right [Count]bool) {
	questions, err := Questions()
	for i := range questions {
		right[i] = err == nil && questions[i].Choices[a[i]].Right
	}
	return right
}

// Score is how many of the answers are right.
func (a Answers) Score() (n int) {
	for _, right := range a.Right() {
		if right {
			n++
		}
	}
	return n
}
