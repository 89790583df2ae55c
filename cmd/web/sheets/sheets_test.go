package sheets

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// testKeys are always the same, so that what they draw is too.
func testKeys() *Keys { return NewKeys(bytes.Repeat([]byte{7}, KeySize)) }

func testDrawer() Drawer { return Drawer{Course: lessons.Contents, seed: testKeys().seed} }

// everything is a plan of all exercises that paper can ask, in sheets of as many as one has.
func everything(tb testing.TB, d Drawer) (plans []Plan) {
	tb.Helper()
	p := Plan{Title: "All", Variants: 2, Seed: 5}
	for _, l := range d.Course.Open() {
		for _, b := range course.Must(l.Text()).Blocks {
			if e := b.Exercise; e != nil && !e.Predict && e.Goal == nil {
				p.Items = append(p.Items, Item{l.Slug, e.ID, 1, course.Must(l.Revision(e.ID))})
			}
		}
	}
	for items := range slices.Chunk(p.Items, MaxItems) {
		one := p
		one.Items = items
		if wrong := one.Check(); wrong != nil {
			tb.Fatal(wrong)
		}
		plans = append(plans, one)
	}
	return plans
}

// A token opens with the keys that sealed it and as it was sealed, and not otherwise; its key is its own.
func TestSeal(t *testing.T) {
	k := testKeys()
	p := Plan{Title: "Übung “1”", Items: []Item{{"ridge", "order", 2.5, "abc"}}, Variants: 3, Room: 4, Seed: 1<<63 + 1,
		Opens: 1900000000}
	token := course.Must(k.Seal(p))
	got, err := k.Open(token)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(p) {
		t.Fatalf("%v, %v", got, err)
	}
	if again := course.Must(k.Seal(p)); again == token {
		t.Error("two sheets have one address")
	} else if k.Owns(again, k.TeacherKey(token)) {
		t.Error("the key of one sheet opens another")
	}
	for i := range token {
		for _, with := range []string{"A", "B", "_", "", "="} {
			altered := token[:i] + with + token[i+1:]
			if altered == token {
				continue
			}
			if _, err := k.Open(altered); err == nil {
				t.Fatalf("a token opens whose letter %d is %q", i, with)
			}
		}
	}
	key := k.TeacherKey(token)
	for _, wrong := range []string{"", key[1:], key + "A", strings.ToLower(key), token} {
		if k.Owns(token, wrong) {
			t.Errorf("%q passes for the key", wrong)
		}
	}
	other := NewKeys(nil)
	if _, err := other.Open(token); err == nil || other.TeacherKey(token) == key || other.lasting || !k.lasting {
		t.Error("another server's keys open a token")
	}
	for _, odd := range []string{"", "A", strings.Repeat("A", MaxToken+4), "ü", token + "\n"} {
		if _, err := k.Open(odd); err == nil {
			t.Errorf("%.20q opens", odd)
		}
	}
}

// The longest of sheets fits its address; one of seven exercises is short.
func TestTokensFit(t *testing.T) {
	for _, p := range everything(t, testDrawer()) {
		p.Title, p.Variants, p.Room, p.Seed = strings.Repeat("語", MaxTitle), MaxVariants, MaxRoom, 1<<64-1
		p.Opens = lastOpening
		for i := range p.Items {
			p.Items[i].Points = 99.5
		}
		long := len(course.Must(testKeys().Seal(p)))
		p.Items, p.Title = p.Items[:7], "Homework 1"
		t.Logf("%d letters for all, %d for seven", long, len(course.Must(testKeys().Seal(p))))
	}
}

