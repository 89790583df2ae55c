package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Problem is why there is no answer, a problem document of RFC 9457.
type Problem struct {
	Code     string `json:"-"`    // the fragment of its type
	Type     string `json:"type"` // where it is explained
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Detail   string `json:"detail"`
	Field    string `json:"field,omitempty"`    // where in the body: x[3][1]
	Expected string `json:"expected,omitempty"` // what should stand there

	retry int // seconds after which to come back, 0 for never
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// A Kind is one of the problems there are.
type Kind struct {
	Code   string
	Status int
	Title  string
	About  string // what it means and what to do
}

// Kinds lists the problems.
func Kinds() []Kind { return kinds }

var kinds = []Kind{
	{"bad-input", http.StatusBadRequest, "The input cannot be read",
		"The body is not JSON, or a field is missing, unknown or out of range. The field says where, and expected " +
			"says what should stand there."},
	{"slow-body", http.StatusRequestTimeout, "The body did not arrive", "Send it again, on a faster connection or " +
		"shorter."},
	{"other-site", http.StatusForbidden, "A page of another site asks",
		"A browser sends this from a page of another site. Whoever runs the server can allow that site with -cors."},
	{"no-method", http.StatusNotFound, "There is no such method", "The detail lists the methods there are."},
	{"not-post", http.StatusMethodNotAllowed, "Methods are called with POST", "Send the body with POST."},
	{"too-large", http.StatusRequestEntityTooLarge, "The input is too large",
		"It is beyond what an exact method is offered for here. Send fewer or shorter points."},
	{"wrong-type", http.StatusUnsupportedMediaType, "The body is not declared as JSON",
		"Send the header Content-Type: application/json."},
	{"singular", http.StatusUnprocessableEntity, "The matrix is singular",
		"Points that are equal, or a kernel with few features, make K singular. Take a larger lambda."},
	{"indefinite", http.StatusUnprocessableEntity, "The matrix is indefinite",
		"A kernel has no negative eigenvalue, and this one has. Take a kernel, or a combination of kernels with " +
			"positive factors."},
	{"not-converged", http.StatusUnprocessableEntity, "The iteration did not converge",
		"The problem has no minimum, or rounding hides it. Take a larger lambda or a smaller C, or standardise the " +
			"inputs."},
	{"lost-to-rounding", http.StatusUnprocessableEntity, "Rounding hides the answer",
		"The entries of K are so large beside their differences that these are lost. Scale or centre the inputs, or " +
			"take a lower degree."},
	{"one-class", http.StatusUnprocessableEntity, "There is one class", "Labels of both classes are wanted."},
	{"overflow", http.StatusUnprocessableEntity, "A number is too large",
		"On the way a number left the range of float64. Scale the inputs, or take a lower degree."},
	{"not-a-number", http.StatusUnprocessableEntity, "The kernel has no value", "The detail names the two points."},
	{"full", http.StatusServiceUnavailable, "The server is full", "Come back after as many seconds as Retry-After " +
		"says."},
	{"too-slow", http.StatusServiceUnavailable, "The computation takes too long",
		"The server has given it up. It would take as long again: send fewer points or a simpler kernel."},
	{"broken", http.StatusInternalServerError, "The server made a mistake", "It has been written down."},
}

// problem makes a problem of a kind.
func problem(code, detail string) *Problem {
	for _, k := range kinds {
		if k.Code == code {
			return &Problem{Code: code, Title: k.Title, Status: k.Status, Detail: detail}
		}
	}
	panic("api: unknown problem " + code)
}

// bad is a field that is not what was expected.
func bad(field, expected, detail string, a ...any) *Problem {
	p := problem("bad-input", "")
	p.Field, p.Expected = field, expected
	p.Detail = fmt.Sprintf(detail, a...)
	if field != "" {
		p.Detail = field + ": " + p.Detail
	}
	return p
}

// large is a field with more than is offered.
func large(field, expected, detail string, a ...any) *Problem {
	p := bad(field, expected, detail, a...)
	q := problem("too-large", p.Detail)
	q.Field, q.Expected = field, expected
	return q
}

// of is the problem that an error of the engine's is; nil if it is none of them.
func of(err error) *Problem {
	var p *Problem
	var full *gate.FullError
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &full):
		p = problem("full", fmt.Sprintf("The server is fitting as many models as it can. Try again in %d s.",
			full.Seconds()))
		p.retry = full.Seconds()
		return p
	case errors.Is(err, gate.ErrOverdue):
		return problem("too-slow", "The computation was given up, so that others get their turn.")
	case errors.Is(err, engine.ErrSingular):
		return problem("singular", "The matrix to be solved is singular to working precision. Take a larger lambda.")
	case errors.Is(err, engine.ErrIndefinite):
		return problem("indefinite", "The Gram matrix has a negative eigenvalue, so that this is no kernel on "+
			"these points.")
	case errors.Is(err, engine.ErrNoConvergence):
		return problem("not-converged", "The iteration did not reach a minimum. Take a larger lambda, or for an SVM a "+
			"smaller C.")
	case errors.Is(err, engine.ErrOverflow):
		return problem("overflow", "A number on the way is beyond 1.8e308. Scale the inputs, or take a lower degree.")
	case errors.Is(err, engine.ErrNaN):
		return problem("not-a-number", err.Error())
	}
	return nil
}

// document is the problem in JSON, on one line. Docs is the page that explains problems.
func (p *Problem) document(docs string) []byte {
	doc := *p
	doc.Type = docs + "#" + p.Code
	return course.Must(json.Marshal(doc)) // strings and a number
}

// write sends the problem.
func (p *Problem) write(w http.ResponseWriter, docs string) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if p.retry > 0 {
		h.Set("Retry-After", fmt.Sprint(p.retry))
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(append(p.document(docs), '\n')) // who asked may have gone
}
