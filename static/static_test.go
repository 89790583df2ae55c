package static

import (
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestURL(t *testing.T) {
	a := Load()
	hashed := regexp.MustCompile(`^/static/[a-z0-9./-]+\.[0-9a-f]{8}\.(css|js|svg|woff2)$`)
	for name := range a.byName {
		url := a.URL(name)
		if !hashed.MatchString(url) {
			t.Errorf("URL(%q) = %q", name, url)
		}
		asset, ok := a.Lookup(url)
		if !ok || asset.Path != url || len(asset.Body) == 0 || asset.ContentType == "" || len(asset.ETag) < 10 {
			t.Errorf("Lookup(%q) = %q, %d bytes, %q, %s, %v", url, asset.Path, len(asset.Body), asset.ContentType,
				asset.ETag, ok)
		}
	}
	if len(a.All()) != len(a.byName) {
		t.Errorf("All has %d of %d files", len(a.All()), len(a.byName))
	}
	for _, url := range []string{"", "/static/", "/static/css/page.css", "css/page.css", "/static/../static.go"} {
		if _, ok := a.Lookup(url); ok {
			t.Errorf("Lookup(%q) found something", url)
		}
	}
}

func TestURLPanicsOnAnUnknownName(t *testing.T) {
	defer func() {
		if r := recover(); r != "static: no file css/nothing.css" {
			t.Errorf("recovered %v", r)
		}
	}()
	Load().URL("css/nothing.css")
}

// What the pages need is there, and what only tests and generators need is not.
func TestFiles(t *testing.T) {
	a := Load()
	types := map[string]string{
		"css/home.css":             "text/css; charset=utf-8",
		"css/page.css":             "text/css; charset=utf-8",
		"css/paper.css":            "text/css; charset=utf-8",
		"fonts/inter.woff2":        "font/woff2",
		"icon.svg":                 "image/svg+xml",
		"js/states.js":             "text/javascript; charset=utf-8",
		"vendor/htmx/htmx.min.js":  "text/javascript; charset=utf-8",
		"vendor/htmx/LICENSE":      "",
		"vendor/axe-core/axe.js":   "",
		"vendor/temml/temml.js":    "",
		"vendor/README.md":         "",
		"fonts/subset.py":          "",
		"vendor/htmx/htmx.min.map": "",
	}
	for name, want := range types {
		if got := a.byName[name].ContentType; got != want {
			t.Errorf("%s has content type %q, want %q", name, got, want)
		}
	}
	for name := range a.byName {
		if strings.Contains(name, "temml") || strings.Contains(name, "axe") {
			t.Errorf("%s is in the program", name)
		}
	}
}

// A reader on a slow line waits for the fonts: 200 KB is what look and feel allow.
func TestFontsAreSmall(t *testing.T) {
	total := 0
	for name, asset := range Load().byName {
		if strings.HasPrefix(name, "fonts/") {
			total += len(asset.Body)
		}
	}
	if total > 200_000 {
		t.Errorf("the fonts have %d bytes", total)
	}
}

// A browser that finds a source map's name asks for it, and gets a 404.
func TestNoSourceMaps(t *testing.T) {
	for name, asset := range Load().byName {
		if strings.Contains(string(asset.Body), "sourceMappingURL") {
			t.Errorf("%s names a source map", name)
		}
	}
}

func TestEveryURLInAStyleSheetResolves(t *testing.T) {
	a := Load()
	for name, asset := range a.byName {
		if !strings.HasSuffix(name, ".css") {
			continue
		}
		for _, match := range cssURL.FindAllStringSubmatch(string(asset.Body), -1) {
			if ref := strings.Join(match[1:], ""); !strings.HasPrefix(ref, "data:") && !strings.HasPrefix(ref, "#") {
				if _, ok := a.Lookup(path.Join(path.Dir(asset.Path), ref)); !ok || strings.HasPrefix(ref, "/") {
					t.Errorf("%s: %s points at nothing", name, match[0])
				}
			}
		}
		if strings.Contains(string(asset.Body), "@import") {
			t.Errorf("%s imports: it has a part that is read by itself, and waited for", name)
		}
	}
}

func TestLoadRewritesStyleSheets(t *testing.T) {
	fsys := fstest.MapFS{
		"fonts/a.woff2": {Data: []byte("font")},
		"css/a.css": {Data: []byte("/* said */\nx {\n\ta: url(../fonts/a.woff2);\n\tb: url( '../fonts/a.woff2' );\n" +
			"\tc: url(\"#id\");\n\td: url(\"data:,a\");\n}\n" +
			"@container room (min-width: 0) {\n\ty { a: b; }\n}\n")},
	}
	a, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	font := ".." + strings.TrimPrefix(a.URL("fonts/a.woff2"), "/static")
	css, _ := a.Lookup(a.URL("css/a.css"))
	want := `x{a:url(` + font + `);b:url(` + font + `);c:url("#id");d:url(data:,a)}` +
		`@container room (min-width:0){y{a:b}}`
	if diff := cmp.Diff(want, string(css.Body)); diff != "" {
		t.Error(diff)
	}

	fsys["css/whole.css"] = &fstest.MapFile{Data: []byte("@import \"a.css\";\nz { a: b; }\n")}
	joined, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	whole, _ := joined.Lookup(joined.URL("css/whole.css"))
	if diff := cmp.Diff(want+"z{a:b}", string(whole.Body)); diff != "" {
		t.Error(diff)
	}
	if _, ok := joined.byName["css/a.css"]; ok {
		t.Error("a sheet that stands in another has an address of its own")
	}
	delete(fsys, "css/whole.css")

	fsys["fonts/a.woff2"] = &fstest.MapFile{Data: []byte("another font")}
	b, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	if a.URL("css/a.css") == b.URL("css/a.css") {
		t.Error("the font changed, the style sheet's address did not")
	}
}

func TestLoadRewritesScripts(t *testing.T) {
	fsys := fstest.MapFS{
		"js/a.js": {Data: []byte("// import \"./no.js\";\nimport { one } from './deep/b.js';\nimport \"./z.js\";\n" +
			"export { two } from \"./z.js\";\nconst text = 'import \"./no.js\"';\nconsole.log(one, text);\n")},
		"js/deep/b.js": {Data: []byte("import * as z from \"../z.js\";\nexport const one = z.two;\n")},
		"js/z.js":      {Data: []byte("export const two = 2;\n")},
	}
	a, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	b, z := strings.TrimPrefix(a.URL("js/deep/b.js"), "/static/js"), strings.TrimPrefix(a.URL("js/z.js"), "/static/js")
	for name, want := range map[string]string{
		"js/a.js": `import{one}from".` + b + `";import".` + z + `";export{two}from".` + z +
			`";const text='import "./no.js"';console.log(one,text)`,
		"js/deep/b.js": `import*as z from"..` + z + `";export const one=z.two`,
	} {
		if diff := cmp.Diff(want, string(a.byName[name].Body)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for _, test := range []struct{ names, want []string }{
		{[]string{"js/a.js"}, []string{a.URL("js/z.js"), a.URL("js/deep/b.js")}},
		{[]string{"js/deep/b.js", "js/a.js"}, []string{a.URL("js/z.js")}},
		{[]string{"js/z.js"}, nil},
	} {
		if diff := cmp.Diff(test.want, a.Imports(test.names...)); diff != "" {
			t.Errorf("Imports(%v): %s", test.names, diff)
		}
	}

	fsys["js/z.js"] = &fstest.MapFile{Data: []byte("export const two = 3;\n")}
	changed, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	for name := range fsys { // b imports z, and a imports b
		if a.URL(name) == changed.URL(name) {
			t.Errorf("js/z.js changed, the address of %s did not", name)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"css/a.css", "x{a:url(b.png)}", "css/a.css → css/b.png: open css/b.png: file does not exist"},
		{"a.exe", "", `a.exe: no content type for ".exe"`},
		{"js/m.js", `import "./b.js";`, "js/m.js → js/b.js: open js/b.js: file does not exist"},
		{"js/m.js", `import "./m.js";`, "js/m.js → js/m.js: a cycle"},
		{"js/m.js", `import "./y.js";`, "js/m.js → js/y.js → js/z.js → js/y.js: a cycle"},
		{"js/m.js", `import "y.js";`, "js/m.js: the address of an import begins with ./ or ../, not y.js"},
	} {
		fsys := fstest.MapFS{test.name: {Data: []byte(test.body)}}
		if strings.Contains(test.body, "./y.js") {
			fsys["js/y.js"] = &fstest.MapFile{Data: []byte(`import "./z.js";`)}
			fsys["js/z.js"] = &fstest.MapFile{Data: []byte(`export { y } from "./y.js";`)}
		}
		_, err := load(fsys)
		if err == nil || err.Error() != test.want {
			t.Errorf("load(%s) says %v, want %s", test.body, err, test.want)
		}
	}
}

func TestOurScriptsTravelLight(t *testing.T) {
	a, err := load(fstest.MapFS{"js/a.js": {Data: []byte("// why\nexport function shown() {\n" +
		"  const longName = Math.random();\n  return longName * longName;\n}\n")}})
	if err != nil {
		t.Fatal(err)
	}
	body := string(a.byName["js/a.js"].Body)
	if strings.Contains(body, "why") || strings.Contains(body, "longName") || !strings.Contains(body, "shown") {
		t.Errorf("served: %s", body)
	}
	if _, err := load(fstest.MapFS{"js/a.js": {Data: []byte("const = 1;")}}); err == nil {
		t.Error("a script that cannot be read is served")
	}
}
