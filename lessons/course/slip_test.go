package course

import (
	"strings"
	"testing"
)

// readAs reads words of a, the canonical form in lower case.
func readAs(text string) (string, *Slip) {
	for i, c := range []rune(text) {
		if c != 'a' && c != 'A' {
			return "", &Slip{Pos: i + 1, Message: "no a", Instead: "a"}
		}
	}
	if text == "" {
		return "", &Slip{Pos: 1, Message: "empty"}
	}
	return strings.ToLower(text), nil
}

// What cannot be read leaves what was in force, and a slip at its character.
func TestExpression(t *testing.T) {
	for _, test := range []struct {
		query, value string
		pos          int
		written      string
	}{
		{"", "a", 0, "a"},
		{"k=AA", "aa", 0, "aa"},
		{"k=", "a", 0, "a"},
		{"k=&k-was=aaa", "aaa", 1, ""},
		{"k=aab", "a", 3, "aab"},
		{"k=aab&k-was=aa", "aa", 3, "aab"},
		{"k=aab&k-was=b", "a", 3, "aab"},
		{"k=a%00&k-was=aa", "aa", 2, "a·"},
		{"k=aaaa&k-was=aa", "aaaa", 0, "aaaa"},
		{"k-was=aa", "a", 0, "a"},
		{"k=" + strings.Repeat("é", 600) + "&k-was=aa", "aa", 1, strings.Repeat("é", 500) + "\ufffd"},
		{"k=" + strings.Repeat("a", 1001) + "&k-was=aa", "aa", 1001, strings.Repeat("a", 1001)},
	} {
		f := NewForm(ParseQuery(test.query))
		value := f.Expression("k", "kernel", "A", readAs, []string{"aaa"})
		c := f.Control("k")
		pos := 0
		if c.Slip != nil {
			pos = c.Slip.Pos
		}
		if value != test.value || pos != test.pos || c.Written() != test.written || (len(f.Notes) > 0) != (pos > 0) {
			t.Errorf("%.30s: %q, slip at %d, written %.20q, notes %q", test.query, value, pos, c.Written(), f.Notes)
		}
	}
}

func TestSlipAround(t *testing.T) {
	for _, test := range []struct {
		text              string
		pos               int
		before, at, after string
	}{
		{"", 1, "", " ", ""},
		{"abc", 2, "a", "b", "c"},
		{"abc", 4, "abc", " ", ""},
		{"abc", 9, "abc", " ", ""},
		{strings.Repeat("a", 40) + "b" + strings.Repeat("c", 40), 41, "…" + strings.Repeat("a", 16), "b",
			strings.Repeat("c", 15) + "…"},
		{"éb", 2, "é", "b", ""},
	} {
		if before, at, after := (&Slip{Text: test.text, Pos: test.pos}).Around(); before != test.before ||
			at != test.at || after != test.after {
			t.Errorf("%q at %d: %q, %q, %q", test.text, test.pos, before, at, after)
		}
	}
}
