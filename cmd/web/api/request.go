package api

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// A request is a body that has been read.
type request struct {
	kernel                     kernel
	points                     map[string]Points // x, x_new, and the other points of a Gram matrix
	gram                       *mat.SymDense     // in place of kernel and x, or nil
	gramNew                    [][]float64       // in place of x_new: a row of n for each new point
	diagonal                   []float64         // the kernel of each new point with itself
	responses                  [][]float64       // a list of n for each, which y is
	several                    bool              // y has a row for each point
	lambda, c                  float64
	leftOut                    bool // λ is chosen by what it misses of points left out
	convention                 string
	components, clusters, seed int
	centred, deviation         bool
	answers                    []string // none for all
	chosen                     Answer   // of what was left to choose
}

func (q *request) x() Points { return q.points["x"] }

// n is how many points there are.
func (q *request) n() int {
	if q.gram != nil {
		return q.gram.SymmetricDim()
	}
	return q.x().Len()
}

// news is how many new points there are.
func (q *request) news() int { return max(q.points["x_new"].Len(), len(q.gramNew)) }

// wants reports whether one of some results is wanted.
func (q *request) wants(names ...string) bool {
	return len(q.answers) == 0 || slices.ContainsFunc(names, func(name string) bool {
		return slices.Contains(q.answers, name)
	})
}

// answer computes what is wanted.
func (m *Method) answer(ctx context.Context, q *request) (Answer, error) {
	if err := q.settle(); err != nil {
		return nil, err
	}
	a, err := m.compute(ctx, q)
	if q.chosen != nil {
		a = append(a, member{"chosen", q.chosen})
	}
	return slices.DeleteFunc(a, func(r member) bool { return !q.wants(r.name) }), err
}

// settle gives the kernel its bandwidth where that is left open.
func (q *request) settle() error {
	if q.kernel.at == nil {
		return nil
	}
	median, _ := own.MedianDistance(q.x().Rows)
	if !(median > 0) || math.IsInf(median, 0) {
		return bad("kernel.bandwidth", "a number", "the points have no median distance: it is %v", median)
	}
	var p *Problem
	if q.kernel, p = q.kernel.at(median); p != nil {
		return p
	}
	q.chosen = Answer{{"bandwidth", median}}
	return nil
}

// read reads a body for the method.
func (m *Method) read(body []byte) (*request, *Problem) {
	r := newReader(body)
	q := &request{points: map[string]Points{}, convention: "mean", components: 2, centred: true, seed: 1}
	has := map[string]bool{}
	p := r.object("an object", func(name string) *Problem {
		i := slices.IndexFunc(m.Fields, func(f Field) bool { return f.Name == name })
		if i < 0 {
			return bad(excerpt(name), m.names(), "the method %s has no such field", m.Name)
		}
		has[name] = true
		return m.Fields[i].read(r, q)
	})
	if p == nil {
		p = r.end()
	}
	if p == nil {
		p = m.complete(has)
	}
	if p == nil {
		p = m.check(q)
	}
	return q, p
}

// complete says what a body lacks that has these fields; or nothing.
func (m *Method) complete(has map[string]bool) *Problem {
	for _, f := range m.Fields {
		stands := m.Name != "gram" && (f.Name == "kernel" || f.Name == "x" || f.Name == "x_new")
		if stands && has[f.Name] && has["gram"] {
			return bad(f.Name, "gram, or kernel and x", "gram stands in the place of kernel, x and x_new")
		}
		if f.Required && !has[f.Name] && !(stands && has["gram"]) {
			return bad(f.Name, f.expects(), "the field is missing")
		}
	}
	for name, beside := range map[string]string{"gram_new": "gram", "gram_new_diagonal": "gram_new"} {
		if has[name] && !has[beside] {
			return bad(name, beside+" beside it", "%s is missing", beside)
		}
	}
	return nil
}

// names lists the fields that the method has.
func (m *Method) names() string {
	return "one of " + strings.Join(course.Each(m.Fields, func(f Field) string { return f.Name }), ", ")
}

