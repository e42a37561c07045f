package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// statuses maps the errors of services to the status and the sentence that a client
// sees. Any other error is an internal error.
var statuses = []struct {
	err    error
	status int
	text   string
}{
	{storage.ErrNotFound, http.StatusNotFound, notFound},
	{storage.ErrConflict, http.StatusConflict, "The change conflicts with the stored data"},
	{storage.ErrInvalid, http.StatusBadRequest, "The value cannot be stored"},
	{storage.ErrNotSupported, http.StatusNotImplemented, "Not supported by this installation"},
	{storage.ErrFull, http.StatusInsufficientStorage, "The database is full: delete apps that are not needed, or make room on the disk, and try again"},
	{storage.ErrDamaged, http.StatusInternalServerError, "The database is damaged: restore a backup"},
	{storage.ErrUnavailable, http.StatusServiceUnavailable, "The database does not answer. Try again later"},
	{syscall.ENOSPC, http.StatusInsufficientStorage, diskFull}, // of a file
	{syscall.EDQUOT, http.StatusInsufficientStorage, diskFull},

	{snapshots.ErrBusy, http.StatusConflict, "Another backup is being written"},
	{runner.ErrPaused, http.StatusConflict, "A run is paused: resume it, cancel it, or start a new one with force=1"},
	{runner.ErrBusy, http.StatusConflict, "Another run is in progress"},
	{runner.ErrUnknown, http.StatusNotImplemented, "Not supported by this installation"},
	{health.ErrStopping, http.StatusServiceUnavailable, "Shutting down"},
	{runner.ErrStopping, http.StatusServiceUnavailable, "Shutting down"},
	{limiter.ErrStopped, http.StatusServiceUnavailable, "Shutting down"}, // after Close
	{fleet.ErrNotSupported, http.StatusNotImplemented, "Not supported by this installation"},
	{notify.ErrDelivered, http.StatusConflict, "This message has already been delivered"},
	{notify.ErrTooManyDestinations, http.StatusConflict, "There are 20 destinations already: remove one"},
	{notify.ErrSettingsWebhook, http.StatusConflict, "This is the webhook of the settings: change it there"},
	{review.ErrGone, http.StatusGone, "There is nothing left to undo"},
	{review.ErrTooLate, http.StatusGone, "There is nothing left to undo"},
	{review.ErrTooLong, http.StatusRequestEntityTooLarge, "The text has more than 8000 characters"},
	{review.ErrEmpty, http.StatusBadRequest, "The note is empty"},
	{review.ErrNotChange, http.StatusBadRequest, "changeId must be the id of a change of this app, as the changelog has it"},
	{imports.ErrFull, http.StatusRequestEntityTooLarge, "An import is limited to 50000 items"},

	{fleet.ErrAddress, http.StatusBadRequest, "Not the URL of an app"},
	{fleet.ErrNotListed, http.StatusNotFound, "The App Store does not list this app"},
	{fleet.ErrThrottled, http.StatusServiceUnavailable, "The App Store is rate limiting requests: try again later"},
	{fleet.ErrBusy, http.StatusServiceUnavailable, "Too many requests are waiting. Try again later"},
	{fleet.ErrBlocked, http.StatusBadGateway, "The App Store refused the request"},
	{fleet.ErrLookup, http.StatusBadGateway, "The App Store's answer to the lookup was not understood"},
	{fleet.ErrLayout, http.StatusBadGateway, "The App Store's page has an unknown layout"},
	{fleet.ErrTooLarge, http.StatusBadGateway, "The App Store's response was too large"},
	{fleet.ErrTimeout, http.StatusGatewayTimeout, "The App Store did not respond in time"},
	{fleet.ErrUnavailable, http.StatusBadGateway, "The App Store cannot be reached"},

	{tracked.ErrTracked, http.StatusConflict, "The app is tracked again"},
	{tracked.ErrTag, http.StatusBadRequest, "A tag has 1 to 50 characters without commas, at least one of which can be seen, and an app at most 20 tags"},

	{fleet.ErrNoURL, http.StatusUnprocessableEntity, "The app has no App Store URL"},
	{archive.ErrNoMemento, http.StatusBadGateway, "The web archive has no such page"},
	{archive.ErrThrottled, http.StatusServiceUnavailable, "The web archive is rate limiting requests: try again later"},
	{archive.ErrUnavailable, http.StatusBadGateway, "The web archive cannot be reached"},

	{device.ErrName, http.StatusBadRequest, "The name of a device needs a character that can be seen"},
	{device.ErrMerge, http.StatusBadRequest, "mergeIntoDeviceId must be another existing device"},
	{device.ErrTooManyDevices, http.StatusConflict, "There are 500 devices already: remove one"},
	{device.ErrAudience, http.StatusForbidden, "Backups are only for your own devices"},

	{policy.ErrNoPrevious, http.StatusNotFound, "There is no earlier version to compare with"},
	{changelog.ErrCursor, http.StatusBadRequest, "Not a cursor of this changelog"},
	{changelog.ErrStaleCursor, http.StatusGone, "The cursor is from before a restore: start again with 0, or without since"},
	{readtoken.ErrName, http.StatusBadRequest, "The name of a read token has 1 to 100 bytes, no control characters, and at least one character that can be seen"},
	{readtoken.ErrExpiry, http.StatusBadRequest, "The expiry is in the past"},
	{readtoken.ErrNameTaken, http.StatusConflict, "Another read token has this name: choose another one, or revoke that token first"},
	{readtoken.ErrTooMany, http.StatusConflict, "There are 200 read tokens already: revoke one"},
	{readtoken.ErrUnknown, http.StatusNotFound, "The code is not valid, or was used already"},
	{readtoken.ErrExpired, http.StatusGone, "The code has expired: make another"},
	{review.ErrReaderName, http.StatusBadRequest, "The name of a reader has 1 to 64 letters, digits, dots, hyphens and underscores"},
	{review.ErrTooManyReaders, http.StatusConflict, "There are 100 readers already: delete one"},
	{preferences.ErrFilter, http.StatusBadRequest, "A saved filter is one of apps or changes, and has a name of 1 to 60 characters, at least one of which can be seen, and a query of 1 to 2000 bytes"},
	{preferences.ErrTooManyFilters, http.StatusConflict, "There are 50 saved filters of this list already: remove one"},
	{changelog.ErrPoints, http.StatusBadRequest, "The period has too many buckets: shorten it or choose larger ones"},

	{policy.ErrDisabled, http.StatusConflict, "Fetching policies is disabled in the settings"},
	{policy.ErrNoPolicy, http.StatusConflict, "The app has no privacy policy URL"},
	{policy.ErrNoBlock, http.StatusNotFound, "The policy has no such block"},
	{policy.ErrNoMatch, http.StatusNotFound, "No heading or paragraph of the policy has these words"},
	{policy.ErrTooManyBlocks, http.StatusConflict, "Too many blocks of the policy are excluded; take one back first"},
	{policy.ErrWholePolicy, http.StatusConflict, "Without this block hardly anything of the policy is left"},
	{policy.ErrBusy, http.StatusConflict, "This policy is already being processed"},
	{policy.ErrNoText, http.StatusConflict, "The policy has no text yet"},

	{context.DeadlineExceeded, http.StatusServiceUnavailable, "The request took too long"},
	{context.Canceled, http.StatusServiceUnavailable, "The request was cancelled"}, // by the server, or the client has gone
}

