package main

// handleReference registers what the course is looked up in.
func (s *site) handleReference(handle func(pattern string, h handler)) {
	handle("GET /search", s.search)          // places of the course, by a reader's words
	handle("GET /search.json", s.searchJSON) // and for machines
}
