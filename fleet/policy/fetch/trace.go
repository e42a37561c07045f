package fetch

import "context"

type traceKey struct{}

// WithTrace returns a context in which a [Client] calls trace with each step of a
// fetch as it is taken, such as "fetch:direct" and the host.
func WithTrace(ctx context.Context, trace func(phase, note string)) context.Context {
	return context.WithValue(ctx, traceKey{}, trace)
}

// trace reports a step of a fetch.
func trace(ctx context.Context, phase, note string) {
	if fn, ok := ctx.Value(traceKey{}).(func(phase, note string)); ok {
		fn(phase, note)
	}
}
