package device_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestPreview(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1, 2, 3, 4, 5)
	phone := r.add("Phone", 1, 2, 3)
	r.add("Pad", 4, 5)
	got, err := r.Preview(t.Context(), phone.ID, []device.Installed{
		{App: 1}, {App: 4, Name: "Mine"}, {App: 1, Name: "twice"}, {App: 20, BundleID: "COM.example.2"}, {App: 21, BundleID: "com.example.2"},
		{App: 22, BundleID: "com.example.5", Developer: "Dev"}, {App: 23, Name: "New", URL: "u", IconURL: "i"}, {App: 24, BundleID: "com.example.1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := device.Diff{
		Device: phone.ID, Unchanged: 2,
		Adds: []device.Addition{
			{App: 4, Name: "Mine", URL: "https://store.example/id4", BundleID: "com.example.4"}, {App: 21, Name: "App 21", BundleID: "com.example.2"},
			{App: 22, Name: "App 22", BundleID: "com.example.5", Developer: "Dev"}, {App: 23, Name: "New", URL: "u", IconURL: "i"},
			{App: 24, Name: "App 24", BundleID: "com.example.1"},
		},
		Removes: []device.Removal{{App: 3, Name: "App 3", Orphan: true}},
		Merges:  []device.Merge{{Previous: 2, Incoming: 20, BundleID: "COM.example.2", PreviousName: "App 2", IncomingName: "App 20"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("preview (-want +got):\n%s", diff)
	}
	_, err = r.Preview(t.Context(), "none", nil)
	r.want(err, storage.ErrNotFound)
}

func TestCommit(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1, 2, 3, 4)
	phone := r.add("Phone", 1, 2)
	change := device.Change{Device: phone.ID, Adds: []storage.AppID{3, 3, 2, 99}, Removes: []storage.AppID{1, 1, 4}}
	done, err := r.Commit(t.Context(), change)
	if err != nil || done != (device.Done{Added: 1, Removed: 1, Orphaned: 1}) {
		t.Errorf("done %+v, %v", done, err)
	}
	want := []string{"2 on Phone 0-60", "3 on Phone 60-60"}
	if diff := cmp.Diff(want, r.links()); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if done, err = r.Commit(t.Context(), change); err != nil || done != (device.Done{}) {
		t.Errorf("done again: %+v, %v", done, err)
	}
	if diff := cmp.Diff(want, r.links()); diff != "" {
		t.Errorf("links after it was done again (-want +got):\n%s", diff)
	}
	r.now = r.now.Add(1)
	if done, err = r.Commit(t.Context(), device.Change{Device: phone.ID}); err != nil || done != (device.Done{}) {
		t.Errorf("nothing done: %+v, %v", done, err)
	}
	if found, err := r.Get(t.Context(), phone.ID); err != nil || found.Device.LastSynced != storage.TimeOf(r.now) {
		t.Errorf("synced %+v, %v", found, err)
	}
	r.view(func(tx *storage.Tx) error {
		s, err := tx.Settings.Get("deviceResyncLastCommittedAt")
		if want := fmt.Sprint(int64(storage.TimeOf(r.now))); s.Value != want {
			t.Errorf("committed at %s, want %s", s.Value, want)
		}
		return err
	})
	_, err = r.Commit(t.Context(), device.Change{Device: "none", Adds: []storage.AppID{1}})
	r.want(err, storage.ErrNotFound)
}

func TestCommitMergesWhatIsTheSame(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1, 2, 3, 20, 30)
	r.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 20, Name: "App 20", URL: "u"}) // its bundle id is not known
	})
	phone := r.add("Phone", 1, 2)
	r.add("Pad", 1, 3)
	done, err := r.Commit(t.Context(), device.Change{Device: phone.ID, Merges: []device.MergePair{
		{1, 1}, {1, 99}, {99, 1}, // of nothing
		{3, 20}, // the pad's
		{2, 30}, // another app
		{1, 20}, {1, 20},
	}, Adds: []storage.AppID{20}})
	if err != nil || done != (device.Done{Merged: 1}) {
		t.Errorf("done %+v, %v", done, err)
	}
	want := []string{"2 on Phone 0-0", "3 on Pad 60-60", "20 on Pad 60-60", "20 on Phone 0-120"}
	got := r.links()
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if slices.Contains(r.tracked(), 1) {
		t.Error("the previous app is still there")
	}
}

// failing is a store from which an app cannot be deleted.
type failing struct {
	storage.Store
	app storage.AppID
}

func (f failing) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return f.Store.Update(ctx, func(tx *storage.Tx) error {
		seen := *tx
		seen.Apps = failingApps{tx.Apps, f.app}
		return fn(&seen)
	})
}

