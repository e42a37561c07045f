package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// statuses says what an error of a service is to a client. What is not in it
// is a fault of ours.
var statuses = []struct {
	err    error
	status int
	text   string
}{
	{storage.ErrNotFound, http.StatusNotFound, "Not found"},
	{storage.ErrConflict, http.StatusConflict, "In conflict with what is there"},
	{storage.ErrInvalid, http.StatusBadRequest, "Not a value that can be kept"},
	{storage.ErrNotSupported, http.StatusNotImplemented, "Not supported by this installation"},
	{storage.ErrFull, http.StatusInsufficientStorage, "The database is full: delete apps that are not needed, or make room on the disk, and try again"},
	{storage.ErrDamaged, http.StatusInternalServerError, "The database is damaged: restore a backup"},
	{syscall.ENOSPC, http.StatusInsufficientStorage, diskFull}, // of a file
	{syscall.EDQUOT, http.StatusInsufficientStorage, diskFull},

	{backup.ErrDepotBusy, http.StatusConflict, "Another backup is being written"},
	{runner.ErrPaused, http.StatusConflict, "A run is paused: resume it, cancel it, or begin afresh"},
	{runner.ErrBusy, http.StatusConflict, "Another run is under way"},
	{runner.ErrUnknown, http.StatusNotImplemented, "Not supported by this installation"},
	{health.ErrStopping, http.StatusServiceUnavailable, "Shutting down"},
	{runner.ErrStopping, http.StatusServiceUnavailable, "Shutting down"},
	{fleet.ErrNotSupported, http.StatusNotImplemented, "Not supported by this installation"},
	{notify.ErrDelivered, http.StatusConflict, "This message was delivered already"},
	{review.ErrGone, http.StatusGone, "There is nothing to take back any more"},
	{review.ErrTooLate, http.StatusGone, "There is nothing to take back any more"},
	{review.ErrTooLong, http.StatusRequestEntityTooLarge, "The text has more than 8000 characters"},
	{imports.ErrFull, http.StatusRequestEntityTooLarge, "An import has no more than 50000 items"},

	{fleet.ErrAddress, http.StatusBadRequest, "Not the address of an app"},
	{fleet.ErrNotListed, http.StatusNotFound, "The store does not list this app"},
	{fleet.ErrThrottled, http.StatusServiceUnavailable, "The store wants to be left alone for a while"},
	{fleet.ErrBusy, http.StatusServiceUnavailable, "Too many requests are waiting. Try again later"},
	{fleet.ErrBlocked, http.StatusBadGateway, "The store refused to answer"},
	{fleet.ErrLayout, http.StatusBadGateway, "The store's answer was not understood"},
	{fleet.ErrTooLarge, http.StatusBadGateway, "The store's answer was too large"},
	{fleet.ErrTimeout, http.StatusGatewayTimeout, "The store took too long"},
	{fleet.ErrUnavailable, http.StatusBadGateway, "The store could not be reached"},

	{fleet.ErrNoURL, http.StatusUnprocessableEntity, "The app has no address in the store"},
	{fleet.ErrNoMemento, http.StatusBadGateway, "The web archive has no such page"},
	{fleet.ErrArchiveThrottled, http.StatusServiceUnavailable, "The web archive wants to be left alone for a while"},
	{fleet.ErrArchiveUnavailable, http.StatusBadGateway, "The web archive could not be reached"},

	{device.ErrMerge, http.StatusBadRequest, "mergeIntoDeviceId must be another device that is there"},
	{device.ErrAudience, http.StatusForbidden, "Backups are for devices of one's own"},

	{policy.ErrNoPrevious, http.StatusNotFound, "There is no earlier version to compare with"},
	{changelog.ErrPoints, http.StatusBadRequest, "The time is too long for such small steps"},

	{policy.ErrDisabled, http.StatusConflict, "Reading policies is switched off in the settings"},
	{policy.ErrNoPolicy, http.StatusConflict, "The app names no privacy policy"},
	{policy.ErrBusy, http.StatusConflict, "Somebody works on this policy already"},
	{policy.ErrNoText, http.StatusConflict, "There is no text of the policy"},

	{context.DeadlineExceeded, http.StatusServiceUnavailable, "This took too long"},
	{context.Canceled, http.StatusServiceUnavailable, "This was called off"}, // by who serves, or nobody reads it
}

// diskFull is what a client reads when a file could not be written.
const diskFull = "The disk of the service is full: delete apps that are not needed, or make room on it, and try again"

// requestError is an error that is the client's, or that the client is told of
// in words of its own.
type requestError struct {
	status     int
	message    string
	more       map[string]any // members beside error; nil: none
	retryAfter time.Duration  // zero: the answer does not say
	cause      error          // may be nil
}

func (e *requestError) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %v", e.message, e.cause)
	}
	return e.message
}

func (e *requestError) Unwrap() error { return e.cause }

