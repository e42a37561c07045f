package wayback

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/waiting"
)

// userAgent tells the archive who asks, and where to complain.
const userAgent = "auditor (+https://github.com/privacylabels/auditor)"

const (
	maxTries = 3
	// firstPause is about how long it is until the second try; half of it is chance.
	firstPause = time.Second

	// defaultCooldown is how long the archive is left alone when it does not say.
	defaultCooldown = time.Minute
	maxCooldown     = 10 * time.Minute

	// maxNotice is how much is read of a body that only says what is wrong.
	maxNotice = 16 << 10
)

// request is something to ask the archive.
type request struct {
	url     string
	turns   *pace.Pacer
	timeout time.Duration // of one try; a wait for its turn does not count
	limit   int64         // bytes of an answer with status 200; zero: it is not read
}

// answer is what came back: an archived one, or one that is no fault.
type answer struct {
	status  int
	header  http.Header
	body    []byte
	memento bool // it is an archived one
}

// get asks, up to three times while the faults are of the kind that passes. The
// error is a [*fleet.ArchiveError], or the context's.
func (a *Archive) get(ctx context.Context, r request) (answer, error) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.Multiplier = firstPause, 2
	got, err := backoff.Retry(ctx, func() (answer, error) {
		got, err := a.once(ctx, r)
		if err != nil && !passes(err) {
			err = backoff.Permanent(err)
		}
		return got, err
	}, backoff.WithBackOff(pauses), backoff.WithMaxTries(maxTries), backoff.WithMaxElapsedTime(0))
	if err != nil && ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	var last *backoff.PermanentError
	if errors.As(err, &last) { // as it comes back from the last try
		err = last.Err
	}
	return got, err
}

// once asks when its turn has come. The error is as of get.
func (a *Archive) once(ctx context.Context, r request) (answer, error) {
	if err := waiting.For(ctx, 0, func() error { return r.turns.Wait(ctx) }); err != nil {
		if busy, ok := errors.AsType[*pace.BusyError](err); ok {
			return answer{}, &fleet.ArchiveError{Cause: fleet.ErrBusy, RetryAfter: busy.RetryAfter}
		}
		return answer{}, err
	}
	asking, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	got, err := a.ask(asking, r)
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	return got, err
}

func (a *Archive) ask(ctx context.Context, r request) (answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return answer{}, &fleet.ArchiveError{Cause: fleet.ErrNoMemento, Err: err}
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := a.client.Do(req)
	if err != nil {
		return answer{}, &fleet.ArchiveError{Cause: fleet.ErrArchiveUnavailable, Err: err}
	}
	defer func() { _ = resp.Body.Close() }()
	got := answer{status: resp.StatusCode, header: resp.Header, memento: resp.Header.Get("Memento-Datetime") != ""}
	if err := a.refusal(got); err != nil {
		return answer{}, err
	}
	switch {
	case r.limit == 0:
	case got.status == http.StatusOK:
		body := wireReader{body: resp.Body}
		if got.body, err = netguard.ReadAll(&body, r.limit); err != nil {
			return answer{}, body.failure(got.status, err)
		}
	default: // what there is of it may help to understand the status
		got.body, _ = io.ReadAll(io.LimitReader(resp.Body, maxNotice))
	}
	return got, nil
}

// refusal returns the error that a status of the archive's own is.
func (a *Archive) refusal(got answer) error {
	switch {
	case got.memento:
		return nil // it was the store's
	case got.status == http.StatusTooManyRequests:
		wait := a.cooldown(got.header.Get("Retry-After"))
		return &fleet.ArchiveError{Cause: fleet.ErrArchiveThrottled, Status: got.status, RetryAfter: wait}
	case got.status >= 500, slices.Contains(passing(), got.status):
		return &fleet.ArchiveError{Cause: fleet.ErrArchiveUnavailable, Status: got.status}
	}
	return nil
}

// passing are the statuses with which the archive may well answer otherwise when
// it is asked once more.
func passing() []int { return []int{413, 421, 500, 502, 503, 504, 599} }

// passes says whether what went wrong may be over in a moment.
func passes(err error) bool {
	var e *fleet.ArchiveError
	if !errors.As(err, &e) || e.Cause != fleet.ErrArchiveUnavailable {
		return false
	}
	if e.Err == nil {
		return slices.Contains(passing(), e.Status)
	}
	return !errors.Is(err, syscall.ECONNREFUSED) && !errors.Is(err, netguard.ErrForbidden)
}

// cooldown returns for how long the archive is left alone, by its Retry-After.
func (a *Archive) cooldown(value string) time.Duration {
	return min(cmp.Or(netguard.RetryAfter(value, a.now()), defaultCooldown), maxCooldown)
}

// wireReader reads a body and remembers whether the wire failed.
type wireReader struct {
	body   io.Reader
	failed bool
}

func (r *wireReader) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	r.failed = r.failed || err != nil && err != io.EOF
	return n, err
}

// failure makes an error of why a body could not be read. One that came whole and
// cannot be unpacked was captured like that.
func (r *wireReader) failure(status int, err error) error {
	cause := fleet.ErrLayout
	switch {
	case errors.Is(err, netguard.ErrTooLarge):
		cause = fleet.ErrTooLarge
	case r.failed:
		cause = fleet.ErrArchiveUnavailable
	}
	return &fleet.ArchiveError{Cause: cause, Status: status, Err: err}
}
