package review_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const app storage.AppID = 7

// bench is a review service over one app.
type bench struct {
	*review.Service
	store storage.Store
	now   time.Time
}

func newBench(t *testing.T) *bench {
	t.Helper()
	d := &bench{store: teststore.Open(t), now: time.UnixMilli(1_760_000_000_000)}
	d.Service = review.New(storage.Env{Store: d.store, Now: func() time.Time { return d.now }, Random: rand.Reader})
	d.update(t, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: app, Name: "Notes", URL: "https://store.example/id7"})
	})
	return d
}

func (b *bench) update(t *testing.T, fn func(*storage.Tx) error) {
	t.Helper()
	teststore.Update(t, b.store, fn)
}

// change records a snapshot with entries of these categories, as a refresh does.
func (b *bench) change(t *testing.T, kinds storage.PendingKinds, categories ...storage.EntryCategory) storage.SnapshotID {
	t.Helper()
	b.now = b.now.Add(time.Hour)
	id := storage.SnapshotID{App: app, At: storage.TimeOf(b.now)}
	b.update(t, func(tx *storage.Tx) error {
		a, err := tx.Apps.Get(app)
		if err != nil {
			return err
		}
		a.ChangeCount++
		a.Pending |= kinds
		s := storage.Snapshot{ID: id, Source: storage.SourceLive, Changed: true, Entries: len(categories)}
		if err := errors.Join(tx.Apps.Put(a), tx.Snapshots.Put(s)); err != nil {
			return err
		}
		for i, c := range categories {
			entry := storage.Entry{Type: storage.EntryAdded, Description: "something", Category: c}
			if err := tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: id, Index: i}, Entry: entry, Changed: true}); err != nil {
				return err
			}
		}
		return notify.Post(tx, id.At, rand.Reader, notify.Notice{App: app, AppName: "Notes", Type: storage.NoticeLabelChanges})
	})
	return id
}

