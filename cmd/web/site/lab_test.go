package site

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// TestLabs holds that each lesson's page leads to its lab, that the lab is a notebook with its tasks left open, and
// that solved it has what its rule has run.
func TestLabs(t *testing.T) {
	t.Parallel()
	s := quietSiteOf(Config{Labs: true})
	for _, l := range lessonsAsked() {
		cells := course.Must(l.LabCells())
		var open, solved []string
		for _, c := range cells {
			if c.Prose != "" {
				continue
			}
			solved, open = append(solved, c.Code), append(open, c.Code)
			if c.Open != "" {
				open[len(open)-1] = c.Open
			}
		}
		at := l.Address() + "/lab.ipynb"
		for address, want := range map[string][]string{at: open, at + "?solved=1": solved} {
			if diff := cmp.Diff(want, codeOf(t, s, address)); diff != "" {
				t.Errorf("%s has other programs:\n%s", address, diff)
			}
		}
		omits(t, at, textAt(t, s, at), "BEGIN SOLUTION", "# SLIP")
		for _, page := range []string{l.Address(), "/teach/" + l.Slug} {
			contains(t, page, textAt(t, s, page), `href="`+at+`"`)
		}
	}
	answers(t, s, http.StatusNotFound, "/lessons/nothing/lab.ipynb", "/lessons/ridge/lab", "/lessons/ridge/lab.py")
}

// A solved lab is for who teaches a room, and is kept for nobody else.
func TestSolvedLabsAreForTeachers(t *testing.T) {
	t.Parallel()
	_, server := atWork(t)
	student, teacher := newBrowser(t, server), newBrowser(t, server)
	teacher.sends("/rooms", url.Values{"lesson": {"ridge"}})
	const at = "/lessons/ridge/lab.ipynb"
	for range 2 { // the second time what is kept is sent
		answer, page := teacher.get(at + "?solved=1")
		if answer.StatusCode != http.StatusOK || strings.Contains(page, "NotImplementedError") ||
			!slices.Contains(answer.Header.Values("Vary"), "Cookie") {
			t.Errorf("to the teacher: %d %v", answer.StatusCode, answer.Header)
		}
		_, page = teacher.get("/teach/ridge")
		contains(t, "the teacher's way to the solved lab", page, at+"?solved=1")
		_, page = student.get("/teach/ridge")
		omits(t, "a student's way to the solved lab", page, "?solved=1")
		answer, page = student.get(at + "?solved=1")
		if answer.StatusCode != http.StatusForbidden || !strings.Contains(page, "opens a room") {
			t.Errorf("to a student: %d, %.200s", answer.StatusCode, page)
		}
		if answer, page = student.get(at); answer.StatusCode != http.StatusOK ||
			!strings.Contains(page, "NotImplementedError") {
			t.Errorf("to a student, left open: %d", answer.StatusCode)
		}
	}
}
