package main

// handleReference registers what the course is looked up in.
func (s *site) handleReference(handle func(pattern string, h handler)) {
	handle("GET /errata", s.errata)          // statements that do not hold as they stand
	handle("GET /errata/{name}", s.erratum)  // one of them, with a vote
	handle("GET /notation", s.notation)      // one fit, and every way to write its numbers
	handle("GET /search", s.search)          // places of the course, by a reader's words
	handle("GET /search.json", s.searchJSON) // and for machines
}
