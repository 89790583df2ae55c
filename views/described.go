package views

import (
	"encoding/json"
	"fmt"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// CourseTitle is what the course is called.
const CourseTitle = "Gramophone: kernel methods you can play"

// A Licence is under what terms the course may be used, by addresses: its prose and
// figures, and its programs.
type Licence struct {
	Prose    string `json:"prose"`
	Programs string `json:"programs"`
}

// OurLicence is that of the file LICENSE.
var OurLicence = Licence{
	Prose:    "https://creativecommons.org/licenses/by/4.0/",
	Programs: "https://opensource.org/license/mit",
}

// A thing is a page in the words of https://schema.org, by which search engines know what
// it is. It is data in the page's head and no script: the Content-Security-Policy, which
// forbids inline scripts, has nothing to say to a type that no browser runs.
type thing struct {
	Context     string   `json:"@context,omitempty"`
	Type        string   `json:"@type"`
	Name        string   `json:"name"`
	URL         string   `json:"url,omitempty"`
	Description string   `json:"description,omitempty"`
	Subject     string   `json:"about,omitempty"`
	Position    int      `json:"position,omitempty"`
	Kind        string   `json:"learningResourceType,omitempty"`
	Time        string   `json:"timeRequired,omitempty"`
	Language    string   `json:"inLanguage,omitempty"`
	Free        bool     `json:"isAccessibleForFree,omitempty"`
	Licence     string   `json:"license,omitempty"`
	Provider    *thing   `json:"provider,omitempty"`
	Of          *thing   `json:"isPartOf,omitempty"`
	Parts       []*thing `json:"hasPart,omitempty"`
}

// things says what a page is, as an element; "" for a page that is none of its own, as
// another view of one is, or an error.
func (s Site) things(head Head) string {
	whole := &thing{Type: "Course", Name: CourseTitle, URL: s.Origin + s.URL("/")}
	var page *thing
	switch {
	case head.Bare || head.Deck || head.Room != "" || head.Canonical != "":
		return ""
	case head.Home:
		page = whole
		page.Provider = &thing{Type: "Organization", Name: "The Gramophone authors"}
		for _, l := range s.Course.Open() {
			page.Parts = append(page.Parts,
				&thing{Type: "LearningResource", Name: l.Heading(), URL: s.Origin + s.lesson(l)})
		}
	case head.Lesson == nil:
		return ""
	case head.Figure != nil:
		page = &thing{Type: "LearningResource", Name: course.Plain(course.Inline(head.Figure.Figure.Title)),
			URL: s.Origin + head.Figure.Path(), Kind: "interactive figure",
			Of: &thing{Type: "LearningResource", Name: head.Lesson.Heading(), URL: s.Origin + s.lesson(head.Lesson)}}
	default:
		page = &thing{Type: "LearningResource", Name: head.Lesson.Heading(), URL: s.Origin + s.lesson(head.Lesson),
			Subject: head.Lesson.Short, Position: head.Lesson.Number, Kind: "interactive lesson", Of: whole}
		if text, err := head.Lesson.Text(); err == nil {
			_, minutes := text.Minutes()
			page.Time = fmt.Sprintf("PT%dM", minutes)
		}
	}
	page.Context, page.Language, page.Free, page.Licence = "https://schema.org", "en", true, OurLicence.Prose
	if head.Figure == nil { // that of a figure is what it shows now, and long
		page.Description = head.Description
	}
	b := course.Must(json.Marshal(page)) // which escapes < and >
	return `<script type="application/ld+json">` + string(b) + `</script>`
}