func (b *bench) app(t *testing.T) (a storage.App, unread int) {
	t.Helper()
	err := b.store.View(t.Context(), func(tx *storage.Tx) (err error) {
		if a, err = tx.Apps.Get(app); err != nil {
			return err
		}
		unread, err = tx.Notifications.Count(storage.NotificationQuery{Unread: true})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return a, unread
}

func TestReviewedIsPendingNoMore(t *testing.T) {
	t.Parallel()
	for _, action := range []storage.ReviewAction{storage.ReviewReviewed, storage.ReviewDismissed} {
		d := newBench(t)
		first := d.change(t, storage.PendingPrivacy, "", "")
		second := d.change(t, storage.PendingAccessibility, storage.CategoryAccessibility)
		d.now = d.now.Add(time.Minute)
		r, err := d.Acknowledge(t.Context(), app, action, 7)
		if err != nil {
			t.Fatal(err)
		}
		want := storage.Review{
			ID: r.ID, App: app, Action: action, ActedAt: storage.TimeOf(d.now), CoveredCount: 3,
			CoveredSnapshots: []storage.SnapshotID{second, first}, PreState: storage.ReviewState{ChangeCount: 2},
		}
		if diff := cmp.Diff(want, r); diff != "" {
			t.Errorf("review (-want +got):\n%s", diff)
		}
		a, unread := d.app(t)
		if a.ChangeCount != 0 || a.Pending != 0 || a.ChangesAcknowledgedAt != storage.TimeOf(d.now) || unread != 0 {
			t.Errorf("%s: app is %+v with %d unread", action, a, unread)
		}
	}
}

func TestSnoozeHidesOnly(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	d.change(t, storage.PendingPrivacy, "")
	r, err := d.Acknowledge(t.Context(), app, storage.ReviewSnoozed, 30)
	if err != nil {
		t.Fatal(err)
	}
	until := storage.TimeOf(d.now.Add(30 * 24 * time.Hour))
	a, unread := d.app(t)
	if storage.Time(r.SnoozeUntil) != until || a.ChangesSnoozedUntil != until || a.ChangeCount != 1 || a.ChangesAcknowledgedAt != 0 || unread != 1 {
		t.Errorf("after snoozing: %+v, %d unread, review %+v", a, unread, r)
	}
	if _, err := d.Acknowledge(t.Context(), app, storage.ReviewUnsnoozed, 0); err != nil {
		t.Fatal(err)
	}
	if a, _ := d.app(t); a.ChangesSnoozedUntil != 0 {
		t.Errorf("after unsnoozing: %+v", a)
	}
}

func TestUndoRestoresAndKeepsWhatCameSince(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	d.change(t, storage.PendingPrivacy, "")
	r, err := d.Acknowledge(t.Context(), app, storage.ReviewReviewed, 7)
	if err != nil {
		t.Fatal(err)
	}
	d.change(t, storage.PendingAccessibility, storage.CategoryAccessibility)
	if err := d.Undo(t.Context(), app, r.ID, storage.MaxTime); err != nil {
		t.Fatal(err)
	}
	a, unread := d.app(t)
	if a.ChangeCount != 2 || a.Pending != storage.PendingPrivacy|storage.PendingAccessibility || a.ChangesAcknowledgedAt != 0 {
		t.Errorf("after the undo: %+v", a)
	}
	if unread != 1 {
		t.Errorf("%d unread: what was read stays read", unread)
	}
	if err := d.Undo(t.Context(), app, r.ID, storage.MaxTime); !errors.Is(err, review.ErrGone) {
		t.Errorf("a second undo: %v, want ErrGone", err)
	}
}

func TestUnknownAppAndActionOfAnother(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	if _, err := d.Acknowledge(t.Context(), 99, storage.ReviewReviewed, 7); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("unknown app: %v", err)
	}
	r, err := d.Acknowledge(t.Context(), app, storage.ReviewReviewed, 7)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Undo(t.Context(), 99, r.ID, storage.MaxTime); !errors.Is(err, review.ErrGone) {
		t.Errorf("action of another app: %v, want ErrGone", err)
	}
}

// A clock that stands still, or was set back, must not leave a covered snapshot pending.
func TestAcknowledgementCoversSnapshotsStampedAhead(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	id := d.change(t, storage.PendingPrivacy, "")
	d.now = d.now.Add(-48 * time.Hour)
	if _, err := d.Acknowledge(t.Context(), app, storage.ReviewReviewed, 7); err != nil {
		t.Fatal(err)
	}
	if a, _ := d.app(t); a.ChangesAcknowledgedAt != id.At {
		t.Errorf("acknowledged at %d, before the snapshot at %d", a.ChangesAcknowledgedAt, id.At)
	}
	r, err := d.Acknowledge(t.Context(), app, storage.ReviewReviewed, 7)
	if err != nil || r.CoveredCount != 0 {
		t.Errorf("a second acknowledgement covers %d (%v)", r.CoveredCount, err)
	}
}

// Whatever is undone, and in whatever order, the app is in the state in which its other actions leave it.
func TestUndoInAnyOrder(t *testing.T) {
	t.Parallel()
	const week = 7 * 24 * time.Hour
	acts := []storage.ReviewAction{storage.ReviewReviewed, storage.ReviewSnoozed, storage.ReviewDismissed, storage.ReviewUnsnoozed, storage.ReviewSnoozed}
	// state returns that of the app after some of the actions, each of which followed a change, and then another change.
	state := func(t *testing.T, done []int, undo []int) storage.ReviewState {
		d := newBench(t)
		ids := make(map[int]string)
		for i, action := range acts {
			d.change(t, storage.PendingPrivacy, "")
			if !slices.Contains(done, i) {
				continue
			}
			d.now = d.now.Add(time.Minute)
			r, err := d.Acknowledge(t.Context(), app, action, 7)
			if err != nil {
				t.Fatal(err)
			}
			ids[i] = r.ID
			d.now = d.now.Add(-time.Minute)
		}
		d.change(t, storage.PendingAccessibility, storage.CategoryAccessibility)
		for _, i := range undo {
			if err := d.Undo(t.Context(), app, ids[i], storage.MaxTime); err != nil {
				t.Fatal(err)
			}
		}
		a, _ := d.app(t)
		waiting, err := d.Waiting(t.Context(), a)
		if err != nil || waiting[app] != a.ChangeCount {
			t.Errorf("undone %v of %v: %d changes count, and %d wait, %v", undo, done, a.ChangeCount, waiting[app], err)
		}
		return storage.ReviewState{ChangeCount: a.ChangeCount, ChangesAcknowledgedAt: a.ChangesAcknowledgedAt, ChangesSnoozedUntil: a.ChangesSnoozedUntil}
	}
	all := []int{0, 1, 2, 3, 4}
	for _, undo := range [][]int{
		{0}, {1}, {2}, {3}, {4}, {0, 2}, {2, 0}, {0, 1, 2}, {2, 1, 0}, {4, 3}, {3, 4}, {1, 3, 4}, {0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 0, 3, 1}, {1, 2, 3, 0},
	} {
		t.Run(fmt.Sprint(undo), func(t *testing.T) {
			t.Parallel()
			rest := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return slices.Contains(undo, i) })
			if diff := cmp.Diff(state(t, rest, nil), state(t, all, undo)); diff != "" {
				t.Errorf("state after the undo (-want as without the actions +got):\n%s", diff)
			}
		})
	}
	if got := state(t, all, []int{4, 3}); got.ChangesSnoozedUntil != 0 || got.ChangeCount != 3 {
		t.Errorf("after the last two are undone: %+v", got)
	}
	if got, none := state(t, all, []int{3, 2}), (storage.ReviewState{}); got.ChangesSnoozedUntil <= storage.TimeOf(time.UnixMilli(1_760_000_000_000).Add(week)) || got == none {
		t.Errorf("the last snooze has ended: %+v", got)
	}
}