func TestParseKey(t *testing.T) {
	key := []byte("0123456789abcdefghijklmnopqrstuv")
	for _, file := range []string{string(key), hex.EncodeToString(key) + "\n",
		base64.StdEncoding.EncodeToString(key) + "\r\n", " " + base64.RawURLEncoding.EncodeToString(key)} {
		if got, err := ParseKey([]byte(file)); err != nil || string(got) != string(key) {
			t.Errorf("%q: %q, %v", file, got, err)
		}
	}
	for _, file := range []string{"", "secret", hex.EncodeToString(key[1:]), string(key) + "\n"} {
		if _, err := ParseKey([]byte(file)); err == nil || !strings.Contains(err.Error(), "openssl") {
			t.Errorf("%q is a key: %v", file, err)
		}
	}
}

// Each exercise of the course is drawn for variants and for a pool, beyond the seeds of pages, the same each time, and
// with as many questions as there are; what TeX has instead of MathML asks the same.
func TestEveryExerciseIsDrawn(t *testing.T) {
	d, ctx := testDrawer(), context.Background()
	n := 0
	for _, p := range everything(t, d) {
		again := course.Must(d.Variants(ctx, p, p.Variants, false))
		tex := course.Must(d.Variants(ctx, p, p.Variants, true))
		for i, item := range p.Items {
			n++
			a, b := again[0][i], again[1][i]
			l, _ := d.Course.Lookup(item.Lesson)
			if a.Same == l.Draws(a.Exercise) {
				t.Errorf("%s: drawn is %t", item.Name(), !a.Same)
			}
			if a.Same {
				continue
			}
			if a.Exercise.Seed <= course.MostSeed || whole(a.Exercise) == whole(b.Exercise) {
				t.Errorf("%s: the variants are alike, or have seed %d", item.Name(), a.Exercise.Seed)
			}
			right, tolerance := a.right()
			if other, _ := tex[0][i].right(); other != right {
				t.Errorf("%s: %s on the page, %s elsewhere", item.Name(), right, other)
			}
			q := questionIn(tex[0][i])
			if strings.Contains(q, `\slot`) || strings.Contains(q, "missing") || right == "" {
				t.Errorf("%s ± %s: %s", right, tolerance, q)
			}
			if l.Fresh[item.Exercise] == nil {
				continue
			}
			seeds := course.Must(d.pooled(ctx, p, i, l, a.Exercise))
			if len(seeds) < pool-p.Variants {
				t.Errorf("%s has %d questions in its pool", item.Name(), len(seeds))
			}
			if slices.Contains(seeds, a.Exercise.Seed) {
				t.Errorf("%s: the pool has a variant's numbers", item.Name())
			}
		}
	}
	if n < 60 {
		t.Errorf("%d exercises", n)
	}
}

