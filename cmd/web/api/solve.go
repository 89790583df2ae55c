//go:build !js

package api

import (
	"bytes"
	"context"
	"fmt"
)

// Solve has the answer to a body for a method, as [Pages.Call] sends it, where it has at most so many
// numbers. The error is one that [Pages.Problem] explains.
func (s *Pages) Solve(ctx context.Context, method string, body []byte, most int) ([]byte, error) {
	m, err := lookup(method)
	if err != nil {
		return nil, err
	}
	q, p := m.read(body)
	if p != nil {
		return nil, p
	}
	answer, err := s.fit(ctx, m, q)
	if err != nil {
		return nil, err
	}
	if n := answer.bytes() / 8; n > most {
		return nil, large("answers", fmt.Sprintf("names of results that have at most %d numbers", most),
			"The answer has %d numbers, and here it may have %d. Name those that are wanted, or post the body to %s%s.",
			n, most, s.View().URL(Path), m.Name)
	}
	var b bytes.Buffer
	err = answer.write(&b)
	return b.Bytes(), err
}

// Document is a problem as it is sent, without the end of its line.
func (s *Pages) Document(p *Problem) []byte { return p.document(s.page()) }
