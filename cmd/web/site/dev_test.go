package site

import (
	"bufio"
	"bytes"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A desk is a site at work on a copy of the project's files.
type desk struct {
	*Site
	testing.TB
	dir string
	log bytes.Buffer
}

func newDesk(t testing.TB, prefix string) *desk { return newDeskOf(t, Config{Prefix: prefix}) }

func newDeskOf(t testing.TB, c Config) *desk {
	d := &desk{TB: t, dir: t.TempDir()}
	prose := course.Must(filepath.Glob("../../../lessons/*/*.md"))
	for _, file := range append(prose, "../../../lessons/lessons.go") {
		text := course.Must(os.ReadFile(file))
		d.write(strings.TrimPrefix(filepath.ToSlash(file), "../../../"), string(text))
	}
	noError(t, os.CopyFS(filepath.Join(d.dir, "static"), os.DirFS("../../../static")))
	c.Log, c.Memory, c.Checkout = slog.New(slog.NewTextHandler(&d.log, nil)), Tune(DefaultMemory), os.DirFS(d.dir)
	d.Site = course.Must(New(c))
	return d
}

func (d *desk) write(file, text string) {
	d.Helper()
	name := filepath.Join(d.dir, file)
	noError(d, os.MkdirAll(filepath.Dir(name), 0o777))
	noError(d, os.WriteFile(name, []byte(text), 0o666))
}

// add puts text at the end of a file; it returns the number of its first line, and
// what takes it away again.
func (d *desk) add(file, text string) (line string, mend func()) {
	d.Helper()
	before := course.Must(os.ReadFile(filepath.Join(d.dir, file)))
	d.write(file, string(before)+text)
	return strconv.Itoa(1 + bytes.Count(before, []byte("\n"))), func() { d.write(file, string(before)) }
}

// shows asks for a page, and fails the test unless it has the status and the words.
func (d *desk) shows(page string, status int, words string) string {
	d.Helper()
	w := get(d, d.Site, page, plain)
	if w.Code != status || !strings.Contains(w.Body.String(), words) {
		d.Errorf("%s: %d, want %d and “%s”: %.200s", page, w.Code, status, words,
			regexp.MustCompile(`(?s)^.*<main`).ReplaceAllString(w.Body.String(), ""))
	}
	return w.Body.String()
}

const (
	workPage  = "/lessons/feature-maps"
	workProse = "lessons/featuremaps/feature-maps.md"
)

// What an author changes stands on the page.
func TestAWorkshopReadsTheDisk(t *testing.T) {
	d := newDesk(t, "/kernels")
	before := d.shows("/kernels"+workPage, http.StatusOK, "js/dev.")
	_, away := d.add(workProse, "\nA sentence *newly* written.\n")
	after := d.shows("/kernels"+workPage, http.StatusOK, "A sentence <em>newly</em> written.")
	dev := regexp.MustCompile(`/kernels/static/js/dev\.\w+\.js\?(\w+)`)
	if a, b := dev.FindStringSubmatch(before), dev.FindStringSubmatch(after); a == nil || b == nil || a[1] == b[1] {
		t.Errorf("editions %q and %q", a, b)
	}
	away()
	omits(t, "what was taken away", d.shows("/kernels"+workPage, http.StatusOK, ""), "newly")

	d.add("static/css/tokens.css", "\n.new { color: red; }\n")
	d.add("static/js/terms.js", "\nconsole.log(\"new\");\n")
	page := d.shows("/kernels"+workPage, http.StatusOK, "")
	for file, want := range map[string]string{`/kernels/static/css/page\.\w+\.css`: ".new{color:red}",
		`/kernels/static/js/terms\.\w+\.js`: `console.log("new")`} {
		address := regexp.MustCompile(file).FindString(page)
		d.shows(address, http.StatusOK, want)
	}
}

// What is not read from the files stays over a change of them: readers' tables, what the server
// was told of its name and of other sites, and by which addresses devices have come.
func TestAWorkshopForgetsNothing(t *testing.T) {
	d := newDeskOf(t, Config{Origin: "https://course.example.org", CORS: []string{"https://example.org"},
		Listens: &net.TCPAddr{IP: net.IPv4zero, Port: 8080}, Tables: t.TempDir()})
	d.shows(workPage, http.StatusOK, "https://course.example.org")
	table := keeps(t, d.Site, "/data", crashTable)
	d.add(workProse, "\nA sentence *newly* written.\n")
	d.shows(workPage, http.StatusOK, "https://course.example.org")
	d.shows(workPage, http.StatusOK, "<em>newly</em>")
	d.shows(table.Address, http.StatusOK, "0.2")
	w := asked(t, d.Site, "/api/v1/krr", lineFit, map[string]string{"Origin": "https://example.org",
		"Sec-Fetch-Site": "cross-site"})
	same(t, "a site that may ask", w.Code, http.StatusOK)
	again := keeps(t, d.Site, "/data", crashTable)
	d.add(workProse, "\nAnother.\n")
	d.shows(again.Address, http.StatusOK, "0.2")
	if now, err := d.Site.handler.(*workshop).read(); err != nil || now.reach.Listens == nil {
		t.Error("where the server listens is forgotten: ", err)
	}
}

// A slip stands on the page and in the log, with its file and line; mending it brings
// the page back.
func TestAWorkshopTellsSlips(t *testing.T) {
	d := newDesk(t, "")
	for slip, says := range map[string]string{
		"::: nonsense":           `no directive &#34;nonsense&#34;`,
		"::: figure nothing :::": `no figure &#34;nothing&#34;`,
		"[there](?fit.bogus=1)":  "?fit.bogus=1: bogus has no effect",
		"[there](?fit.degree=x)": "degree: “x” is not a number",
		"As many as @{nothing}.": "no fact or format: nothing",
	} {
		line, mend := d.add(workProse, slip+"\n")
		where := workProse + ":" + line + ": "
		page := d.shows(workPage, http.StatusInternalServerError, where)
		if !strings.Contains(page, says) || !strings.Contains(page, "js/dev.") {
			t.Errorf("%s: the page does not say “%s”, or does not listen", slip, says)
		}
		contains(t, slip+", in the log", d.log.String(), where)
		d.shows("/lessons/woodbury", http.StatusOK, "")
		mend()
		d.shows(workPage, http.StatusOK, "")
	}
	line, mend := d.add("static/js/terms.js", "const = 1;\n")
	page := d.shows(workPage, http.StatusInternalServerError, "static/js/terms.js: unexpected = in binding on "+
		"line "+line)
	sheet := regexp.MustCompile(`/static/css/page\.\w+\.css`).FindString(page)
	d.shows(sheet, http.StatusOK, "")
	mend()
	d.shows(workPage, http.StatusOK, "")
}

// A page is told of a change while it listens, and the stream ends with the program.
func TestAWorkshopTellsOfChanges(t *testing.T) {
	d := newDesk(t, "/kernels")
	server := httptest.NewServer(d.Site)
	defer server.Close()
	stream := course.Must(http.Get(server.URL + "/kernels/dev"))
	defer stream.Body.Close()
	told := bufio.NewScanner(stream.Body)
	next := func() string {
		for told.Scan() {
			if edition, ok := strings.CutPrefix(told.Text(), "data: "); ok {
				return edition
			}
		}
		return ""
	}
	now := next()
	d.shows("/kernels/nothing", http.StatusNotFound, ".js?"+now+`"`)
	d.add(workProse, "More.\n")
	then := next()
	if then == now {
		t.Error("it tells the same edition twice")
	}
	d.shows("/kernels/nothing", http.StatusNotFound, ".js?"+then+`"`)
	close(d.stopped)
	same(t, "after the end", next(), "")
}

// Readers get no script of the workshop's, and no mistake in its author's words; and
// elsewhere than in a checkout there is no workshop.
func TestNoWorkshopForReaders(t *testing.T) {
	s := quietSite()
	omits(t, "a page that listens for no changes", textAt(t, s, workPage), "js/dev.")
	answers(t, s, http.StatusNotFound, "/dev")
	if _, err := New(Config{Checkout: os.DirFS(t.TempDir())}); err == nil ||
		!strings.Contains(err.Error(), "checkout") {
		t.Errorf("in an empty folder: %v", err)
	}
}
