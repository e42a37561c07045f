package system

import (
	"context"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/httpapi/runs"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

const (
	// bundleVersion is the version of the format of the bundle.
	bundleVersion = 2
	// bundleFaults is the number of log lines in a bundle.
	bundleFaults = 50
)

// bundleAnswer is all diagnostics. A part that failed is null.
type bundleAnswer struct {
	GeneratedAt   storage.Time         `json:"generatedAt"`    // when the answer was made
	SchemaVersion int                  `json:"schemaVersion"`  // the version of the format
	App           bundleApp            `json:"app"`            // the program
	Host          health.Host          `json:"host"`           // the machine
	UptimeSeconds int64                `json:"uptimeSeconds"`  // seconds since the program started
	Runtime       metrics              `json:"runtime"`        // the state of the process
	APITimings    timingsAnswer        `json:"apiTimings"`     // how long recent requests took
	Database      *databaseAnswer      `json:"database"`       // the state of the database; null: not known
	Disk          *diskAnswer          `json:"disk"`           // the disk of the data folder; null: not known
	ErrorLog      []health.Line        `json:"errorLog"`       // the newest faults
	Jobs          map[string]bundleJob `json:"backgroundJobs"` // the bulk runs by the name of their runner
	// The cooldowns of the App Store; null: not known.
	RateLimits *tracked.Cooldowns `json:"rateLimits"`
	// The feature flags that differ from their default.
	Flags      []bundleFlag      `json:"featureFlagOverrides"`
	Deployment *deploymentAnswer `json:"deployment"` // how the service is run; null: not known
}

type bundleApp struct {
	Name    string       `json:"name"`      // the name
	Version storage.Text `json:"version"`   // the version; null: not known
	Go      string       `json:"goVersion"` // the version of Go that built the program
}

// bundleJob is the progress of a bulk run, without the app it works on.
type bundleJob struct {
	Running bool `json:"running"` // whether work is in progress
	// The status of the run; idle: no run is open, or it was interrupted.
	Status    string           `json:"status"`
	Summary   runs.RunSummary  `json:"summary"`   // the number of apps by outcome
	StartedAt storage.NullTime `json:"startedAt"` // when it began; null: it has not
	UpdatedAt storage.NullTime `json:"updatedAt"` // when it last changed; null: never
}

// bundleFlag is a flag that differs from its default or has an override.
type bundleFlag struct {
	Key         string         `json:"key"`         // the key that names it
	HardDefault feature.Value  `json:"hardDefault"` // the value without any setting
	Current     feature.Value  `json:"current"`     // the value in force
	Override    *feature.Value `json:"override"`    // the value that the user has set; null: none
}

// bundle returns all diagnostics in one answer.
func (d deployment) bundle(ctx context.Context, r op.Request, _ op.None) (bundleAnswer, error) {
	host, seen := health.ReadHost(), d.seenFrom(ctx, r.HTTP())
	answer := bundleAnswer{
		GeneratedAt: storage.TimeOf(d.Now()), SchemaVersion: bundleVersion, Host: host,
		App:           bundleApp{appName, storage.Text(health.Version()), host.Go},
		UptimeSeconds: d.Process.uptimeSeconds(),
		Runtime:       d.Process.metrics(health.KeptTransactions), APITimings: d.Process.timingsAnswer(),
		Deployment: &seen,
	}
	if state, err := d.database.get(ctx); d.has(ctx, err) {
		answer.Database = &state
	}
	if space, err := d.database.disk(ctx); d.has(ctx, err) {
		answer.Disk = &space
	}
	if cooldowns, err := d.Fleet.Cooldowns(ctx); d.has(ctx, err) {
		answer.RateLimits = &cooldowns
	}
	if active, err := runs.Active(ctx, d.Runs); d.has(ctx, err) {
		answer.Jobs = make(map[string]bundleJob)
		for name, s := range active.All() {
			answer.Jobs[name] = bundleJob{s.Running, s.Status, s.Summary, s.StartedAt, s.UpdatedAt}
		}
	}
	if all, err := d.flags.list(ctx); d.has(ctx, err) {
		answer.Flags = changedFlags(all)
	}
	if log, err := d.faults.list(ctx, faultsRequest{bundleFaults}); d.has(ctx, err) {
		answer.ErrorLog = log.Entries
	}
	return answer, nil
}

// has reports whether a part of the bundle is available, and logs the error if not.
func (d deployment) has(ctx context.Context, err error) bool {
	if err != nil {
		d.Logger.WarnContext(ctx, "diagnostics incomplete", "error", err)
	}
	return err == nil
}

func changedFlags(all []feature.State) []bundleFlag {
	changed := []bundleFlag{}
	for _, s := range all {
		if s.CurrentValue != s.HardDefault || s.Override != nil {
			changed = append(changed, bundleFlag{s.Key, s.HardDefault, s.CurrentValue, s.Override})
		}
	}
	return changed
}
