package lessons

import (
	"strings"
	"testing"
)

// A statement is something a lecture says that a lesson has to cover: the lecture,
// what it says, and a phrase of the lesson's Markdown that covers it.
type statement [3]string

// checkStatements fails for every statement that the lesson does not cover.
func checkStatements(t *testing.T, l *Lesson, all []statement) {
	t.Helper()
	for _, s := range all {
		lecture, says, where := s[0], s[1], s[2]
		if where == "" || !strings.Contains(l.Prose, where) {
			t.Errorf("%s: nowhere does it say “%s”, which was to cover: %s: %s", l.Slug, where, lecture, says)
		}
	}
}
