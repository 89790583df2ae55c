package plots

import (
	"strings"
	"testing"
)

// Every kind of picture has an emblem: small, without a word, and with something in it.
func TestEmblems(t *testing.T) {
	for _, s := range Gallery() {
		svg := s.Panel.AppendEmblem(nil)
		marks := 0
		for _, e := range parse(t, svg) {
			switch e.name {
			case "text", "title", "desc":
				t.Errorf("%s: the emblem has a %s", s.Name, e.name)
			case "path", "image":
				marks++
			}
		}
		if marks == 0 || strings.Contains(string(svg), "NaN") {
			t.Errorf("%s: the emblem is %.200s", s.Name, svg)
		}
	}
}
