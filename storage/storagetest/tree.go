package storagetest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func treeTests() []step {
	steps := []step{
		{"ReplaceParent", testReplaceParent},
		{"DeleteApp", testDeleteApp},
		{"DeleteLabel", testDeleteLabel},
		{"ClearLabels", testClearLabels},
		{"LooseEnds", testLooseEnds},
		{"AppsOnDevices", testAppsOnDevices},
	}
	for _, f := range fellings() {
		steps = append(steps, step{f.name, func(t *testing.T, s storage.Store) {
			left := planted()
			f.left(&left)
			fells(t, s, func(tx storage.Tx) error {
				expect(t, f.name)(f.cut(tx))(f.want)
				return nil
			}, left)
		}})
	}
	return steps
}

// felling is a Delete or Clear, what it returns, and what is left after it of
// what plant wrote.
type felling struct {
	name string
	cut  func(storage.Tx) (int, error)
	want int
	left func(*census)
}

func fellings() []felling {
	return []felling{
		{
			"DeleteOneApp", func(tx storage.Tx) (int, error) { return tx.Apps().Delete(1, 9) }, 1,
			func(c *census) {
				c.Apps, c.Features, c.Related, c.Snapshots, c.Changes, c.Reviews = 1, 2, 2, 2, 2, 2
				c.Annotations, c.Verdicts, c.Shortlist = 2, 2, 2
				c.PolicyVersions, c.PolicyAnalyses, c.Links = 2, 1, 2
			},
		},
		{
			"ClearApps", func(tx storage.Tx) (int, error) { return tx.Apps().Clear() }, 2,
			func(c *census) {
				c.Apps, c.Features, c.Related, c.Snapshots, c.Changes, c.Reviews = 0, 0, 0, 0, 0, 0
				c.Annotations, c.Verdicts, c.Shortlist = 0, 0, 0
				c.PolicyVersions, c.PolicyAnalyses, c.Links = 0, 0, 0
			},
		},
		{
			"DeleteDevice", func(tx storage.Tx) (int, error) { return tx.Devices().Delete("d1", "d9") }, 1,
			func(c *census) { c.Devices, c.Links = 1, 2 },
		},
		{
			"ClearDevices", func(tx storage.Tx) (int, error) { return tx.Devices().Clear() }, 2,
			func(c *census) { c.Devices, c.Links = 0, 0 },
		},
		{
			"DeleteSnapshot", func(tx storage.Tx) (int, error) { return tx.Snapshots().Delete(snapshot(1, 20).ID) }, 1,
			func(c *census) { c.Snapshots, c.Changes = 3, 3 },
		},
		{
			"ClearSnapshots", func(tx storage.Tx) (int, error) { return tx.Snapshots().Clear() }, 4,
			func(c *census) { c.Snapshots, c.Changes = 0, 0 },
		},
		{
			"DeleteManualApp", func(tx storage.Tx) (int, error) { return tx.ManualApps().Delete("a", "x") }, 1,
			func(c *census) { c.ManualApps, c.ManualEvents, c.ManualVersions = 1, 2, 2 },
		},
		{
			"ClearManualApps", func(tx storage.Tx) (int, error) { return tx.ManualApps().Clear() }, 2,
			func(c *census) { c.ManualApps, c.ManualEvents, c.ManualVersions = 0, 0, 0 },
		},
		{
			"DeleteRun", func(tx storage.Tx) (int, error) { return tx.Runs().Delete("r1") }, 1,
			func(c *census) { c.Runs, c.Items = 1, 2 },
		},
		{
			"ClearRuns", func(tx storage.Tx) (int, error) { return tx.Runs().Clear() }, 2,
			func(c *census) { c.Runs, c.Items = 0, 0 },
		},
		{
			"DeleteImport", func(tx storage.Tx) (int, error) { return tx.Imports().Delete("i1") }, 1,
			func(c *census) { c.Imports, c.ImportItems = 1, 2 },
		},
		{
			"ClearImports", func(tx storage.Tx) (int, error) { return tx.Imports().Clear() }, 2,
			func(c *census) { c.Imports, c.ImportItems = 0, 0 },
		},
		{
			"DeleteUnusedLabel", func(tx storage.Tx) (int, error) { return tx.Labels().Delete(digest(2)) }, 1,
			func(c *census) { c.Labels = 1 },
		},
	}
}

