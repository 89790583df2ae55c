package site

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// builtForARM64 names the program as all.bash builds it, for arm64 and with the tag emulated.
const builtForARM64 = "GRAMOPHONE_ARM64"

// onARM64 starts the program under qemu, and returns its address and its log.
func onARM64(t *testing.T) (address string, log *coursetest.Journal) {
	t.Helper()
	binary := os.Getenv(builtForARM64)
	if binary == "" {
		t.Skip(builtForARM64, " names no program: all.bash builds it")
	}
	log = &coursetest.Journal{}
	p := exec.CommandContext(t.Context(), coursetest.Wanted(t, "qemu-aarch64"), binary, "-http", "127.0.0.1:0",
		"-metrics", "")
	p.Stderr = log
	out := course.Must(p.StdoutPipe())
	noError(t, p.Start())
	t.Cleanup(func() {
		_ = p.Process.Kill()
		_ = p.Wait() // which says that it was killed
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	_, address, ok := strings.Cut(strings.TrimSpace(line), "http://")
	if !ok {
		t.Fatalf("it printed %q, %v; its log: %s", line, err, log)
	}
	return address, log
}

// A program built for arm64, where a product may be fused with a sum, starts, warms up without
// a complaint, and has the numbers of this machine in every figure as it opens.
func TestOnARM64(t *testing.T) {
	address, log := onARM64(t)
	here := patient(quietSite())
	for l, f := range coursetest.Figures(lessons.Contents.Open()) {
		link := "/lessons/" + l.Slug + "/" + f.Name + ".json"
		want := numbersOf(t, link, get(t, here, link, plain).Body.Bytes())
		got := numbersOf(t, link, patiently(t, "http://"+address+link))
		if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(a, b) {
			t.Errorf("%s: there is %q, and here %q", link, a, b)
			continue
		}
		for name, there := range got {
			if err := sameNumbers(there, want[name], apart(f, name)); err != nil {
				t.Errorf("%s: %s: %v", link, name, err)
			}
		}
	}
	// That a draw is slow to stop is no fault here.
	if strings.Contains(log.String(), "warming up") || strings.Contains(log.String(), "panic") {
		t.Errorf("the log: %s", log)
	}
}

// apart is how far two machines may be apart in a number of a figure, or a column of a series, of
// what is there: its figure says so of what rounding decides.
func apart(f *course.Figure, name string) float64 {
	name, _, _ = strings.Cut(name, " ")
	if far := f.Rounded[name]; far != course.IsRounding {
		return max(far, 1e-6)
	}
	return 1
}

// patiently asks until there is an answer: the first waits for what is warmed up, and a busy
// server asks to come back.
func patiently(t *testing.T, link string) (body []byte) {
	t.Helper()
	for end := time.Now().Add(10 * patience); ; {
		resp, err := http.Get(link)
		noError(t, err)
		body, err = io.ReadAll(resp.Body)
		resp.Body.Close()
		switch {
		case err == nil && resp.StatusCode == http.StatusOK:
			return body
		case resp.StatusCode != http.StatusServiceUnavailable || time.Now().After(end):
			t.Fatalf("%s: %d, %v", link, resp.StatusCode, err)
		}
	}
}

// numbersOf returns the numbers of a figure by what they belong to: each value, each column of
// a series, each matrix. What a certificate measures is rounding, which is a machine's own;
// that it holds is a number.
func numbersOf(t *testing.T, link string, body []byte) map[string][]float64 {
	t.Helper()
	var figure struct {
		Values      map[string]*float64
		Series      map[string]json.RawMessage
		Matrices    map[string][][]*float64
		Certificate *struct{ Ok bool }
	}
	if err := json.Unmarshal(body, &figure); err != nil {
		t.Fatalf("%s: %v in %.200s", link, err, body)
	}
	all := map[string][]float64{}
	add := func(name string, v *float64) {
		if v == nil {
			none := math.NaN()
			v = &none
		}
		all[name] = append(all[name], *v)
	}
	for name, v := range figure.Values {
		add(name, v)
	}
	for name, text := range figure.Series {
		columns, err := columnsOf(text)
		if err != nil {
			t.Fatalf("%s: %s: %v", link, name, err)
		}
		for at, v := range columns {
			all[fmt.Sprint(name, " ", at)] = v
		}
	}
	for name, rows := range figure.Matrices {
		for _, row := range rows {
			for _, v := range row {
				add(name, v)
			}
		}
	}
	if figure.Certificate != nil {
		all["certified"] = []float64{0}
		if figure.Certificate.Ok {
			all["certified"][0] = 1
		}
	}
	return all
}

// columnsOf are the columns of a series, whose rows may be a number; what is no number in them
// is left out, and null is NaN.
func columnsOf(text []byte) (map[int][]float64, error) {
	var rows []any
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&rows); err != nil {
		return nil, err
	}
	columns := map[int][]float64{}
	for _, row := range rows {
		cells, many := row.([]any)
		if !many {
			cells = []any{row}
		}
		for at, cell := range cells {
			switch v := cell.(type) {
			case float64:
				columns[at] = append(columns[at], v)
			case nil:
				columns[at] = append(columns[at], math.NaN())
			}
		}
	}
	return columns, nil
}

// sameNumbers reports where two lists differ by more than such a part of the largest in them.
// Below 10⁻¹² there is rounding only.
func sameNumbers(got, want []float64, part float64) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d numbers there, and %d here", len(got), len(want))
	}
	scale := 0.0
	for _, v := range want {
		if !math.IsNaN(v) {
			scale = max(scale, math.Abs(v))
		}
	}
	for i, v := range got {
		if w := want[i]; math.IsNaN(v) != math.IsNaN(w) || math.Abs(v-w) > part*scale+1e-12 {
			return fmt.Errorf("number %d is %v there, and %v here", i, v, w)
		}
	}
	return nil
}
