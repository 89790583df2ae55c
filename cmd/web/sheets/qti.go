package sheets

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"strconv"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

const qtiFile = "qti.zip"

// QTI is a sheet as questions that Canvas imports, for its teacher: a package of IMS Question & Test Interoperability
// 1.2 with a group of questions for each exercise, of which a quiz asks one.
//
// Canvas has several of its own names in it, as its exports have them: question_type, points_per_item, and for a number
// varequal beside the bounds of its interval. It says nothing of its own to a wrong number, so near misses stand with
// the solution in what is said after an answer. Steps in order are a matching question.
func (s *Pages) QTI(w http.ResponseWriter, r *http.Request) error {
	links := linksTo(respond.BaseURL(s.Sender, r))
	return s.file(w, r, qtiFile, respond.ZIP, func(ctx context.Context, p Plan) ([]byte, error) {
		pools, err := s.drawer.pools(ctx, p, false)
		if err != nil {
			return nil, err
		}
		return qtiPackage(p.Title, pools, links)
	})
}

// qtiName is what the quiz is called within its package.
const qtiName = "quiz"

// qtiPackage is a zip of a manifest and the quiz that it names.
func qtiPackage(title string, pools []questionPool, links func(string) string) ([]byte, error) {
	manifest := qtiManifest{ID: "manifest", NS: "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1",
		Schema: "IMS Content", Version: "1.1.3"}
	file := qtiName + "/" + qtiName + ".xml"
	manifest.Resource.ID, manifest.Resource.Type = qtiName, "imsqti_xmlv1p2"
	manifest.Resource.File.Href = file
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range []struct {
		name string
		of   any
	}{{"imsmanifest.xml", manifest}, {file, qtiQuizOf(title, pools, links)}} {
		text, err := xml.MarshalIndent(part.of, "", " ")
		if err != nil {
			return nil, err
		}
		w, err := z.Create(part.name)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(append([]byte(xml.Header), text...)); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

type (
	qtiManifest struct {
		XMLName  xml.Name `xml:"manifest"`
		ID       string   `xml:"identifier,attr"`
		NS       string   `xml:"xmlns,attr"`
		Schema   string   `xml:"metadata>schema"`
		Version  string   `xml:"metadata>schemaversion"`
		None     string   `xml:"organizations"`
		Resource struct {
			ID   string `xml:"identifier,attr"`
			Type string `xml:"type,attr"`
			File struct {
				Href string `xml:"href,attr"`
			} `xml:"file"`
		} `xml:"resources>resource"`
	}

	qtiQuiz struct {
		XMLName xml.Name   `xml:"questestinterop"`
		NS      string     `xml:"xmlns,attr"`
		Quiz    qtiSection `xml:"assessment"`
	}

	qtiSection struct {
		ID     string       `xml:"ident,attr"`
		Title  string       `xml:"title,attr,omitempty"`
		Number string       `xml:"selection_ordering>selection>selection_number,omitempty"`
		Points string       `xml:"selection_ordering>selection>selection_extension>points_per_item,omitempty"`
		Groups []qtiSection `xml:"section"`
		Items  []qtiItem    `xml:"item"`
	}

	qtiItem struct {
		ID        string        `xml:"ident,attr"`
		Title     string        `xml:"title,attr"`
		Fields    []qtiField    `xml:"itemmetadata>qtimetadata>qtimetadatafield"`
		Asks      qtiText       `xml:"presentation>material>mattext"`
		Choices   []qtiChoices  `xml:"presentation>response_lid"`
		Number    *qtiNumber    `xml:"presentation>response_str"`
		Score     qtiScore      `xml:"resprocessing>outcomes>decvar"`
		Judgement []qtiJudgment `xml:"resprocessing>respcondition"`
		Feedback  []qtiFeedback `xml:"itemfeedback"`
	}

	qtiField struct {
		Label string `xml:"fieldlabel"`
		Entry string `xml:"fieldentry"`
	}

	qtiText struct {
		Type string `xml:"texttype,attr"`
		Text string `xml:",chardata"`
	}

	qtiChoices struct {
		ID     string      `xml:"ident,attr"`
		Single string      `xml:"rcardinality,attr,omitempty"`
		Asks   *qtiText    `xml:"material>mattext"`
		Labels []qtiChoice `xml:"render_choice>response_label"`
	}

	qtiChoice struct {
		ID   string  `xml:"ident,attr"`
		Text qtiText `xml:"material>mattext"`
	}

	qtiNumber struct {
		ID     string `xml:"ident,attr"`
		Single string `xml:"rcardinality,attr"`
		Box    struct {
			Type  string `xml:"fibtype,attr"`
			Label struct {
				ID string `xml:"ident,attr"`
			} `xml:"response_label"`
		} `xml:"render_fib"`
	}

	qtiScore struct {
		Most  string `xml:"maxvalue,attr"`
		Least string `xml:"minvalue,attr"`
		Name  string `xml:"varname,attr"`
		Type  string `xml:"vartype,attr"`
	}

	qtiJudgment struct {
		Continue string       `xml:"continue,attr"`
		Other    *struct{}    `xml:"conditionvar>other"`
		Equal    *qtiEqual    `xml:"conditionvar>varequal"`
		Exact    *qtiEqual    `xml:"conditionvar>or>varequal"`
		Least    *qtiEqual    `xml:"conditionvar>or>and>vargte"`
		Most     *qtiEqual    `xml:"conditionvar>or>and>varlte"`
		Set      *qtiSet      `xml:"setvar"`
		Says     []qtiDisplay `xml:"displayfeedback"`
	}

	qtiEqual struct {
		ID    string `xml:"respident,attr"`
		Value string `xml:",chardata"`
	}

	qtiSet struct {
		Action string `xml:"action,attr"`
		Name   string `xml:"varname,attr"`
		Value  string `xml:",chardata"`
	}

	qtiDisplay struct {
		Type string `xml:"feedbacktype,attr"`
		ID   string `xml:"linkrefid,attr"`
	}

	qtiFeedback struct {
		ID   string  `xml:"ident,attr"`
		Text qtiText `xml:"flow_mat>material>mattext"`
	}
)

func qtiHTML(text string) qtiText { return qtiText{"text/html", text} }

// qtiQuizOf is a quiz that asks one question of each pool.
func qtiQuizOf(title string, pools []questionPool, links func(string) string) qtiQuiz {
	root := qtiSection{ID: "root_section"}
	for i, pool := range pools {
		group := qtiSection{ID: fmt.Sprintf("group-%d", i+1), Title: pool.title, Number: "1"}
		for k, one := range pool.draws {
			shown := func(html string) string { return links(one.rooted(html)) }
			group.Points = one.Item.worth()
			group.Items = append(group.Items, one.qtiItem(fmt.Sprintf("item-%d-%d", i+1, k+1), one.name, shown))
		}
		root.Groups = append(root.Groups, group)
	}
	return qtiQuiz{NS: "http://www.imsglobal.org/xsd/ims_qtiasiv1p2",
		Quiz: qtiSection{ID: qtiName, Title: title, Groups: []qtiSection{root}}}
}

// qtiItem is the exercise as Canvas asks it.
func (d Drawn) qtiItem(id, name string, shown func(string) string) qtiItem {
	e := d.Exercise
	item := qtiItem{ID: id, Title: name, Score: qtiScore{"100", "0", "SCORE", "Decimal"}}
	kind := ""
	switch n := e.Number; {
	case n != nil:
		kind = "numerical_question"
		item.asksNumber(decimal(n.Value), decimal(n.Value-n.Tolerance), decimal(n.Value+n.Tolerance))
	case e.Steps != nil:
		kind = "matching_question"
		item.asksPlaces(e, shown)
	default:
		kind = "multiple_choice_question"
		item.asksChoice(e, shown)
	}
	item.Asks = qtiHTML(d.askedThere(shown))
	item.Fields = []qtiField{{"question_type", kind}, {"points_possible", d.Item.worth()}}
	item.Feedback = append(item.Feedback, qtiFeedback{"general_fb", qtiHTML(shown(e.Solution) + slipsOf(e, shown))})
	item.Judgement = append([]qtiJudgment{{Continue: "Yes", Other: &struct{}{},
		Says: []qtiDisplay{{"Response", "general_fb"}}}}, item.Judgement...)
	return item
}

// full are all points.
func full() *qtiSet { return &qtiSet{"Set", "SCORE", "100"} }

const answerID = "response1"

// asksNumber asks for a number between two.
func (i *qtiItem) asksNumber(value, least, most string) {
	i.Number = &qtiNumber{ID: answerID, Single: "Single"}
	i.Number.Box.Type, i.Number.Box.Label.ID = "Decimal", "answer1"
	i.Judgement = []qtiJudgment{{Continue: "No", Exact: &qtiEqual{answerID, value}, Least: &qtiEqual{answerID, least},
		Most: &qtiEqual{answerID, most}, Set: full()}}
}

// asksChoice asks for one of the choices, to each of which something is said.
func (i *qtiItem) asksChoice(e *course.Exercise, shown func(string) string) {
	list := qtiChoices{ID: answerID, Single: "Single"}
	for k, c := range e.Choices {
		id := views.ChoiceLetter(k)
		list.Labels = append(list.Labels, qtiChoice{id, qtiHTML(shown(c.Text))})
		judged := qtiJudgment{Continue: "Yes", Equal: &qtiEqual{answerID, id},
			Says: []qtiDisplay{{"Response", id + "_fb"}}}
		if c.Right {
			judged.Continue, judged.Set = "No", full()
		}
		i.Judgement = append(i.Judgement, judged)
		i.Feedback = append(i.Feedback, qtiFeedback{id + "_fb", qtiHTML(shown(c.Why))})
	}
	i.Choices = []qtiChoices{list}
}

// asksPlaces asks for the place of each step.
func (i *qtiItem) asksPlaces(e *course.Exercise, shown func(string) string) {
	share := strconv.FormatFloat(100/float64(len(e.Steps)), 'f', 2, 64)
	for _, step := range e.Order() {
		id, asks := fmt.Sprintf("response_%d", step+1), qtiHTML(shown(e.Steps[step].Text))
		list := qtiChoices{ID: id, Asks: &asks}
		for place := range e.Steps {
			label := strconv.Itoa(place + 1)
			list.Labels = append(list.Labels, qtiChoice{"place-" + label, qtiText{"text/plain", label}})
		}
		i.Choices = append(i.Choices, list)
		i.Judgement = append(i.Judgement, qtiJudgment{Continue: "Yes",
			Equal: &qtiEqual{id, "place-" + strconv.Itoa(step+1)}, Set: &qtiSet{"Add", "SCORE", share}})
	}
}

// slipsOf are the near misses of a number, each with what it shows, as HTML.
func slipsOf(e *course.Exercise, shown func(string) string) (list string) {
	if e.Number == nil {
		return ""
	}
	for _, m := range e.Number.Misses {
		list += "\n<li>" + html.EscapeString(inUnit(marked(m.Value), e.Number.Unit)) + ": " + shown(m.Why) + "</li>"
	}
	if list != "" {
		list = "\n<ul>" + list + "\n</ul>"
	}
	return list
}
