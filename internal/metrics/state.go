package metrics

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/overview"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/tracked"
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

// state shows what the database knows. It is safe for concurrent use.
type state struct {
	Sources
	now func() time.Time

	mu        sync.Mutex
	counted   time.Time // when snapshots were counted last
	snapshots int
}

// Show adds the metrics of the sources. It is called once, before the set is used.
func (s *Set) Show(from Sources) { s.state = &state{Sources: from, now: s.now} }

// write writes what the database knows now.
func (s *state) write(ctx context.Context, g gauges) error {
	sum, err := overview.Read(ctx, s.Overview)
	if err != nil {
		return err
	}
	var succeeded map[string]storage.Time
	var tables bytes.Buffer
	if err := s.Store.View(ctx, func(tx *storage.Tx) (err error) {
		tables.Reset() // a store may call this again
		if err := s.writeTables(tx, gauges{&tables}); err != nil {
			return err
		}
		succeeded, err = successes(tx)
		return err
	}); err != nil {
		return err
	}
	g.text.Write(tables.Bytes())

	g.begin("apps", "Tracked apps: all, with changes to review, whose last refresh failed, that the App Store no longer lists, that exceed the privacy profile.")
	for _, in := range []struct {
		state string
		apps  int
	}{
		{"all", sum.Apps.Total},
		{"changed", sum.Apps.Changed},
		{"delisted", sum.Apps.Delisted},
		{"failed", sum.Apps.Failed},
		{"mismatched", sum.Apps.Mismatched},
	} {
		g.add("apps", float64(in.apps), "state", in.state)
	}
	g.begin("apps_by_risk", "Tracked apps by the risk of their label.")
	for _, risk := range storage.Risks() {
		g.add("apps_by_risk", float64(sum.Apps.ByRisk[risk]), "risk", string(risk))
	}
	g.begin("open_runs", "Bulk runs that have not ended.")
	g.add("open_runs", float64(sum.Runs.Running), "status", string(storage.RunRunning))
	g.add("open_runs", float64(sum.Runs.Paused), "status", string(storage.RunPaused))
	g.add("open_runs", float64(sum.Runs.Interrupted), "status", string(storage.RunInterrupted))
	g.one("unread_notifications", "Notifications that were not read.", float64(sum.Notifications.Unread))

	if files, err := s.Backups.Files(); err == nil && len(files) > 0 { // without a folder there are none
		succeeded["backup"] = files[0].CreatedAt
	}
	g.begin("last_success_timestamp_seconds", "When work was last done to its end, unless all of it failed. Absent: never, or too long ago to be known.")
	for _, work := range slices.Sorted(maps.Keys(succeeded)) {
		g.add("last_success_timestamp_seconds", float64(succeeded[work].Std().UnixMilli())/1000, "work", work)
	}
	return s.writeSpace(ctx, g)
}

// writeSpace writes what takes space, and what is free.
func (s *state) writeSpace(ctx context.Context, g gauges) error {
	if free, ok := s.Free(); ok {
		g.one("data_disk_free_bytes", "Free space of the disk that has the data folder. Absent: unknown.", float64(free))
	}
	layout, err := health.Inspect(ctx, s.Store)
	if err != nil || layout == nil {
		return err
	}
	g.begin("database_bytes", "Size of the database and of its log.")
	g.add("database_bytes", float64(layout.Bytes), "file", "database")
	g.add("database_bytes", float64(layout.LogBytes), "file", "log")
	return nil
}

// writeTables writes what is counted in tables.
func (s *state) writeTables(tx *storage.Tx, g gauges) error {
	now := s.now()
	head, err := commitlog.HeadOf(tx)
	if err != nil {
		return err
	}
	g.one("changed_snapshots", "Recorded snapshots with changes.", float64(head.Last))
	snapshots, err := s.countSnapshots(tx, now)
	if err != nil {
		return err
	}
	g.one("snapshots", "Stored snapshots, counted every five minutes.", float64(snapshots))

	g.begin("delivery_messages", "Messages to destinations that are stored.")
	for _, state := range []storage.DeliveryState{storage.DeliveryDead, storage.DeliveryDelivered, storage.DeliveryPending} {
		n, err := tx.Deliveries.Count(storage.DeliveryQuery{State: state})
		if err != nil {
			return err
		}
		g.add("delivery_messages", float64(n), "state", string(state))
	}

	oldest, err := storage.Collect(tx.Apps.List(storage.AppQuery{Order: storage.AppsByCheck, Reverse: true, Limit: 1}))
	if err != nil {
		return err
	}
	unchecked := 0.0
	for _, app := range oldest {
		unchecked = max(now.Sub(app.LastSynced.Std()), 0).Seconds()
	}
	g.one("oldest_check_age_seconds", "Time since the last refresh of the app that was not refreshed for the longest time; 0 without apps.", unchecked)
	return nil
}

// countSnapshots returns how many snapshots there were at most countEvery ago.
func (s *state) countSnapshots(tx *storage.Tx, now time.Time) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counted.IsZero() || now.Sub(s.counted).Abs() >= countEvery {
		n, err := tx.Snapshots.Count(storage.SnapshotQuery{})
		if err != nil {
			return 0, err
		}
		s.snapshots, s.counted = n, now
	}
	return s.snapshots, nil
}

// successes returns when each runner last succeeded.
func successes(tx *storage.Tx) (map[string]storage.Time, error) {
	succeeded := make(map[string]storage.Time)
	for _, name := range []string{tracked.SyncRunner, history.Runner, policy.Runner, imports.Runner} {
		for run, err := range tx.Runs.List(storage.RunQuery{Runner: name}) {
			if err != nil {
				return nil, err
			}
			if run.Status == storage.RunDone && (run.Completed > 0 || run.Failed == 0) {
				succeeded[name] = run.EndedAt
				break
			}
		}
	}
	return succeeded, nil
}
