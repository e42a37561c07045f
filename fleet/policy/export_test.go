package policy

import "context"

// RadarAppOf is how an app is shown on a radar.
var RadarAppOf = radarApp

// CopyAll is a round of [Reader.KeepCopies].
func (r *Reader) CopyAll(ctx context.Context) error { return r.copyAll(ctx) }
