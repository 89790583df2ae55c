package site

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/lessons/playground"
)

// playedIn are states of a method in which each of its choices has its turn with another
// kernel and other data, and expressions too.
func playedIn(f *course.Figure) []string {
	form, _ := f.At(nil)
	most := 0
	for _, c := range form.Controls {
		most = max(most, len(c.Options))
	}
	states := []string{""}
	for i := range most {
		var state []string
		for j, c := range form.Controls {
			if n := len(c.Options); n > 0 && c.Name != "centred" && c.Name != "keep" {
				state = append(state, c.Name+"="+url.QueryEscape(c.Options[(i+j)%n].Value))
			}
		}
		states = append(states, strings.Join(state, "&"))
	}
	if expr := expressionOf(form); expr != nil {
		for i, o := range append(expr.Options, course.Option{Value: "exp(0.1*linear()) + normalized(min())"},
			course.Option{Value: "block(gaussian(1), 0, 1)*power(cosine(), 3) + 2*rationalquadratic(1, 2)"},
			course.Option{Value: "0.3*(sigmoid(0.1, 1) + constant(2))*exponential(2)"}) {
			data := form.Control("data").Options
			states = append(states, "kernel=expression&expr="+url.QueryEscape(o.Value)+"&data="+data[i%len(data)].Value)
		}
	}
	return states
}

// expressionOf is the control in which a kernel is written; nil where there is none.
func expressionOf(form *course.Form) *course.Control {
	for _, c := range form.Controls {
		if c.Kind == course.Expression {
			return c
		}
	}
	return nil
}

// TestPlaygroundProgramsGiveItsNumbers runs what each method offers in three languages, as it
// opens and, by turns, elsewhere.
func TestPlaygroundProgramsGiveItsNumbers(t *testing.T) {
	t.Parallel()
	s := quietSite()
	large := keeps(t, s, "/data", manyRows(700)).Data
	programs := map[string][]coursetest.Program{} // by language
	for i := range playground.Lesson.Figures {
		f := &playground.Lesson.Figures[i]
		states := playedIn(f)
		if f.Name == "nystrom" || f.Name == "fourier" {
			states = append(states, "data="+large)
		}
		if !coursetest.Asks("") {
			states = states[:1]
		}
		for k, query := range states {
			_, p := drawnAt(t, s, playground.Lesson, f, query)
			if p.Code == nil && p.Message != "" {
				continue
			}
			for _, lang := range course.Languages {
				program := coursetest.ProgramOf(f, p, lang.Ext, query)
				if k == 0 {
					program.Fewest = course.MinValues
				}
				programs[lang.Ext] = append(programs[lang.Ext], program)
			}
		}
	}
	for _, lang := range course.Languages {
		t.Run(lang.Ext, func(t *testing.T) {
			t.Parallel()
			all := programs[lang.Ext]
			t.Logf("%d programs", len(all))
			for i, printed := range coursetest.Run(t, lang.Ext, all) {
				all[i].Compare(t, printed)
			}
		})
	}
}

// manyRows is a table of x and y.
func manyRows(n int) string {
	rng := rand.New(rand.NewPCG(1, 0))
	var b strings.Builder
	b.WriteString("x,y\n")
	for range n {
		x := 10 * rng.Float64()
		fmt.Fprintf(&b, "%.4f,%.4f\n", x, math.Sin(x)+0.2*rng.NormFloat64())
	}
	return b.String()
}

// TestApproximationsTakeALargeTable: of the most rows that a table may have every one is fitted,
// and nothing claims to be the exact fit.
func TestApproximationsTakeALargeTable(t *testing.T) {
	t.Parallel()
	s := quietSite()
	data := keeps(t, s, "/data", manyRows(own.MaxRows)).Data
	for _, method := range []string{"nystrom", "fourier"} {
		figure, _ := playground.Lesson.Figure(method)
		_, p := drawnAt(t, s, playground.Lesson, figure, "data="+data)
		same(t, method+": rows that it fits", len(p.Column("data", "x")), own.MaxRows)
		for _, exact := range []string{"apart", "exact_train_rmse"} {
			if slices.ContainsFunc(p.Numbers, func(n course.Number) bool { return n.Name == exact }) {
				t.Errorf("%s has %s", method, exact)
			}
		}
		if rmse := p.Find("train_rmse"); !(rmse > 0.15 && rmse < 0.25) {
			t.Errorf("%s: the train error is %v, where the noise is 0.2", method, rmse)
		}
	}
}

