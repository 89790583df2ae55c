package api

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats/scalar"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

func method(t testing.TB, name string) *Method {
	t.Helper()
	return course.Must(lookup(name))
}

func TestBodiesAreReadStrictly(t *testing.T) {
	const k, x, y = `"kernel": {"name": "linear"}`, `"x": [[1, 2], [3, 4]]`, `"y": [1, 0]`
	deep := strings.Repeat("[", 5000)
	refuse(t, []refusal{
		{"krr", ``, 400, "", "object"},
		{"krr", `{`, 400, "", "object"},
		{"krr", `[]`, 400, "", "object"},
		{"krr", `{} {}`, 400, "", "one JSON object"},
		{"krr", `{"y": [1, 2,]}`, 400, "y", "JSON"},
		{"krr", `{"y": [1, NaN]}`, 400, "y[1]", "JSON"},
		{"krr", `{"y": [01]}`, 400, "y", "JSON"},
		{"krr", "{\"y\": [\"\xff\"]}", 400, "y[0]", "JSON"},
		{"krr", `{"y": [1, null]}`, 400, "y[1]", "a number"},
		{"krr", `{"y": [1, -1e309]}`, 400, "y[1]", "1.8e308"},
		{"krr", `{"y": 3}`, 400, "y", "array"},
		{"krr", `{"x": [[1, 2], [3]]}`, 400, "x[1]", "2 numbers"},
		{"krr", `{"x": [[1, 2], [3, [4]]]}`, 400, "x[1][1]", "a number"},
		{"krr", `{"x": [[1, 2], "a"]}`, 400, "x[1]", "row"},
		{"krr", `{"x": ["a", [1]]}`, 400, "x[1]", "string"},
		{"krr", `{"x": [[]]}`, 400, "x[0]", "at least one"},
		{"krr", `{"x": []}`, 400, "x", "rows"},
		{"krr", `{"x": ` + deep, 400, "x[0][0]", "a number"},
		{"krr", `{"z": ` + deep, 400, "z", "kernel"},
		{"krr", `{"x": [[1]], "x": [[1]]}`, 400, "x", "once"},
		{"krr", `{"kernel": {"name": "linear", "name": "linear"}}`, 400, "kernel.name", "once"},
		{"krr", `{"kernel": "linear"}`, 400, "kernel", "name"},
		{"krr", `{"kernel": {}}`, 400, "kernel", "name"},
		{"krr", `{"kernel": {"name": "linear", "expr": "linear()"}}`, 400, "kernel", "name"},
		{"krr", `{"kernel": {"name": "no"}}`, 400, "kernel.name", "rational-quadratic"},
		{"krr", `{"kernel": {"name": "power"}}`, 400, "kernel.name", "polynomial"},
		{"krr", `{"kernel": {"name": "gaussian"}}`, 400, "kernel.bandwidth", "above zero"},
		{"krr", `{"kernel": {"name": "gaussian", "bandwidth": 0}}`, 400, "kernel.bandwidth", "above zero"},
		{"krr", `{"kernel": {"name": "gaussian", "width": 1}}`, 400, "kernel.width", "name"},
		{"krr", `{"kernel": {"name": "gaussian", "degree": 1}}`, 400, "kernel.degree", "bandwidth"},
		{"krr", `{"kernel": {"name": "polynomial", "degree": 1.5, "offset": 1}}`, 400, "kernel.degree", "whole"},
		{"krr", `{"kernel": {"expr": "gausian(1)"}}`, 400, "kernel.expr", "gaussian(1)"},
		{"krr", `{"kernel": {"expr": "linear()", "bandwidth": 1}}`, 400, "kernel.bandwidth", "expr"},
		{"krr", `{"kernel": {"name": "spectrum", "length": 0}}`, 400, "kernel.length", "whole"},
		{"krr", `{"kernel": {"name": "subsequence", "length": 1, "decay": 2}}`, 400, "kernel.decay", "at most 1"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `}`, 400, "lambda", "0"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `, "lambda": -1}`, 400, "lambda", "0"},
		{"krr", `{` + k + `, ` + x + `, "y": [1], "lambda": 1}`, 400, "y", "2 numbers"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `, "lambda": 1, "x_new": [[1]]}`, 400, "x_new[0]", "2 numbers"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `, "lambda": 1, "convention": "x"}`, 400, "convention", "half"},
		{"krr", `{` + k + `, "x": ["a", "b"], ` + y + `, "lambda": 1}`, 400, "x", "numbers"},
		{"gram", `{"kernel": {"name": "spectrum", "length": 1}, ` + x + `}`, 400, "x", "strings"},
		{"gram", `{"kernel": {"expr": "block(linear(), 0, 3)"}, ` + x + `}`, 400, "x[0]", "3"},
		{"gram", `{` + k + `, ` + x + `, "y": ["a"]}`, 400, "y", "numbers"},
		{"kpca", `{` + k + `, ` + x + `, "components": 0}`, 400, "components", "whole"},
		{"kpca", `{` + k + `, ` + x + `, "components": 3}`, 400, "components", "at most 2"},
		{"kpca", `{` + k + `, ` + x + `, "centred": 1}`, 400, "centred", "true"},
		{"klr", `{` + k + `, ` + x + `, "y": [1, 2], "lambda": 1}`, 400, "y[1]", "−1"},
		{"klr", `{` + k + `, "x": [[1], [2], [3]], "y": [-1, 1, 0], "lambda": 1}`, 400, "y[2]", "-1"},
		{"svm", `{` + k + `, ` + x + `, ` + y + `, "C": 0}`, 400, "C", "above 0"},
		{"cluster", `{` + k + `, ` + x + `, "clusters": 3}`, 400, "clusters", "at most 2"},
		{"cluster", `{` + k + `, ` + x + `, "clusters": 1, "seed": -1}`, 400, "seed", "whole"},
		{"gram", `{` + k + `, "x": [` + strings.Repeat("[1],", MaxPoints) + `[1]]}`, 413, "x", "2000"},
		{"krr", `{"y": [` + strings.Repeat("1,", MaxPoints) + `1]}`, 413, "y", "2000"},
		{"gram", `{"kernel": {"name": "spectrum", "length": 1}, "x": ["` + strings.Repeat("a", maxLetters+1) + `"]}`,
			413, "x[0]", "letters"},
		{"gram", `{"kernel": {"name": "subsequence", "length": 20, "decay": 1}, "x": ["` +
			strings.Repeat(strings.Repeat("a", maxLetters)+`", "`, 30) + `"]}`, 413, "x", "fewer"},
	})
}

