package sheets

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// pool is how many questions a learning platform has of an exercise whose numbers are drawn: it draws nothing itself,
// but takes one of a category at random. Orders it mixes by itself.
const pool = 20

const moodleFile = "moodle.xml"

// Moodle is a sheet as questions that Moodle imports, for its teacher.
//
// The elements are those that Moodle's own importer reads (question/format/xml/format.php, import_numerical,
// import_multichoice, import_match, import_hints): there is no schema. A number is a numerical question, in which each
// near miss is an answer with a fraction of 0, a tolerance and words of its own; the first answer within whose
// tolerance a number lies is the one that is told. A choice is a multichoice question. Steps in order are a matching
// question, of each step with its place: every Moodle has those, while the type that orders came to its core late, with
// an importer of its own.
func (s *Pages) Moodle(w http.ResponseWriter, r *http.Request) error {
	links := linksTo(respond.BaseURL(s.Sender, r))
	return s.file(w, r, moodleFile, "application/xml; charset=utf-8",
		func(ctx context.Context, p Plan) ([]byte, error) {
			quiz, err := s.drawer.quiz(ctx, p, links)
			if err != nil {
				return nil, err
			}
			b, err := xml.MarshalIndent(quiz, "", " ")
			return append([]byte(xml.Header), b...), err
		})
}

type (
	moodleQuiz struct {
		XMLName   xml.Name         `xml:"quiz"`
		Questions []moodleQuestion `xml:"question"`
	}

	moodleText struct {
		Format string `xml:"format,attr,omitempty"`
		Text   cdata  `xml:"text"`
	}

	cdata struct {
		Text string `xml:",cdata"`
	}

	moodleQuestion struct {
		Type     string      `xml:"type,attr"`
		Category *moodleText `xml:"category,omitempty"`

		Name            *moodleText `xml:"name,omitempty"`
		QuestionText    *moodleText `xml:"questiontext,omitempty"`
		GeneralFeedback *moodleText `xml:"generalfeedback,omitempty"`
		DefaultGrade    string      `xml:"defaultgrade,omitempty"`
		Penalty         string      `xml:"penalty,omitempty"`
		Hidden          string      `xml:"hidden,omitempty"`

		Single          string       `xml:"single,omitempty"`
		ShuffleAnswers  string       `xml:"shuffleanswers,omitempty"`
		AnswerNumbering string       `xml:"answernumbering,omitempty"`
		Correct         *moodleText  `xml:"correctfeedback,omitempty"`
		Partially       *moodleText  `xml:"partiallycorrectfeedback,omitempty"`
		Incorrect       *moodleText  `xml:"incorrectfeedback,omitempty"`
		ShowNumCorrect  *struct{}    `xml:"shownumcorrect,omitempty"`
		Pairs           []moodlePair `xml:"subquestion"`

		Answers   []moodleAnswer `xml:"answer"`
		Units     *moodleUnits   `xml:"units,omitempty"`
		ShowUnits string         `xml:"showunits,omitempty"`
		Hints     []moodleText   `xml:"hint"`
	}

	moodleAnswer struct {
		Fraction  int        `xml:"fraction,attr"`
		Format    string     `xml:"format,attr"`
		Text      cdata      `xml:"text"`
		Tolerance string     `xml:"tolerance,omitempty"`
		Feedback  moodleText `xml:"feedback"`
	}

	moodlePair struct {
		Format string     `xml:"format,attr"`
		Text   cdata      `xml:"text"`
		Answer moodleText `xml:"answer"`
	}

	moodleUnits struct {
		Unit []moodleUnit `xml:"unit"`
	}

	moodleUnit struct {
		Multiplier int   `xml:"multiplier"`
		Name       cdata `xml:"unit_name"`
	}
)

func htmlText(text string) *moodleText { return &moodleText{"html", cdata{text}} }

func plainText(text string) *moodleText { return &moodleText{"", cdata{text}} }

// category opens one: what follows is in it. A slash parts a category from those in it, and is doubled in a name.
func category(names ...string) moodleQuestion {
	path := "$course$/top"
	for _, n := range names {
		path += "/" + strings.ReplaceAll(n, "/", "//")
	}
	return moodleQuestion{Type: "category", Category: plainText(path)}
}

// quiz has a category for each exercise.
func (d Drawer) quiz(ctx context.Context, p Plan, links func(string) string) (q moodleQuiz, err error) {
	pools, err := d.pools(ctx, p, true)
	for _, pool := range pools {
		q.Questions = append(q.Questions, category(p.Title, pool.title))
		for _, one := range pool.draws {
			q.Questions = append(q.Questions, one.question(one.name, func(html string) string {
				return links(one.rooted(html))
			}))
		}
	}
	return q, err
}

// A questionPool is an exercise as a learning platform has it: of its draws it asks one.
type questionPool struct {
	title string
	draws []pooledDraw
}

type pooledDraw struct {
	Drawn
	name string
}

