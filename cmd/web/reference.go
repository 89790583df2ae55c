package main

// handleReference registers what the course is looked up in.
func (s *site) handleReference(handle func(pattern string, h handler)) {
	handle("GET /my-work", s.myWork) // what a browser has kept of its reader's work
}