// TestPlaygroundTakesEveryChoice draws every method on all data with every kernel.
func TestPlaygroundTakesEveryChoice(t *testing.T) {
	t.Parallel()
	s := quietSite()
	for i := range playground.Lesson.Figures {
		f := &playground.Lesson.Figures[i]
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			for _, query := range playedIn(f) {
				form, p := drawnAt(t, s, playground.Lesson, f, query)
				if len(form.Notes) > 0 {
					t.Errorf("%s?%s: %q", f.Name, query, form.Notes)
				}
				if p.Sentences() == "" ||
					p.Message == "" && (len(p.Columns) == 0 || len(p.Numbers) == 0 || p.Code == nil) {
					t.Errorf("%s?%s: something is missing", f.Name, query)
				}
				if len(p.Goals) > 0 {
					t.Errorf("%s?%s has a goal", f.Name, query)
				}
			}
		})
	}
}

// drawnAt is a figure's picture in a state.
func drawnAt(t *testing.T, s *Site, l *course.Lesson, f *course.Figure, query string) (*course.Form, *course.Picture) {
	t.Helper()
	form, draw := f.With(s.figures.Tables, course.ParseQuery(query))
	p, err := draw(t.Context(), s.memo)
	if err != nil {
		t.Fatalf("%s/%s?%s: %v", l.Slug, f.Name, query, err)
	}
	return form, p
}

// TestEveryFigureOpensInThePlayground compares a number of each figure with that of the state
// that it opens in the playground, as it opens and in another state.
func TestEveryFigureOpensInThePlayground(t *testing.T) {
	t.Parallel()
	s, played := quietSite(), 0
	for l, f := range coursetest.Figures(lessons.Contents.Open()) {
		path := l.Slug + "/" + f.Name
		m, ok := playground.MethodOf(f.Method)
		if ok != (f.Method != "") || ok != (f.Same != "") {
			t.Errorf("%s: the method %q has %q in common", path, f.Method, f.Same)
		}
		if ok {
			played++
		}
		if !ok {
			answers(t, s, http.StatusNotFound, "/lessons/"+path+".playground")
			continue
		}
		for _, query := range []string{"", "data=points", "seed=3&kernel=laplacian&bandwidth=1.5&lambda=0.05"} {
			form, p := drawnAt(t, s, l, f, query)
			w := get(t, s, "/lessons/"+path+".playground?"+form.Query(""), plain)
			to, _ := url.Parse(w.Header().Get("Location"))
			if w.Code != http.StatusSeeOther || to.Path != "/playground/"+m.Name {
				t.Fatalf("%s?%s leads to %q, %d", path, query, w.Header().Get("Location"), w.Code)
			}
			method, _ := playground.Lesson.Figure(m.Name)
			opened, there := drawnAt(t, s, playground.Lesson, method, to.RawQuery)
			if len(opened.Notes) > 0 || opened.Query("") != to.RawQuery {
				t.Errorf("%s?%s: %q is not canonical, or %q", path, query, to.RawQuery, opened.Notes)
			}
			compareAt(t, path, f.Same, query, p, there)
		}
	}
	if played < 20 {
		t.Errorf("only %d figures have a method in the playground", played)
	}
}

// compareAt compares what a figure and its method have in common.
func compareAt(t *testing.T, path, same, query string, p, there *course.Picture) {
	t.Helper()
	its, theirs, two := strings.Cut(same, "=")
	if !two {
		theirs = its
	}
	a, b := p.Find(its), there.Find(theirs)
	if its == "gram" {
		K, L := p.Matrix("gram"), there.Matrix("gram")
		a, b = K.At(1, 0), L.At(1, 0)
	}
	if its == "" || !(math.Abs(a-b) <= 1e-9*math.Abs(a)) {
		t.Errorf("%s?%s: %s is %v, and %s in the playground %v", path, query, its, a, theirs, b)
	}
}

