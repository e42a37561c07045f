package httpapi

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

const (
	// supportErrors is how many failures are told to who helps.
	supportErrors = 8
	// maxReason is how much is told of one, in bytes.
	maxReason = 500
)

// supportAnswer is what may be shown to strangers who help: no secret, and nothing
// of which apps somebody has.
type supportAnswer struct {
	GeneratedAt  storage.Time     `json:"generatedAt"`
	Diagnostics  deploymentAnswer `json:"diagnostics"`
	RecentErrors []supportError   `json:"recentErrors"`
}

// supportError is a line of the activity log about a failure.
type supportError struct {
	Type       string           `json:"type"`
	Status     string           `json:"status"`
	StartedAt  storage.Time     `json:"startedAt"`
	EndedAt    storage.NullTime `json:"endedAt"`
	DurationMs *int64           `json:"durationMs"`
	Message    storage.Text     `json:"errorMessage"`
	Fetch      map[string]any   `json:"fetchDiagnostics"`
}

// supportBundle answers "GET /api/deployment/support-bundle".
func (a *API) supportBundle(ctx context.Context, in networkRequest) (supportAnswer, error) {
	answer := supportAnswer{GeneratedAt: storage.TimeOf(a.cfg.Now()), RecentErrors: []supportError{}}
	var err error
	if answer.Diagnostics, err = a.deployment(ctx, in); err != nil {
		return supportAnswer{}, err
	}
	secrets, err := a.secrets(ctx)
	if err != nil {
		return supportAnswer{}, err
	}
	lines, _, err := activity.List(ctx, a.cfg.Store, storage.ActivityQuery{Status: activity.Failed, Limit: supportErrors})
	if err != nil {
		return supportAnswer{}, err
	}
	for _, l := range lines {
		answer.RecentErrors = append(answer.RecentErrors, supportErrorOf(l, secrets))
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
		if text, ok := jsonString(member); ok {
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

// What could be an app's: its name is quoted, its id is a long number, and its
// bundle id is words with dots between them.
var (
	quoted = regexp.MustCompile("\"[^\"]*\"|“[^”]*”|«[^»]*»|`[^`]*`")
	longID = regexp.MustCompile(`\d{5,}`)
	bundle = regexp.MustCompile(`\b[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9_-]+){2,}`)
)

// anonymous returns a text without secrets and without what could be an app's.
func anonymous(text string, secrets []string) string {
	text = health.Mask(text, secrets...)
	for _, shape := range []*regexp.Regexp{quoted, bundle, longID} {
		text = shape.ReplaceAllString(text, "***")
	}
	if len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "") + "…"
	}
	return text
}
