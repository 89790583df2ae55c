package plots

import (
	"go/parser"
	gotoken "go/token"
	"image/color"
	"path/filepath"
	"strings"
	"testing"
)

// themes pick the colours of a token.
var themes = map[string]func(Token) color.NRGBA{
	"light": func(t Token) color.NRGBA { return t.Light },
	"dark":  func(t Token) color.NRGBA { return t.Dark },
}

// Importing gonum.org/v1/plot itself links twelve fonts, 4.4 MB, that nothing here is
// set in.
func TestNoFontsButOurs(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(gotoken.NewFileSet(), file, nil, parser.ImportsOnly)
		noError(t, err)
		for _, i := range parsed.Imports {
			if path := strings.Trim(i.Path.Value, `"`); path == "gonum.org/v1/plot" ||
				path == "gonum.org/v1/plot/plotter" || strings.Contains(path, "liberation") {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
