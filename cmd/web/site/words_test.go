package site

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldhtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// readersOwn are sentences with which a reader may mean harm, or none: six to a state.
var readersOwn = map[string][]string{
	"kernel=spectrum": {"<script>alert(1)</script>", "a `b` 'c' \"d\" &amp; ]]>", `$x^2$ \(y\) %s %d \u0041`,
		"](http://evil.example) --- **b**", "{{.State}} # %% Data\n# %% Method", `C:\new\table\`},
	"kernel=words": {`x² """doc""" '''doc''' #`, "x² ½ Ⅷ naïve ʻokina doc", "'); quit() # coding: latin-1",
		"=HYPERLINK(A1) ${x} #{x}", "日本語 😀 e\u0301 \u202eevil", "r\"(a)\" \x00\x1b[31m"},
}

// What a reader wrote is shown as it was written and is nothing else: not in a page, a
// picture, a notebook or a program, which gives the figure's numbers all the same.
func TestWhatReadersWriteStaysText(t *testing.T) {
	t.Parallel()
	s := quietSite()
	programs := map[string][]coursetest.Program{}
	const gram = "/lessons/string-kernels/gram"
	for state, own := range readersOwn {
		for _, path := range []string{gram, "/lessons/string-kernels/classify"} {
			query := "?" + state + "&at=97&first=49&second=50&own=" + url.QueryEscape(strings.Join(own, "|"))
			figure := jsonAt[struct {
				Description string
				Params      map[string]any
			}](t, s, path+".json"+query)
			read, _ := figure.Params["own"].(string)
			same(t, fmt.Sprintf("%s%s: sentences of %q", path, query, read), strings.Count(read, " | ")+1, len(own))
			shown := strings.SplitN(read, " | ", 2)[0] // which is in the description
			for _, kind := range []string{"", "&embed=1"} {
				showsAsText(t, path+query+kind, get(t, s, path+query+kind, plain).Body.Bytes(), shown)
			}
			pictures(t, path+".svg"+query, get(t, s, path+".svg"+query, plain).Body.Bytes(), shown)
			notebookShows(t, path+".ipynb"+query, get(t, s, path+".ipynb"+query, plain).Body.Bytes(),
				figure.Description)
			if path != gram {
				continue
			}
			for _, lang := range course.Languages {
				address := path + "." + lang.Ext + query
				code := get(t, s, address, plain)
				if code.Code != http.StatusOK {
					t.Fatalf("%s: %d", address, code.Code)
				}
				l, _ := lessons.Contents.Lookup("string-kernels")
				f, _ := l.Figure("gram")
				_, p := drawnAt(t, s, l, f, query[1:])
				program := coursetest.ProgramOf(f, p, lang.Ext, query[1:])
				program.Code, program.Fewest = code.Body.Bytes(), 5
				programs[lang.Ext] = append(programs[lang.Ext], program)
			}
		}
	}
	for _, lang := range course.Languages {
		for i, printed := range coursetest.Run(t, lang.Ext, programs[lang.Ext]) {
			programs[lang.Ext][i].Compare(t, printed)
		}
	}
}

// showsAsText holds that a page has the text, and that it made no element of it.
func showsAsText(t *testing.T, address string, page []byte, text string) {
	t.Helper()
	root := course.Must(html.Parse(bytes.NewReader(page)))
	found := false
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode && strings.Contains(n.Data, text):
			found = found || n.Parent.Data != "script"
		case n.Type == html.ElementNode && n.Data == "script" && n.FirstChild != nil &&
			strings.Contains(n.FirstChild.Data, "alert"):
			t.Errorf("%s runs what a reader wrote", address)
		}
	}
	if !found {
		t.Errorf("%s does not show %q", address, text)
	}
}

// pictures holds that a picture is well-formed, and says the text.
func pictures(t *testing.T, address string, svg []byte, text string) {
	t.Helper()
	var said strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		switch token := token.(type) {
		case xml.CharData:
			said.Write(token)
		case xml.StartElement:
			if token.Name.Local == "script" {
				t.Errorf("%s has a script", address)
			}
		}
	}
	contains(t, address, said.String(), text)
}

// notebookShows holds that the cells of Markdown have no elements but their own, and that
// the figure's description stands there as it does on the page.
func notebookShows(t *testing.T, address string, file []byte, description string) {
	t.Helper()
	var n struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source []string
		}
	}
	if err := json.Unmarshal(file, &n); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM),
		goldmark.WithRendererOptions(goldhtml.WithUnsafe()))
	var said strings.Builder
	for _, c := range n.Cells {
		if c.Type != "markdown" {
			continue
		}
		source := strings.Join(c.Source, "")
		if strings.Contains(source, "$") {
			t.Errorf("%s may have a formula: %s", address, source)
		}
		var b bytes.Buffer
		noError(t, markdown.Convert([]byte(source), &b))
		root := course.Must(html.Parse(&b))
		for e := range root.Descendants() {
			switch {
			case e.Type == html.TextNode:
				said.WriteString(e.Data)
			case e.Type == html.CommentNode, e.Type == html.ElementNode &&
				!strings.Contains(" html head body h2 p em span ", " "+e.Data+" "):
				t.Errorf("%s: there is an element %s in %s", address, e.Data, source)
			}
		}
	}
	if !strings.Contains(said.String(), strings.Join(strings.Fields(description), " ")) {
		t.Errorf("%s says %q, not %q", address, said.String(), description)
	}
}

// What stands beside a figure keeps units with their numbers, as prose does; values do not.
func TestUnitsStayWithTheirNumbersInForms(t *testing.T) {
	s, seen := sharedSite(), 0
	for _, l := range lessons.Contents.Open() {
		for n := range parsed(t, l.Slug, get(t, s, "/lessons/"+l.Slug, plain)).Descendants() {
			class := attr(n, "class")
			if n.Data != "option" && n.Data != "label" && n.Data != "dt" && class != "means" && class != "takes" {
				continue
			}
			words := ""
			for c := range n.Descendants() {
				if c.Type == html.TextNode {
					words += c.Data
				}
			}
			same(t, l.Slug+", where a line may end inside", words, course.Unbroken(words))
			if strings.ContainsRune(words, '\u00a0') {
				seen++
			}
			omits(t, l.Slug+": a value with a space that does not break", attr(n, "value"), "\u00a0")
		}
	}
	if seen < 20 {
		t.Errorf("%d numbers have a unit", seen)
	}
}
