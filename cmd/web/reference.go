package main

// handleReference registers what the course is looked up in, and the whole of it.
func (s *site) handleReference(handle func(pattern string, h handler)) {
	handle("GET /search", s.search)           // places of the course, by a reader's words
	handle("GET /search.json", s.searchJSON)  // and for machines
	handle("GET /errata", s.errata)           // statements that do not hold as they stand
	handle("GET /errata/{name}", s.erratum)   // one of them, with a vote
	handle("GET /notation", s.notation)       // one fit, and every way to write its numbers
	handle("GET /glossary", s.glossary)       // every term, with its other names
	handle("GET /glossary/{name}", s.term)    // one of them alone, by any of its names
	handle("GET /lectures", s.lectures)       // the lectures' sections, with our lessons
	handle("GET /teach", s.teach)             // the teacher's guide
	handle("GET /teach/{slug}", s.guide)      // and that to a lesson
	handle("GET /my-work", s.myWork)          // what a browser has kept of its reader's work
	handle("GET /lessons.json", s.lessonList) // what there is, for machines
	handle("GET /sitemap.xml", s.sitemap)     // and where, for search engines
	handle("GET /robots.txt", s.robots)       // which are asked to leave out what is a reader's own
}