// expects says what the field holds.
func (f Field) expects() string {
	switch f.kind {
	case aKernel:
		return expectedKernel
	case thePoints:
		return "an array of rows of numbers, or of strings"
	case aList:
		return "an array of numbers"
	case lists:
		return "an array of numbers, or of rows of numbers"
	case aMatrix:
		return "an array of rows of numbers"
	case orLeftOut:
		return `a number that is not below 0, or "loo"`
	case aSwitch:
		return "true or false"
	case aCount:
		return fmt.Sprintf("a whole number from %.0f to %.0f", f.least, f.most)
	case aChoice:
		return fmt.Sprintf("one of %q", f.options)
	case someNames:
		return fmt.Sprintf("an array of some of %q", f.options)
	}
	if f.least > 0 {
		return "a number above 0"
	}
	return "a number that is not below 0"
}

// read reads the field's value into q.
func (f Field) read(r *reader, q *request) (p *Problem) {
	count := map[string]*int{"components": &q.components, "clusters": &q.clusters, "seed": &q.seed}
	truth := map[string]*bool{"centred": &q.centred, "deviation": &q.deviation}
	switch f.kind {
	case aKernel:
		q.kernel, p = r.kernel()
	case thePoints:
		q.points[f.Name], p = r.points(f.Name, int(f.most))
	case aMatrix:
		p = f.readMatrix(r, q)
	case lists, aList:
		p = f.readList(r, q)
	case aSwitch:
		*truth[f.Name], p = r.truth()
	case aCount:
		*count[f.Name], p = r.whole(int(f.least), int(f.most))
	case aChoice:
		q.convention, p = r.text(f.expects())
		if p == nil && !slices.Contains(f.options, q.convention) {
			p = bad(f.Name, f.expects(), "there is no %q", excerpt(q.convention))
		}
	case someNames:
		q.answers, p = r.names(f.Name, f.expects(), f.options)
	default:
		p = f.readNumber(r, q)
	}
	return p
}

// readNumber reads λ or C.
func (f Field) readNumber(r *reader, q *request) (p *Problem) {
	if f.kind == orLeftOut && r.d.PeekKind() == '"' {
		word, p := r.text(f.expects())
		if p == nil && word != "loo" {
			p = bad(f.Name, f.expects(), "expected %s, not %q", f.expects(), excerpt(word))
		}
		q.leftOut = true
		return p
	}
	v, p := r.number()
	if p == nil && !(v >= f.least) {
		p = bad(f.Name, f.expects(), "expected %s, not %v", f.expects(), v)
	}
	*map[string]*float64{"lambda": &q.lambda, "C": &q.c}[f.Name] = v
	return p
}

// readList reads the responses, or the diagonal of a matrix.
func (f Field) readList(r *reader, q *request) *Problem {
	list, rows, p := r.lists(f.Name, f.expects(), f.kind == lists, int(f.most))
	switch {
	case p != nil:
	case f.Name != "y":
		q.diagonal = list
	case rows == nil:
		q.responses = [][]float64{list}
	default:
		q.several = true
		for k := range rows[0] {
			column := make([]float64, len(rows))
			for i, row := range rows {
				column[i] = row[k]
			}
			q.responses = append(q.responses, column)
		}
	}
	return p
}

// readMatrix reads K, or the kernels between new points and those of K.
func (f Field) readMatrix(r *reader, q *request) *Problem {
	all, p := r.points(f.Name, int(f.most))
	switch {
	case p != nil:
		return p
	case all.Strings != nil:
		return bad(f.Name, f.expects(), "these are strings")
	case f.Name == "gram_new":
		q.gramNew = all.Rows
		return nil
	}
	q.gram, p = symmetric(all.Rows)
	return p
}

// symmetric is the matrix of these rows.
func symmetric(rows [][]float64) (*mat.SymDense, *Problem) {
	n := len(rows)
	if len(rows[0]) != n {
		return nil, bad("gram[0]", fmt.Sprintf("%d numbers, as many as there are rows", n), "this row has length %d, "+
			"and there are %d rows", len(rows[0]), n)
	}
	K, largest := mat.NewSymDense(n, nil), 0.0
	for _, row := range rows {
		largest = max(largest, floats.Norm(row, math.Inf(1)))
	}
	for i, row := range rows {
		for j := range i + 1 {
			a, b := row[j], rows[j][i]
			if !(math.Abs(a/2-b/2) <= asymmetry*largest) {
				return nil, bad(fmt.Sprintf("gram[%d][%d]", i, j), fmt.Sprintf("%v, as gram[%d][%d] is", b, j, i),
					"a Gram matrix is symmetric, and this is %v", a)
			}
			K.SetSym(i, j, a/2+b/2)
		}
	}
	return K, nil
}