// notFound is the message for what does not exist. The hint names it.
const notFound = "Not found"

// lacksAccess reports whether a refusal says that the user may not do this, but others may.
func lacksAccess(told *requestError) bool {
	return told.Status == http.StatusUnauthorized || told.Message == errTooLittle.Message
}

// diskFull is the message for a file that could not be written because the disk is full.
const diskFull = "The disk of the service is full: delete apps that are not needed, or make room on it, and try again"

// requestError is an error whose status and message the client sees.
type requestError = op.Error

// The answers of the guards.
var (
	errHost    = &requestError{Status: http.StatusBadRequest, Message: "Host not allowed"}
	errOrigin  = &requestError{Status: http.StatusForbidden, Message: "Cross-origin mutation rejected"}
	errSite    = &requestError{Status: http.StatusForbidden, Message: "Cross-site request rejected"}
	errToken   = &requestError{Status: http.StatusUnauthorized, Message: "Admin token required"}
	errExposed = &requestError{Status: http.StatusUnauthorized, Message: "Admin token required for non-local API access"}
	// errWithheld is the refusal in place of these two where an [Authorizer] decides, since
	// there is no admin token then.
	errWithheld = &requestError{Status: http.StatusUnauthorized, Message: "The program that this service is part of does not allow this request"}
	// errTooLittle is the refusal of a request whose user is known, and may do less than this.
	errTooLittle = &requestError{Status: http.StatusForbidden, Message: "This user may not do this"}

	errRead    = &requestError{Status: http.StatusUnauthorized, Message: "Read token required"}
	errNoToken = &requestError{Status: http.StatusForbidden, Message: "This needs a configured admin token"}
	errNoRoute = &requestError{Status: http.StatusNotFound, Message: notFound}
	errMethod  = &requestError{Status: http.StatusMethodNotAllowed, Message: "Method not allowed"}
	errTooMany = &requestError{Status: http.StatusTooManyRequests, Message: "Too many requests"}

	errWrongToken    = &requestError{Status: http.StatusUnauthorized, Message: "Invalid token"}
	errNotConfigured = &requestError{Status: http.StatusServiceUnavailable, Message: "No admin token is configured"}
	errInternal      = &requestError{Status: http.StatusInternalServerError, Message: "Internal server error"}
)

// errTooLarge means that a body exceeds the limit of its route.
var errTooLarge = errors.New("the body is too large")

// errSend means that an answer could not be sent to the client.
var errSend = errors.New("send an answer")

func tooLarge(limit int64) error {
	return &requestError{Status: http.StatusRequestEntityTooLarge, Message: fmt.Sprintf("The body is larger than %d bytes", limit), Cause: errTooLarge}
}

