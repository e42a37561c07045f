package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/cache"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/pace"
)

// handler answers a request. An error that it returns becomes the answer, unless an answer has
// begun.
type handler func(w http.ResponseWriter, r *request) error

// operate returns the handler of an operation.
func (a *API) operate(o op.Operation) handler {
	h := func(w http.ResponseWriter, r *request) error {
		in, err := o.Decode(r)
		if !o.Upload { // otherwise the handler reads the body
			if over := r.skipBody(); over != nil { // reported before any other error
				return over
			}
		}
		if err != nil {
			return err
		}
		do := func(ctx context.Context) (any, error) {
			if o.Heavy {
				if r.turn, err = a.waitForTurn(r, a.heavy); err != nil {
					return nil, err
				}
			}
			return o.Handle(ctx, r, in)
		}
		defer r.endTurn()
		if o.Cached {
			return a.answerCached(w.(*response), r, in, o.ReadsFor(in), do)
		}
		out, err := do(r.Context())
		if err != nil {
			return err
		}
		if vain, ok := out.(op.InVain); ok {
			r.ignoreVain(vain)
			out = vain.Answer
		}
		return a.answer(w.(*response), r, o.Status, out)
	}
	return a.guarded(o, h)
}

// guarded wraps a handler with the properties of its operation.
func (a *API) guarded(o op.Operation, h handler) handler {
	counts := a.cfg.Metrics != nil && (o.AsksAppStore || access.Mutates(o.Method)) // other operations make no requests to other hosts
	return func(w http.ResponseWriter, r *request) error {
		if o.Upload {
			end, err := a.waitForTurn(r, a.uploads)
			if err != nil {
				return err
			}
			defer end()
		}
		if counts {
			r.Request = r.WithContext(a.cfg.Metrics.Outbound(r.Context()))
		}
		if o.AsksAppStore {
			if err := a.rank(r); err != nil {
				return err
			}
		}
		return h(w, r)
	}
}

// answer sends what a handler returned. A zero status means 200.
func (a *API) answer(w *response, r *request, status int, out any) error {
	switch out := out.(type) {
	case op.None:
		w.WriteHeader(max(status, http.StatusOK))
		return nil
	case op.File:
		defer func() { _ = out.Close() }() // errors do not matter after reading
		r.endTurn()
		out.SetHeader(w.Header())
		w.Header().Set("Content-Length", strconv.FormatInt(out.Size(), 10))
		w.WriteHeader(http.StatusOK)
		if r.Method == http.MethodHead {
			return nil
		}
		_, err := out.WriteTo(w)
		return err
	case *cache.Answer:
		return writeEncoded(w, r, out)
	case op.Large:
		return a.send(w, r, out)
	case op.Document:
		if out.FileName != "" {
			w.Header().Set("Content-Disposition", `attachment; filename="`+out.FileName+`"`)
		}
	}
	if status != 0 {
		return writeStatus(w, r, status, out)
	}
	return writeOut(w, r, out)
}

// rank gives what a request causes at the App Store the priority of the client.
func (a *API) rank(r *request) error {
	known, err := a.known(r)
	if err == nil && !known {
		r.Request = r.WithContext(pace.With(r.Context(), pace.Anonymous))
	}
	return err
}

// known reports whether the client of a request is trusted: it has the admin token, is on the
// local machine, or has ChangeAccess from the [Authorizer]. If others can reach the service,
// a local connection does not count, because behind a reverse proxy every connection is local.
func (a *API) known(r *request) (bool, error) {
	if a.authorized() {
		return a.granted(r) >= ChangeAccess, nil
	}
	if !a.exposed {
		if !a.cfg.TrustProxy || !a.token.Configured {
			return true, nil
		}
		if addr, ok := a.clientAddr(r.Request); ok && addr.IsLoopback() {
			return true, nil
		}
	}
	return a.unlocked(r)
}
