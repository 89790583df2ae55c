package reference_test

import (
	"regexp"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
)

var anyID = regexp.MustCompile(`\sid="([^"]+)"`)

// idsOf are the places of a lesson's page that its text gives an id.
func idsOf(t *testing.T, slug string) map[string]bool {
	t.Helper()
	l, ok := lessons.Contents.Lookup(slug)
	if !ok {
		return nil
	}
	text := course.Must(l.Text())
	ids := map[string]bool{}
	for _, b := range text.Blocks {
		ids[b.ID] = true
		if b.Kind == "figure" {
			ids[b.Name] = true
		}
		if b.Exercise != nil {
			ids[b.Exercise.ID] = true
		}
		for _, m := range anyID.FindAllStringSubmatch(b.HTML, -1) {
			ids[m[1]] = true
		}
	}
	return ids
}

// Every section of every lecture has a home, and each home is a place in a lesson.
func TestLectures(t *testing.T) {
	if len(reference.Lectures) != 5 {
		t.Errorf("%d lectures, not five", len(reference.Lectures))
	}
	sections, homes := 0, 0
	for _, lecture := range reference.Lectures {
		seen := map[string]bool{}
		for _, s := range lecture.Sections {
			if seen[s.Title] {
				t.Errorf("%s: two sections are called “%s”", lecture.Number, s.Title)
			}
			seen[s.Title] = true
			sections++
			if len(s.Homes) == 0 {
				t.Errorf("%s: “%s” has no home", lecture.Number, s.Title)
			}
			for _, home := range s.Homes {
				homes++
				if home.Words == "" || !idsOf(t, home.Lesson)[home.ID] {
					t.Errorf("%s: “%s”: no %s", lecture.Number, s.Title, home.URL())
				}
			}
		}
	}
	t.Logf("%d sections, %d places", sections, homes)
}
