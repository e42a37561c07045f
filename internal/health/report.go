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
	Version      int          `json:"version"`           // the version of the format
	Trigger      string       `json:"trigger"`           // what started the check
	StartedAt    storage.Time `json:"startedAt"`         // when it began
	FinishedAt   storage.Time `json:"finishedAt"`        // when it ended
	DurationMs   int64        `json:"durationMs"`        // how long it took, in milliseconds
	Healthy      bool         `json:"healthy"`           // whether there is neither an error nor a warning
	Status       string       `json:"status"`            // "error", "partial" (warnings or repairs) or "ok"
	Checks       Checks       `json:"checks"`            // the checks, each with its result
	Heals        []Repaired   `json:"heals"`             // repairs that were completed
	SkippedHeals []Left       `json:"skippedHeals"`      // repairs that were skipped or not completed
	Error        string       `json:"error,omitempty"`   // what went wrong, in a sentence
	Skipped      string       `json:"skipped,omitempty"` // "busy": another process is checking
}

// reportVersion is the version of the format of a [Report].
const reportVersion = 1

// Checks are the results of the single checks.
type Checks struct {
	Database Database       `json:"database"` // the state of the database
	Runtime  Process        `json:"runtime"`  // the state of the process
	Disk     *Space         `json:"disk"`     // the space on the disk of the data folder; nil: not known, or there is no folder
	Counts   map[string]int `json:"counts"`   // the number of records by kind
	Orphans  map[string]int `json:"orphans"`  // number of records whose parent is missing, by kind
	Warnings []string       `json:"warnings"` // the problems, as sentences
}

// Database is the state of the database. Unknown figures are nil.
type Database struct {
	Utilisation *int   `json:"utilisationPct"`     // percent of the database file that is in use; null: not known
	FreePages   *int64 `json:"freelistCount"`      // number of unused pages in the database file; null: not known
	LogBytes    *int64 `json:"walBytes"`           // bytes of the write-ahead log; null: not known
	Bytes       *int64 `json:"fileBytes"`          // bytes of the database file; null: not known
	ForeignKeys *bool  `json:"foreignKeysEnabled"` // whether the database checks references; null: not known
	// Whether compacting the database would free considerable space.
	Fragmented bool      `json:"fragmented"`
	Integrity  Integrity `json:"integrity"` // the result of the last integrity check
}

// Integrity is the result of the integrity check, or why it was skipped.
type Integrity struct {
	Skipped    string           `json:"skipped,omitempty"`    // "disabled", "bulk-active", "too-large" or "not-supported"
	Status     string           `json:"status,omitempty"`     // "ok" or "error"
	Detail     string           `json:"detail,omitempty"`     // more about it; missing or empty: nothing
	CheckedAt  storage.NullTime `json:"checkedAt,omitzero"`   // when it was last checked; null: never
	DurationMs *int64           `json:"durationMs,omitempty"` // how long it took, in milliseconds
	Fresh      bool             `json:"fresh,omitempty"`      // whether the database was read for this check
}

// Process is the state of the process.
type Process struct {
	RSS float64 `json:"rssMb"` // the resident memory of the process, in MiB
	// The share of the limit that the heap uses, from 0 to 1; 0: there is no limit.
	HeapUsed   float64 `json:"heapFractionUsed"`
	HeapBreach bool    `json:"heapBreach"` // whether the heap is near its limit
	// The 99th percentile of the time that ready goroutines waited for a processor, in milliseconds;
	// null: not known.
	DelayP99 *float64 `json:"eventLoopP99Ms"`
	// How serious these waits are: ok, warn or danger; null: not known.
	DelaySevere *string `json:"eventLoopSeverity"`
}

// Repaired is a completed repair. The API document uses the name.
type Repaired struct {
	Kind     string `json:"kind"`     // the kind
	Affected int    `json:"affected"` // the number of records
}

// Left is a repair that was skipped or not completed. The API document uses the name.
type Left struct {
	Kind   string `json:"kind"`   // the kind
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
