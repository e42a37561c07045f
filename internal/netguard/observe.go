package netguard

import (
	"context"
	"errors"
	"net/http"
)

// Observer is called with the context and the host when a request begins, including
// redirects. It returns a function that is called when the header of the response or an error
// has arrived.
type Observer func(ctx context.Context, host string) (done func(status int, err error))

type observerKey struct{}

// Observe returns a context in which o observes the requests of clients of a guard, in addition
// to an observer that ctx already has.
func Observe(ctx context.Context, o Observer) context.Context {
	if outer, ok := ctx.Value(observerKey{}).(Observer); ok {
		inner := o
		o = func(ctx context.Context, host string) func(int, error) {
			first, second := outer(ctx, host), inner(ctx, host)
			return func(status int, err error) {
				second(status, err)
				first(status, err)
			}
		}
	}
	return context.WithValue(ctx, observerKey{}, o)
}

// Observed calls the observer of the context, if any, and returns its function or one that
// does nothing. It is for transports that do not belong to a guard.
func Observed(ctx context.Context, host string) (done func(status int, err error)) {
	if o, ok := ctx.Value(observerKey{}).(Observer); ok {
		return o(ctx, host)
	}
	return func(int, error) {}
}

// errSwitched means that a server answered 101, as if it had been asked for another protocol. What
// follows is not the body of a response: neither a context nor a timeout ends a read of it.
var errSwitched = errors.New("the server switched to another protocol, which was not requested")

// observed is a transport that calls the observer of a request.
type observed struct{ *http.Transport }

// RoundTrip implements [http.RoundTripper].
func (t observed) RoundTrip(r *http.Request) (*http.Response, error) {
	done := Observed(r.Context(), r.URL.Host)
	resp, err := t.Transport.RoundTrip(r)
	if err == nil && resp.StatusCode == http.StatusSwitchingProtocols {
		err = errors.Join(errSwitched, resp.Body.Close())
	}
	if err != nil {
		done(0, err)
		return nil, err
	}
	done(resp.StatusCode, nil)
	return resp, nil
}
