package changelog

import (
	"cmp"
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// SinceInstall is how an app's label differs from when the app was first tracked.
type SinceInstall struct {
	App storage.AppID `json:"appId"` // the ID of the app

	// The comparison; null: no label of the app was ever observed.
	Since *Comparison `json:"sinceInstall"`
}

// Comparison compares the newest label of an app with an early one.
type Comparison struct {
	FirstSeen storage.Time `json:"firstSeen"` // when the app was first tracked

	// When the baseline was observed. It is the newest label that was observed at or before firstSeen
	// or, if there is none, the oldest label.
	BaselineDate   storage.Time   `json:"baselineDate"`
	BaselineSource storage.Source `json:"baselineSource"` // where the baseline is from
	// The version of the app at the baseline; null: not known.
	BaselineVersion storage.Text `json:"baselineVersion"`
	// Whether the baseline was observed after firstSeen, because there is no older label.
	BaselineIsApprox bool `json:"baselineIsApprox"`
	IsSingleSnapshot bool `json:"isSingleSnapshot"` // whether the baseline is the latest snapshot as well

	// When the newest snapshot with a label was taken.
	LatestDate storage.Time `json:"latestDate"`
	// The version of the app at the latest snapshot; null: not known.
	LatestVersion storage.Text `json:"latestVersion"`

	Changes      []storage.Entry `json:"changes"`      // the changes since the baseline
	AddedCount   int             `json:"addedCount"`   // the number of entries about additions
	RemovedCount int             `json:"removedCount"` // the number of entries about removals
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
	if err := c.compare(tx, app.Store(), baseline, latest); err != nil {
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

// compare sets the members that compare the labels of two snapshots of an app of a store.
func (c *Comparison) compare(tx *storage.Tx, store string, baseline, latest storage.Snapshot) error {
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
	c.Changes = ShownAll(DiffLabelsIn(store, older.Label, newer.Label))
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
