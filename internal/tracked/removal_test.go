package tracked_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestPausedAppIsNotRefreshed(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 3)
	changed, err := b.Pause(t.Context(), true, 2, 99)
	if err != nil || len(changed) != 1 || changed[0] != 2 {
		t.Fatalf("paused are %v, %v", changed, err)
	}
	if totals := b.sync(t); totals.Succeeded != 2 {
		t.Errorf("%d apps were refreshed, want 2", totals.Succeeded)
	}
	if changed, err = b.Pause(t.Context(), false, 2, 3); err != nil || len(changed) != 1 {
		t.Fatalf("resumed are %v, %v", changed, err)
	}
	if totals := b.sync(t); totals.Succeeded != 3 {
		t.Errorf("%d apps were refreshed, want 3", totals.Succeeded)
	}
}

func TestRestoreIsAllOrNothing(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 3)
	if _, err := b.Remove(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Restore(t.Context(), 2, 99); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the error is %v", err)
	}
	if _, err := b.Detail(t.Context(), 2); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an app was restored although another cannot be: %v", err)
	}
	if n, err := b.Restore(t.Context(), 2); n != 1 || err != nil {
		t.Errorf("%d were restored, %v", n, err)
	}
	if totals := b.sync(t); totals.Succeeded != 3 {
		t.Errorf("%d apps were refreshed, want 3", totals.Succeeded)
	}
	if _, err := b.Purge(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Restore(t.Context(), 2); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the error is %v", err)
	}
	if removed, err := b.Removed(t.Context()); len(removed) != 0 || err != nil {
		t.Errorf("removed are %v, %v", removed, err)
	}
	if _, err := tracked.Tag("a,b"); !errors.Is(err, tracked.ErrTag) {
		t.Errorf("the error is %v", err)
	}
}

// A page of removed apps goes on where the one before ends, the last removed app first.
func TestRemovedPages(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 5)
	for id := range storage.AppID(5) {
		b.Clock.Add(time.Minute)
		if _, err := b.Remove(t.Context(), id+1); err != nil {
			t.Fatal(err)
		}
	}
	for offset, want := range map[int][]storage.AppID{0: {5, 4}, 2: {3, 2}, 4: {1}, 5: nil, 90: nil} {
		page, err := b.RemovedPage(t.Context(), 2, offset)
		var got []storage.AppID
		for _, app := range page.Apps {
			got = append(got, app.App)
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil || page.Total != 5 {
			t.Errorf("from %d: total %d, %v (-want +got):\n%s", offset, page.Total, err, diff)
		}
	}
}

// Apps are removed together, also more than a transaction takes.
func TestRemoveAll(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 3)
	ids := []storage.AppID{1}
	for id := storage.AppID(1000); id < 1250; id++ {
		ids = append(ids, id)
	}
	removed, err := b.RemoveAll(t.Context(), append(ids, 3)...)
	if diff := cmp.Diff([]storage.AppID{1, 3}, removed.Apps); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if totals := b.sync(t); totals.Succeeded != 1 {
		t.Errorf("%d apps were refreshed, want 1", totals.Succeeded)
	}
	if n, err := b.Restore(t.Context(), removed.Apps...); n != 2 || err != nil {
		t.Errorf("%d were restored, %v", n, err)
	}
}

