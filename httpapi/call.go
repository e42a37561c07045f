package httpapi

import (
	"context"
	"net/http"
)

// handler answers a request. An error that it returns becomes the answer, if
// none has begun.
type handler func(w http.ResponseWriter, r *request) error

// input is a request value that decodes itself. What it returns as an error is
// the client's, see badRequest.
type input[In any] interface {
	*In
	decode(*request) error
}

// nothing is the request value of a route that wants to know nothing.
type nothing struct{}

func (*nothing) decode(*request) error { return nil }

// call makes a handler of a function. What it returns is encoded as JSON,
// unless it is a document or a stream. A status method chooses another status
// than 200.
func call[In any, P input[In], Out any](do func(context.Context, In) (Out, error)) handler {
	return func(w http.ResponseWriter, r *request) error {
		in, err := decode[In, P](r)
		if err != nil {
			return err
		}
		out, err := do(r.Context(), in)
		if err != nil {
			return err
		}
		return writeOut(w.(*response), r, out)
	}
}

// noted makes a handler, as call does, of a function whose end the audit log is told
// of: whether it came to a good one, and the detail that it returns.
func noted[In any, P input[In], Out any](a *API, action string, do func(context.Context, In) (answer Out, detail string, err error)) handler {
	return func(w http.ResponseWriter, r *request) error {
		in, err := decode[In, P](r)
		if err != nil {
			return err
		}
		out, detail, err := do(r.Context(), in)
		if err != nil {
			a.noteDetail(r, action+".failed", detail, false)
			return err
		}
		a.noteDetail(r, action+".success", detail, true)
		return writeOut(w.(*response), r, out)
	}
}

// decode makes the request value, and refuses a body that is too long even
// where none is wanted.
func decode[In any, P input[In]](r *request) (In, error) {
	var in In
	err := P(&in).decode(r)
	if over := r.skipBody(); over != nil { // comes before all else that may be wrong
		return in, over
	}
	return in, err
}
