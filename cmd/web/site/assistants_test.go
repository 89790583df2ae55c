package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gramophone-course/gramophone/cmd/web/api"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// An assistant is a client of a site's, as the SDK has it.
type assistant struct {
	*mcp.ClientSession
	base string // what the addresses of the site begin with
}

// assistantOf has a client ask a site under /kernels, over a connection.
func assistantOf(t testing.TB, s *Site) assistant {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &mcp.StreamableClientTransport{
		Endpoint: server.URL + "/kernels/mcp"}, nil)
	noError(t, err)
	t.Cleanup(func() { session.Close() })
	return assistant{session, server.URL + "/kernels"}
}

// calls a tool, and returns what it answers: as text, and as an object.
func (a assistant) calls(t testing.TB, tool string, arguments any) (text string, object map[string]any, failed bool) {
	t.Helper()
	result, err := a.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	noError(t, err)
	for _, c := range result.Content {
		text += c.(*mcp.TextContent).Text
	}
	object, _ = result.StructuredContent.(map[string]any)
	return text, object, result.IsError
}

// An assistant is told of five tools, which change nothing, with when to call each and what it takes.
func TestAssistantsTools(t *testing.T) {
	t.Parallel()
	a := assistantOf(t, quietSiteUnder("/kernels"))
	list, err := a.ListTools(context.Background(), nil)
	noError(t, err)
	takes := map[string]string{"search": "query", "read_lesson": "lesson", "controls": "figure lesson state",
		"figure": "figure lesson state", "fit": "body method"}
	for _, tool := range list.Tools {
		want, ok := takes[tool.Name]
		delete(takes, tool.Name)
		schema := tool.InputSchema.(map[string]any)
		properties := schema["properties"].(map[string]any)
		if got := strings.Join(slices.Sorted(maps.Keys(properties)), " "); !ok || got != want {
			t.Errorf("%s takes %q, want %q", tool.Name, got, want)
		}
		for name, p := range properties {
			if p := p.(map[string]any); p["description"] == "" || p["type"] != "string" && p["type"] != "object" {
				t.Errorf("%s: %s is %v", tool.Name, name, p)
			}
		}
		if !strings.Contains(tool.Description, "Call it") || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s: when to call it is not said, or it may write: %s", tool.Name, tool.Description)
		}
	}
	if len(takes) > 0 {
		t.Errorf("missing: %v", takes)
	}
	if a.InitializeResult().Instructions == "" {
		t.Error("it is not told what the course is for")
	}
}

// What an assistant is told of a figure are the numbers of the figure's JSON, letter by letter, and its
// link opens them.
func TestAssistantsFigureIsItsJSON(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	a := assistantOf(t, s)
	for _, c := range []struct {
		lesson, figure string
		state          map[string]any
		query          string
	}{
		{"bandwidth", "fit", nil, ""},
		{"bandwidth", "fit", map[string]any{"bandwidth": 2.25, "many": nil}, "?bandwidth=2.25"},
		{"kernel-ridge-regression", "fit", map[string]any{"data": "points", "points": "1,2;3,4;5,0.1"},
			"?data=points&points=1,2;3,4;5,0.1"},
		{"kernel-ridge-regression", "fit", map[string]any{"lambda": "nonsense", "bandwidth": "1e9"},
			"?lambda=nonsense&bandwidth=1e9"},
		{"kernel-pca", "projection", map[string]any{"data": "rings", "centred": false}, "?data=rings&centred=0"},
		{"playground", "svm", map[string]any{"kernel": "polynomial", "degree": 3}, "?kernel=polynomial&degree=3"},
	} {
		text, object, failed := a.calls(t, "figure",
			map[string]any{"lesson": c.lesson, "figure": c.figure, "state": c.state})
		if failed {
			t.Errorf("%s/%s%s: %s", c.lesson, c.figure, c.query, text)
			continue
		}
		path := "/lessons/" + c.lesson + "/" + c.figure
		if c.lesson == "playground" {
			path = "/playground/" + c.figure
		}
		var told map[string]json.RawMessage
		noError(t, json.Unmarshal([]byte(text), &told))
		whole := jsonAt[map[string]json.RawMessage](t, s, "/kernels"+path+".json"+c.query)
		for name, value := range whole {
			if name == "series" || name == "matrices" {
				continue
			}
			if !bytes.Equal(told[name], value) {
				t.Errorf("%s%s: %s is told as\n%s, and is\n%s", path, c.query, name, told[name], value)
			}
			var again any
			noError(t, json.Unmarshal(value, &again))
			if !reflect.DeepEqual(object[name], again) {
				t.Errorf("%s%s: %s is %v as an object, and %s", path, c.query, name, object[name], value)
			}
		}
		for name := range object["values"].(map[string]any) {
			if object["about"].(map[string]any)[name] == "" {
				t.Errorf("%s: nothing is said about %s", path, name)
			}
		}
		for _, name := range []string{"link", "all_numbers"} {
			link := object[name].(string)
			at, ours := strings.CutPrefix(link, a.base)
			if !ours || !strings.HasPrefix(at, path) || get(t, s, "/kernels"+at, plain).Code != http.StatusOK {
				t.Errorf("%s: the link %s does not open it", path, link)
			}
			if name == "all_numbers" && !bytes.Equal(jsonAt[map[string]json.RawMessage](t, s, "/kernels"+at)["values"],
				told["values"]) {
				t.Errorf("%s: at %s are other numbers", path, link)
			}
		}
	}
}

