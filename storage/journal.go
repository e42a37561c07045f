package storage

import (
	"cmp"
	"encoding/json"
	"strings"
)

// Activity is a line of the user-visible log of what the service did.
type Activity struct {
	ID        string          `db:"id,key" json:"id"`
	Kind      string          `db:"kind" json:"kind"`     // the type or a variant of it
	Type      string          `db:"type" json:"type"`     // scrape, resync, manual_sync, …
	Status    string          `db:"status" json:"status"` // "ok", "error", "partial" or "cancelled"
	App       AppID           `db:"app_id" json:"appId"`  // zero: about no one app
	AppName   Text            `db:"app_name" json:"appName"`
	Summary   Text            `db:"summary" json:"summary"`
	Detail    json.RawMessage `db:"detail" json:"detail"` // an object, or nil
	StartedAt Time            `db:"started_at" json:"startedAt"`
	EndedAt   NullTime        `db:"ended_at" json:"endedAt"`
}

// ActivityOrder is what a list of activities is ordered by.
type ActivityOrder string

// The orders of activities. In each, activities without the value come last, and
// equal ones are ordered newest start first, then by id, last first.
const (
	ByStart    ActivityOrder = "" // newest start first
	ByEnd      ActivityOrder = "ended_at"
	ByDuration ActivityOrder = "duration_ms"
	ByID       ActivityOrder = "id" // last first, which is last written first
)

// ActivityQuery narrows a list of activities.
type ActivityQuery struct {
	Type      string // empty: every type
	Status    string // empty: every status
	From      Time   // started at or after
	To        Time   // started at or before; zero: no bound
	Order     ActivityOrder
	Ascending bool // reverses the first key of the order
	Limit     int  // zero: all
	Offset    int  // number of records to skip
}

// matches implements [Query].
func (q ActivityQuery) matches(r Activity) bool {
	return asked(q.Type, r.Type) && asked(q.Status, r.Status) && within(q.From, q.To, r.StartedAt)
}

// compare implements [Query].
func (q ActivityQuery) compare(a, b Activity) int {
	newest := cmp.Or(cmp.Compare(b.StartedAt, a.StartedAt), cmp.Compare(b.ID, a.ID))
	var order int
	switch q.Order {
	case ByID:
		return reverse(q.Ascending, cmp.Compare(b.ID, a.ID))
	case ByEnd, ByDuration:
		switch { // those without an end come last in both directions
		case a.EndedAt == 0 && b.EndedAt == 0:
			return newest
		case a.EndedAt == 0:
			return 1
		case b.EndedAt == 0:
			return -1
		}
		order = cmp.Compare(b.EndedAt, a.EndedAt)
		if q.Order == ByDuration {
			order = cmp.Compare(Time(b.EndedAt)-b.StartedAt, Time(a.EndedAt)-a.StartedAt)
		}
	default:
		order = cmp.Compare(b.StartedAt, a.StartedAt)
	}
	return cmp.Or(reverse(q.Ascending, order), newest)
}

// key returns the id.
func (a Activity) key() string { return a.ID }

// validate refuses an activity without id, type, status or start.
func (a Activity) validate() error {
	if a.ID == "" || a.Type == "" || a.Kind == "" || a.Status == "" || a.StartedAt <= 0 {
		return invalid("activity", "no id, kind, type, status or start")
	}
	if a.Detail != nil && !json.Valid(a.Detail) {
		return invalid("activity", "detail is not JSON")
	}
	return checkText("activity", a.ID, a.Kind, a.Type, a.Status, string(a.AppName), string(a.Summary), string(a.Detail))
}

// Audit is a line of the log of privileged requests, which survives reset and
// restore.
type Audit struct {
	ID        string `db:"id,key" json:"id"`
	CreatedAt Time   `db:"created_at" json:"createdAt"`
	Action    string `db:"action" json:"action"`
	ActorIP   string `db:"actor_ip" json:"actorIp"`
	ActorUser Text   `db:"actor_user" json:"actorUser"` // whom a proxy has signed in; empty: not known
	UserAgent string `db:"user_agent" json:"userAgent"`
	Detail    string `db:"detail" json:"detail"`
	Success   bool   `db:"success" json:"success"`
}

// AuditQuery narrows a list of audit lines, which is ordered newest first and,
// at one moment, by id, last first.
type AuditQuery struct {
	Action  string // empty: every action
	Prefix  string // only actions that begin with this
	Success bool   // only successes
	Failure bool   // only failures
	From    Time   // at or after
	To      Time   // at or before; zero: no bound
	Limit   int    // zero: all
	Offset  int    // number of records to skip
}

// matches implements [Query].
func (q AuditQuery) matches(r Audit) bool {
	return asked(q.Action, r.Action) && strings.HasPrefix(r.Action, q.Prefix) && asked(q.Success, r.Success) &&
		asked(q.Failure, !r.Success) && within(q.From, q.To, r.CreatedAt)
}

// compare implements [Query].
func (AuditQuery) compare(a, b Audit) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (a Audit) key() string { return a.ID }

// validate refuses a line without id, action or time.
func (a Audit) validate() error {
	if a.ID == "" || a.Action == "" || a.CreatedAt <= 0 {
		return invalid("audit", "no id, action or time")
	}
	return checkText("audit", a.ID, a.Action, a.ActorIP, string(a.ActorUser), a.UserAgent, a.Detail)
}

// AILog is one request to a model, with its response.
type AILog struct {
	ID         string `db:"id,key"`
	CreatedAt  Time   `db:"created_at"`
	App        AppID  `db:"app_id"` // zero: about no app
	AppName    string `db:"app_name"`
	Provider   string `db:"provider"`
	Model      string `db:"model"`
	Phase      string `db:"phase"` // the step of the analysis
	Prompt     string `db:"prompt"`
	Response   string `db:"response"`
	DurationMS int64  `db:"duration_ms"`
	Error      string `db:"error"` // why the response was rejected; empty: it was not
}

// AILogQuery narrows a list of requests to models, which is ordered newest first
// and, at one moment, by id, last first.
type AILogQuery struct {
	Limit  int // zero: all
	Offset int // number of records to skip
}

// matches implements [Query].
func (AILogQuery) matches(AILog) bool { return true }

// compare implements [Query].
func (AILogQuery) compare(a, b AILog) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (l AILog) key() string { return l.ID }

// validate refuses a row without id or time.
func (l AILog) validate() error {
	if l.ID == "" || l.CreatedAt <= 0 {
		return invalid("AI log", "no id or time")
	}
	return checkText("AI log", l.ID, l.AppName, l.Provider, l.Model, l.Phase, l.Prompt, l.Response, l.Error)
}