// What was removed together comes back together, except what was restored or tracked again since.
func TestRestoreRemoval(t *testing.T) {
	t.Parallel()
	const apps = 45 // more than a transaction takes
	b := trackedApps(t, apps)
	var ids []storage.AppID
	for id := range storage.AppID(apps) {
		ids = append(ids, id+1)
	}
	if _, err := b.RemoveAll(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	b.Clock.Add(time.Second)
	together, err := b.RemoveAll(t.Context(), ids...)
	if err != nil || len(together.Apps) != apps-1 {
		t.Fatalf("%d were removed, %v", len(together.Apps), err)
	}
	b.Clock.Add(time.Second)

	if _, err := b.Restore(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	b.Observe(t, 3, "App", fleettest.Labelled("LINKED: LOCATION"))
	if n, err := b.RestoreRemoval(t.Context(), together.At); n != apps-3 || err != nil {
		t.Errorf("%d were restored, %v", n, err)
	}
	if app := b.App(t, 3); app.SyncCount != 2 {
		t.Errorf("the app that was tracked again has %d refreshes, want 2", app.SyncCount)
	}
	size, err := b.On().Size(t.Context())
	if size != apps-1 || err != nil {
		t.Errorf("%d apps are tracked, %v", size, err)
	}
	if n, err := b.RestoreRemoval(t.Context(), together.At); n != 0 || !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("a second time %d were restored, %v", n, err)
	}
}

// An app that is tracked again gets back what was recorded before it was removed, at once or after it was
// removed once more. Its states are compared in one order, and the counts tell what is in it.
// TestAppTrackedAgainGoesOn: what was kept of a removed app comes back when it is tracked again, and the page is
// compared with it.
func TestAppTrackedAgainGoesOn(t *testing.T) {
	t.Parallel()
	type result struct {
		Rows        []string
		Refreshes   int
		Kinds       bool // whether kinds of changes wait
		ChangeCount int
		Notes       []string
		Decision    storage.Decision
	}
	const (
		first  = "2025-10-09 08:53 +0"
		second = "2025-10-09 09:53 +1 changed"
	)
	for name, tt := range map[string]struct {
		name  string // of the app when it is tracked again
		later string // what it collects then
		seen  bool   // whether the first change was acknowledged
		want  result
	}{
		"as it was": {"App", "LOCATION CONTACTS", false, result{
			Rows: []string{first, second, "2025-10-09 11:53 +0"}, Refreshes: 3, ChangeCount: 1,
		}},
		"as it was, and seen": {"App", "LOCATION CONTACTS", true, result{
			Rows: []string{first, second, "2025-10-09 11:53 +0"}, Refreshes: 3,
		}},
		"changed meanwhile": {"App 2", "LOCATION", false, result{
			Rows: []string{first, second, "2025-10-09 11:53 +2 changed"}, Refreshes: 3, ChangeCount: 2,
		}},
		"changed meanwhile, and seen before": {"App 2", "LOCATION", true, result{
			Rows: []string{first, second, "2025-10-09 11:53 +2 changed"}, Refreshes: 3, ChangeCount: 1,
		}},
	} {
		for _, twice := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, removed twice: %t", name, twice), func(t *testing.T) {
				t.Parallel()
				b := newBench(t)
				b.Observe(t, 1, "App", fleettest.Labelled("LINKED: LOCATION"))
				b.Observe(t, 1, "App", fleettest.Labelled("LINKED: LOCATION CONTACTS"))
				was := b.App(t, 1)
				teststore.Update(t, b.Store, func(tx *storage.Tx) error {
					changed := storage.ChangeID{Snapshot: storage.SnapshotID{App: 1, At: was.LastSynced}}
					if tt.seen {
						was.ChangeCount, was.Pending, was.ChangesAcknowledgedAt = 0, 0, was.LastSynced
					}
					was.Decision = "safe"
					return errors.Join(
						tx.Apps.Put(was),
						tx.Annotations.Put(noteOf(5, storage.Text(changed.String()), "on the change")),
						tx.Verdicts.Put(storage.Verdict{App: 1, Decision: "safe", Origin: storage.OriginUser, SetAt: 1, UpdatedAt: 1}),
					)
				})
				remove := func() {
					t.Helper()
					if gone, err := b.Remove(t.Context(), 1); err != nil || !gone {
						t.Fatalf("removed: %t, %v", gone, err)
					}
					b.Clock.Add(time.Hour)
				}
				remove()
				b.Observe(t, 1, tt.name, fleettest.Labelled("LINKED: "+tt.later))
				teststore.Update(t, b.Store, func(tx *storage.Tx) error { return tx.Annotations.Put(noteOf(6, "", "on the app")) })
				if twice {
					remove()
					if n, err := b.Restore(t.Context(), 1); n != 1 || err != nil {
						t.Fatalf("%d were restored, %v", n, err)
					}
				} else if _, err := b.Restore(t.Context(), 1); !errors.Is(err, storage.ErrNotFound) {
					t.Errorf("restored a second time: %v", err)
				}

				app := b.App(t, 1)
				got := result{Refreshes: app.SyncCount, ChangeCount: app.ChangeCount, Decision: app.Decision, Kinds: app.Pending != 0}
				for _, s := range slices.Backward(storagetest.All[storage.Snapshot](t, b.Store)) {
					row := fmt.Sprintf("%s +%d", s.ID.At.Std().UTC().Format("2006-01-02 15:04"), s.Entries)
					if s.Changed {
						row += " changed"
					}
					got.Rows = append(got.Rows, row)
				}
				for _, note := range storagetest.All[storage.Annotation](t, b.Store) {
					got.Notes = append(got.Notes, fmt.Sprintf("%s: %t", note.Body, note.Change != ""))
				}
				slices.Sort(got.Rows)
				slices.Sort(got.Notes)
				tt.want.Notes, tt.want.Decision, tt.want.Kinds = []string{"on the app: false", "on the change: true"}, "safe", tt.want.ChangeCount > 0
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("restored (-want +got):\n%s", diff)
				}
				if app.Name != tt.name || app.FirstSeen != was.FirstSeen {
					t.Errorf("the app is %q, first seen at %d, want %s at %d", app.Name, app.FirstSeen, tt.name, was.FirstSeen)
				}
				if removed, err := b.Removed(t.Context()); len(removed) != 0 || err != nil {
					t.Errorf("removed are %v, %v", removed, err)
				}
				checkCourses(t, b.Store)
				before := b.Pages.Requests()
				if found := b.MustRefresh(t, 1); found.IsNew || len(found.Changes) != 0 || b.Pages.Requests() != before+1 {
					t.Errorf("the next refresh found %+v", found)
				}
			})
		}
	}
}

