package site

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// TestProgramsRunFromTheServersModule does with a figure's program what stands in it: the Go tool has
// the engine from the server, with nothing of it in its cache. What else it takes is not asked of the
// network.
func TestProgramsRunFromTheServersModule(t *testing.T) {
	t.Parallel()
	s := quietSite()
	server := httptest.NewServer(s)
	defer server.Close()
	l, _ := s.course.Lookup("bandwidth")
	fit, _ := l.Figure("fit")
	_, p := drawnAt(t, s, l, fit, "")
	code, dir := p.Code.In("go"), t.TempDir()
	noError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(code), 0o600))
	shared := strings.TrimSpace(string(coursetest.Output(t, dir, "go", "env", "GOMODCACHE")))
	var script strings.Builder // what its first comment has to be typed
	head, _, _ := strings.Cut(code, "package main")
	for line := range strings.Lines(head) {
		if command, ok := strings.CutPrefix(line, "//\t"); ok {
			script.WriteString(command)
		}
	}
	typed := strings.NewReplacer(course.Address, server.URL,
		"https://proxy.golang.org,direct", "file://"+shared+"/cache/download").Replace(script.String())
	cmd := exec.Command("sh", "-ec", typed)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOMODCACHE="+filepath.Join(dir, "cache"), "GOFLAGS=-modcacherw", "GOSUMDB=off")
	var told strings.Builder
	cmd.Stderr = &told
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", typed, err, told.String())
	}
	contains(t, "where the engine is from", told.String(), "go: downloading "+course.Module+" v0.0.0-x")
	if names := coursetest.ProgramOf(fit, p, "go", "").Compare(t, string(out)); !slices.Contains(names, "loo_rmse") {
		t.Errorf("it prints %s", out)
	}
}