// What a form says becomes a plan, and what is wrong with it is said.
func TestForm(t *testing.T) {
	d := testDrawer()
	p, wrong, err := d.read(url.Values{"item": {"ridge/order", "ridge/units", "kernel-ridge-regression/twins"},
		"points": {"2"}, "points.ridge/units": {"3.5"}, "variants": {"2"}, "room": {" 4 "}, "title": {" A\n\x00 b "},
		"opens": {"2030-01-31T14:30"}})
	if err != nil || wrong != nil || p.Title != "A b" || p.Variants != 2 || p.Room != 4 || p.points() != 7.5 ||
		p.opens() != time.Date(2030, 1, 31, 14, 30, 0, 0, time.UTC) ||
		p.Items[0].Revision == "" {
		t.Errorf("%+v, %v, %v", p, wrong, err)
	}
	if p, wrong, _ = d.read(url.Values{"item": {"ridge/order", "ridge/units"}, "points": {"2", "1"}}); wrong != nil ||
		p.points() != 3 || p.Title == "" || p.Variants != 1 {
		t.Errorf("%+v, %v", p, wrong)
	}
	many := slices.Repeat([]string{"ridge/order"}, 31)
	for says, form := range map[string]url.Values{
		"Tick at least one":      {},
		"31 are ticked":          {"item": many},
		"named twice":            {"item": {"ridge/order", "ridge/order"}},
		"There is no exercise":   {"item": {"ridge"}},
		"exercise “ridge/none”":  {"item": {"ridge/none"}},
		"goal in a figure":       {"item": {"ridge/six"}},
		"no number of points":    {"item": {"ridge/order"}, "points": {"many"}},
		"Points go from 0":       {"item": {"ridge/order"}, "points": {"-1"}},
		"by halves":              {"item": {"ridge/order"}, "points": {"0.3"}},
		"“NaN” is no number":     {"item": {"ridge/order"}, "points": {"NaN"}},
		"3 points for 1":         {"item": {"ridge/order"}, "points": {"1", "2", "3"}},
		"1 to 8 variants":        {"item": {"ridge/order"}, "variants": {"9"}},
		"no whole number of var": {"item": {"ridge/order"}, "variants": {"two"}},
		"“soon” is no date":      {"item": {"ridge/order"}, "opens": {"soon"}},
		"2000 and 2100":          {"item": {"ridge/order"}, "opens": {"1980-01-01T00:00"}},
		"0 to 20 lines":          {"item": {"ridge/order"}, "room": {"21"}},
		"120 letters":            {"item": {"ridge/order"}, "title": {strings.Repeat("x", 121)}},
	} {
		_, wrong, err := d.read(form)
		if err != nil || !strings.Contains(strings.Join(wrong, "\n"), says) {
			t.Errorf("%v: %v, %v, want %q", form, wrong, err, says)
		}
	}
}

// An exercise that has changed, or is gone, is told apart from those that are as they were.
func TestChanged(t *testing.T) {
	d := testDrawer()
	p, _, err := d.read(url.Values{"item": {"ridge/order", "ridge/units"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, n, err := d.Changed(p); n != 0 || err != nil {
		t.Errorf("%d have changed: %v", n, err)
	}
	p.Items[0].Revision = "another"
	p.Items = append(p.Items, Item{"ridge", "gone", 1, "x"}, Item{"gone", "gone", 1, "x"})
	changed, n, err := d.Changed(p)
	if n != 3 || err != nil || fmt.Sprint(changed) != "[true false true true]" {
		t.Errorf("%v, %v", changed, err)
	}
	list := course.Must(d.Variants(context.Background(), p, 1, false))
	if list[0][1].asked().Gone || !list[0][2].asked().Gone || !list[0][3].keyed(true).Gone {
		t.Error("what is gone is asked, or what is there is not")
	}
	rows := course.Must(csv.NewReader(bytes.NewReader(course.Must(table(list)))).ReadAll())
	if len(rows) != 5 || rows[1][6] == "" || rows[3][6] != "" || rows[2][0] != "A" ||
		rows[1][10] != "hard" || rows[2][10] != "medium" || rows[3][10] != "" {
		t.Errorf("%q", rows)
	}
}

// elsewhere are words by which a question rests on the page that it stands on.
var elsewhere = regexp.MustCompile(`(?i)\b(here|above|this lesson|the (last |next )?figure|the proof makes|` +
	`the (theorem|bound|picture|reading)|as before|dashed)\b`)

// A question can be answered by who has nothing but the sheet: it rests on no figure and no theorem of its lesson's
// page, and one that wants steps in order says of what.
func TestQuestionsStandAlone(t *testing.T) {
	d := testDrawer()
	for _, p := range everything(t, d) {
		for _, item := range p.Items {
			_, e, _, err := d.found(item)
			if err != nil {
				t.Fatal(err)
			}
			asks := words(e.Ask)
			if found := elsewhere.FindString(asks); found != "" {
				t.Errorf("%s says %q: %s", item.Name(), found, asks)
			}
			const least = 7 // "Put the proof in order" says nothing of what
			if len(strings.Fields(asks)) < least && !strings.Contains(e.Ask, "<math") {
				t.Errorf("%s does not say of what: %s", item.Name(), asks)
			}
		}
	}
}
