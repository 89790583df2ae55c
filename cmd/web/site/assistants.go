//go:build !js

package site

import "github.com/gramophone-course/gramophone/cmd/web/mcp"

// assistantRoutes are those of chat assistants.
func (s *Site) assistantRoutes() []route {
	if s.config.NoMCP {
		return nil
	}
	m := mcp.New(s.sender, s.figures, s.lookup, s.api)
	return []route{
		{"GET " + mcp.Path, m.About, listed, assistantsNeed}, // how the course is added to one
		{"POST " + mcp.Path, m.Post, reads, assistantsNeed},  // a message of the Model Context Protocol
	}
}
