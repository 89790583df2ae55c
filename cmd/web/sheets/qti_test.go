package sheets

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// decoded is what a text says in XML.
func decoded[T any](tb testing.TB, text []byte) (v T) {
	tb.Helper()
	if err := xml.Unmarshal(text, &v); err != nil {
		tb.Fatal(err)
	}
	return v
}

// fileIn is a file of a zip.
func fileIn(tb testing.TB, packed []byte, name string) []byte {
	tb.Helper()
	z := course.Must(zip.NewReader(bytes.NewReader(packed), int64(len(packed))))
	f := course.Must(z.Open(name))
	defer f.Close()
	return course.Must(io.ReadAll(f))
}

// canvasItem is what Canvas reads of an item.
type canvasItem struct {
	ID     string `xml:"ident,attr"`
	Fields []struct {
		Label string `xml:"fieldlabel"`
		Entry string `xml:"fieldentry"`
	} `xml:"itemmetadata>qtimetadata>qtimetadatafield"`
	Asks string `xml:"presentation>material>mattext"`
	Lids []struct {
		ID     string `xml:"ident,attr"`
		Labels []struct {
			ID   string `xml:"ident,attr"`
			Text string `xml:"material>mattext"`
		} `xml:"render_choice>response_label"`
	} `xml:"presentation>response_lid"`
	Conditions []struct {
		Equal struct {
			ID    string `xml:"respident,attr"`
			Value string `xml:",chardata"`
		} `xml:"conditionvar>varequal"`
		Least string `xml:"conditionvar>or>and>vargte"`
		Most  string `xml:"conditionvar>or>and>varlte"`
		Exact string `xml:"conditionvar>or>varequal"`
		Set   struct {
			Action string `xml:"action,attr"`
			Value  string `xml:",chardata"`
		} `xml:"setvar"`
		Says []struct {
			ID string `xml:"linkrefid,attr"`
		} `xml:"displayfeedback"`
	} `xml:"resprocessing>respcondition"`
	Feedback []struct {
		ID string `xml:"ident,attr"`
	} `xml:"itemfeedback"`
}

// TestQTI reads the questions of every exercise back, and holds what scores to what is right.
func TestQTI(t *testing.T) {
	t.Parallel()
	d := testDrawer()
	items, ids := 0, map[string]bool{}
	for _, p := range everything(t, d) {
		pools := course.Must(d.pools(t.Context(), p, false))
		packed := course.Must(qtiPackage(p.Title, pools, linksTo("https://course.example")))
		manifest := decoded[struct {
			File struct {
				Href string `xml:"href,attr"`
			} `xml:"resources>resource>file"`
		}](t, fileIn(t, packed, "imsmanifest.xml"))
		quiz := decoded[struct {
			Groups []struct {
				Number string       `xml:"selection_ordering>selection>selection_number"`
				Points float64      `xml:"selection_ordering>selection>selection_extension>points_per_item"`
				Items  []canvasItem `xml:"item"`
			} `xml:"assessment>section>section"`
		}](t, fileIn(t, packed, manifest.File.Href))
		if len(quiz.Groups) != len(pools) {
			t.Fatalf("%d groups, of %d exercises", len(quiz.Groups), len(pools))
		}
		clear(ids)
		for g, group := range quiz.Groups {
			if group.Number != "1" || len(group.Items) != len(pools[g].draws) || group.Points != 1 {
				t.Errorf("%s: asks %s of %d, and gives %v", pools[g].title, group.Number, len(group.Items),
					group.Points)
			}
			for k, item := range group.Items {
				if ids[item.ID] {
					t.Errorf("%s: two are called %s", pools[g].title, item.ID)
				}
				ids[item.ID] = true
				items++
				asCanvas(t, item, pools[g].draws[k].Exercise)
			}
		}
	}
	t.Logf("%d questions", items)
}

// asCanvas holds an item to the exercise that it asks, as Canvas scores.
func asCanvas(t *testing.T, item canvasItem, e *course.Exercise) {
	t.Helper()
	if !strings.Contains(item.Asks, "<p>") || strings.Contains(item.Asks, `href="/`) || item.Fields[0].Entry == "" {
		t.Errorf("%s asks %q", e.ID, item.Asks)
	}
	said := map[string]bool{}
	for _, f := range item.Feedback {
		said[f.ID] = true
	}
	total, full := 0.0, 0
	for _, c := range item.Conditions {
		for _, s := range c.Says {
			if !said[s.ID] {
				t.Errorf("%s: nothing is called %s", e.ID, s.ID)
			}
		}
		switch {
		case c.Set.Value == "":
		case c.Exact != "":
			at := func(s string) float64 { return course.Must(strconv.ParseFloat(s, 64)) }
			n := e.Number
			off := math.Abs(at(c.Least)-n.Value+n.Tolerance) + math.Abs(at(c.Most)-n.Value-n.Tolerance)
			if at(c.Exact) != n.Value || off > 1e-9*max(1, math.Abs(n.Value)) {
				t.Errorf("%s: %s, from %s to %s", e.ID, c.Exact, c.Least, c.Most)
			}
			full++
		case c.Set.Action == "Add":
			total += course.Must(strconv.ParseFloat(c.Set.Value, 64))
			step := course.Must(strconv.Atoi(strings.TrimPrefix(c.Equal.ID, "response_")))
			if c.Equal.Value != "place-"+strconv.Itoa(step) {
				t.Errorf("%s: step %d belongs to %s", e.ID, step, c.Equal.Value)
			}
		default:
			full++
			if k := int(c.Equal.Value[0] - 'a'); !e.Choices[k].Right {
				t.Errorf("%s: %s is right", e.ID, c.Equal.Value)
			}
		}
	}
	if e.Steps == nil && full != 1 || e.Steps != nil && math.Abs(total-100) > 0.1 {
		t.Errorf("%s: %d answers score, and steps score %v", e.ID, full, total)
	}
}
