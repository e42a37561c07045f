package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/privacylabels/auditor/backup/snapshots"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/overview"
	"github.com/privacylabels/auditor/storage"
)

// countEvery is how often the snapshots are counted, which reads an index to its end.
const countEvery = 5 * time.Minute

// Sources are what the state of an auditor is read from. Every field is required.
type Sources struct {
	Store    storage.Store
	Overview overview.Config
	Backups  *snapshots.Service
	Free     func() (bytes uint64, ok bool) // of the disk of the data folder; not ok: unknown
}

// state shows what the database knows. The caller of read has the lock of Set.
type state struct {
	Sources
	now func() time.Time

	apps, risks, runs, messages, files, succeeded *prometheus.GaugeVec
	changed, snapshots, notifications, unchecked  prometheus.Gauge
	free                                          *prometheus.GaugeVec // without labels, so that it is absent until it is known
	counted                                       time.Time
}

// Show adds the metrics of the sources. It is called once, before the set is used.
func (s *Set) Show(from Sources) {
	gauge := func(name, help string) prometheus.Gauge {
		g := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help})
		s.registry.MustRegister(g)
		return g
	}
	gauges := func(name, help string, labels ...string) *prometheus.GaugeVec {
		g := prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
		s.registry.MustRegister(g)
		return g
	}
	s.state = &state{
		Sources: from, now: s.now,

		apps:          gauges("apps", "Tracked apps: all, with changes to review, whose last refresh failed, that the App Store no longer lists, that exceed the privacy profile.", "state"),
		risks:         gauges("apps_by_risk", "Tracked apps by the risk of their label.", "risk"),
		runs:          gauges("open_runs", "Bulk runs that have not ended.", "status"),
		messages:      gauges("delivery_messages", "Messages to destinations that are stored.", "state"),
		files:         gauges("database_bytes", "Size of the database and of its log.", "file"),
		succeeded:     gauges("last_success_timestamp_seconds", "When work was last done to its end, unless all of it failed. Absent: never, or too long ago to be known.", "work"),
		changed:       gauge("changed_snapshots", "Recorded snapshots with changes."),
		snapshots:     gauge("snapshots", "Stored snapshots, counted every five minutes."),
		notifications: gauge("unread_notifications", "Notifications that were not read."),
		free:          gauges("data_disk_free_bytes", "Free space of the disk that has the data folder. Absent: unknown."),
		unchecked:     gauge("oldest_check_age_seconds", "Time since the last refresh of the app that was not refreshed for the longest time; 0 without apps."),
	}
}

// read brings the metrics up to date.
func (s *state) read(ctx context.Context) error {
	sum, err := overview.Read(ctx, s.Overview)
	if err != nil {
		return err
	}
	for name, n := range map[string]int{
		"all": sum.Apps.Total, "changed": sum.Apps.Changed, "failed": sum.Apps.Failed, "delisted": sum.Apps.Delisted, "mismatched": sum.Apps.Mismatched,
	} {
		s.apps.WithLabelValues(name).Set(float64(n))
	}
	for _, risk := range storage.Risks() {
		s.risks.WithLabelValues(string(risk)).Set(float64(sum.Apps.ByRisk[risk]))
	}
	for status, n := range map[storage.RunStatus]int{
		storage.RunRunning: sum.Runs.Running, storage.RunPaused: sum.Runs.Paused, storage.RunInterrupted: sum.Runs.Interrupted,
	} {
		s.runs.WithLabelValues(string(status)).Set(float64(n))
	}
	s.notifications.Set(float64(sum.Notifications.Unread))
	if err := s.Store.View(ctx, s.readTables); err != nil {
		return err
	}
	if files, err := s.Backups.Files(); err == nil && len(files) > 0 { // without a folder there are none
		s.success("backup", files[0].CreatedAt)
	}
	s.free.Reset()
	if free, ok := s.Free(); ok {
		s.free.WithLabelValues().Set(float64(free))
	}
	layout, err := health.Inspect(ctx, s.Store)
	if err != nil || layout == nil {
		return err
	}
	s.files.WithLabelValues("database").Set(float64(layout.Bytes))
	s.files.WithLabelValues("log").Set(float64(layout.LogBytes))
	return nil
}

func (s *state) readTables(tx *storage.Tx) error {
	now := s.now()
	head, err := commitlog.HeadOf(tx)
	if err != nil {
		return err
	}
	s.changed.Set(float64(head.Last))
	if s.counted.IsZero() || now.Sub(s.counted).Abs() >= countEvery {
		n, err := tx.Snapshots.Count(storage.SnapshotQuery{})
		if err != nil {
			return err
		}
		s.snapshots.Set(float64(n))
		s.counted = now
	}
	for _, state := range []storage.DeliveryState{storage.DeliveryPending, storage.DeliveryDelivered, storage.DeliveryDead} {
		n, err := tx.Deliveries.Count(storage.DeliveryQuery{State: state})
		if err != nil {
			return err
		}
		s.messages.WithLabelValues(string(state)).Set(float64(n))
	}
	oldest, err := storage.Collect(tx.Apps.List(storage.AppQuery{Order: storage.AppsByCheck, Reverse: true, Limit: 1}))
	if err != nil {
		return err
	}
	s.unchecked.Set(0)
	for _, app := range oldest {
		s.unchecked.Set(max(now.Sub(app.LastSynced.Std()), 0).Seconds())
	}
	for _, name := range []string{fleet.SyncRunner, history.Runner, policy.Runner, imports.Runner} {
		for run, err := range tx.Runs.List(storage.RunQuery{Runner: name}) {
			if err != nil {
				return err
			}
			if run.Status == storage.RunDone && (run.Completed > 0 || run.Failed == 0) {
				s.success(name, run.EndedAt)
				break
			}
		}
	}
	return nil
}

func (s *state) success(work string, at storage.Time) {
	s.succeeded.WithLabelValues(work).Set(float64(at.Std().UnixMilli()) / 1000)
}
