//go:build !js

package main

import (
	"archive/zip"
	"context"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/static"
)

// noError ends the test at an error, and says of what.
func noError(t testing.TB, err error, what ...any) {
	t.Helper()
	if err != nil {
		t.Fatal(append(what, err)...)
	}
}

// Addresses are relative to the folder that a page is, and those of pages end in a slash.
func TestAddressesAreRelative(t *testing.T) {
	m := &maker{pages: map[string]page{"": {}, "/lessons/ridge": {}, "/lessons/ridge/x": {}}}
	body := `<a href="` + mark + `/"> <a href="` + mark + `/lessons/ridge?path.at=7#path"> ` +
		`<i data-path="` + mark + `/lessons/ridge/x" data-s="` + mark + `/static/a.css">`
	for path, want := range map[string]string{
		"": `<a href="./"> <a href="./lessons/ridge/?path.at=7#path"> ` +
			`<i data-path="./lessons/ridge/x" data-s="./static/a.css">`,
		"/lessons/ridge": `<a href="../../"> <a href="../../lessons/ridge/?path.at=7#path"> ` +
			`<i data-path="../../lessons/ridge/x" data-s="../../static/a.css">`,
	} {
		if diff := cmp.Diff(want, string(m.relative(path, []byte(body)))); diff != "" {
			t.Errorf("%q: (-want +got)\n%s", path, diff)
		}
	}
}

// What a page names beside itself is there from a folder of the page's name too: the address is
// resolved where the page was made, and nothing else of the page is touched.
func TestAddressesBesideAPage(t *testing.T) {
	m := &maker{pages: map[string]page{"": {}, "/lessons/mercer": {}, "/lessons/rkhs": {}, "/errata/median": {}}}
	for _, test := range []struct{ path, html, want string }{
		{"/lessons/mercer", `<a href="rkhs">f</a>`, `<a href="../../lessons/rkhs/">f</a>`},
		{"/lessons/mercer", `<a class=x href="../errata/median#card">`, `<a class=x href="../../errata/median/#card">`},
		{"/lessons/mercer", `<a href="rkhs?cone.x=1&amp;cone.y=2#cone">`,
			`<a href="../../lessons/rkhs/?cone.x=1&amp;cone.y=2#cone">`},
		{"", `<img src="lessons/rkhs/x.svg" alt="a &lt; b">`, `<img src="./lessons/rkhs/x.svg" alt="a &lt; b">`},
		{"/lessons/mercer", `<a href="?embed.kept=3"><a href="#top"><a href="">`, ""},
		{"/lessons/mercer", `<a href="https://a.example/b"><a href="mailto:c@d.example"><img src="data:,x">`, ""},
		{"/lessons/mercer", `<!-- href="rkhs" --><p title="href=rkhs">a<script>"<a href='rkhs'>"</script>`, ""},
	} {
		want := test.want
		if want == "" { // it stays
			want = test.html
		}
		body, err := whole(test.path, []byte(test.html))
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, string(m.relative(test.path, body))); diff != "" {
			t.Errorf("%s at %q: (-want +got)\n%s", test.html, test.path, diff)
		}
	}
}

// A page brings its policy along, since its host sends none, and the script that waits for
// the worker.
func TestPagesBringTheirPolicy(t *testing.T) {
	m := &maker{pages: map[string]page{"": {}}}
	html := []byte(`<head><meta charset="utf-8"><title>t</title></head>`)
	got := course.Must(m.rooted("", page{html, "default-src 'none'; script-src 'self'; frame-ancestors 'self'"}))
	for _, want := range []string{`content="default-src 'none'; script-src 'self'; manifest-src 'self'"`,
		"." + static.Load().URL("js/alone.js"), `href="./manifest.webmanifest"`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("without %s: %s", want, got)
		}
	}
	if _, err := m.rooted("", page{append(html, "http://gramophone.invalid:80/"...), ""}); err == nil {
		t.Error("a page may name the server that made it")
	}
}

// A slip on the command line is refused, and no file of anybody's is written over.
func TestRefuses(t *testing.T) {
	ctx := context.Background()
	if err := run(ctx, []string{"-quality", "12"}, os.Stderr); err == nil {
		t.Error("brotli has no level 12")
	}
	other := t.TempDir()
	noError(t, os.WriteFile(filepath.Join(other, "thesis.tex"), nil, 0o600))
	if err := (files{"index.html": nil}).write(other); err == nil {
		t.Error("a folder with other things in it is written into")
	}
}

// The same files are the same zip.
func TestZip(t *testing.T) {
	tree := files{"index.html": []byte("<p>"), "engine/a.wasm.br": []byte("b"),
		"lessons/ridge/index.html": []byte("<p>")}
	var bodies []string
	for _, name := range []string{"a.zip", "b.zip"} {
		file := filepath.Join(t.TempDir(), name)
		noError(t, tree.write(file))
		body := course.Must(os.ReadFile(file))
		bodies = append(bodies, string(body))
		z := course.Must(zip.OpenReader(file))
		if z.Close(); len(z.File) != len(tree) || z.File[1].Name != "gramophone/index.html" {
			t.Errorf("%d files, the second %s", len(z.File), z.File[1].Name)
		}
	}
	if bodies[0] != bodies[1] {
		t.Error("two zips of the same files differ")
	}
}

// What the worker is told comes back as it was written, and nothing else is taken for it.
func TestWorkerIsRead(t *testing.T) {
	tree := files{"engine/wasm_exec.1.js": []byte("go"), "engine/course.1.wasm": nil,
		"engine/course.1.wasm.gz": []byte("12345"),
		"engine/course.1.wasm.br": nil}
	noError(t, tree.addWorker())
	w, script, err := static.ReadWorker(tree["sw.js"])
	noError(t, err)
	want := []static.Program{{Path: "engine/course.1.wasm.br", Format: "brotli"},
		{Path: "engine/course.1.wasm.gz", Format: "gzip"}, {Path: "engine/course.1.wasm"}}
	if diff := cmp.Diff(want, w.Programs); diff != "" {
		t.Error("programs: (-want +got)\n", diff)
	}
	again, err := w.Script(script)
	if err != nil || string(again) != string(tree["sw.js"]) {
		t.Error("what is read is not what was written: ", err)
	}
	listing, err := static.Listed([]byte(w.Assets))
	if err != nil || listing.URL("js/main.js") != static.Load().URL("js/main.js") ||
		!cmp.Equal(listing.Imports("js/main.js"), static.Load().Imports("js/main.js")) {
		t.Error("the listing names other files: ", err)
	}
	if _, _, err := static.ReadWorker([]byte("const course = 7")); err == nil {
		t.Error("any script is taken for a worker")
	}
}

// The changes still find their places in the libraries that are here, and what they make is Go.
func TestChangesFit(t *testing.T) {
	overlay := course.Must(changed(context.Background(), t.TempDir()))
	packages := []string{"text/template", "net/http", "image/png", "crypto/x509/pkix", "crypto/hpke"}
	for _, b := range algorithms {
		for _, file := range b.files {
			packages = append(packages, path.Dir(file))
		}
	}
	vet := exec.Command("go", append([]string{"vet", "-overlay", overlay}, slices.Compact(packages)...)...)
	if err := quiet(vet); err != nil {
		t.Error(err)
	}
}