// A fit is what the API answers, letter by letter, and so is what is wrong with one.
func TestAssistantsFitIsTheAPIs(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	a := assistantOf(t, s)
	bodies := map[string][]string{}
	for _, m := range api.Methods() {
		bodies[m.Name] = []string{m.Example, `{}`, `{"kernel": 3}`, `{"x": [[1], [1, 2]]}`, `{"colour": 1}`}
	}
	bodies["krr"] = append(bodies["krr"], lineFit, strings.Replace(lineFit, "0.01", "0.123456789012345678", 1),
		`{"kernel": {"name": "gaussian", "bandwidth": 1}, "x": [[0], [0]], "y": [1, 2], "lambda": 0}`)
	bodies["ridge"] = []string{lineFit}
	for method, list := range bodies {
		for _, body := range list {
			w := asked(t, s, "/kernels/api/v1/"+method, body, nil)
			text, object, failed := a.calls(t, "fit", map[string]any{"method": method, "body": json.RawMessage(body)})
			want := decoded[map[string]any](t, w)
			if failed != (w.Code != http.StatusOK) || !reflect.DeepEqual(object, want) {
				t.Errorf("%s %s: %v, and the API %s", method, body, object, w.Body)
			}
			if failed && text != problemOf(t, w).Detail || !failed && text != w.Body.String() {
				t.Errorf("%s %s:\n%s, and the API\n%s", method, body, text, w.Body)
			}
		}
	}
	large := `{"kernel": {"name": "linear"}, "x": [` + strings.Repeat("[1], ", 100) + `[2]], "answers": ["gram"]}`
	text, _, failed := a.calls(t, "fit", map[string]any{"method": "gram", "body": json.RawMessage(large)})
	if !failed || !strings.Contains(text, "The answer has 10201 numbers") || !strings.Contains(text,
		"/kernels/api/v1/gram") {
		t.Errorf("a large answer: %.200s", text)
	}
}

var markdownLink = regexp.MustCompile(`\]\(([^()\s]*)\)`)