func noteOf(id storage.AnnotationID, change storage.Text, text string) storage.Annotation {
	return storage.Annotation{
		ID: id, App: 1, Change: change, Body: text, Tag: "concern", Visibility: "private", CreatedAt: 1, UpdatedAt: 1, Origin: storage.OriginUser,
	}
}

// checkCourses compares the courses that a store keeps with those of its records.
func checkCourses(t *testing.T, store storage.Store) {
	t.Helper()
	teststore.View(t, store, func(tx *storage.Tx) (bool, error) {
		for course, err := range tx.Courses() {
			if err != nil {
				return false, err
			}
			spans, shifts, err := tx.CourseOf(course.Group.App)
			if err != nil {
				return false, err
			}
			if diff := cmp.Diff([]any{spans, shifts}, []any{course.Spans, course.Shifts}); diff != "" {
				t.Errorf("course of app %d (-want +got):\n%s", course.Group.App, diff)
			}
		}
		return true, nil
	})
}

// A refresh must not bring back an app that is removed while its page is read, also if it had to read the
// page again.
func TestRefreshLeavesARemovedAppAlone(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(t *testing.T, b, other *bench, reading int) error{
		"removed": func(t *testing.T, b, _ *bench, _ int) error {
			_, err := b.Remove(t.Context(), 1)
			return err
		},
		"refreshed elsewhere, then removed": func(t *testing.T, b, other *bench, reading int) error {
			if other.keep(t, 1); reading > 1 {
				t.Errorf("the page was read %d times", reading)
			}
			_, err := b.Remove(t.Context(), 1)
			return err
		},
		"tracked anew, then removed": func(t *testing.T, b, other *bench, _ int) error {
			_, err := b.Remove(t.Context(), 1)
			b.Clock.Add(time.Minute)
			other.keep(t, 1)
			_, again := b.Remove(t.Context(), 1)
			return errors.Join(err, again)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := trackedApps(t, 2)
			other := b.neighbour(t)
			other.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
			reading := 0
			b.Pages.After = func(id storage.AppID) {
				if id != 1 {
					return
				}
				reading++
				if err := meanwhile(t, b, other, reading); err != nil {
					t.Error(err)
				}
			}
			results, err := b.Track(t.Context(), tracked.TrackRequest{IDs: []storage.AppID{1, 2}, Resync: true})
			if err != nil || len(results) != 2 {
				t.Fatalf("%d results, %v", len(results), err)
			}
			if !errors.Is(results[0].Err, tracked.ErrRemoved) || results[1].Outcome != tracked.OutcomeSuccess {
				t.Errorf("the results are %+v", results)
			}
			if _, err := b.Detail(t.Context(), 1); !errors.Is(err, storage.ErrNotFound) {
				t.Errorf("the removed app is tracked again: %v", err)
			}
		})
	}
}

// An app that is removed between two readings of its page, because another process refreshed it
// during the first one, stays removed.
func TestRefreshReadsNoRemovedAppAgain(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 1)
	other := b.neighbour(t)
	other.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
	b.Pages.After = func(storage.AppID) { other.keep(t, 1) }
	removing := &removing{Store: b.Store, remove: func() {
		if _, err := other.Remove(t.Context(), 1); err != nil {
			t.Error(err)
		}
	}}
	s := tracked.New(tracked.Config{Env: storage.Env{Store: removing, Now: b.Clock.Now, Random: rand.Reader}, Scraper: b.Pages})
	t.Cleanup(func() { s.Stop(0) })
	target, err := b.Pages.Resolve(fleettest.URL(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Refresh(t.Context(), target, storage.TriggerManual); !errors.Is(err, tracked.ErrRemoved) {
		t.Errorf("the error is %v", err)
	}
	if n, err := b.On().Size(t.Context()); n != 0 || err != nil {
		t.Errorf("%d apps are tracked, %v", n, err)
	}
}

// removing is a store that removes an app once a transaction has failed.
type removing struct {
	storage.Store
	remove func()
}

func (r *removing) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	err := r.Store.Update(ctx, fn)
	if err != nil {
		r.remove()
	}
	return err
}