// What is left to choose, several responses and a matrix in place of points are read as strictly.
func TestChoicesAndMatricesAreReadStrictly(t *testing.T) {
	const k, x, y = `"kernel": {"name": "linear"}`, `"x": [[1, 2], [3, 4]]`, `"y": [1, 0]`
	const g = `"gram": [[2, 1], [1, 2]]`
	refuse(t, []refusal{
		{"krr", `{"kernel": {"name": "gaussian", "bandwidth": "mean"}}`, 400, "kernel.bandwidth", "median"},
		{"krr", `{"kernel": {"name": "linear", "bandwidth": "median"}}`, 400, "kernel.bandwidth", "name alone"},
		{"krr", `{"kernel": {"name": "polynomial", "degree": "median"}}`, 400, "kernel.degree", "a number"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `, "lambda": "gcv"}`, 400, "lambda", "loo"},
		{"klr", `{` + k + `, ` + x + `, ` + y + `, "lambda": "loo"}`, 400, "lambda", "a number"},
		{"krr", `{` + k + `, ` + x + `, "y": [[1, 2], [3]], "lambda": 1}`, 400, "y[1]", "2 numbers"},
		{"krr", `{` + k + `, ` + x + `, "y": [[1, 2], 3], "lambda": 1}`, 400, "y[1]", "row"},
		{"krr", `{` + k + `, ` + x + `, "y": [1, [2]], "lambda": 1}`, 400, "y[1]", "a number"},
		{"krr", `{` + k + `, ` + x + `, "y": [[], []], "lambda": 1}`, 400, "y[0]", "at least one"},
		{"krr", `{` + k + `, ` + x + `, "y": [[1, 2]], "lambda": 1}`, 400, "y", "2 numbers"},
		{"krr", `{"y": [[` + strings.Repeat("1,", maxResponses) + `1]]}`, 413, "y[0]", "at most"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `, "lambda": 1, "deviation": true}`, 400, "deviation", "x_new"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `, "lambda": 1, "answers": ["chosen"]}`, 400, "answers[0]", "loo"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `, "lambda": 1, "answers": ["noise"]}`, 400, "answers[0]", "deviation"},
		{"krr", `{` + g + `, ` + k + `, ` + y + `, "lambda": 1}`, 400, "kernel", "gram"},
		{"krr", `{` + g + `, ` + x + `, ` + y + `, "lambda": 1}`, 400, "x", "gram"},
		{"krr", `{` + g + `, "x_new": [[1]], ` + y + `, "lambda": 1}`, 400, "x_new", "gram"},
		{"krr", `{` + k + `, ` + x + `, ` + y + `, "lambda": 1, "gram_new": [[1, 2]]}`, 400, "gram_new", "gram"},
		{"krr", `{` + g + `, ` + y + `, "lambda": 1, "gram_new": [[1]]}`, 400, "gram_new[0]", "2 numbers"},
		{"krr", `{` + g + `, ` + y + `, "lambda": 1, "gram_new": [[1, 1]], "deviation": true}`, 400,
			"gram_new_diagonal", "numbers"},
		{"krr", `{` + g + `, ` + y + `, "lambda": 1, "gram_new": [[1, 1]], "gram_new_diagonal": [1, 1]}`, 400,
			"gram_new_diagonal", "1 numbers"},
		{"krr", `{"gram": [[1, 2], [1, 1]], ` + y + `, "lambda": 1}`, 400, "gram[1][0]", "gram[0][1]"},
		{"krr", `{"gram": [[1, 2]], ` + y + `, "lambda": 1}`, 400, "gram[0]", "1 numbers"},
		{"krr", `{"gram": ["a"], ` + y + `, "lambda": 1}`, 400, "gram", "rows"},
		{"krr", `{` + g + `, "y": [1], "lambda": 1}`, 400, "y", "2 numbers"},
		{"gram", `{` + g + `}`, 400, "gram", "kernel"},
		{"cluster", `{` + g + `, "clusters": 1, "gram_new": [[1, 1]]}`, 400, "gram_new", "clusters"},
	})
}

