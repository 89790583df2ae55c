//go:build !js

package main

import (
	"context"
	"sync"

	"github.com/gramophone-course/gramophone/static"
)

// This file, metrics.go, compress.go, main.go and dev.go are what a server has that a
// browser has not; main_js.go has what a browser has in their place.

// loadAssets are the program's style sheets, scripts and fonts, which nothing changes.
var loadAssets = sync.OnceValue(static.Load)

// attentive is the context of a draw. Here other goroutines run beside it.
func attentive(ctx context.Context) context.Context { return ctx }

// handleWhole registers the whole course. A reader alone has it as files.
func (s *site) handleWhole(handle func(pattern string, h handler)) {
	handle("GET /print", s.print)      // as one page, for paper
	handle("GET /course.epub", s.epub) // and as a book for readers
}