func tooMany(wait time.Duration) *requestError {
	return &requestError{Status: errTooMany.Status, Message: errTooMany.Message, RetryAfter: max(wait, time.Second)}
}

// toAnswer converts an error to the answer that the client sees.
func toAnswer(err error) *requestError {
	var own *requestError
	if errors.As(err, &own) {
		return own
	}
	if refused, ok := errors.AsType[*ui.Refusal](err); ok {
		return &requestError{Status: refused.Code, Message: refused.Sentence, Cause: err}
	}
	if field, ok := errors.AsType[*manual.FieldError](err); ok {
		return &requestError{Status: http.StatusBadRequest, Message: field.Error(), Cause: err}
	}
	if address, ok := errors.AsType[*history.AddressError](err); ok {
		return &requestError{Status: http.StatusBadRequest, Message: address.Error(), Cause: err}
	}
	if pair, ok := errors.AsType[*tracked.PairError](err); ok {
		return &requestError{Status: http.StatusConflict, Message: pair.Error(), Cause: err}
	}
	for _, known := range statuses {
		if !errors.Is(err, known.err) {
			continue
		}
		told := &requestError{Status: known.status, Message: known.text, Cause: err}
		if _, archive := errors.AsType[*archive.Error](err); archive {
			told.Message = strings.Replace(told.Message, "The App Store's", "The web archive's", 1)
		}
		if scrape, ok := errors.AsType[*fleet.ScrapeError](err); ok && scrape.Source != "" {
			told.Message = strings.Replace(told.Message, "The App Store", vocabulary.InSentence(scrape.Source), 1)
		}
		if wait, throttled := waitOf(known.err, err); throttled {
			told.RetryAfter = max(wait, time.Second)
			told.More = map[string]any{"retryAfterMs": told.RetryAfter.Milliseconds()}
		}
		told.Hint = hintOf(known.err, err)
		if known.err == policy.ErrDisabled {
			told.More = map[string]any{"code": "policy_scrape_disabled"}
		}
		return told
	}
	return errInternal
}

// databasePause is how long a client should wait when the database does not answer.
const databasePause = 5 * time.Second

// waitOf returns how long to wait before the next try, and reports whether the
// error says so.
func waitOf(cause, err error) (wait time.Duration, throttled bool) {
	switch cause {
	case storage.ErrUnavailable:
		return databasePause, true
	case fleet.ErrThrottled, fleet.ErrBusy, archive.ErrThrottled:
		if store, ok := errors.AsType[*fleet.ScrapeError](err); ok {
			return store.RetryAfter, true
		}
		if archive, ok := errors.AsType[*archive.Error](err); ok {
			return archive.RetryAfter, true
		}
	}
	return 0, false
}

// fail answers with an error. If an answer has already begun, it closes the connection
// instead, so that the client notices that the answer is incomplete.
func (a *API) fail(r *request, err error) {
	if r.out.began {
		level := slog.LevelError
		if errors.Is(err, errSend) || r.Context().Err() != nil { // the client has gone
			level = slog.LevelDebug
		}
		a.cfg.Logger.Log(r.Context(), level, "answer interrupted", "method", r.Method, "path", r.URL.Path, "error", err)
		panic(http.ErrAbortHandler)
	}
	told := r.hinted(toAnswer(err))
	if forOperator(told) {
		a.cfg.Logger.ErrorContext(r.Context(), "a request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if r.wrongToken && (told.Status == http.StatusUnauthorized || told.Status == http.StatusForbidden) {
		r.out.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`) // RFC 6750, section 3
	}
	if told.RetryAfter > 0 {
		seconds := math.Ceil(told.RetryAfter.Seconds())
		r.out.Header().Set("Retry-After", strconv.FormatFloat(seconds, 'f', 0, 64))
	}
	r.lingerOnClose()
	if a.failPage(r, told) {
		return
	}
	if writeStatus(&r.out, r, told.Status, told.Body()) != nil { // the client has gone
		panic(http.ErrAbortHandler)
	}
}

// forOperator reports whether the operator can repair what a request failed with.
func forOperator(told *requestError) bool {
	return told.Status == http.StatusInternalServerError || told.Status == http.StatusInsufficientStorage || errors.Is(told.Cause, storage.ErrUnavailable)
}

// outcome does work whose client does not wait, and returns the status and body of the answer
// that the client would have received.
func (a *API) outcome(ctx context.Context, method, path string, work func() (any, error)) (status int, body []byte) {
	defer func() {
		if v := recover(); v != nil {
			a.cfg.Logger.ErrorContext(ctx, "handler panicked", "method", method, "path", path, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			status = errInternal.Status
			body, _ = op.Encode(errInternal.Body())
		}
	}()
	out, err := work()
	if err == nil {
		if body, err = op.Encode(out); err == nil {
			return http.StatusOK, body
		}
	}
	told := toAnswer(err)
	if forOperator(told) {
		a.cfg.Logger.ErrorContext(ctx, "a request failed", "method", method, "path", path, "error", err)
	}
	if body, err = op.Encode(told.Body()); err != nil {
		return http.StatusInternalServerError, nil
	}
	return told.Status, body
}
