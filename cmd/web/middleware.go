package main

import (
	"net/http"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/lessons/own"
)

// policy is the Content-Security-Policy: what is ours, from here, and no inline
// script or style. Heat maps are images in data: addresses.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'"

// ownFrames lets only pages of ours show an answer in a frame. A figure for a frame goes
// without: even frame-ancestors * keeps it out of slides that are opened from a disk.
const ownFrames = "; frame-ancestors 'self'"

// maxQuery bounds the query: 60 points take 2 KB.
const maxQuery = 16 << 10

// protect sets the headers every answer carries, and bounds every request.
func (s *site) protect(next http.Handler) http.Handler {
	// A semicolon in a query stands between points, and net/http would warn of it.
	next = http.AllowQuerySemicolons(next)
	cross := http.NewCrossOriginProtection()
	cross.AddInsecureBypassPattern(s.prefix + apiPath) // which asks itself, see api.Service
	// A table's page sends no referrer, and with that policy its form says no origin either.
	// Who knows the address may delete the table from anywhere; another site does not know it.
	cross.AddInsecureBypassPattern("POST " + s.prefix + "/data/{table}/delete")
	next = cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy+ownFrames)
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
		if r.ContentLength != 0 && !s.reads(r) {
			// No other page reads a body. Without this the server would wait, before it
			// answers, for one that is announced and does not come.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // a test's recorder has none
		}
		next.ServeHTTP(w, r)
	})
}

// reads reports whether what answers the request reads its body: rooms and the engine do, and who
// sends a table.
func (s *site) reads(r *http.Request) bool {
	return r.Method == http.MethodPost && (strings.HasPrefix(r.URL.Path, s.prefix+"/rooms") ||
		strings.HasPrefix(r.URL.Path, s.prefix+apiPath) || r.URL.Path == s.prefix+"/data")
}