// plant writes two apps, 1 and 2, with two of each kind that hangs on them (one
// of what an app has once), both on two devices, two runs and imports of two items, two apps of no store with two of each
// kind that hangs on those, and of the kinds that outlive an app two that name one.
func plant(tx storage.Tx) error {
	if err := tx.Labels().Put(label(1), label(2)); err != nil {
		return err
	}
	if err := tx.Devices().Put(phone("d1", "Phone", 1), phone("d2", "Pad", 1)); err != nil {
		return err
	}
	for _, app := range []storage.AppID{1, 2} {
		early, late := snapshot(app, 10), snapshot(app, 20)
		early.Label = digest(1)
		err := first(
			func() error { return tx.Apps().Put(tracked(app)) },
			func() error { return tx.Features().Put(feature(app, "a"), feature(app, "b")) },
			func() error { return tx.RelatedApps().Put(related(app, 0, 1), related(app, 1, 3)) },
			func() error { return tx.Snapshots().Put(early, late) },
			func() error { return tx.Changes().Put(change(early.ID, 0), change(late.ID, 0)) },
			func() error { return tx.Reviews().Put(review(app, "a"), review(app, "b")) },
			func() error { return tx.Annotations().Put(annotation(app, 1), annotation(app, 2)) },
			func() error { return tx.Verdicts().Put(verdict(app, ""), verdict(app, "b")) },
			func() error { return tx.Shortlist().Put(shortlisted(app, 3), shortlisted(app, 9)) },
			func() error { return tx.PolicyVersions().Put(policy(app, 1, 10), policy(app, 2, 20)) },
			func() error { return tx.PolicyAnalyses().Put(analysis(app)) },
			func() error { return tx.DeviceLinks().Put(linked(app, "d1"), linked(app, "d2")) },
			func() error { return tx.Notifications().Put(notification(app, "a"), notification(app, "b")) },
			func() error { return tx.Activities().Put(activity(app, "a"), activity(app, "b")) },
		)
		if err != nil {
			return err
		}
	}
	return first(
		func() error { return tx.ManualApps().Put(manual("a", "A", 1), manual("b", "B", 1)) },
		func() error {
			return tx.ManualAppEvents().Put(manualEvent("1", "a", 1), manualEvent("2", "a", 2), manualEvent("3", "b", 1), manualEvent("4", "b", 2))
		},
		func() error {
			return tx.ManualPolicyVersions().Put(manualPolicy("a", 1, 1), manualPolicy("a", 2, 2), manualPolicy("b", 1, 1), manualPolicy("b", 2, 2))
		},
		func() error { return tx.Runs().Put(bulk("r1"), bulk("r2")) },
		func() error { return tx.RunItems().Put(item("r1", 0), item("r1", 1), item("r2", 0), item("r2", 1)) },
		func() error { return tx.Imports().Put(batch("i1", 1), batch("i2", 1)) },
		func() error {
			done := storage.ImportImported
			return tx.ImportItems().Put(isApp(1, wantedApp("i1", 0, done)), wantedApp("i1", 1, done),
				isApp(1, wantedApp("i2", 0, done)), isApp(2, wantedApp("i2", 1, done)))
		},
	)
}

// first calls the functions until one fails.
func first(calls ...func() error) error {
	for _, call := range calls {
		if err := call(); err != nil {
			return err
		}
	}
	return nil
}

// census is how many records of each kind there are, of those that plant wrote.
type census struct {
	Apps, Labels, Features, Related, Snapshots, Changes, Reviews int
	Annotations, Verdicts, Shortlist                             int
	PolicyVersions, PolicyAnalyses, Devices, Links               int
	ManualApps, ManualEvents, ManualVersions                     int
	Notifications, Activities, Runs, Items                       int
	Imports, ImportItems                                         int
}

// planted is the census of what plant wrote.
func planted() census {
	return census{
		Apps: 2, Labels: 2, Features: 4, Related: 4, Snapshots: 4, Changes: 4, Reviews: 4,
		Annotations: 4, Verdicts: 4, Shortlist: 4, PolicyVersions: 4, PolicyAnalyses: 2, Devices: 2, Links: 4,
		Notifications: 4, Activities: 4, Runs: 2, Items: 4, Imports: 2, ImportItems: 4,
		ManualApps: 2, ManualEvents: 4, ManualVersions: 4,
	}
}

func take(t testing.TB, tx storage.Tx) census {
	t.Helper()
	var c census
	for _, one := range []struct {
		kind conformer
		n    *int
	}{
		{apps(), &c.Apps}, {labels(), &c.Labels}, {features(), &c.Features}, {relatedApps(), &c.Related},
		{snapshots(), &c.Snapshots}, {changes(), &c.Changes}, {reviews(), &c.Reviews},
		{annotations(), &c.Annotations}, {verdicts(), &c.Verdicts}, {shortlist(), &c.Shortlist},
		{policyVersions(), &c.PolicyVersions}, {policyAnalyses(), &c.PolicyAnalyses},
		{devices(), &c.Devices}, {deviceLinks(), &c.Links},
		{manualApps(), &c.ManualApps}, {manualAppEvents(), &c.ManualEvents}, {manualPolicyVersions(), &c.ManualVersions},
		{notifications(), &c.Notifications}, {activities(), &c.Activities}, {runs(), &c.Runs}, {runItems(), &c.Items},
		{imports(), &c.Imports}, {importItems(), &c.ImportItems},
	} {
		n, err := one.kind.count(tx)
		if err != nil {
			t.Fatalf("Count of %s: %v", one.kind.title(), err)
		}
		*one.n = n
	}
	return c
}

