package main

import "net/http"

// serverOnly are the paths of what takes a server, each with why.
var serverOnly = map[string]string{
	"/rooms": "A room joins many devices, so it needs a server that all of them reach. This copy of the course " +
		"is for one device alone. Start the course as a server for a class.",
	"/api": "Programs ask a server that runs the course. This copy of the course runs in your browser, which no " +
		"program can ask.",
	"/oembed": "Other sites ask a server for a figure to show. This copy of the course is in your browser alone.",
	"/data": "A table of your own is kept by a server. This copy of the course has none: take it along from one that " +
		"runs as a server, or enter your points in a figure.",
}

// handleAlone registers, for a course without a server, what says that it takes one. No
// page leads there: they are not among the site's paths.
func (s *site) handleAlone(handle func(pattern string, h handler)) {
	handle("GET /offline", s.offline)
	for path, why := range serverOnly {
		say := func(w http.ResponseWriter, _ *http.Request) error {
			s.fail(w, http.StatusNotImplemented, "This takes a server", why)
			return nil
		}
		for _, under := range []string{path, path + "/"} {
			handle("GET "+under, say)
			handle("POST "+under, say)
			delete(s.paths, under)
		}
	}
}
