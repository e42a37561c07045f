package storage

import "encoding/json"

// Activity is a line of the user-visible log of what the service did.
type Activity struct {
	ID        string          `json:"id"`
	Kind      string          `json:"kind"`   // the type, or a special case of it
	Type      string          `json:"type"`   // scrape, resync, manual_sync, …
	Status    string          `json:"status"` // ok, error, partial, cancelled
	App       AppID           `json:"appId"`  // zero: about no one app
	AppName   Text            `json:"appName"`
	Summary   Text            `json:"summary"`
	Detail    json.RawMessage `json:"detail"` // an object, or nil
	StartedAt Time            `json:"startedAt"`
	EndedAt   NullTime        `json:"endedAt"`
}

// ActivityOrder is what a list of activities is ordered by.
type ActivityOrder string

// The orders of activities. In each, those without the value come last, and
// what is equal is ordered newest start first, then by id, last first.
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
	Ascending bool // the first key of the order turned round
	Limit     int  // zero: all
	Offset    int  // skip so many first
}

// Key returns the id.
func (a Activity) Key() string { return a.ID }

// Validate refuses an activity without id, type, status or start.
func (a Activity) Validate() error {
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
	ID        string `json:"id"`
	CreatedAt Time   `json:"createdAt"`
	Action    string `json:"action"`
	ActorIP   string `json:"actorIp"`
	UserAgent string `json:"userAgent"`
	Detail    string `json:"detail"`
	Success   bool   `json:"success"`
}

// AuditQuery narrows a list of audit lines, which is ordered newest first and,
// at one moment, by id, last first.
type AuditQuery struct {
	Action  string // empty: every action
	Success bool   // only successes
	Failure bool   // only failures
	Limit   int    // zero: all
	Offset  int    // skip so many first
}

// Key returns the id.
func (a Audit) Key() string { return a.ID }

// Validate refuses a line without id, action or time.
func (a Audit) Validate() error {
	if a.ID == "" || a.Action == "" || a.CreatedAt <= 0 {
		return invalid("audit", "no id, action or time")
	}
	return checkText("audit", a.ID, a.Action, a.ActorIP, a.UserAgent, a.Detail)
}