// TestPlaygroundLeadsFromMethodToMethod follows the row of methods with data and kernel.
func TestPlaygroundLeadsFromMethodToMethod(t *testing.T) {
	t.Parallel()
	s := quietSite()
	if w := get(t, s, "/playground?data=sine", plain); w.Code != http.StatusSeeOther ||
		w.Header().Get("Location") != "/playground/krr?data=sine" {
		t.Errorf("/playground leads to %q", w.Header().Get("Location"))
	}
	w := get(t, s, "/playground/kmeans.svm?data=moons&n=50&kernel=expression&expr=gaussian(2)*linear()&at=3", plain)
	to, _ := url.Parse(w.Header().Get("Location"))
	if q := to.Query(); to.Path != "/playground/svm" || q.Get("data") != "moons" || q.Get("n") != "50" ||
		q.Get("expr") != "gaussian(2)*linear()" {
		t.Errorf("to the support vector machine: %s", to)
	}
	// Data of one kind are not of another.
	w = get(t, s, "/playground/kmeans.krr?data=points&points=1,2,1;2,3,-1", plain)
	omits(t, "where points of classes lead", w.Header().Get("Location"), "points=")
	answers(t, s, http.StatusNotFound, "/playground/none", "/playground/krr.none", "/playground/kmeans.playground")
}

// TestPlaygroundStandsBesideTheCourse: it is no lesson, and its page says what it is.
func TestPlaygroundStandsBesideTheCourse(t *testing.T) {
	t.Parallel()
	s := quietSite()
	answers(t, s, http.StatusNotFound, "/lessons/playground", "/lessons/playground/krr", "/lessons/playground.ipynb")
	for _, m := range playground.Methods {
		page := textAt(t, s, "/playground/"+m.Name)
		for _, o := range playground.Methods {
			if address := fmt.Sprintf(`href="/playground/%s.%s"`, m.Name, o.Name); o.Name != m.Name &&
				!strings.Contains(page, address) {
				t.Errorf("%s has no link to %s", m.Name, o.Name)
			}
		}
		if _, ok := lessons.Contents.Lookup(m.Home); !ok {
			t.Errorf("%s is explained in no lesson %q", m.Name, m.Home)
		}
		if strings.Contains(page, `class="goal"`) || strings.Contains(page, "/lessons/playground") {
			t.Errorf("%s has a goal, or is taken for a lesson", m.Name)
		}
	}
}

// TestPlaygroundNotesNonsense: whatever is typed, there is a picture and a note.
func TestPlaygroundNotesNonsense(t *testing.T) {
	t.Parallel()
	s := quietSite()
	for i := range playground.Lesson.Figures {
		f := &playground.Lesson.Figures[i]
		for _, query := range []string{
			"data=nonsense&n=1e9", "kernel=expression&expr=gaussian(", "kernel=expression&expr=block(linear(), 70, 90)",
			"points=x&data=points&bandwidth=NaN", "kernel=expression&expr=exp(polynomial(20, 10))*1e300",
			"data=points&points=none",
		} {
			escaped := strings.ReplaceAll(query, " ", "%20")
			w := get(t, s, "/playground/"+f.Name+".json?"+escaped, plain)
			answer := decoded[jsonAnswer](t, w)
			same(t, f.Name+"?"+query, w.Code, http.StatusOK)
			form, _ := f.At(nil)
			silent := strings.Contains(query, "1e300") || strings.Contains(query, "none") ||
				strings.Contains(query, "expr") && expressionOf(form) == nil
			if answer.Description == "" || len(answer.Notes) == 0 && !silent {
				t.Errorf("%s?%s: %q, notes %q", f.Name, query, answer.Description, answer.Notes)
			}
		}
	}
}

// TestPlaygroundTakesATableAlong: a reader's own table goes from a figure to a method, and from
// that to others.
func TestPlaygroundTakesATableAlong(t *testing.T) {
	t.Parallel()
	s := quietSite()
	table := course.Must(own.Parse([]byte("height,girth,felled\n1,2,0\n2,4,1\n3,5,0\n4,8,1\n5,9,1\n"), own.Options{}))
	table.Name = "trees"
	noError(t, s.tables.Put(table, ""))
	for _, address := range []string{
		"/lessons/kernel-distances/kmeans.playground?data=", "/playground/kmeans.svm?data=",
		"/playground/svm.kpca?data=",
	} {
		to := get(t, s, address+table.Ref(table.Guess()), plain).Header().Get("Location")
		contains(t, address+" leads to", to, own.Prefix+table.ID)
		page := get(t, s, to, plain)
		if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "yours: trees") {
			t.Errorf("%s: %d, without the table", to, page.Code)
		}
	}
}