// fells plants, cuts, and compares what is left, in the same transaction and
// after it.
func fells(t *testing.T, s storage.Store, cut func(storage.Tx) error, want census) {
	t.Helper()
	update(t, s, plant)
	check := func(tx storage.Tx) error {
		if d := cmp.Diff(want, take(t, tx)); d != "" {
			t.Errorf("records left (-want +got):\n%s", d)
		}
		return nil
	}
	update(t, s, func(tx storage.Tx) error {
		if err := cut(tx); err != nil {
			return err
		}
		return check(tx)
	})
	view(t, s, check)
}

func testReplaceParent(t *testing.T, s storage.Store) {
	fells(t, s, func(tx storage.Tx) error {
		a, sn, r, l, d, i := tracked(1), snapshot(1, 10), bulk("r1"), label(1), phone("d1", "other", 2), batch("i1", 2)
		a.Name, sn.AppVersion, r.Current, l.Label.Types[0].Title = "other", "2", "other", "other"
		return first(
			func() error { return tx.Apps().Put(a) },
			func() error { return tx.Snapshots().Put(sn) },
			func() error { return tx.Runs().Put(r) },
			func() error { return tx.Labels().Put(l) },
			func() error { return tx.Devices().Put(d) },
			func() error { return tx.Imports().Put(i) },
		)
	}, planted())
}

// testDeleteApp looks which app the deleted records hung on.
func testDeleteApp(t *testing.T, s storage.Store) {
	update(t, s, plant)
	update(t, s, func(tx storage.Tx) error {
		_, err := tx.Apps().Delete(1)
		return err
	})
	view(t, s, func(tx storage.Tx) error {
		expect(t, "features of the other app")(tx.Features().Count(storage.FeatureQuery{App: 2}))(2)
		expect(t, "changes of the other app")(tx.Changes().Count(storage.ChangeQuery{App: 2}))(2)
		expect(t, "notifications of the app that is gone")(tx.Notifications().Count(storage.NotificationQuery{App: 1}))(2)
		expect(t, "items that name the other app")(tx.ImportItems().Count(storage.ImportItemQuery{App: 2}))(1)
		expect(t, "items that name the app that is gone")(tx.ImportItems().Count(storage.ImportItemQuery{App: 1}))(0)
		expect(t, "items of an import that had it")(tx.ImportItems().Count(storage.ImportItemQuery{Import: "i2"}))(2)
		return nil
	})
}

// testDeleteLabel deletes a label that snapshots name: both stay.
func testDeleteLabel(t *testing.T, s storage.Store) {
	update(t, s, plant)
	err := s.Update(t.Context(), func(tx storage.Tx) error {
		_, err := tx.Labels().Delete(digest(1))
		return err
	})
	if !errors.Is(err, storage.ErrConflict) {
		t.Errorf("Delete of a label that a snapshot names: %v, want ErrConflict", err)
	}
	view(t, s, func(tx storage.Tx) error {
		if d := cmp.Diff(planted(), take(t, tx)); d != "" {
			t.Errorf("records left (-want +got):\n%s", d)
		}
		return nil
	})
}

// testClearLabels clears the labels, which works when no snapshot names one.
func testClearLabels(t *testing.T, s storage.Store) {
	update(t, s, plant)
	clearLabels := func(tx storage.Tx) error {
		_, err := tx.Labels().Clear()
		return err
	}
	if err := s.Update(t.Context(), clearLabels); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("Clear of labels that snapshots name: %v, want ErrConflict", err)
	}
	update(t, s, func(tx storage.Tx) error {
		if _, err := tx.Snapshots().Clear(); err != nil {
			return err
		}
		expect(t, "Clear of labels that nothing names")(tx.Labels().Clear())(2)
		return nil
	})
}

// testLooseEnds writes records that name what is not there and do not hang on it.
func testLooseEnds(t *testing.T, s storage.Store) {
	a, r, p := tracked(1), review(1, "a"), analysis(1)
	p.Current, p.Previous = digest(8), digest(9)
	a.LabelDigest = digest(9)
	r.CoveredSnapshots = []storage.SnapshotID{{App: 1, At: 5}, {App: 9, At: 5}}
	update(t, s, func(tx storage.Tx) error {
		return first(
			func() error { return tx.Apps().Put(a) },
			func() error { return tx.Reviews().Put(r) },
			func() error { return tx.PolicyAnalyses().Put(p) },
			func() error { return tx.RelatedApps().Put(related(1, 0, 9)) },
			func() error { return tx.Shortlist().Put(shortlisted(1, 9)) },
			func() error { return tx.Notifications().Put(notification(9, "a")) },
			func() error { return tx.Activities().Put(activity(9, "a")) },
		)
	})
	apps().found(t, s, a)
	reviews().found(t, s, r)
	policyAnalyses().found(t, s, p)
}
