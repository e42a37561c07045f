package pace

import "context"

// Class is the priority of a request.
type Class uint8

const (
	// Interactive requests go first: a user waits for the response. It is the class of a
	// context without one.
	Interactive Class = iota
	// Bulk requests go while no interactive one waits, however long that takes.
	Bulk
	// Anonymous requests go last, and share one tenth of the pace.
	Anonymous

	classes = int(Anonymous) + 1
)

// classKey is the key of a context's class.
type classKey struct{}

// With returns a context whose requests are of a class.
func With(ctx context.Context, class Class) context.Context {
	return context.WithValue(ctx, classKey{}, class)
}

// Of returns the class of a context's requests.
func Of(ctx context.Context) Class {
	class, _ := ctx.Value(classKey{}).(Class)
	return class
}
