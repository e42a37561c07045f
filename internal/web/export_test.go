package web

// Check reports faults of the templates.
func (s *Site) Check() error { return s.kit.Check() }
