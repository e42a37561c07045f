package httpapi

import (
	"context"
	"iter"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

const (
	// bundleVersion is the version of the form of the bundle of diagnostics.
	bundleVersion = 2
	// bundleFaults is how many lines of the log are in it.
	bundleFaults = 50
)

// bundleAnswer is all diagnostics in one. A part that could not be had is null.
type bundleAnswer struct {
	GeneratedAt   storage.Time         `json:"generatedAt"`
	SchemaVersion int                  `json:"schemaVersion"`
	App           bundleApp            `json:"app"`
	Host          health.Host          `json:"host"`
	UptimeSeconds int64                `json:"uptimeSeconds"`
	Runtime       metrics              `json:"runtime"`
	APITimings    timingsAnswer        `json:"apiTimings"`
	Database      *databaseAnswer      `json:"database"`
	Disk          *diskAnswer          `json:"disk"`
	ErrorLog      []health.Line        `json:"errorLog"`
	Jobs          map[string]bundleJob `json:"backgroundJobs"`
	RateLimits    *fleet.Cooldowns     `json:"rateLimits"`
	Flags         []bundleFlag         `json:"featureFlagOverrides"`
	Deployment    *deploymentAnswer    `json:"deployment"`
}

type bundleApp struct {
	Name    string       `json:"name"`
	Version storage.Text `json:"version"`
	Go      string       `json:"goVersion"`
}

// bundleJob is how far a bulk run is. Which app it is at is nobody's business.
type bundleJob struct {
	Running   bool             `json:"running"`
	Status    string           `json:"status"`
	Summary   runSummary       `json:"summary"`
	StartedAt storage.NullTime `json:"startedAt"`
	UpdatedAt storage.NullTime `json:"updatedAt"`
}

// bundleFlag is a flag that is not what it is by default.
type bundleFlag struct {
	Key         string         `json:"key"`
	HardDefault feature.Value  `json:"hardDefault"`
	Current     feature.Value  `json:"current"`
	Override    *feature.Value `json:"override"`
}

// byName yields the status of each runner by its name.
func (t tasksAnswer) byName() iter.Seq2[string, runnerStatus] {
	return func(yield func(string, runnerStatus) bool) {
		_ = yield("wayback", t.Wayback) && yield("sync", t.Sync) && yield("policy", t.Policy)
	}
}

// diagnosticsBundle answers "GET /api/diagnostics/bundle".
func (a *API) diagnosticsBundle(ctx context.Context, in networkRequest) (bundleAnswer, error) {
	host := health.ReadHost()
	b := bundleAnswer{
		GeneratedAt: storage.TimeOf(a.cfg.Now()), SchemaVersion: bundleVersion, Host: host,
		App:           bundleApp{appName, storage.Text(health.Version()), host.Go},
		UptimeSeconds: int64(a.ops.meter.Uptime().Seconds()),
		Runtime:       a.ops.metrics(health.KeptTransactions), APITimings: a.ops.timings.answer(),
	}
	b.Database = part(ctx, a, func(ctx context.Context) (databaseAnswer, error) { return a.database(ctx, nothing{}) })
	b.Disk = part(ctx, a, func(ctx context.Context) (diskAnswer, error) { return a.disk(ctx, nothing{}) })
	b.RateLimits = part(ctx, a, a.cfg.Fleet.Cooldowns)
	b.Deployment = part(ctx, a, func(ctx context.Context) (deploymentAnswer, error) { return a.deployment(ctx, in) })
	if jobs := part(ctx, a, func(ctx context.Context) (tasksAnswer, error) { return a.activeTasks(ctx, nothing{}) }); jobs != nil {
		b.Jobs = make(map[string]bundleJob)
		for name, s := range jobs.byName() {
			b.Jobs[name] = bundleJob{s.Running, s.Status, s.Summary, s.StartedAt, s.UpdatedAt}
		}
	}
	if flags := part(ctx, a, func(ctx context.Context) (flagsAnswer, error) { return a.featureFlags(ctx, nothing{}) }); flags != nil {
		b.Flags = changedFlags(flags.Flags)
	}
	if faults := part(ctx, a, func(ctx context.Context) (faultsAnswer, error) { return a.faults(ctx, faultsRequest{bundleFaults}) }); faults != nil {
		b.ErrorLog = faults.Entries
	}
	return b, nil
}

// part returns a part of the bundle, nil when it could not be had.
func part[T any](ctx context.Context, a *API, get func(context.Context) (T, error)) *T {
	v, err := get(ctx)
	if err != nil {
		a.cfg.Logger.WarnContext(ctx, "a part of the diagnostics is missing", "error", err)
		return nil
	}
	return &v
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
