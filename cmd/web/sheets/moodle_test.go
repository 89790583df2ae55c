package sheets

import (
	"context"
	"encoding/xml"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// An imported question is what Moodle's importer makes of an element "question": what it reads, by the names by which
// it asks for it.
type imported struct {
	Type     string `xml:"type,attr"`
	Category string `xml:"category>text"`
	Name     string `xml:"name>text"`
	Text     struct {
		Format string `xml:"format,attr"`
		Text   string `xml:"text"`
	} `xml:"questiontext"`
	Feedback string  `xml:"generalfeedback>text"`
	Grade    float64 `xml:"defaultgrade"`
	Single   string  `xml:"single"`
	Shuffle  string  `xml:"shuffleanswers"`
	Answers  []struct {
		Fraction  float64 `xml:"fraction,attr"`
		Text      string  `xml:"text"`
		Tolerance string  `xml:"tolerance"`
		Feedback  string  `xml:"feedback>text"`
	} `xml:"answer"`
	Pairs []struct {
		Text   string `xml:"text"`
		Answer string `xml:"answer>text"`
	} `xml:"subquestion"`
	Unit  string   `xml:"units>unit>unit_name"`
	Hints []string `xml:"hint>text"`
}

// graded is how Moodle judges a number: the first answer in whose interval it lies has its fraction and its words. The
// interval is the tolerance's, and wider by what PHP prints of a number (question/type/numerical/question.php,
// get_tolerance_interval and get_matching_answer).
func (q imported) graded(tb testing.TB, v float64) (fraction float64, says string) {
	tb.Helper()
	for _, a := range q.Answers {
		if strings.TrimSpace(a.Text) == "*" {
			return a.Fraction, a.Feedback
		}
		at := course.Must(strconv.ParseFloat(strings.TrimSpace(a.Text), 64))
		tolerance := course.Must(strconv.ParseFloat(a.Tolerance, 64)) + 1e-14*math.Max(1, math.Abs(at))
		if at-tolerance <= v && v <= at+tolerance {
			return a.Fraction, a.Feedback
		}
	}
	return 0, ""
}

// importedOf reads a quiz as Moodle does, and returns its questions by their categories.
func importedOf(tb testing.TB, quiz moodleQuiz) (by map[string][]imported, order []string) {
	tb.Helper()
	read := decoded[struct {
		XMLName   xml.Name   `xml:"quiz"`
		Questions []imported `xml:"question"`
	}](tb, course.Must(xml.Marshal(quiz)))
	by = map[string][]imported{}
	for _, q := range read.Questions {
		if q.Type == "category" {
			order = append(order, q.Category)
			continue
		}
		if len(order) == 0 {
			tb.Fatal("a question before any category")
		}
		by[order[len(order)-1]] = append(by[order[len(order)-1]], q)
	}
	return by, order
}

// Every exercise comes into Moodle with all that it says: the right answer is right there, each near miss hears its own
// words, and formulas are TeX that MathJax reads.
func TestMoodle(t *testing.T) {
	d, ctx := testDrawer(), context.Background()
	numbers, misses, fresh := 0, 0, 0
	for _, p := range everything(t, d) {
		quiz := course.Must(d.quiz(ctx, p, linksTo("https://example.org/kernels")))
		by, order := importedOf(t, quiz)
		if len(order) != len(p.Items) || len(by) != len(order) {
			t.Fatalf("%d categories of %d names for %d exercises", len(order), len(by), len(p.Items))
		}
		for i, name := range order {
			l, e, _, _ := d.found(p.Items[i])
			seeds := course.Must(d.pooled(ctx, p, i, l, e))
			if !strings.HasPrefix(name, "$course$/top/All/") || len(by[name]) != len(seeds) {
				t.Errorf("%s: %d questions of %d", name, len(by[name]), len(seeds))
			}
			if len(seeds) > 1 {
				fresh++
			}
			for k, q := range by[name] {
				drawn, _, err := l.OnSheet(e.ID, seeds[k], true)
				if err != nil {
					t.Fatal(err)
				}
				wellAsked(t, q, drawn)
				if n := drawn.Number; n != nil {
					numbers++
					misses += len(n.Misses)
					judgedAlike(t, q, drawn)
				}
			}
		}
	}
	t.Logf("%d numbers with %d near misses, %d exercises with a pool", numbers, misses, fresh)
	if numbers < 300 || fresh < 25 {
		t.Error("there are too few")
	}
}

// bare is what must not be left in a question's words for Moodle.
var bare = regexp.MustCompile(`<math|\\slot|\\class|\\T\b|\\K\b|missing-formula|href="[/?#a-z]*"|href="/|\$`)

// wellAsked checks what all questions have.
func wellAsked(t *testing.T, q imported, e *course.Exercise) {
	t.Helper()
	all := []string{q.Text.Text, q.Feedback}
	for _, a := range q.Answers {
		all = append(all, a.Feedback)
	}
	for _, text := range append(all, q.Hints...) {
		if m := bare.FindString(text); m != "" {
			t.Errorf("%s has %q: %s", q.Name, m, text)
		}
		if strings.Count(text, `\(`) != strings.Count(text, `\)`) {
			t.Errorf("%s has half a formula: %s", q.Name, text)
		}
	}
	if len(q.Hints) != len(e.Hints) || q.Text.Format != "html" || q.Grade != 1 ||
		(q.Feedback == "") != (e.Solution == "") {
		t.Errorf("%s: %d hints, format %s, grade %v", q.Name, len(q.Hints), q.Text.Format, q.Grade)
	}
	right := 0
	for _, a := range q.Answers {
		if a.Fraction == 100 {
			right++
		} else if a.Fraction != 0 {
			t.Errorf("%s: a fraction of %v", q.Name, a.Fraction)
		}
	}
	switch e.Kind() {
	case "choice":
		if q.Type != "multichoice" || q.Single != "true" || q.Shuffle != "true" || right != 1 ||
			len(q.Answers) != len(e.Choices) {
			t.Errorf("%s: %+v", q.Name, q)
		}
	case "order":
		if q.Type != "matching" || len(q.Pairs) != len(e.Steps) || len(q.Pairs) < 3 || q.Pairs[1].Answer != "2" {
			t.Errorf("%s: %+v", q.Name, q)
		}
	case "number":
		if q.Type != "numerical" || right != 1 || q.Unit != e.Number.Unit {
			t.Errorf("%s: %+v", q.Name, q)
		}
	}
}

// judgedAlike holds Moodle's judgement against the course's own.
func judgedAlike(t *testing.T, q imported, e *course.Exercise) {
	t.Helper()
	n := e.Number
	for _, v := range []float64{n.Value, n.Value + 0.99*n.Tolerance, n.Value - 0.99*n.Tolerance} {
		if fraction, says := q.graded(t, v); fraction != 100 || clean(says) != clean(e.After) {
			t.Errorf("%s: %v of %v has %v %%: %s", q.Name, v, n.Value, fraction, says)
		}
	}
	for _, m := range n.Misses {
		v, ok := e.Judge(course.FormatNumber(m.Value))
		fraction, says := q.graded(t, m.Value)
		if !ok || v.Right || fraction != 0 || clean(says) != clean(m.Why) || clean(v.Why) != clean(m.Why) {
			t.Errorf("%s: the near miss %v has %v %%, and hears %q", q.Name, m.Value, fraction, says)
		}
	}
	if fraction, says := q.graded(t, 1e9*(1+math.Abs(n.Value))); fraction != 0 || says != "" {
		t.Errorf("%s: any number has %v %%: %s", q.Name, fraction, says)
	}
}

// clean are the words of HTML without where its links lead.
func clean(text string) string { return words(html.UnescapeString(text)) }

// What ends a section of XML stands in one; a slash in a name is no category of its own; nobody is led to a machine
// that she does not reach.
func TestMoodleEscapes(t *testing.T) {
	q := moodleQuiz{Questions: []moodleQuestion{category("a/b ]]> & <c>"), {Type: "numerical",
		Name: plainText("x"), QuestionText: htmlText(`<p>\(a<b\) ]]> &amp;</p>`)}}}
	by, order := importedOf(t, q)
	if order[0] != "$course$/top/a//b ]]> & <c>" || by[order[0]][0].Text.Text != `<p>\(a<b\) ]]> &amp;</p>` {
		t.Errorf("%q: %+v", order, by)
	}
	const text = `<p>So it is. <a class="preset" href="/lessons/ridge?a=1">See it</a>. <a href="/x">That</a>.</p>`
	for base, want := range map[string]string{
		"http://localhost:8080": `<p>So it is. That.</p>`,
		"https://example.org/k": strings.ReplaceAll(text, `="/`, `="https://example.org/k/`),
	} {
		if got := linksTo(base)(text); got != want {
			t.Errorf("%s: %s", base, got)
		}
	}
}
