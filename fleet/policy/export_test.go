package policy

import "context"

// Internals for tests.
var (
	RadarAppOf = radarApp
	KeepNewest = keepNewest
)

// CopyAll is a round of [Service.KeepCopies].
func (r *Service) CopyAll(ctx context.Context) error { return r.copyAll(ctx) }