// A refusal is a body that is not read, and what is said of it.
type refusal struct {
	method, body    string
	status          int
	field, expected string
}

func refuse(t *testing.T, all []refusal) {
	t.Helper()
	for _, test := range all {
		name := test.method + " " + test.body[:min(len(test.body), 90)]
		_, p := method(t, test.method).read([]byte(test.body))
		if p == nil {
			t.Errorf("%s: was read", name)
			continue
		}
		if p.Status != test.status || !strings.HasPrefix(p.Field, test.field) ||
			(test.field == "") != (p.Field == "") ||
			!strings.Contains(p.Expected, test.expected) {
			t.Errorf("%s: %d, field %q, expected %q: %s", name, p.Status, p.Field, p.Expected, p.Detail)
		}
	}
}

// solve asks a method without a server.
func solve(t testing.TB, name, body string) (map[string]any, error) {
	t.Helper()
	m := method(t, name)
	q, p := m.read([]byte(body))
	if p != nil {
		return nil, p
	}
	a, err := m.answer(t.Context(), q)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := a.write(&b); err != nil {
		t.Fatal(err)
	}
	return decoded[map[string]any](t, b.String()), nil
}

// decoded is what a text says in JSON.
func decoded[T any](t testing.TB, text string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// What answers names is answered and nothing else, with the numbers that stand in all.
func TestAnswersAreThoseNamed(t *testing.T) {
	for _, m := range Methods() {
		all := course.Must(solve(t, m.Name, m.Example))
		for name, want := range all {
			body := strings.TrimSuffix(m.Example, "}") + fmt.Sprintf(`, "answers": [%q]}`, name)
			got, err := solve(t, m.Name, body)
			if err != nil {
				t.Errorf("%s: %v", body, err)
				continue
			}
			if _, has := got[name]; !has || len(got) != 1 {
				t.Errorf("%s: %v", body, got)
			}
			if list, ok := want.([]any); ok && len(list) > 0 {
				if _, isMatrix := list[0].([]any); isMatrix {
					want, got[name] = list[0], got[name].([]any)[0]
				}
			}
			near(t, m.Name+" "+name, got[name], flat(want)...)
		}
	}
	const krr = `{"kernel": {"name": "linear"}, "x": [[1], [2]], "y": [1, 2], "lambda": 1, "answers": `
	for answers, field := range map[string]string{
		`[]`: "answers", `"alpha"`: "answers", `["beta"]`: "answers[0]", `["alpha", "alpha"]`: "answers[1]",
		`["alpha", "predicted"]`: "answers[1]", `[1]`: "answers[0]", `null`: "answers",
	} {
		if _, p := method(t, "krr").read([]byte(krr + answers + "}")); p == nil || p.Status != 400 || p.Field != field {
			t.Errorf("%s: %+v, want a problem at %s", answers, p, field)
		}
	}
	const gram = `{"kernel": {"name": "linear"}, "x": [[1]], "y": [[2]], "answers": ["eigenvalues"]}`
	if _, p := method(t, "gram").read([]byte(gram)); p == nil || p.Field != "answers[0]" {
		t.Errorf("eigenvalues beside y: %+v", p)
	}
}

// flat are the numbers of a list, or a number alone.
func flat(v any) (all []float64) {
	list, ok := v.([]any)
	if !ok {
		return []float64{v.(float64)}
	}
	for _, w := range list {
		all = append(all, w.(float64))
	}
	return all
}

// near compares what JSON says with numbers.
func near(t *testing.T, name string, got any, want ...float64) {
	t.Helper()
	list, _ := got.([]any)
	if list == nil {
		list = []any{got}
	}
	if len(list) != len(want) {
		t.Errorf("%s: %v, want %v", name, got, want)
		return
	}
	for i, v := range list {
		if f, ok := v.(float64); !ok || !scalar.EqualWithinAbsOrRel(f, want[i], 1e-9, 1e-9) {
			t.Errorf("%s[%d]: %v, want %v", name, i, v, want[i])
		}
	}
}

// What the data leave no answer to is said to be that.
func TestChoicesThatCannotBeMade(t *testing.T) {
	const rest, median = `, "lambda": "loo"`, `"kernel": {"name": "gaussian", "bandwidth": "median"}, `
	for body, code := range map[string]string{
		`"gram": [[1, 2], [2, 1]], "y": [1, 2]` + rest:         "indefinite",
		`"gram": [[0, 0], [0, 0]], "y": [1, 2]` + rest:         "singular",
		`"gram": [[1e308, 0], [0, 1e308]], "y": [1, 2]` + rest: "overflow",
		`"gram": [[1, 0], [0, 1]], "y": [1e200, 1e200]` + rest: "overflow",
		median + `"x": [[1], [1]], "y": [1, 2], "lambda": 1`:   "bad-input",
		median + `"x": [[1]], "y": [1], "lambda": 1`:           "bad-input",
	} {
		_, err := solve(t, "krr", "{"+body+"}")
		if p := of(err); p == nil || p.Code != code {
			t.Errorf("%s: %v, want %s", body, err, code)
		}
	}
}

func TestMethodsGiveTheEnginesNumbers(t *testing.T) {
	d := engine.Dataset{X: [][]float64{{0}, {1}, {3}, {4}}, Y: []float64{1, -1, 1, -1}}
	const data = `"kernel": {"name": "laplacian", "bandwidth": 2}, "x": [[0], [1], [3], [4]]`
	k := engine.Laplacian{Length: 2}
	got := course.Must(solve(t, "krr", `{`+data+`, "y": [1, -1, 1, -1], "lambda": 0.4, "convention": "sum", "x_new": `+
		`[[2], [5]]}`))
	krr := course.Must(engine.KRR(k, d, 0.1))
	near(t, "krr.alpha", got["alpha"], krr.Alpha...)
	near(t, "krr.predicted", got["predicted"], krr.Eval([]float64{2}), krr.Eval([]float64{5}))
	near(t, "krr.rkhs_norm", got["rkhs_norm"], krr.Norm())
	left := engine.Dataset{X: d.X[1:], Y: d.Y[1:]}
	without := course.Must(engine.KRR(k, left, 0.4/3))
	near(t, "krr.loo_residuals", got["loo_residuals"].([]any)[0], d.Y[0]-without.Eval(d.X[0]))

	for _, y := range []string{"[1, -1, 1, -1]", "[1, 0, 1, 0]"} {
		got = course.Must(solve(t, "klr", `{`+data+`, "y": `+y+`, "lambda": 0.1, "x_new": [[2]]}`))
		klr := course.Must(engine.KLR(t.Context(), k, d, 0.1))
		near(t, "klr.alpha", got["alpha"], klr.Alpha...)
		near(t, "klr.loss", got["loss"], klr.Loss)
		near(t, "klr.decision", got["decision"], klr.Eval([]float64{2}))
		near(t, "klr.probability", got["probability"], engine.Logistic(klr.Eval([]float64{2})))

		got = course.Must(solve(t, "svm", `{`+data+`, "y": `+y+`, "C": 2, "x_new": [[2]]}`))
		svm := course.Must(engine.SVM(t.Context(), k, d, 2))
		near(t, "svm.alpha", got["alpha"], svm.Alpha...)
		near(t, "svm.offset", got["offset"], svm.Offset)
		near(t, "svm.decision", got["decision"], svm.Eval([]float64{2}))
		near(t, "svm.gap", got["gap"], svm.DualityGap(engine.Gram(k, d.X), d.Y))
	}

	got = course.Must(solve(t, "gram", `{"kernel": {"name": "subsequence", "length": 2, "decay": 0.5},
		"x": ["cat", "car"], "y": ["bat"]}`))
	s := engine.Subsequence{Length: 2, Decay: 0.5}
	for i, word := range []string{"cat", "car"} {
		near(t, "gram", got["gram"].([]any)[i], s.Eval(word, "bat"))
	}
	got = course.Must(solve(t, "cluster", `{"kernel": {"expr": "linear()"}, "x": [[0], [9], [1], [8]], "clusters": 2}`))
	near(t, "cluster.labels", got["labels"], 0, 1, 0, 1)
	near(t, "cluster.objective", got["objective"], 1)
}

func TestComponentsHaveTheirVariance(t *testing.T) {
	const body = `{"kernel": {"expr": "polynomial(2, 1)"}, "x": [[0, 1], [1, 1], [3, 0], [2, 2], [1, 5]], ` +
		`"components": 3, "x_new": [[0, 1], [1, 1], [3, 0], [2, 2], [1, 5]]}`
	got := course.Must(solve(t, "kpca", body))
	rows := got["projection"].([]any)
	for j, lambda := range got["eigenvalues"].([]any) {
		mean, square := 0.0, 0.0
		for i, row := range rows {
			v := row.([]any)[j].(float64)
			mean += v / float64(len(rows))
			square += v * v / float64(len(rows))
			near(t, "projection_new", got["projection_new"].([]any)[i].([]any)[j], v)
		}
		near(t, "mean", mean, 0)
		near(t, "variance", square, lambda.(float64))
	}
}

func TestWhatDefeatsAMethodIsAProblem(t *testing.T) {
	for body, want := range map[string]string{
		`krr {"kernel": {"name": "gaussian", "bandwidth": 1}, "x": [[0], [0]], "y": [1, 2], "lambda": 0}`: "singular",
		`krr {"kernel": {"expr": "-1*gaussian(1)"}, "x": [[0], [1]], "y": [1, 2], "lambda": 0.1}`:         "indefinite",
		`svm {"kernel": {"name": "sigmoid", "slope": 1, "offset": -1}, "x": [[0], [1]], "y": [1, 0], "C": ` +
			`1}`: "indefinite",
		`klr {"kernel": {"name": "gaussian", "bandwidth": 1}, "x": [[0], [1]], "y": [1, 0], "lambda": ` +
			`0}`: "not-converged",
		`svm {"kernel": {"expr": "polynomial(2, 1)*polynomial(2, 1)"}, "x": [[1e8], [100000001]], "y": [1, 0], "C": ` +
			`1}`: "lost-to-rounding",
		`svm {"kernel": {"name": "linear"}, "x": [[0], [1]], "y": [1, 1], "C": 1}`: "one-class",
		`gram {"kernel": {"name": "linear"}, "x": [[1e200]]}`:                      "overflow",
		`gram {"kernel": {"name": "linear"}, "x": [[1e200]], "y": [[1e200]]}`:      "overflow",
	} {
		name, body, _ := strings.Cut(body, " ")
		_, err := solve(t, name, body)
		if p := of(err); p == nil || p.Code != want || p.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s %s: %v, want %s", name, body, err, want)
		}
	}
}

