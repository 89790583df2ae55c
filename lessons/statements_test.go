package lessons

import (
	"strings"
	"testing"
)

// A statement is something a lecture says that a lesson has to cover: Where is a
// phrase of the lesson's Markdown that does.
type statement struct{ Lecture, Says, Where string }

// checkStatements fails for every statement that the lesson does not cover.
func checkStatements(t *testing.T, l *Lesson, all []statement) {
	t.Helper()
	for _, s := range all {
		if s.Where == "" || !strings.Contains(l.Prose, s.Where) {
			t.Errorf("%s: nowhere does it say “%s”, which was to cover: %s: %s", l.Slug, s.Where, s.Lecture, s.Says)
		}
	}
}