type failingApps struct {
	storage.Rows[storage.AppID, storage.App, storage.AppQuery]
	app storage.AppID
}

func (f failingApps) Delete(ids ...storage.AppID) (int, error) {
	if slices.Contains(ids, f.app) {
		return 0, storagetest.ErrFault
	}
	return f.Rows.Delete(ids...)
}

// Wherever a commit fails, nothing was done.
func TestCommitIsWhole(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*storage.Env){
		"the store": func(c *storage.Env) {
			c.Store = storagetest.Faulty(c.Store, storagetest.Faults{Before: storagetest.Nth(1)})
		},
		"a merge": func(c *storage.Env) {
			c.Store = failing{c.Store, 1}
		},
		"an orphan": func(c *storage.Env) {
			c.Store = failing{c.Store, 2}
		},
		"nothing": func(*storage.Env) {},
	} {
		s := memory.New()
		teststore.Update(t, s, func(tx *storage.Tx) error {
			for id := storage.AppID(1); id <= 4; id++ {
				if err := tx.Apps.Put(storage.App{ID: id, Name: "App", URL: "u"}); err != nil {
					return err
				}
			}
			return errors.Join(
				tx.Devices.Put(storage.Device{ID: "d", Name: "Phone", CreatedAt: 1}),
				tx.DeviceLinks.Put(storage.DeviceLink{App: 1, Device: "d"}, storage.DeviceLink{App: 2, Device: "d"}))
		})
		_, err := benchOn(s, change).Commit(t.Context(), device.Change{
			Device: "d", Merges: []device.MergePair{{Previous: 1, Incoming: 4}}, Adds: []storage.AppID{3}, Removes: []storage.AppID{2},
		})
		apps, links := 4, 2
		if name == "nothing" {
			if apps = 2; err != nil { // 3 and 4
				t.Error(err)
			}
		} else if !errors.Is(err, storagetest.ErrFault) {
			t.Errorf("%s: error %v", name, err)
		}
		err = s.View(t.Context(), func(tx *storage.Tx) error {
			n, err := tx.Apps.Count(storage.AppQuery{})
			m, err2 := tx.DeviceLinks.Count(storage.DeviceLinkQuery{Device: "d"})
			if n != apps || m != links {
				t.Errorf("%s fails: %d apps and %d links are left, want %d and %d", name, n, m, apps, links)
			}
			return errors.Join(err, err2)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever is installed: after a preview was committed as it is, a second one finds
// nothing to do.
func TestCommittedPreviewLeavesNothing(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	phone, pad := r.add("Phone"), r.add("Pad")
	random := rand.New(rand.NewPCG(8, 9))
	for round := range 30 {
		var all []storage.AppID
		for id := storage.AppID(1); id <= 12; id++ {
			all = append(all, id)
		}
		r.update(func(tx *storage.Tx) error { // what is new is tracked, some of it under one bundle id
			for _, id := range all {
				a := storage.App{ID: id, Name: fmt.Sprint("App ", id), URL: "u", BundleID: storage.Text(fmt.Sprint("b", id%8))}
				if _, err := tx.Apps.Get(id); err == nil {
					continue
				}
				if err := tx.Apps.Put(a); err != nil {
					return err
				}
			}
			return nil
		})
		on := phone.ID
		if random.IntN(4) == 0 {
			on = pad.ID
		}
		var installed []device.Installed
		for range random.IntN(14) {
			installed = append(installed, device.Installed{App: all[random.IntN(len(all))]})
		}
		first, err := r.Preview(t.Context(), on, installed)
		if err != nil {
			t.Fatal(err)
		}
		change := device.Change{Device: on}
		for _, m := range first.Merges {
			change.Merges = append(change.Merges, device.MergePair{Previous: m.Previous, Incoming: m.Incoming})
		}
		for _, a := range first.Adds {
			change.Adds = append(change.Adds, a.App)
		}
		orphans := 0
		for _, a := range first.Removes {
			change.Removes = append(change.Removes, a.App)
			if a.Orphan {
				orphans++
			}
		}
		done, err := r.Commit(t.Context(), change)
		want := device.Done{Added: len(change.Adds), Removed: len(change.Removes), Orphaned: orphans, Merged: len(change.Merges)}
		if err != nil || done != want {
			t.Fatalf("round %d: done %+v, %v, want %+v", round, done, err, want)
		}
		second, err := r.Preview(t.Context(), on, installed)
		if err != nil {
			t.Fatal(err)
		}
		if len(second.Adds)+len(second.Removes)+len(second.Merges) > 0 || second.Unchanged != first.Unchanged+len(first.Adds) {
			t.Fatalf("round %d: after %+v was done there is still %+v", round, first, second)
		}
	}
}
