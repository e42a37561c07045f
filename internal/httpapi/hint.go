package httpapi

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
)

// The sentences of the guards are part of the interface. What to do about a refusal is in its
// hint, which says nothing that a client without access could not know: it is made from the
// request and from which settings exist, never from stored data.

// kinds are the words for the records that a hint may name. The other ones are internal.
var kinds = map[string]string{
	"annotation": "annotation", "backup": "backup", "concern": "accepted concern", "delivery": "delivery",
	"destination": "destination", "device": "device", "import": "import", "import item": "import item",
	"manual app": "manual app", "manual policy version": "policy version", "notification": "notification",
	"policy version": "policy version", "read token": "read token", "reader": "reader", "removed app": "removed app", "result": "result",
	"run": "run", "shortlist entry": "shortlist entry", "snapshot": "snapshot", "verdict": "verdict",
}

// maxHintValue is how much of a value that the client sent a hint repeats, in bytes.
const maxHintValue = 100

// quoted returns a value that a client sent for a hint: bounded, and with escapes in place of
// what cannot be printed.
func quoted(value string) string {
	if len(value) > maxHintValue {
		value = value[:maxHintValue] + "..."
	}
	return fmt.Sprintf("%+q", value)
}

// missing returns the hint for a record that does not exist, empty if the error does not name
// one that a client knows.
func missing(err error) string {
	record, ok := errors.AsType[*storage.MissingError](err)
	if !ok {
		return ""
	}
	switch key := record.Key.(type) {
	case storage.AppID:
		if key > storage.MaxAppID {
			return fmt.Sprintf("The ID of an app is a number up to %d", storage.MaxAppID)
		}
		if record.Kind == "app" {
			return fmt.Sprintf("The app %d is not tracked", key)
		}
	case storage.PolicyVersionID:
		if key.App > storage.MaxAppID { // what was sent is no ID, and the path has it
			return ""
		}
	case storage.SnapshotID:
		if key.App > storage.MaxAppID {
			return ""
		}
	case string:
		switch record.Kind {
		case "app":
			return "The app " + quoted(key) + " is not tracked"
		case "chip number":
			return "No device has the chip number " + quoted(key)
		case "open run":
			return "No such run is in progress or paused"
		}
	}
	kind := kinds[record.Kind]
	if kind == "" {
		return ""
	}
	switch key := record.Key.(type) {
	case string:
		return "There is no " + kind + " " + quoted(key)
	case storage.VerdictID:
		return fmt.Sprintf("There is no verdict on the app %d", key.App)
	case storage.ShortlistID:
		return fmt.Sprintf("The app %d is not on the shortlist of the app %d", key.Candidate, key.Source)
	case fmt.Stringer:
		return "There is no " + kind + " " + quoted(key.String())
	}
	return ""
}

// hinted returns a refusal with a hint, which is the one that it has or one made from the
// request.
func (r *request) hinted(told *requestError) *requestError {
	if told.Hint != "" {
		return told
	}
	hint := r.guardHint(told)
	if hint == "" {
		hint = r.statusHint(told)
	}
	if hint == "" {
		return told
	}
	with := *told
	with.Hint = hint
	return &with
}

// guardHint returns the hint for a refusal of a guard.
func (r *request) guardHint(told *requestError) string {
	switch told {
	case errHost:
		return r.hostHint()
	case errOrigin:
		hint := "Send the header Origin: " + r.origin()
		if r.api.token.Configured && !access.Under(r.URL.Path, access.SessionRoutes) {
			hint += ", or the admin token in the header " + access.TokenHeader
		}
		return hint
	case errSite:
		return "The browser says that a page of another site sent this (Sec-Fetch-Site: cross-site): open the address itself"
	case errToken, errExposed, errWrongToken:
		if !r.api.token.Configured {
			return "Others can reach this service, and it has no admin token: set AUDITOR_ADMIN_TOKEN and start it again"
		}
		return "Send the admin token, the value of AUDITOR_ADMIN_TOKEN, in the header " + access.TokenHeader
	case errNoToken, errNotConfigured:
		if r.api.authorized() {
			return "There is no admin token: the program that this service is part of decides who may do what"
		}
		return "Set AUDITOR_ADMIN_TOKEN, start the service again, and send the token in the header " + access.TokenHeader
	case errTooLittle:
		if r.api.authorized() {
			return "The program that this service is part of gives this user less access than this needs"
		}
		return "SERVICE_TRUSTED_ADMINS names the users who may do more"
	case errRead:
		return "Send a read token or the admin token in the header " + access.TokenHeader +
			": SERVICE_REQUIRE_TOKEN=all requires it. POST /api/read-tokens makes read tokens"
	case errNoRoute:
		if r.row != nil {
			return "This is switched off: SERVICE_METRICS=on switches it on"
		}
		return "No route has the path " + quoted(r.URL.Path) + ": GET /api/openapi.json lists all"
	case errMethod:
		return "This path has the methods " + r.found.endpoint.allow
	case errInternal:
		return "The log of the service has the cause"
	}
	return ""
}

