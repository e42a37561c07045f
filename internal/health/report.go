package health

import (
	"encoding/json"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// The triggers of a check.
const (
	Manual    = "manual"
	Scheduled = "scheduled"
)

// Report is the result of a check. It does not name apps.
type Report struct {
	Version      int          `json:"version"`
	Trigger      string       `json:"trigger"`
	StartedAt    storage.Time `json:"startedAt"`
	FinishedAt   storage.Time `json:"finishedAt"`
	DurationMs   int64        `json:"durationMs"`
	Healthy      bool         `json:"healthy"` // whether there is neither an error nor a warning
	Status       string       `json:"status"`  // "error", "partial" (warnings or repairs) or "ok"
	Checks       Checks       `json:"checks"`
	Heals        []Repaired   `json:"heals"`
	SkippedHeals []Left       `json:"skippedHeals"`
	Error        string       `json:"error,omitempty"`
	Skipped      string       `json:"skipped,omitempty"` // "busy": another process is checking
}

// reportVersion is the version of the format of a [Report].
const reportVersion = 1

// Checks are the results of the single checks.
type Checks struct {
	Database Database       `json:"database"`
	Runtime  Process        `json:"runtime"`
	Disk     *Space         `json:"disk"`   // the space on the disk of the data folder; nil: not known, or there is no folder
	Counts   map[string]int `json:"counts"` // the number of records by kind
	Orphans  map[string]int `json:"orphans"`
	Warnings []string       `json:"warnings"`
}

// Database is the state of the database. Unknown figures are nil.
type Database struct {
	Utilisation *int      `json:"utilisationPct"`
	FreePages   *int64    `json:"freelistCount"`
	LogBytes    *int64    `json:"walBytes"`
	Bytes       *int64    `json:"fileBytes"`
	ForeignKeys *bool     `json:"foreignKeysEnabled"`
	Fragmented  bool      `json:"fragmented"`
	Integrity   Integrity `json:"integrity"`
}

// Integrity is the result of the integrity check, or why it was skipped.
type Integrity struct {
	Skipped    string           `json:"skipped,omitempty"` // "disabled", "bulk-active", "too-large" or "not-supported"
	Status     string           `json:"status,omitempty"`  // "ok" or "error"
	Detail     string           `json:"detail,omitempty"`
	CheckedAt  storage.NullTime `json:"checkedAt,omitzero"`
	DurationMs *int64           `json:"durationMs,omitempty"`
	Fresh      bool             `json:"fresh,omitempty"` // from this check
}

// Process is the state of the process.
type Process struct {
	RSS         float64  `json:"rssMb"`
	HeapUsed    float64  `json:"heapFractionUsed"`
	HeapBreach  bool     `json:"heapBreach"`
	DelayP99    *float64 `json:"eventLoopP99Ms"`
	DelaySevere *string  `json:"eventLoopSeverity"`
}

// Repaired is a completed repair. The API document uses the name.
type Repaired struct {
	Kind     string `json:"kind"`
	Affected int    `json:"affected"` // the number of records
}

// Left is a repair that was skipped or not completed. The API document uses the name.
type Left struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason"` // "bulk-active", "failed" or "more"
}

func newReport(trigger string, now storage.Time) Report {
	return Report{
		Version: reportVersion, Trigger: trigger, StartedAt: now, FinishedAt: now,
		Checks: Checks{Counts: map[string]int{}, Orphans: map[string]int{}, Warnings: []string{}},
		Heals:  []Repaired{}, SkippedHeals: []Left{},
	}
}

// busy returns the report of a check that was skipped because another process is checking.
func busy(trigger string, now storage.Time) Report {
	r := newReport(trigger, now)
	r.Skipped = "busy"
	r.end(now)
	return r
}

// end completes the report.
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

// summary returns the report in one sentence.
func (r *Report) summary() storage.Text {
	switch {
	case r.Status == activity.Failed:
		return "The health check found a fault"
	case len(r.Checks.Warnings) > 0:
		return "The health check has warnings"
	case len(r.Heals) > 0:
		return "The health check repaired records"
	}
	return "The records are in order"
}

// entry returns the report as an entry of the activity log.
func (r *Report) entry(detail json.RawMessage) storage.Activity {
	return storage.Activity{
		Type: ActivityType, Status: r.Status, Summary: r.summary(), Detail: detail,
		StartedAt: r.StartedAt, EndedAt: storage.NullTime(r.FinishedAt),
	}
}

// ActivityType is the type of the entry of a check in the activity log.
const ActivityType = "health_check"
