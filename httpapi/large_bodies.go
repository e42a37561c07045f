package httpapi

import (
	"net/http"
	"time"
)

const (
	// trustedUploads and otherUploads are how many large bodies are received at once,
	// with the admin token and without. Each is stored in the data folder before it
	// is looked at, so that without a limit strangers could fill the disk.
	trustedUploads = 4
	otherUploads   = 2
)

// uploads are the turns of large bodies. Those with the admin token have turns of
// their own, which no one else can take.
type uploads struct {
	trusted chan struct{}
	others  chan struct{}
}

func newUploads() uploads {
	return uploads{make(chan struct{}, trustedUploads), make(chan struct{}, otherUploads)}
}

// inTurn returns a handler of a large body that runs when the body's turn has come.
// A body that waits longer than a client may stall is refused.
func (a *API) inTurn(h handler) handler {
	return func(w http.ResponseWriter, r *request) error {
		trusted, err := a.unlocked(r)
		if err != nil {
			return err
		}
		turns := a.uploads.others
		if trusted {
			turns = a.uploads.trusted
		}
		timeout := time.NewTimer(a.cfg.StallTimeout)
		defer timeout.Stop()
		select {
		case turns <- struct{}{}:
		case <-timeout.C:
			return &requestError{
				status: http.StatusServiceUnavailable, message: "Too many files are being received. Try again later", retryAfter: a.cfg.StallTimeout,
			}
		case <-r.Context().Done():
			return r.Context().Err()
		}
		defer func() { <-turns }()
		return h(w, r)
	}
}
