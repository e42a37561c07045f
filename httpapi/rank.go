package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/internal/pace"
)

// ranked returns a handler that asks the App Store, with the class that the
// request's client has there.
func (a *API) ranked(h handler) handler {
	return func(w http.ResponseWriter, r *request) error {
		known, err := a.known(r)
		if err != nil {
			return err
		}
		if !known {
			r.Request = r.WithContext(pace.With(r.Context(), pace.Anonymous))
		}
		return h(w, r)
	}
}

// known reports whether the request is made with the admin token, or on this
// machine. Once others reach the service, only the token tells: to a service
// behind a reverse proxy every connection is local.
func (a *API) known(r *request) (bool, error) {
	if !a.exposed {
		if !a.cfg.TrustProxy || !a.token.configured {
			return true, nil
		}
		if addr, ok := a.clientAddr(r.Request); ok && addr.IsLoopback() {
			return true, nil
		}
	}
	return a.unlocked(r)
}
