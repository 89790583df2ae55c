// Package recorded has an answer of a handler that no network is asked for.
package recorded

import (
	"bytes"
	"net/http"
)

// An Answer is one as it is written, an http.ResponseWriter. The zero Answer has nothing yet.
type Answer struct {
	Status int // 0 until it is known; see [Answer.End]
	Body   bytes.Buffer
	header http.Header
}

// Header is the answer's.
func (a *Answer) Header() http.Header {
	if a.header == nil {
		a.header = http.Header{}
	}
	return a.header
}

// WriteHeader notes the first status.
func (a *Answer) WriteHeader(status int) {
	if a.Status == 0 {
		a.Status = status
	}
}

// Write does not fail.
func (a *Answer) Write(b []byte) (int, error) {
	a.End()
	return a.Body.Write(b)
}

// End is called when the handler has returned: what said nothing else is 200.
func (a *Answer) End() { a.WriteHeader(http.StatusOK) }
