package history

import (
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/storage"
)

// has reports whether the archive has pages of the apps of a source.
func (s *Service) has(source storage.Text) bool {
	if sourced, ok := s.archive.(archive.Sourced); ok && source != "" {
		return sourced.Has(string(source))
	}
	return source == ""
}