// A lesson is its words with the numbers in them; all that it links is there, and what is found too.
func TestAssistantsReadLessons(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	a := assistantOf(t, s)
	links := 0
	for _, l := range s.course.Open() {
		text, object, failed := a.calls(t, "read_lesson", map[string]any{"lesson": l.Slug})
		if failed || object["markdown"] != text || !strings.HasPrefix(text, "# "+l.Heading()) {
			t.Errorf("%s: %.100s", l.Slug, text)
			continue
		}
		if len(text) > 60_000 || len(text) < 5000 || strings.Contains(text, "@{") || strings.Contains(text, ":::") {
			t.Errorf("%s has %d bytes, or marks of its source", l.Slug, len(text))
		}
		for _, m := range markdownLink.FindAllStringSubmatch(text, -1) {
			at, ours := strings.CutPrefix(m[1], a.base)
			if links++; !ours && !strings.HasPrefix(m[1], "http") {
				t.Errorf("%s links %s", l.Slug, m[1])
			} else if ours {
				opens(t, s, at)
			}
		}
		if n := len(object["figures"].([]any)); n != len(l.Figures) || strings.Count(text, "**Figure `") < n {
			t.Errorf("%s: %d figures in the list, of %d", l.Slug, n, len(l.Figures))
		}
	}
	if links < 400 {
		t.Errorf("%d links in all lessons", links)
	}
	text, object, _ := a.calls(t, "search", map[string]any{"query": "leave one out"})
	hits := object["hits"].([]any)
	want := jsonAt[[]map[string]any](t, s, "/kernels/search.json?q=leave+one+out")
	if len(hits) != len(want) || len(hits) == 0 || strings.Contains(text, `\u0026`) {
		t.Fatalf("%d places are found, and %d", len(hits), len(want))
	}
	for i, h := range hits {
		hit := h.(map[string]any)
		at := strings.TrimPrefix(hit["url"].(string), a.base)
		if hit["title"] != want[i]["title"] || "/kernels"+at != want[i]["url"] {
			t.Errorf("found %v, and %v", hit, want[i])
		}
		opens(t, s, at)
	}
}

// opens fails where there is nothing at a path below the prefix. Lessons are not drawn for it.
func opens(t *testing.T, s *Site, at string) {
	t.Helper()
	path, _, _ := strings.Cut(at, "#")
	path, _, _ = strings.Cut(path, "?")
	rest, lesson := strings.CutPrefix(path, "/lessons/")
	slug, figure, _ := strings.Cut(rest, "/")
	l, ok := s.course.Lookup(slug)
	if ok && figure != "" {
		_, ok = l.Figure(figure)
	}
	if lesson && !ok || !lesson && get(t, s, "/kernels"+path, plain).Code != http.StatusOK {
		t.Errorf("nothing at %s", at)
	}
}

// Controls are told as the course declares them, and in the state that is asked for.
func TestAssistantsControls(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	a := assistantOf(t, s)
	for l, f := range coursetest.Figures(s.course.Open()) {
		text, object, failed := a.calls(t, "controls", map[string]any{"lesson": l.Slug, "figure": f.Name})
		form, _ := f.At(nil)
		list, _ := object["controls"].([]any)
		if failed || len(list) != len(form.Controls) {
			t.Errorf("%s/%s: %d controls, not %d: %.100s", l.Slug, f.Name, len(list), len(form.Controls), text)
			continue
		}
		for i, c := range form.Controls {
			got := list[i].(map[string]any)
			if got["name"] != c.Name || got["meaning"] == "" || got["kind"] == "" ||
				fmt.Sprint(got["default"]) == "" && c.Default != "" {
				t.Errorf("%s/%s: %v", l.Slug, f.Name, got)
			}
			if choices, _ := got["choices"].([]any); len(choices) != len(c.Options) {
				t.Errorf("%s/%s: %s has %d choices", l.Slug, f.Name, c.Name, len(choices))
			}
			if c.Kind == course.Real && !(got["least"].(float64) <= got["default"].(float64) &&
				got["default"].(float64) <= got["most"].(float64)) {
				t.Errorf("%s/%s: %v", l.Slug, f.Name, got)
			}
		}
	}
	_, object, _ := a.calls(t, "controls", map[string]any{"lesson": "bandwidth", "figure": "fit",
		"state": map[string]any{"data": "sine", "n": 40}})
	for _, c := range object["controls"].([]any) {
		if c := c.(map[string]any); c["name"] == "n" && (c["value"] != 40.0 || c["no_effect"] != nil) {
			t.Errorf("with the sine, n is %v", c)
		}
	}
}