// What the guards answer.
var (
	errHost    = &requestError{status: http.StatusBadRequest, message: "Host not allowed"}
	errOrigin  = &requestError{status: http.StatusForbidden, message: "Cross-origin mutation rejected"}
	errSite    = &requestError{status: http.StatusForbidden, message: "Cross-site request rejected"}
	errToken   = &requestError{status: http.StatusUnauthorized, message: "Admin token required"}
	errExposed = &requestError{status: http.StatusUnauthorized, message: "Admin token required for non-local API access"}
	errNoToken = &requestError{status: http.StatusForbidden, message: "This needs a configured admin token"}
	errNoRoute = &requestError{status: http.StatusNotFound, message: "Not found"}
	errMethod  = &requestError{status: http.StatusMethodNotAllowed, message: "Method not allowed"}
	errTooMany = &requestError{status: http.StatusTooManyRequests, message: "Too many requests"}

	errWrongToken    = &requestError{status: http.StatusUnauthorized, message: "Invalid token"}
	errNotConfigured = &requestError{status: http.StatusServiceUnavailable, message: "No admin token is configured"}
	errInternal      = &requestError{status: http.StatusInternalServerError, message: "Internal server error"}
)

// errSend says that the client did not take an answer.
var errSend = errors.New("send an answer")

// badRequest is for what the client could do otherwise.
func badRequest(format string, args ...any) error {
	return &requestError{status: http.StatusBadRequest, message: fmt.Sprintf(format, args...)}
}

func tooLarge(limit int64) error {
	return &requestError{status: http.StatusRequestEntityTooLarge, message: fmt.Sprintf("The body is larger than %d bytes", limit)}
}

func tooMany(wait time.Duration) error {
	return &requestError{status: errTooMany.status, message: errTooMany.message, retryAfter: max(wait, time.Second)}
}

// toAnswer returns what the client is told of an error.
func toAnswer(err error) *requestError {
	var own *requestError
	if errors.As(err, &own) {
		return own
	}
	if field, ok := errors.AsType[*manual.FieldError](err); ok {
		return &requestError{status: http.StatusBadRequest, message: field.Error(), cause: err}
	}
	for _, known := range statuses {
		if !errors.Is(err, known.err) {
			continue
		}
		told := &requestError{status: known.status, message: known.text, cause: err}
		if _, archive := errors.AsType[*fleet.ArchiveError](err); archive {
			told.message = strings.Replace(told.message, "The store's", "The web archive's", 1)
		}
		if wait, throttled := waitOf(known.err, err); throttled {
			told.retryAfter = max(wait, time.Second)
			told.more = map[string]any{"retryAfterMs": told.retryAfter.Milliseconds()}
		}
		if known.err == policy.ErrDisabled {
			told.more = map[string]any{"code": "policy_scrape_disabled"}
		}
		return told
	}
	return errInternal
}

// waitOf returns how long to wait before the next try, and reports whether the
// error says so.
func waitOf(cause, err error) (wait time.Duration, throttled bool) {
	switch cause {
	case fleet.ErrThrottled:
		if store, ok := errors.AsType[*fleet.ScrapeError](err); ok {
			return store.RetryAfter, true
		}
	case fleet.ErrBusy:
		if busy, ok := errors.AsType[*fleet.ScrapeError](err); ok {
			return busy.RetryAfter, true
		}
		if busy, ok := errors.AsType[*fleet.ArchiveError](err); ok {
			return busy.RetryAfter, true
		}
	case fleet.ErrArchiveThrottled:
		if archive, ok := errors.AsType[*fleet.ArchiveError](err); ok {
			return archive.RetryAfter, true
		}
	}
	return 0, false
}

// fail answers with an error, unless an answer has already begun: then the
// connection is cut, so that the client sees that it is not whole.
func (a *API) fail(r *request, err error) {
	if r.out.began {
		level := slog.LevelError
		if errors.Is(err, errSend) || r.Context().Err() != nil { // the client has gone
			level = slog.LevelDebug
		}
		a.cfg.Logger.Log(r.Context(), level, "an answer broke off", "method", r.Method, "path", r.URL.Path, "error", err)
		panic(http.ErrAbortHandler)
	}
	told := toAnswer(err)
	if told.status == http.StatusInternalServerError || told.status == http.StatusInsufficientStorage { // whoever runs the service can mend it
		a.cfg.Logger.ErrorContext(r.Context(), "a request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if r.wrongToken && (told.status == http.StatusUnauthorized || told.status == http.StatusForbidden) {
		r.out.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`) // RFC 6750, section 3
	}
	if told.retryAfter > 0 {
		seconds := math.Ceil(told.retryAfter.Seconds())
		r.out.Header().Set("Retry-After", strconv.FormatFloat(seconds, 'f', 0, 64))
	}
	var body any = struct {
		Error string `json:"error"`
	}{told.message}
	if told.more != nil {
		members := map[string]any{"error": told.message}
		for name, value := range told.more {
			members[name] = value
		}
		body = members
	}
	if writeStatus(&r.out, r, told.status, body) != nil { // the client has gone
		panic(http.ErrAbortHandler)
	}
}