// testPages are on a server without a course.
func testPages(t testing.TB) *Pages {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	pages := New(nil, log)
	pages.Sender = &respond.Sender{View: func() views.Site { return views.Site{} }, Counts: respond.Counts{}.Whole(),
		Log: log, Flow: flow.New(flow.Limits{Bytes: 1 << 20}, flow.NewRefusals(log))}
	return &pages
}

// served has pages answer on a port.
func served(t testing.TB, pages *Pages) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/{method}", func(w http.ResponseWriter, r *http.Request) { _ = pages.Call(w, r) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// atWork waits until so many fits are at work.
func atWork(t *testing.T, pages *Pages, fits int64) {
	t.Helper()
	all, _ := pages.fits.Loads()
	for end := time.Now().Add(20 * time.Second); all.Taken.Load() != fits; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Errorf("after 20 s %d fits are at work, not %d", all.Taken.Load(), fits)
			return
		}
	}
}

// Each of these would take half a minute or more.
func TestWhoHangsUpStopsTheWork(t *testing.T) {
	t.Parallel()
	var x, y []string
	for i := range MaxPoints {
		x = append(x, fmt.Sprintf("[%g, %g]", math.Sin(float64(i*i)), math.Cos(float64(3*i))))
		y = append(y, fmt.Sprint(i%2))
	}
	data := `{"kernel": {"name": "laplacian", "bandwidth": 0.1}, "x": [` + strings.Join(x, ",") + `]`
	labels := `, "y": [` + strings.Join(y, ",") + `]`
	for name, rest := range map[string]string{
		"gram": "}", "krr": labels + `, "lambda": 0}`, "svm": labels + `, "C": 1e9}`, "cluster": `, "clusters": 40}`,
	} {
		t.Run(name, func(t *testing.T) {
			pages := testPages(t)
			server := served(t, pages)
			ctx, hangUp := context.WithCancel(t.Context())
			defer hangUp()
			r := course.Must(http.NewRequestWithContext(ctx, "POST", server.URL+"/"+name, strings.NewReader(data+rest)))
			r.Header.Set("Content-Type", "application/json")
			go func() {
				atWork(t, pages, 1)
				hangUp()
			}()
			if reply, err := http.DefaultClient.Do(r); err == nil {
				reply.Body.Close()
				t.Fatalf("%s was answered", name)
			}
			atWork(t, pages, 0)
		})
	}
}

