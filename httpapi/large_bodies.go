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
	// uploadWait is how long a large body waits for its turn.
	uploadWait = 30 * time.Second
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
		timeout := time.NewTimer(uploadWait)
		defer timeout.Stop()
		select {
		case turns <- struct{}{}:
		case <-timeout.C:
			return errUploads
		case <-r.Context().Done():
			return r.Context().Err()
		}
		defer func() { <-turns }()
		return h(w, r)
	}
}
