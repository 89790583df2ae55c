package site

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

var imported = regexp.MustCompile(`\b(?:from|import)"(\.{1,2}/[^"]+)"`)

// A page names all modules that its scripts will ask for, so that none waits until
// another has come; it names no other, and each under the address that imports have.
func TestPagesPreloadWhatTheyImport(t *testing.T) {
	s := quietSiteUnder("/kernels")
	for _, page := range []string{"/kernels/", "/kernels" + krrPage, "/kernels" + krrPage + "?present=1", "/kernels" +
		krrPage + "/fit?embed=1", "/kernels/nothing"} {
		var preloaded, scripts, imports []string
		for n := range parsed(t, page, get(t, s, page, plain)).Descendants() {
			switch {
			case attr(n, "rel") == "modulepreload":
				preloaded = append(preloaded, attr(n, "href"))
			case n.Data == "script" && attr(n, "type") == "module":
				scripts = append(scripts, attr(n, "src"))
			}
		}
		for waiting := slices.Clone(scripts); len(waiting) > 0; waiting = waiting[1:] {
			w := get(t, s, waiting[0], plain)
			if w.Code != http.StatusOK {
				t.Fatalf("%s imports %s: %d", page, waiting[0], w.Code)
			}
			base := course.Must(url.Parse(waiting[0]))
			for _, match := range imported.FindAllStringSubmatch(w.Body.String(), -1) {
				u := course.Must(base.Parse(match[1]))
				if a := u.String(); !slices.Contains(imports, a) && !slices.Contains(scripts, a) {
					imports = append(imports, a)
					waiting = append(waiting, a)
				}
			}
		}
		slices.Sort(preloaded)
		slices.Sort(imports)
		if diff := cmp.Diff(imports, preloaded); diff != "" || len(imports) < 8 {
			t.Errorf("%s: imports (-) and preloads (+) of %d scripts:\n%s", page, len(scripts), diff)
		}
	}
}