func FuzzRead(f *testing.F) {
	for i, m := range methods {
		f.Add(i, m.Example)
	}
	f.Add(1, `{"kernel": {"expr": "exp(linear())"}, "x": [[1e300], [-1e300]], "y": [1, 2], "lambda": 0}`)
	f.Fuzz(func(t *testing.T, i int, body string) {
		m := &methods[((i%len(methods))+len(methods))%len(methods)]
		q, p := m.read([]byte(body))
		if p != nil {
			if p.Status/100 != 4 || p.Detail == "" {
				t.Fatalf("%+v", p)
			}
			return
		}
		x := q.x()
		if x.Len() < 1 || x.Len() > MaxPoints || slices.ContainsFunc(x.Rows, func(row []float64) bool {
			return len(row) != len(x.Rows[0]) || slices.ContainsFunc(row, func(v float64) bool {
				return math.IsNaN(v) || math.IsInf(v, 0)
			})
		}) {
			t.Fatalf("read points that are none: %v", x)
		}
		if x.Len() > 8 || len(body) > 500 {
			return
		}
		a, err := m.answer(t.Context(), q)
		if err != nil {
			if of(err) == nil {
				t.Fatalf("%s of %s: %v", m.Name, body, err)
			}
			return
		}
		var b strings.Builder
		if _ = a.write(&b); !json.Valid([]byte(b.String())) || strings.Contains(b.String(), "null") {
			t.Fatalf("%s of %s answers %s", m.Name, body, &b)
		}
	})
}
