package storage

import "context"

// urgent is the context key of [Urgent].
type urgent struct{}

// Urgent returns a context with which a View does not wait until others have ended, in a store that
// limits how many run at a time. It is for a check that the database answers, which must not fail
// because many clients read.
func Urgent(ctx context.Context) context.Context { return context.WithValue(ctx, urgent{}, true) }

// IsUrgent reports whether a context is of [Urgent].
func IsUrgent(ctx context.Context) bool { return ctx.Value(urgent{}) != nil }
