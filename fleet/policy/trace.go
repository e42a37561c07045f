package policy

import "context"

// tracer is told of the steps of a fetch as they are taken.
type tracer func(phase, note string)

type tracerKey struct{}

// traced returns a context in which [trace] tells somebody.
func traced(ctx context.Context, tell tracer) context.Context {
	return context.WithValue(ctx, tracerKey{}, tell)
}

// trace tells whoever asked for the fetch of a step of it, if anybody wants to know.
func trace(ctx context.Context, phase, note string) {
	if tell, ok := ctx.Value(tracerKey{}).(tracer); ok {
		tell(phase, note)
	}
}
