package changelog

import (
	"cmp"
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// SinceInstall is how an app's label differs from when the app was first tracked.
type SinceInstall struct {
	App storage.AppID `json:"appId"`

	// Since is nil if no label of the app was ever observed.
	Since *Comparison `json:"sinceInstall"`
}

// Comparison compares the newest label of an app with an early one.
type Comparison struct {
	FirstSeen storage.Time `json:"firstSeen"`

	// The baseline is the newest snapshot with a label that is not younger than
	// FirstSeen or, failing that, the oldest with a label, which is approximate.
	BaselineDate     storage.Time   `json:"baselineDate"`
	BaselineSource   storage.Source `json:"baselineSource"`
	BaselineVersion  storage.Text   `json:"baselineVersion"`
	BaselineIsApprox bool           `json:"baselineIsApprox"`
	IsSingleSnapshot bool           `json:"isSingleSnapshot"` // whether the baseline is the latest snapshot as well

	// The latest is the newest snapshot with a label.
	LatestDate    storage.Time `json:"latestDate"`
	LatestVersion storage.Text `json:"latestVersion"`

	Changes      []storage.Entry `json:"changes"` // from [DiffLabels], with categories, never nil
	AddedCount   int             `json:"addedCount"`
	RemovedCount int             `json:"removedCount"`
}

// SinceInstall compares an app's newest label with the one from when the app was
// first tracked. Snapshots without a label are skipped. The error wraps
// [storage.ErrNotFound] if the app is unknown.
func (r *Reader) SinceInstall(ctx context.Context, app storage.AppID) (SinceInstall, error) {
	return storage.View(ctx, r.store, func(tx *storage.Tx) (SinceInstall, error) { return sinceInstallOf(tx, app) })
}

func sinceInstallOf(tx *storage.Tx, id storage.AppID) (SinceInstall, error) {
	app, err := tx.Apps.Get(id)
	if err != nil {
		return SinceInstall{}, fmt.Errorf("read app %d: %w", id, err)
	}
	result := SinceInstall{App: id}
	latest, found, err := labelled(tx, storage.SnapshotQuery{App: id})
	if err != nil || !found {
		return result, err
	}
	baseline, exact, err := baselineOf(tx, app)
	if err != nil {
		return SinceInstall{}, err
	}
	c := &Comparison{
		FirstSeen:        app.FirstSeen,
		BaselineDate:     baseline.ID.At,
		BaselineSource:   source(baseline),
		BaselineVersion:  baseline.AppVersion,
		BaselineIsApprox: !exact,
		IsSingleSnapshot: baseline.ID == latest.ID,
		LatestDate:       latest.ID.At,
		LatestVersion:    latest.AppVersion,
	}
	if source(latest) == storage.SourceLive { // the source is not recorded for snapshots of policies
		c.LatestVersion = cmp.Or(latest.AppVersion, app.CurrentVersion)
	}
	if err := c.compare(tx, baseline, latest); err != nil {
		return SinceInstall{}, err
	}
	result.Since = c
	return result, nil
}

// baselineOf returns the snapshot that an app is compared with, and whether it is
// from when the app was first tracked.
func baselineOf(tx *storage.Tx, app storage.App) (s storage.Snapshot, exact bool, err error) {
	if app.FirstSeen > 0 {
		s, exact, err = labelled(tx, storage.SnapshotQuery{App: app.ID, To: app.FirstSeen})
		if err != nil || exact {
			return s, exact, err
		}
	}
	s, _, err = labelled(tx, storage.SnapshotQuery{App: app.ID, Reverse: true})
	return s, false, err
}

// labelled returns the first snapshot of a list that has a label.
func labelled(tx *storage.Tx, q storage.SnapshotQuery) (storage.Snapshot, bool, error) {
	for s, err := range tx.Snapshots.List(q) {
		if err != nil {
			return storage.Snapshot{}, false, fmt.Errorf("list snapshots of app %d: %w", q.App, err)
		}
		if !s.Label.IsZero() {
			return s, true, nil
		}
	}
	return storage.Snapshot{}, false, nil
}

// compare sets the members that compare the labels of two snapshots.
func (c *Comparison) compare(tx *storage.Tx, baseline, latest storage.Snapshot) error {
	c.Changes = []storage.Entry{}
	if baseline.Label == latest.Label {
		return nil
	}
	older, err := tx.Labels.Get(baseline.Label)
	if err != nil {
		return fmt.Errorf("read label of snapshot %v: %w", baseline.ID, err)
	}
	newer, err := tx.Labels.Get(latest.Label)
	if err != nil {
		return fmt.Errorf("read label of snapshot %v: %w", latest.ID, err)
	}
	c.Changes = storage.Categorized(DiffLabels(older.Label, newer.Label))
	for _, e := range c.Changes {
		switch e.Type {
		case storage.EntryAdded:
			c.AddedCount++
		case storage.EntryRemoved:
			c.RemovedCount++
		}
	}
	return nil
}