// check looks at fields together.
func (m *Method) check(q *request) *Problem {
	n := q.n()
	if p := m.checkPoints(q); p != nil {
		return p
	}
	for i, name := range q.answers {
		if p := m.lacks(q, name); p != nil {
			p.Field = fmt.Sprintf("answers[%d]", i)
			return p
		}
	}
	if len(q.responses) > 0 && len(q.responses[0]) != n {
		return bad("y", fmt.Sprintf("%d numbers, one for each point of x", n), "its length is %d, that of x %d",
			len(q.responses[0]), n)
	}
	if q.deviation && q.news() == 0 {
		return bad("deviation", "x_new beside it", "there are no new points")
	}
	if q.deviation && q.gram != nil && q.diagonal == nil {
		return bad("gram_new_diagonal", "an array of numbers", "a deviation needs the kernel of each new point with "+
			"itself")
	}
	if m.Name == "klr" || m.Name == "svm" {
		if p := signs(q.responses[0]); p != nil {
			return p
		}
	}
	atMost := fmt.Sprintf("at most %d, the number of points", n)
	if m.field("components") != nil && q.components > n {
		return bad("components", atMost, "the number of points is %d", n)
	}
	if q.clusters > n {
		return bad("clusters", atMost, "the number of points is %d", n)
	}
	return nil
}

// checkPoints looks at points, or the matrix in their place, together.
func (m *Method) checkPoints(q *request) *Problem {
	if q.gram != nil {
		if q.gramNew != nil && len(q.gramNew[0]) != q.n() {
			return unequal("gram_new[0]", len(q.gramNew[0]), q.n(), "gram")
		}
		if q.diagonal != nil && len(q.diagonal) != len(q.gramNew) {
			return bad("gram_new_diagonal", fmt.Sprintf("%d numbers, one for each row of gram_new", len(q.gramNew)),
				"its length is %d", len(q.diagonal))
		}
		return nil
	}
	x := q.x()
	for _, f := range m.Fields {
		points, has := q.points[f.Name]
		if !has {
			continue
		}
		if p := q.kernel.fits(f.Name, points); p != nil {
			return p
		}
		if points.Rows != nil && len(points.Rows[0]) != len(x.Rows[0]) {
			return unequal(f.Name+"[0]", len(points.Rows[0]), len(x.Rows[0]), "x")
		}
		if p := q.kernel.affords(x, points); f.Name != "x" && p != nil {
			return p
		}
	}
	return q.kernel.affords(x, Points{})
}

// has reports whether a request brings what a result is there with.
func (q *request) has(what string) bool {
	switch what {
	case "x_new":
		return q.news() > 0
	case "deviation":
		return q.deviation
	case "chosen":
		return q.leftOut || q.kernel.at != nil
	}
	_, has := q.points[what]
	return has
}

// lacks says why a result that is wanted is not there; or nothing.
func (m *Method) lacks(q *request, name string) *Problem {
	when := m.Results[slices.IndexFunc(m.Results, func(r Result) bool { return r.Name == name })].When
	field, without := strings.CutPrefix(when, "-")
	if when == "" || q.has(field) != without {
		return nil
	}
	if without {
		return bad("answers", "no "+field+" beside it", "%s is not answered where %s is given", name, field)
	}
	if name == "chosen" {
		field = `a bandwidth "median" or a lambda "loo"`
	}
	return bad("answers", field+" beside it", "%s is not answered without %s", name, field)
}

// signs makes ±1 of 1 and 0, and refuses what is neither that nor ±1.
func signs(y []float64) *Problem {
	other := math.NaN()
	for i, v := range y {
		switch {
		case v == 1:
		case (v == -1 || v == 0) && (math.IsNaN(other) || v == other):
			other = v
			y[i] = -1
		case v == -1 || v == 0:
			return bad(fmt.Sprintf("y[%d]", i), fmt.Sprintf("1 or %v, as before", other),
				"the other class was %v before, and is %v here", other, v)
		default:
			return bad(fmt.Sprintf("y[%d]", i), "1 or −1, or else 1 or 0", "expected 1 or −1, or else 1 or 0, not %v",
				v)
		}
	}
	return nil
}
