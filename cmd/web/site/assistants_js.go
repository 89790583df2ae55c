package site

// assistantRoutes are those of chat assistants, which ask a server.
func (s *Site) assistantRoutes() []route { return nil }
