package wayback

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// userAgent identifies the client to the archive, with an address for complaints.
const userAgent = "auditor (+https://github.com/privacylabels/auditor)"

const (
	maxTries = 3
	// firstPause is the average delay before the second attempt, with jitter of up to
	// half.
	firstPause = time.Second

	// maxNotice is how much is read of a body with an error message.
	maxNotice = 16 << 10
)

// request is a request to the archive.
type request struct {
	url     string
	timeout time.Duration // of one attempt, without the wait for its turn
	limit   int64         // maximum body with status 200; zero: the body is not read
	save    bool          // it asks for a new capture
	lane    lane
}

// answer is a response: an archived one, or a successful one of the archive itself.
type answer struct {
	status  int
	header  http.Header
	body    []byte
	memento bool // archived
}

// get sends a request, up to three times in all for temporary errors. The error is a
// [*archive.Error] or the context's.
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
	if errors.As(err, &last) { // the error of the last attempt
		err = last.Err
	}
	return got, err
}

// errNotSent means that a request was not sent because of an earlier refusal.
var errNotSent = errors.New("no request is sent until the wait after the last refusal is over")

// once sends a request when its turn comes. The error is as in get.
func (a *Archive) once(ctx context.Context, r request) (answer, error) {
	refusals, blocked, err := a.rate.wait(ctx, r.lane)
	if err != nil {
		if busy, ok := errors.AsType[*pace.BusyError](err); ok {
			return answer{}, &archive.Error{Cause: fleet.ErrBusy, RetryAfter: busy.RetryAfter}
		}
		return answer{}, err
	}
	if blocked > 0 {
		return answer{}, &archive.Error{Cause: archive.ErrThrottled, RetryAfter: blocked, Err: errNotSent}
	}
	asking, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	got, err := a.ask(asking, r)
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	return got, a.learn(ctx, r, refusals, err)
}

// learn adapts the pace to the outcome of a request, and returns its error. Connections that
// fail for other reasons than time say nothing about the pace. A refused save pauses saves
// only, unless the archive refuses connections.
func (a *Archive) learn(ctx context.Context, r request, refusals int, err error) error {
	e, ok := errors.AsType[*archive.Error](err)
	throttled := ok && e.Cause == archive.ErrThrottled
	switch {
	case throttled && r.save && e.Status != 0:
		e.RetryAfter = a.rate.saved(true, e.RetryAfter)
	case throttled:
		e.RetryAfter = a.rate.refused(ctx, r.lane, refusals, e)
	case ok && e.Cause == archive.ErrUnavailable:
		if !r.save && overloaded(e) {
			a.rate.failed(ctx, r.lane)
		}
	default:
		if r.save {
			a.rate.saved(false, 0)
		}
		a.rate.answered(ctx, r.lane, refusals)
	}
	return err
}

// overloaded reports whether an error may mean that the archive has too much to do.
func overloaded(e *archive.Error) bool {
	why, ok := errors.AsType[*netguard.Failure](e.Err)
	return e.Status >= 500 || ok && why.Code == storage.FailureTimeout
}

func (a *Archive) ask(ctx context.Context, r request) (answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return answer{}, &archive.Error{Cause: archive.ErrNoMemento, Err: err}
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := a.client.Do(req)
	if err != nil {
		cause, why := archive.ErrUnavailable, netguard.Explain(err)
		if errors.Is(err, syscall.ECONNREFUSED) && why.Code != storage.FailureProxy {
			cause = archive.ErrThrottled // this is how the archive blocks clients
		}
		return answer{}, &archive.Error{Cause: cause, Err: why}
	}
	defer func() { _ = resp.Body.Close() }()
	got := answer{status: resp.StatusCode, header: resp.Header, memento: resp.Header.Get("Memento-Datetime") != ""}
	switch {
	case got.status == http.StatusOK && r.limit > 0:
		body := wireReader{body: resp.Body}
		if got.body, err = netguard.ReadAll(&body, r.limit); err != nil {
			return answer{}, body.failure(got.status, err)
		}
	case got.status != http.StatusOK: // whatever was received may explain the status
		got.body, _ = io.ReadAll(io.LimitReader(resp.Body, maxNotice))
	}
	if err := a.refusal(r, got); err != nil {
		return answer{}, err
	}
	return got, nil
}

// refusal returns the error for a status of the archive itself, nil for an archived one.
func (a *Archive) refusal(r request, got answer) error {
	switch {
	case got.memento:
		return nil // the status was captured
	case got.status == http.StatusTooManyRequests, got.status == http.StatusForbidden && !r.save && !got.excluded():
		wait := netguard.RetryAfter(got.header.Get("Retry-After"), a.now())
		return &archive.Error{Cause: archive.ErrThrottled, Status: got.status, RetryAfter: wait}
	case got.status >= 500, slices.Contains(passing(), got.status):
		return &archive.Error{Cause: archive.ErrUnavailable, Status: got.status}
	}
	return nil
}

// excluded reports whether a response with status 403 is about the page and not about the
// client: its site, or robots.txt, does not allow archiving.
func (got answer) excluded() bool {
	why := strings.ToLower(got.header.Get("X-Archive-Wayback-Runtime-Error") + " " + string(got.body))
	return slices.ContainsFunc([]string{"accesscontrolexception", "excluded from the wayback machine", "robots.txt"}, func(sign string) bool {
		return strings.Contains(why, sign)
	})
}

// passing are the statuses with which the archive may answer differently when the
// request is repeated.
func passing() []int { return []int{413, 421, 500, 502, 503, 504, 599} }

// passes reports whether an error may be temporary.
func passes(err error) bool {
	var e *archive.Error
	if !errors.As(err, &e) || e.Cause != archive.ErrUnavailable {
		return false
	}
	if e.Err == nil {
		return slices.Contains(passing(), e.Status)
	}
	return !errors.Is(err, netguard.ErrForbidden)
}

// wireReader reads a body and records whether the connection failed.
type wireReader struct {
	body   io.Reader
	failed bool
}

func (r *wireReader) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	r.failed = r.failed || err != nil && err != io.EOF
	return n, err
}

// failure returns the error of reading a body. A complete body that cannot be
// decompressed was captured like that.
func (r *wireReader) failure(status int, err error) error {
	cause := fleet.ErrLayout
	switch {
	case errors.Is(err, netguard.ErrTooLarge):
		cause = fleet.ErrTooLarge
	case r.failed:
		cause = archive.ErrUnavailable
	}
	return &archive.Error{Cause: cause, Status: status, Err: netguard.Explain(err)}
}
