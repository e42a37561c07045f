package policy

import "context"

// CopyAll is a round of [Reader.KeepCopies].
func (r *Reader) CopyAll(ctx context.Context) error { return r.copyAll(ctx) }
