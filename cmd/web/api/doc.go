// Package api is the engine over HTTP: JSON in, JSON out, for programs in any language.
//
//	POST /api/v1/krr   {"kernel": {"name": "gaussian", "bandwidth": 1}, "x": [[0], [1]], "y": [1, 2], "lambda": 0.1}
//
// The table in methods.go says of each method what it reads and what it answers; the reader
// of bodies, the OpenAPI document and the page for readers are all made from it. A body is
// read strictly: a name that is unknown or comes twice, a row of another length, a number
// beyond float64 are refused, and the answer names the place, such as x[3][1], and what was
// expected there. Errors are problem documents (RFC 9457).
//
// What a request may cost is bounded by constants in limits.go; how much is at work at once, by a
// gate and an intake of their own, so that a slider's move does not wait for a program's fit.
package api
