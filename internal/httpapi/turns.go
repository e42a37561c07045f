package httpapi

import (
	"net/http"
	"time"
)

const (
	// trustedUploads and otherUploads are the numbers of large bodies that are received at
	// the same time, with the admin token and without. Each body is stored in the data
	// folder before it is parsed, so without a limit anyone could fill the disk.
	trustedUploads = 4
	otherUploads   = 2

	// heavyAnswers is the number of heavy answers that are made at the same time, with the
	// admin token and as many without. Each keeps a processor busy.
	heavyAnswers = 2
	// heavyTimeout is how long a request waits until its heavy answer is made, unless the stall
	// timeout is shorter.
	heavyTimeout = 10 * time.Second
)

// turns limits the requests of a kind that are served at the same time. Those with the admin token have
// a limit of their own.
type turns struct {
	trusted, others chan struct{}
	timeout         time.Duration
	refusal         string
}

func newTurns(trusted, others int, timeout time.Duration, refusal string) turns {
	return turns{make(chan struct{}, trusted), make(chan struct{}, others), timeout, refusal}
}

// waitForTurn waits until a request may be served, and returns the end of the turn, which must be called
// once. A request that waits for too long is refused.
func (a *API) waitForTurn(r *request, of turns) (end func(), err error) {
	trusted, err := a.unlocked(r)
	if err != nil {
		return nil, err
	}
	taken := of.others
	if trusted {
		taken = of.trusted
	}
	timeout := time.NewTimer(of.timeout)
	defer timeout.Stop()
	select {
	case taken <- struct{}{}:
		return func() { <-taken }, nil
	case <-timeout.C:
		return nil, &requestError{Status: http.StatusServiceUnavailable, Message: of.refusal, RetryAfter: of.timeout}
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// endTurn ends the turn of a heavy answer that is made: it may take long to send.
func (r *request) endTurn() {
	if end := r.turn; end != nil {
		r.turn = nil
		end()
	}
}
