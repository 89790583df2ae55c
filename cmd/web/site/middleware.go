package site

import (
	"net/http"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/api"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// ownFrames lets only pages of ours show an answer in a frame. A figure for a frame goes
// without: even frame-ancestors * keeps it out of slides that are opened from a disk.
const ownFrames = "; frame-ancestors 'self'"

// maxQuery bounds the query: 60 points take 2 KB.
const maxQuery = 16 << 10

// protect sets the headers every answer carries, and bounds every request. It is told which read a
// body.
func (s *Site) protect(next http.Handler, reads func(*http.Request) bool) http.Handler {
	// A semicolon in a query stands between points, and net/http would warn of it.
	next = http.AllowQuerySemicolons(next)
	cross := http.NewCrossOriginProtection()
	cross.AddInsecureBypassPattern(s.config.Prefix + api.Path) // which asks itself, see api.Pages
	// A table's page sends no referrer, and with that policy its form says no origin either.
	// Who knows the address may delete the table from anywhere; another site does not know it.
	cross.AddInsecureBypassPattern("POST " + s.config.Prefix + "/data/{table}/delete")
	next = cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", respond.Policy+ownFrames)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if len(r.URL.RawQuery) > maxQuery {
			http.Error(w, "the address is too long", http.StatusRequestURITooLong)
			return
		}
		r.URL.RawQuery = strings.ReplaceAll(r.URL.RawQuery, ";", "%3B")
		if strings.Contains(r.URL.RawQuery, own.Prefix) { // a figure with a reader's table
			h.Set("X-Robots-Tag", "noindex")
			h.Set("Cache-Control", "private, no-cache")
		}
		if r.ContentLength != 0 && !reads(r) {
			// Without this the server would wait, before it answers, for a body that is announced
			// and does not come.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // a test's recorder has none
		}
		next.ServeHTTP(w, r)
	})
}