// hostHint names the host that a request may not name, and the setting that allows it.
func (r *request) hostHint() string {
	name := r.Host
	if at, ok := parseAuthority(name); ok && r.api.allowed.allow(at.host) {
		name = strings.Join(r.Header["X-Forwarded-Host"], ", ")
	}
	at, ok := parseAuthority(name)
	if !ok {
		return quoted(name) + " is not the name of one host, with or without a port"
	}
	if len(at.host) > maxHintValue {
		return "SERVICE_ALLOWED_HOSTS lists the hosts that requests may name"
	}
	return "If " + at.host + " is a name of this service, add it to SERVICE_ALLOWED_HOSTS"
}

// origin returns the origin of the service, as the request names it.
func (r *request) origin() string {
	if r.secure {
		return "https://" + r.host.String()
	}
	return "http://" + r.host.String()
}

// statusHint returns the hint for a refusal of which only the status matters.
func (r *request) statusHint(told *requestError) string {
	switch told.Status {
	case http.StatusNotFound:
		if told.Message != notFound {
			return ""
		}
		var named []string
		for _, p := range r.found.params.Slice() {
			named = append(named, p.Key+" "+quoted(p.Value))
		}
		if len(named) == 0 {
			return ""
		}
		return "Nothing has the " + strings.Join(named, " and ")
	case http.StatusRequestEntityTooLarge:
		if !errors.Is(told.Cause, errTooLarge) {
			return ""
		}
		if r.row != nil && r.row.Upload {
			return "SERVICE_MAX_RESTORE_BYTES sets this limit"
		}
		return "This limit is fixed: send less, or in several requests"
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		if told.RetryAfter > 0 {
			return "Try again in " + seconds(told.RetryAfter)
		}
	}
	return ""
}

// limitHint says what the limit of a route is, and when calls count anew.
func limitHint(l op.Limit, wait time.Duration) string {
	return fmt.Sprintf("A client can make %d calls in %s: try again in %s", l.Calls, seconds(l.Window), seconds(wait))
}

// seconds returns a duration in words, rounded up to a second.
func seconds(d time.Duration) string {
	if n := int64(math.Ceil(d.Seconds())); n > 1 {
		return fmt.Sprintf("%d seconds", n)
	}
	return "1 second"
}

// hints are what to do about errors of services.
var hints = map[error]string{
	storage.ErrConflict:     "Another record has the same name or ID, or one that this refers to was removed: read them again",
	fleet.ErrAddress:        "An address is that of an app's page, such as https://apps.apple.com/us/app/id310633997",
	policy.ErrDisabled:      `POST /api/settings with {"policyScrapeDisabled": false} switches it on`,
	storage.ErrNotSupported: "This needs a database or a folder that the service was not started with",
	fleet.ErrNotSupported:   "The source of this app, or every source of this service, lacks this",
	policy.ErrNoMatch:       "Name an element of the page as #id or .class, or copy all words of a heading or paragraph, or its first words and …",
	policy.ErrNoText:        "POST /api/policy/regenerate fetches it",
	runner.ErrBusy:          "GET /api/tasks/active names it: wait for its end, or cancel it",
}

// hintOf returns the hint for an error of a service, by what it is in the table of statuses.
func hintOf(known, err error) string {
	switch known {
	case storage.ErrNotFound:
		return missing(err)
	case storage.ErrInvalid:
		return invalid(err)
	case fleet.ErrAddress:
		if scrape, ok := errors.AsType[*fleet.ScrapeError](err); ok && scrape.Err != nil && scrape.Source == "" {
			return hints[known] + "; " + scrape.Err.Error() // such as what else it is the address of
		}
	}
	return hints[known]
}

// invalid returns why a record cannot be stored, which names its kind and its field. Empty:
// the error does not say so in the form of package storage, and may name something internal.
func invalid(err error) string {
	for ; err != nil; err = errors.Unwrap(err) {
		if errors.Unwrap(err) != storage.ErrInvalid {
			continue
		}
		if why, ok := strings.CutPrefix(err.Error(), storage.ErrInvalid.Error()+": "); ok {
			return why
		}
	}
	return ""
}
