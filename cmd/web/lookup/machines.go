package lookup

import (
	"context"
	"encoding/xml"
	"net/http"
	"slices"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// The course for machines: what there is (lessons.json), and where (sitemap.xml). What a
// page says of itself in its head is views.Described.

// A Listing is lessons.json. Its addresses begin with the origin that the server was told,
// or else with their path.
type Listing struct {
	Title   string         `json:"title"`
	URL     string         `json:"url"`
	Licence views.Licence  `json:"licence"`
	Lessons []listedLesson `json:"lessons"`
}

// A listedLesson is what a machine needs to know of a lesson.
type listedLesson struct {
	Number  int            `json:"number"`
	Title   string         `json:"title"`
	Slug    string         `json:"slug"`
	URL     string         `json:"url"`
	Part    string         `json:"part"`
	Subject string         `json:"subject"`
	Summary string         `json:"summary"`
	Minutes int            `json:"minutes"` // of all of it
	Lecture []string       `json:"lecture"` // which it covers a part of
	Terms   []listedTerm   `json:"terms"`   // explained in it
	Figures []listedFigure `json:"figures"`
	Card    string         `json:"card"`
	Licence string         `json:"licence"`
}

// A listedTerm is a term of the field, and where it is explained.
type listedTerm struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// A listedFigure is a figure with its forms by their endings.
type listedFigure struct {
	Name  string            `json:"name"`
	Title string            `json:"title"`
	Goal  string            `json:"goal"`
	URL   string            `json:"url"`
	Forms map[string]string `json:"forms"`
}

// LessonList says what the course has, as JSON.
func (s *Pages) LessonList(w http.ResponseWriter, r *http.Request) error {
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: "lessons.json"}, ContentType: "application/json",
		Write: func(context.Context) ([]byte, error) {
			list, err := s.listing()
			if err != nil {
				return nil, err
			}
			return respond.JSON(list, " ")
		}})
}

func (s *Pages) listing() (Listing, error) {
	at := func(path string) string { return s.Origin + s.View().URL(path) }
	list := Listing{Title: views.CourseTitle, URL: at("/"), Licence: views.OurLicence, Lessons: []listedLesson{}}
	for _, l := range s.Course.Open() {
		text, err := l.Text()
		if err != nil {
			return list, err
		}
		_, minutes := text.Minutes()
		page := at("/lessons/" + l.Slug)
		one := listedLesson{
			Number: l.Number, Title: l.Title, Slug: l.Slug, URL: page, Part: s.Course.Part(l).Title, Subject: l.Short,
			Summary: plainly(l.Lede), Minutes: minutes, Lecture: lecturesOf(l),
			Card: page + "/card.png", Licence: views.OurLicence.Prose,
		}
		one.Terms = course.Each(text.Terms(), func(t course.Explained) listedTerm {
			return listedTerm{t.Name, page + "#" + t.ID}
		})
		for _, f := range l.Figures {
			figure := listedFigure{Name: f.Name, Title: plainly(f.Title), Goal: plainly(f.Goal),
				URL: page + "/" + f.Name, Forms: map[string]string{}}
			for _, ext := range s.endings {
				figure.Forms[ext] = page + "/" + f.Name + "." + ext
			}
			one.Figures = append(one.Figures, figure)
		}
		list.Lessons = append(list.Lessons, one)
	}
	return list, nil
}

func plainly(markdown string) string { return course.Plain(course.Inline(markdown)) }

// lecturesOf are those that have a section whose place is in the lesson.
func lecturesOf(l *course.Lesson) []string {
	list := []string{}
	for _, lecture := range reference.Lectures {
		if slices.ContainsFunc(lecture.Sections, func(s reference.Section) bool {
			return slices.ContainsFunc(s.Homes, func(p reference.Place) bool { return p.Lesson == l.Slug })
		}) {
			list = append(list, lecture.Cite)
		}
	}
	return list
}

// A Sitemap lists addresses, at most 50,000, as https://www.sitemaps.org has it.
type Sitemap struct {
	XMLName xml.Name  `xml:"urlset"`
	Space   string    `xml:"xmlns,attr"`
	URLs    []Located `xml:"url"`
}

// A Located is an address of a Sitemap.
type Located struct {
	Address string `xml:"loc"`
}

// Sitemap lists the pages for search engines, by whole addresses: a sitemap knows no
// others. They begin with the origin that the server was told; without one, with the name
// by which it was asked, and then the answer, which is for that name alone, is not kept.
func (s *Pages) Sitemap(w http.ResponseWriter, r *http.Request) error {
	k, begin := respond.Key{What: "sitemap.xml"}, s.Origin
	if begin == "" {
		k, begin = respond.Key{}, s.Public(r, r.URL.Scheme)
		w.Header().Add("Vary", "Host, X-Forwarded-Proto")
	}
	write := func(context.Context) ([]byte, error) {
		list := course.Each(s.PagePaths(), func(path string) Located { return Located{begin + s.View().URL(path)} })
		b, err := xml.Marshal(Sitemap{Space: "http://www.sitemaps.org/schemas/sitemap/0.9", URLs: list})
		return append([]byte(xml.Header), append(b, '\n')...), err
	}
	return s.Send(w, r, respond.Reply{Key: k, ContentType: "application/xml", Write: write})
}

// Robots asks search engines to leave out what is hidden, and says where the sitemap is if
// the server was told its origin, by https://www.rfc-editor.org/rfc/rfc9309. They ask for it
// at the root of a host: under a prefix it is for whoever keeps that.
func (s *Pages) Robots(w http.ResponseWriter, r *http.Request) error {
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: "robots.txt"}, ContentType: "text/plain; charset=utf-8",
		Write: func(context.Context) ([]byte, error) {
			text := "User-agent: *\n"
			for _, path := range s.Hidden {
				text += "Disallow: " + s.View().URL(path) + "\n"
			}
			if s.Origin != "" {
				text += "Sitemap: " + s.Origin + s.View().URL("/sitemap.xml") + "\n"
			}
			return []byte(text), nil
		}})
}

// PagePaths are the paths of the pages that somebody may look for.
func (s *Pages) PagePaths() []string {
	list := slices.Clone(s.Listed)
	for _, e := range cardsOfErrata() {
		list = append(list, e.URL)
	}
	for _, l := range s.Course.Open() {
		list = append(list, "/lessons/"+l.Slug, "/teach/"+l.Slug)
		for _, f := range l.Figures {
			list = append(list, "/lessons/"+l.Slug+"/"+f.Name)
		}
	}
	return list
}