// pools are the exercises of a plan that are still there, with formulas in TeX or as pages have them.
func (d Drawer) pools(ctx context.Context, p Plan, tex bool) (list []questionPool, err error) {
	for i, item := range p.Items {
		l, printed, ok, err := d.found(item)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		seeds, err := d.pooled(ctx, p, i, l, printed)
		if err != nil {
			return nil, err
		}
		one := questionPool{title: fmt.Sprintf("%02d %s", i+1, printed.Name())}
		for n, seed := range seeds {
			e, _, err := l.OnSheet(printed.ID, seed, tex)
			if err != nil {
				return nil, err
			}
			name := printed.Name()
			if len(seeds) > 1 {
				name = fmt.Sprintf("%s %02d", name, n+1)
			}
			one.draws = append(one.draws, pooledDraw{Drawn{Item: item, Lesson: l, Exercise: e}, name})
		}
		list = append(list, one)
	}
	return list, nil
}

// pooled are the seeds of the questions of item i: none of a variant, and none twice.
func (d Drawer) pooled(ctx context.Context, p Plan, i int, l *course.Lesson, e *course.Exercise) ([]uint64, error) {
	if l.Fresh[e.ID] == nil {
		return []uint64{0}, nil // Moodle mixes choices and steps by itself
	}
	all, differ, err := d.seeds(ctx, p, i, p.Variants+pool)
	if err != nil {
		return nil, err
	}
	var list []uint64
	for k := p.Variants; k < len(all); k++ {
		if differ[k] {
			list = append(list, all[k])
		}
	}
	if list == nil {
		return nil, errNoDraw
	}
	return list, nil
}

// askedThere is what a platform asks: the question, its notation, and how it is answered.
func (d Drawn) askedThere(shown func(string) string) string {
	e, asks := d.Exercise, shown(d.Exercise.Ask)
	if needsNotation(e.Ask) {
		asks += "\n<p>" + html.EscapeString(notation) + "</p>"
	}
	switch {
	case e.Number != nil && e.Number.Unit != "":
		asks += "\n<p>Answer in " + html.EscapeString(e.Number.Unit) + ".</p>"
	case e.Steps != nil:
		asks += fmt.Sprintf("\n<p>Give each step its place, from 1 to %d.</p>", len(e.Steps))
	}
	return asks
}

// worth is an item's points on a platform: one where the sheet gives none.
func (i Item) worth() string { return decimal(cmp.Or(i.Points, 1)) }

// question is the exercise as Moodle asks it; shown makes HTML of the course HTML for Moodle.
func (d Drawn) question(name string, shown func(string) string) moodleQuestion {
	e := d.Exercise
	q := moodleQuestion{Name: plainText(name), QuestionText: htmlText(d.askedThere(shown)),
		GeneralFeedback: htmlText(shown(e.Solution)), DefaultGrade: d.Item.worth(), Penalty: "0.3333333", Hidden: "0"}
	for _, h := range e.Hints {
		q.Hints = append(q.Hints, *htmlText(shown(h)))
	}
	answer := func(right bool, text, format, tolerance, why string) moodleAnswer {
		a := moodleAnswer{Format: format, Text: cdata{text}, Tolerance: tolerance, Feedback: *htmlText(shown(why))}
		if right {
			a.Fraction = 100
		}
		return a
	}
	switch n := e.Number; {
	case n != nil:
		q.Type, q.ShowUnits = "numerical", "3" // no unit
		if n.Unit != "" {
			q.ShowUnits = "0" // it may be written
			q.Units = &moodleUnits{[]moodleUnit{{1, cdata{n.Unit}}}}
		}
		q.Answers = append(q.Answers, answer(true, decimal(n.Value), "plain_text", decimal(n.Tolerance), e.After))
		for _, m := range n.Misses {
			q.Answers = append(q.Answers, answer(false, decimal(m.Value), "plain_text", decimal(m.Tolerance), m.Why))
		}
	case e.Steps != nil:
		q.Type, q.ShuffleAnswers, q.ShowNumCorrect = "matching", "true", &struct{}{}
		for i, s := range e.Steps {
			q.Pairs = append(q.Pairs, moodlePair{"html", cdata{shown(s.Text)}, *plainText(strconv.Itoa(i + 1))})
		}
		q.Correct, q.Partially, q.Incorrect = htmlText(shown(e.After)), htmlText(""), htmlText("")
	default:
		q.Type, q.Single, q.ShuffleAnswers, q.AnswerNumbering = "multichoice", "true", "true", "abc"
		for _, c := range e.Choices {
			q.Answers = append(q.Answers, answer(c.Right, shown(c.Text), "html", "", c.Why))
		}
		q.Correct, q.Partially, q.Incorrect = htmlText(shown(e.After)), htmlText(""), htmlText("")
	}
	return q
}

// decimal is a number as Moodle reads it in every language: with a point.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// linksTo makes HTML whose links begin at the course's root into one whose links lead to the course from elsewhere; to
// words alone where nobody else reaches it.
func linksTo(base string) func(string) string {
	u, err := url.Parse(base)
	if err == nil && !slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname()) {
		return func(html string) string { return strings.ReplaceAll(html, `href="/`, `href="`+base+"/") }
	}
	return func(html string) string { return anchor.ReplaceAllString(seeIt.ReplaceAllString(html, ""), "") }
}

var (
	anchor = regexp.MustCompile(`</?a\b[^>]*>`)
	seeIt  = regexp.MustCompile(`\s*<a\b[^>]*>See it</a>\.`) // says nothing without its link
)
