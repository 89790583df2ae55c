package site

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

var (
	quoted      = regexp.MustCompile("`(?:GET |POST |DELETE )?(/[a-z][^` ]*)`")
	placeholder = regexp.MustCompile(`\{([a-z]+)[^}]*\}`)
)

// What README and CONTRIBUTING say is at an address of the course is there: of each address that they
// name a route knows. Placeholders stand for something.
func TestDocumentsNameRoutes(t *testing.T) {
	s, named := quietSite(), 0
	for _, file := range []string{"../../../README.md", "../../../CONTRIBUTING.md"} {
		text := course.Must(os.ReadFile(file))
		for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
			path := placeholder.ReplaceAllString(m[1], "$1")
			if strings.HasPrefix(path, "/kernels") || path == "/metrics" || path == "/dev" || path == "/offline" {
				continue // a prefix; what is beside the site, or in other copies of the course
			}
			found := false
			for _, method := range []string{"GET", "POST", "DELETE"} {
				r := httptest.NewRequest(method, path, nil)
				_, pattern := s.mux.Handler(r)
				found = found || pattern != "" && pattern != "GET /"
			}
			if named++; !found {
				t.Errorf("%s names %s, which no route knows", file, m[1])
			}
		}
	}
	if named < 10 {
		t.Errorf("only %d addresses are named", named)
	}
	// A body is waited for where it is read, and nowhere else.
	for path, want := range map[string]bool{
		"/data": true, "/rooms": true, "/api/v1/krr": true, "/rooms/AAAAA/votes": true,
		"/lessons/ridge": false, "/nothing": false, "/data/x/delete": false, "/rooms/AAAAA/nothing": false} {
		same(t, "the body of POST "+path+" is read", s.readsBody(httptest.NewRequest(http.MethodPost, path, nil)), want)
	}
}
