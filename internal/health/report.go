package health

import (
	"encoding/json"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// What asks for a check.
const (
	Manual    = "manual"
	Scheduled = "scheduled"
)

// Report is what a check has found. It names no app.
type Report struct {
	Version      int          `json:"version"`
	Trigger      string       `json:"trigger"`
	StartedAt    storage.Time `json:"startedAt"`
	FinishedAt   storage.Time `json:"finishedAt"`
	DurationMs   int64        `json:"durationMs"`
	Healthy      bool         `json:"healthy"` // nothing is wrong; mending is not
	Status       string       `json:"status"`  // error; partial: warned or mended; else ok
	Checks       Checks       `json:"checks"`
	Heals        []Mended     `json:"heals"`
	SkippedHeals []Left       `json:"skippedHeals"`
	Error        string       `json:"error,omitempty"`
	Skipped      string       `json:"skipped,omitempty"` // busy: another process is at it
}

// reportVersion is the version of the form of a [Report].
const reportVersion = 1

// Checks are what was looked at.
type Checks struct {
	Database Database       `json:"database"`
	Runtime  Process        `json:"runtime"`
	Disk     *Space         `json:"disk"`   // nil: no folder, or not known
	Counts   map[string]int `json:"counts"` // records by kind
	Orphans  map[string]int `json:"orphans"`
	Warnings []string       `json:"warnings"`
}

// Database is what was found of the database. What the store does not tell is nil.
type Database struct {
	Utilisation *int      `json:"utilisationPct"`
	FreePages   *int64    `json:"freelistCount"`
	LogBytes    *int64    `json:"walBytes"`
	Bytes       *int64    `json:"fileBytes"`
	ForeignKeys *bool     `json:"foreignKeysEnabled"`
	Fragmented  bool      `json:"fragmented"`
	Integrity   Integrity `json:"integrity"`
}

// Integrity is whether the database is whole, or why that was not found out.
type Integrity struct {
	Skipped    string           `json:"skipped,omitempty"` // disabled, bulk-active, too-large, not-supported
	Status     string           `json:"status,omitempty"`  // ok, error
	Detail     string           `json:"detail,omitempty"`
	CheckedAt  storage.NullTime `json:"checkedAt,omitzero"`
	DurationMs *int64           `json:"durationMs,omitempty"`
	Fresh      bool             `json:"fresh,omitempty"` // found out by this very check
}

// Process is what was found of the process.
type Process struct {
	RSS         float64  `json:"rssMb"`
	HeapUsed    float64  `json:"heapFractionUsed"`
	HeapBreach  bool     `json:"heapBreach"`
	DelayP99    *float64 `json:"eventLoopP99Ms"`
	DelaySevere *string  `json:"eventLoopSeverity"`
}

// Mended is something that was mended.
type Mended struct {
	Kind     string `json:"kind"`
	Affected int    `json:"affected"` // records
}

// Left is something that was left as it is.
type Left struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason"` // bulk-active, failed, more
}

func newReport(trigger string, now storage.Time) Report {
	return Report{
		Version: reportVersion, Trigger: trigger, StartedAt: now, FinishedAt: now,
		Checks: Checks{Counts: map[string]int{}, Orphans: map[string]int{}, Warnings: []string{}},
		Heals:  []Mended{}, SkippedHeals: []Left{},
	}
}

// busy is the report of a check that another process is at.
func busy(trigger string, now storage.Time) Report {
	r := newReport(trigger, now)
	r.Skipped = "busy"
	r.end(now)
	return r
}

// end says what all came to.
func (r *Report) end(now storage.Time) {
	r.FinishedAt, r.DurationMs = now, max(now.Sub(r.StartedAt), 0).Milliseconds()
	d := r.Checks.Database
	broken := r.Error != "" || d.Integrity.Status == statusError || d.ForeignKeys != nil && !*d.ForeignKeys
	switch {
	case broken:
		r.Status = activity.Failed
	case len(r.Checks.Warnings) > 0 || len(r.Heals) > 0:
		r.Status = activity.Partial
	default:
		r.Status = activity.OK
	}
	r.Healthy = !broken && len(r.Checks.Warnings) == 0
}

// summary is the report in one sentence.
func (r *Report) summary() storage.Text {
	switch {
	case r.Status == activity.Failed:
		return "The check of the records found a fault"
	case len(r.Checks.Warnings) > 0:
		return "The check of the records found something to look at"
	case len(r.Heals) > 0:
		return "The check of the records has tidied up"
	}
	return "The records are in order"
}

// line is the report as a line of the activity log.
func (r *Report) line(detail json.RawMessage) storage.Activity {
	return storage.Activity{
		Type: ActivityType, Status: r.Status, Summary: r.summary(), Detail: detail,
		StartedAt: r.StartedAt, EndedAt: storage.NullTime(r.FinishedAt),
	}
}

// ActivityType is the type of the line that each check leaves in the activity log.
const ActivityType = "health_check"
