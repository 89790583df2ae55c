package figures

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/lessons/study"
)

// Study is a reader's table fitted on all its columns, in all forms of a figure.
func (s *Pages) Study(w http.ResponseWriter, r *http.Request) error {
	respond.Confide(w)
	name := own.Prefix + strings.TrimPrefix(r.PathValue("table"), own.Prefix)
	ref, ok := own.ParseRef(name)
	var table *own.Table
	if ok {
		table, ok = s.Tables.Get(ref.ID)
	}
	if !ok {
		return respond.ErrNoTable
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		query = url.Values{}
	}
	tries, _ := strconv.Atoi(query.Get(againParameter))
	query.Del(againParameter)
	if query.Get(course.EnvelopeControl) == "open" && !byHand(r) {
		return errUnopened
	}
	query.Set("data", name)
	err = s.figureOf(w, r, study.Of(table, name), query.Encode())
	if errors.Is(err, gate.ErrOverdue) && tries < mostTries { // each fit is kept
		query.Del("data")
		query.Set(againParameter, strconv.Itoa(tries+1))
		return &respond.GoesOn{Address: "?" + query.Encode()}
	}
	return err
}

// errUnopened answers who fetches what nobody has asked to see: what is sealed is then not opened, which is counted.
var errUnopened = &respond.Nothing{Title: "Not opened", Sentence: "Sealed rows are opened for whoever looks at them, " +
	"and not ahead of that."}

// byHand reports whether somebody looks at the answer: it is not fetched ahead, nor asked for its head alone.
func byHand(r *http.Request) bool {
	return r.Method != http.MethodHead && !strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") &&
		r.Header.Get("Purpose") != "prefetch"
}

// A page asks again so many times, and says in its address how often it did.
const againParameter, mostTries = "again", 20