// What is wrong with a call is said in a sentence, and what a reader's table holds to nobody.
func TestAssistantsAreToldWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	a := assistantOf(t, s)
	kept := course.Must(own.Parse([]byte("x,y\n1,2\n2,3\n3,5\n4,4\n5,6\n6,5\n"), own.Options{}))
	noError(t, s.tables.Put(kept, ""))
	figure := func(state any) map[string]any {
		return map[string]any{"lesson": "bandwidth", "figure": "fit", "state": state}
	}
	for _, c := range []struct {
		tool      string
		arguments any
		says      string
	}{
		{"search", nil, "query: the argument is missing"},
		{"search", map[string]any{"query": 3}, "query: expected a string"},
		{"search", map[string]any{"query": "x", "limit": 3}, `"limit": search has no such argument; it takes query.`},
		{"read_lesson", map[string]any{"lesson": "lasso"}, `lesson: there is no "lasso"; there are feature-maps,`},
		{"read_lesson", map[string]any{"lesson": "playground"}, `there is no "playground"`},
		{"read_lesson", map[string]any{"lesson": "../../go.mod"}, "there is no"},
		{"controls", map[string]any{"lesson": "bandwidth", "figure": "fits"},
			`figure: bandwidth has no "fits"; it has geyser, fit,`},
		{"figure", figure("bandwidth=2"), "state: expected a JSON object"},
		{"figure", figure(map[string]any{"bandwith": 2}),
			`state: there is no control "bandwith" here; there are data, n,`},
		{"figure", figure(map[string]any{"hide": "n"}), `no control "hide"`},
		{"figure", figure(map[string]any{"bandwidth": []int{2}}), "state: bandwidth: expected a number, a string"},
		{"figure", figure(map[string]any{"points": strings.Repeat("1,2;", 5000)}), "bytes, and may have 16384"},
		{"figure", figure(map[string]any{"data": "own-" + kept.ID}), "state: data: a table of a reader's own is not"},
		{"controls", figure(map[string]any{"data": " own-" + kept.ID + "-x0-y1"}), "a table of a reader's own is not"},
		{"fit", map[string]any{"method": "krr", "body": "{}"}, "body: expected a JSON object"},
		{"fit", map[string]any{"method": "krr"}, "body: the argument is missing"},
	} {
		text, _, failed := a.calls(t, c.tool, c.arguments)
		if !failed || !strings.Contains(text, c.says) || strings.Contains(text, kept.ID) ||
			strings.Contains(text, "Go ") {
			t.Errorf("%s %.80v says %q, and not %q", c.tool, c.arguments, text, c.says)
		}
	}
	_, err := a.CallTool(context.Background(), &mcp.CallToolParams{Name: "delete_course"})
	if said := new(jsonrpc.Error); !errors.As(err, &said) || said.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("a tool that is none: %v", err)
	}
}

// A figure waits at the gate for figures, and a draw that takes too long is given up, as anywhere.
func TestAssistantsWaitAtTheGate(t *testing.T) {
	t.Parallel()
	s := quietSiteOf(Config{Prefix: "/kernels"})
	s.draws.Draw = time.Nanosecond
	a := assistantOf(t, s)
	// Of data that no other test asks for.
	text, object, failed := a.calls(t, "figure", map[string]any{"lesson": "bandwidth", "figure": "map",
		"state": map[string]any{"data": "sine", "n": 297, "seed": 797}})
	if !failed || object["status"] != 503.0 || !strings.Contains(text, "given up") {
		t.Errorf("%v, %s", object, text)
	}
}

const ping = `{"jsonrpc": "2.0", "id": 1, "method": "ping"}`

// messages posts to a site as an assistant does, under headers of its own.
func messages(s http.Handler, body string, header map[string]string) *httptest.ResponseRecorder {
	all := []string{"Accept", "application/json, text/event-stream"}
	for k, v := range header {
		all = append(all, k, v)
	}
	return sendsTo(s, "/mcp", "application/json", strings.NewReader(body), all...)
}

