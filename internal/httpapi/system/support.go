package system

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

const (
	// supportErrors is the number of failures in a support bundle.
	supportErrors = 8
	// maxReason is the maximum length of a failure's text, in bytes.
	maxReason = 500
)

type supportAnswer struct {
	GeneratedAt  storage.Time     `json:"generatedAt"`  // when the answer was made
	Diagnostics  deploymentAnswer `json:"diagnostics"`  // how the service is run
	RecentErrors []supportError   `json:"recentErrors"` // the most recent failures, newest first
}

// supportError is a line of the activity log about a failure.
type supportError struct {
	Type       string           `json:"type"`             // the type
	Status     string           `json:"status"`           // the status
	StartedAt  storage.Time     `json:"startedAt"`        // when it began
	EndedAt    storage.NullTime `json:"endedAt"`          // when it ended; null: it has not
	DurationMs *int64           `json:"durationMs"`       // how long it took, in milliseconds
	Message    storage.Text     `json:"errorMessage"`     // what went wrong, in a sentence
	Fetch      map[string]any   `json:"fetchDiagnostics"` // details of the request for the page, such as its status
}

// support returns a report for support requests. It contains no secrets and no app names.
func (d deployment) support(ctx context.Context, r op.Request, _ op.None) (supportAnswer, error) {
	answer := supportAnswer{GeneratedAt: storage.TimeOf(d.Now()), Diagnostics: d.seenFrom(ctx, r.HTTP()), RecentErrors: []supportError{}}
	hidden, err := d.secrets(ctx)
	if err != nil {
		return supportAnswer{}, err
	}
	lines, _, err := activity.List(ctx, d.Store, storage.ActivityQuery{Status: activity.Failed, Limit: supportErrors})
	if err != nil {
		return supportAnswer{}, err
	}
	for _, l := range lines {
		answer.RecentErrors = append(answer.RecentErrors, supportErrorOf(l, hidden))
	}
	return answer, nil
}

func supportErrorOf(l storage.Activity, secrets []string) supportError {
	e := supportError{Type: l.Type, Status: l.Status, StartedAt: l.StartedAt, EndedAt: l.EndedAt}
	if l.EndedAt != 0 {
		e.DurationMs = new(max(storage.Time(l.EndedAt).Sub(l.StartedAt), 0).Milliseconds())
	}
	var detail struct {
		ErrorMessage json.RawMessage            `json:"errorMessage"`
		Error        json.RawMessage            `json:"error"`
		Fetch        map[string]json.RawMessage `json:"fetchDiagnostics"`
	}
	if json.Unmarshal(l.Detail, &detail) != nil { // none, or not an object
		return e
	}
	clean := func(text string) string { return anonymous(text, append(secrets, string(l.AppName))) }
	for _, member := range []json.RawMessage{detail.ErrorMessage, detail.Error} {
		if text, ok := parseText(member); ok {
			e.Message = storage.Text(clean(text))
			break
		}
	}
	for _, name := range []string{"httpStatus", "contentType", "origin", "networkHint", "troubleshoot", "retryAfterMs"} {
		var value any
		if json.Unmarshal(detail.Fetch[name], &value) != nil {
			continue
		}
		switch known := value.(type) {
		case string:
			value = clean(known)
		case float64, bool:
		default:
			continue
		}
		if e.Fetch == nil {
			e.Fetch = make(map[string]any)
		}
		e.Fetch[name] = value
	}
	return e
}

// Patterns of text that may identify an app: a quoted name, a long number (an ID) and
// words joined by dots (a bundle ID).
var (
	quoted   = regexp.MustCompile("\"[^\"]*\"|“[^”]*”|«[^»]*»|`[^`]*`")
	longID   = regexp.MustCompile(`\d{5,}`)
	bundleID = regexp.MustCompile(`\b[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9_-]+){2,}`)
)

// anonymous masks secrets, and whatever may identify an app, in a text.
func anonymous(text string, secrets []string) string {
	text = health.Mask(text, secrets...)
	for _, shape := range []*regexp.Regexp{quoted, bundleID, longID} {
		text = shape.ReplaceAllString(text, "***")
	}
	if len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "") + "…"
	}
	return text
}
