package reference

import (
	"regexp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Guide is what a lesson says to whoever teaches it, gathered from its notes and put in
// the order in which it is wanted.
type Guide struct {
	Plan     string // HTML: ten minutes
	Prepared string // HTML: links to states; "" where the plan has them
	Asks     []Ask  // what to ask and say, in the order of the page
	Wrong    []Ask  // likely wrong answers, and what to say to them
	Minutes  int    // of the plan
}

// An Ask is a note, and the place of the lesson that it is about.
type Ask struct {
	ID, Name string
	HTML     string
}

// GuideTo gathers the guide to a lesson.
func GuideTo(l *course.Lesson) (Guide, error) {
	text, err := l.Text()
	if err != nil {
		return Guide{}, err
	}
	g := Guide{Minutes: int(text.Plan().Minutes())}
	for _, s := range text.Screens() {
		if s.Part < s.Of { // a note stands at each part of its block
			continue
		}
		for _, note := range s.Teach {
			ask := Ask{ID: s.Anchor, Name: s.Name(), HTML: Rooted(l, note.HTML)}
			switch note.Kind {
			case "plan":
				g.Plan = ask.HTML
			case "prepared":
				g.Prepared = ask.HTML
			case "wrong":
				g.Wrong = append(g.Wrong, ask)
			default:
				g.Asks = append(g.Asks, ask)
			}
		}
	}
	return g, nil
}

// Rooted is a lesson's HTML with the links that are relative to its page written from the
// course's root.
func Rooted(l *course.Lesson, html string) string {
	html = own.ReplaceAllString(html, `href="/lessons/`+l.Slug+`$1`)
	return sibling.ReplaceAllString(html, `href="/lessons/$1`)
}

// own is a link to a state or a place of the lesson itself.
var own = regexp.MustCompile(`href="([?#])`)

// sibling is a link from one lesson to another, "ridge".
var sibling = regexp.MustCompile(`href="([a-z][a-z-]*["#?])`)