// Messages are bounded, one at a time, and none of another site's pages; a proxy's name is no other site's.
func TestAssistantsMessages(t *testing.T) {
	t.Parallel()
	s := quietSiteOf(Config{Origin: "https://course.example.org"})
	call := func(params string) string {
		return `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ` + params + `}`
	}
	for name, c := range map[string]struct {
		body   string
		header map[string]string
		status int
	}{
		"a ping":          {ping, nil, 200},
		"through a proxy": {ping, map[string]string{"Host": "course.example.org"}, 200},
		"its own page": {ping, map[string]string{"Origin": "http://example.com", "Sec-Fetch-Site": "same-origin"},
			200},
		"a foreign origin": {ping, map[string]string{"Origin": "https://evil.example"}, 403},
		"a foreign page":   {ping, map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		"a large body":     {ping + strings.Repeat(" ", api.MaxBody), nil, 413},
		"a large call": {call(`{"name": "search", "arguments": {"query": "` + strings.Repeat("x", api.MaxBody) +
			`"}}`), nil, 413},
		"a batch":        {" [" + ping + "]", nil, 400},
		"no JSON":        {"{", nil, 400},
		"nothing":        {"", nil, 400},
		"another type":   {ping, map[string]string{"Content-Type": "text/plain"}, 415},
		"no method":      {`{"jsonrpc": "2.0", "id": 1, "method": "nothing"}`, nil, 400},
		"null params":    {call("null"), nil, 200},
		"no params":      {`{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}`, nil, 400},
		"a notification": {`{"jsonrpc": "2.0", "method": "notifications/initialized"}`, nil, 202},
		"a list":         {call("[]"), nil, 200},
		"null arguments": {call(`{"name": "search", "arguments": null}`), nil, 200},
		"a number":       {call(`{"name": "search", "arguments": 3}`), nil, 200},
		"twice":          {call(`{"name": "search", "name": "fit", "arguments": {}}`), nil, 200},
		"a response":     {`{"jsonrpc": "2.0", "id": 1, "result": {}}`, nil, 202},
		"listens": {`{"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {"notifications": ` +
			`{"toolsListChanged": true}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", ` +
			`"io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"}, ` +
			`"io.modelcontextprotocol/clientCapabilities": {}}}}`,
			map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"}, 200},
	} {
		w := messages(s, c.body, c.header)
		if w.Code != c.status || strings.Contains(w.Body.String(), "goroutine") {
			t.Errorf("%s: %d, not %d: %.300s", name, w.Code, c.status, w.Body)
		}
	}
	// Numbers come to the engine as they are written.
	w := messages(s, call(`{"name": "fit", "arguments": {"method": "krr", "body": {"x": [[1e999]]}}}`), nil)
	contains(t, "of a number beyond all", w.Body.String(), "x[0][0]: 1e999 is beyond float64")
	w = messages(s, call(`{"name": "figure", "arguments": {"lesson": "bandwidth", "figure": "fit"}}`), nil)
	contains(t, "links as others call the server", w.Body.String(),
		`"https://course.example.org/lessons/bandwidth/fit"`)
}

// Who opens the address in a browser reads how the course is added; an assistant that would listen is told
// that nothing comes by itself; without -mcp there is neither, and nothing leads there.
func TestAssistantsPage(t *testing.T) {
	t.Parallel()
	s, without := quietSiteUnder("/kernels"), quietSiteOf(Config{Prefix: "/kernels", NoMCP: true})
	w := get(t, s, "/kernels/mcp", map[string]string{"Accept": "text/html", "Accept-Encoding": ""})
	if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, "http://example.com/kernels/mcp") ||
		!strings.Contains(body, "read_lesson") {
		t.Errorf("%d: %.200s", w.Code, body)
	}
	w = get(t, s, "/kernels/mcp", map[string]string{"Accept": "text/event-stream"})
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "POST" {
		t.Errorf("an assistant that listens: %d", w.Code)
	}
	for _, c := range []struct {
		s    *Site
		want int
	}{{s, http.StatusOK}, {without, http.StatusNotFound}} {
		answers(t, c.s, c.want, "/kernels/mcp")
		if leads := strings.Contains(textAt(t, c.s, "/kernels/api"), `"/kernels/mcp"`); leads !=
			(c.want == http.StatusOK) {
			t.Errorf("the page for programs leads there: %v", leads)
		}
	}
	if w := asked(t, without, "/kernels/mcp", ping, nil); w.Code != http.StatusMethodNotAllowed &&
		w.Code != http.StatusNotFound {
		t.Errorf("without it, a message: %d", w.Code)
	}
}
