package coursetest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// pictured holds that what is said on the picture to an answer given there is a sentence of
// its own for each choice.
func pictured(t *testing.T, l *course.Lesson, text *course.Text) {
	for _, b := range text.Blocks {
		e := b.Exercise
		if b.Kind != "predict" || e.Line == "" {
			continue
		}
		said := map[string]bool{}
		for i, c := range e.Choices {
			if fault := unfit(c); fault != "" {
				t.Error(l.SlipAt(b.Line, "%s: to choice %d is said %q on the picture, %s", e.ID, i+1,
					course.Plain(c.Said), fault))
			}
			_, why, _ := strings.Cut(c.Said, " ")
			if said[why] {
				t.Error(l.SlipAt(b.Line, "%s: to choice %d is said %q on the picture, as to another", e.ID, i+1,
					course.Plain(why)))
			}
			said[why] = true
		}
	}
}

// So many letters say what makes an answer right or wrong, and stand in two lines over the
// picture, or in four on a phone.
const leastSaid, mostSaid = 60, 115

// within is what ends a sentence within a text.
var within = regexp.MustCompile(`[.?]\s`)

// unfit is why what is said to a choice on the picture is no sentence of its own; "" if it
// is one.
func unfit(c course.Alternative) string {
	plain, why := course.Plain(c.Said), course.Plain(c.Why)
	word, sentence, _ := strings.Cut(plain, " ")
	n := utf8.RuneCountInString(plain)
	switch {
	case word != "Yes." && c.Right || word != "No." && !c.Right || !strings.HasSuffix(plain, "."):
		return "which does not begin with the right word and end in a full stop"
	case n < leastSaid || n > mostSaid:
		return fmt.Sprintf("which has %d letters, not %d to %d", n, leastSaid, mostSaid)
	case within.MatchString(sentence):
		return "which is more than a sentence"
	case strings.Contains(c.Said, "<a "):
		return "which has a link: its place is below"
	case strings.HasPrefix(strings.TrimSpace(why), strings.TrimSuffix(sentence, ".")):
		return "which is how the words below begin"
	}
	return ""
}
