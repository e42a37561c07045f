package policy

import "context"

// What tests look at.
var (
	RadarAppOf = radarApp
	KeepNewest = keepNewest
)

// CopyAll is a round of [Reader.KeepCopies].
func (r *Reader) CopyAll(ctx context.Context) error { return r.copyAll(ctx) }
