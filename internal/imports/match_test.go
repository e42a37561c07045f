package imports_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// imported returns an item whose app 1 came with its import.
func (b *bench) imported() storage.ImportItemID {
	b.t.Helper()
	b.shop.show(1, "One")
	b.shop.show(2, "Two")
	ids := b.add(b.begin(), queued(1))
	b.clock.Add(time.Second)
	b.work()
	return ids[0]
}

func TestChangeMatch(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ edited, want string }{"by its name": {"", "Two"}, "by other words": {"The other", "The other"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			id := b.imported()
			before := b.item(id)
			b.update(func(tx *storage.Tx) error {
				return tx.Notifications.Put(storage.Notification{ID: "n", App: 1, Type: storage.NoticeLabelChanges, CreatedAt: 1})
			})
			got, err := b.ChangeMatch(t.Context(), id, address(2), tt.edited)
			if err != nil {
				t.Fatal(err)
			}
			want := before
			want.App, want.AppName, want.Developer, want.URL, want.EditedQuery, want.Attempts = 2, "Two", "Maker of Two", storage.Text(address(2)), storage.Text(tt.want), 2
			if diff := cmp.Diff(want, b.item(id)); diff != "" || got.Item.ImportItem != want {
				t.Errorf("answered %+v, is (-want +got):\n%s", got, diff)
			}
			if got.PreviousRemoved == nil || *got.PreviousRemoved != 1 || b.tracked(1) || !b.tracked(2) {
				t.Errorf("removed %v", got.PreviousRemoved)
			}
			b.view(func(tx *storage.Tx) error {
				n, err := tx.Notifications.Get("n")
				if !n.Stale {
					t.Error("the notification about the removed app is not stale")
				}
				return err
			})
			b.sound()
		})
	}
}

// An app with a note or verdict is not removed with its item.
func TestChangeMatch_keeps(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(b *bench, id storage.ImportItemID){
		"what another item stands for": func(b *bench, _ storage.ImportItemID) {
			b.add(b.begin(), item("other", storage.ImportImported, is(1)))
		},
		"a device that it is on": func(b *bench, _ storage.ImportItemID) {
			b.update(func(tx *storage.Tx) error {
				if err := tx.Devices.Put(storage.Device{ID: "phone", Name: "Phone", CreatedAt: 1}); err != nil {
					return err
				}
				return tx.DeviceLinks.Put(storage.DeviceLink{App: 1, Device: "phone"})
			})
		},
		"a note": func(b *bench, _ storage.ImportItemID) {
			b.update(func(tx *storage.Tx) error {
				return tx.Annotations.Put(storage.Annotation{ID: 1, App: 1, Body: "x", Visibility: storage.VisibilityExport, Origin: storage.OriginUser, CreatedAt: 1})
			})
		},
		"a note whose deletion can be taken back": func(b *bench, _ storage.ImportItemID) {
			b.update(func(tx *storage.Tx) error {
				return tx.Annotations.Put(storage.Annotation{
					ID: 1, App: 1, Body: "x", Visibility: storage.VisibilityExport, Origin: storage.OriginUser, CreatedAt: 1,
					DeletedAt: storage.NullTime(storage.TimeOf(b.clock.Now())),
				})
			})
		},
		"a verdict": func(b *bench, _ storage.ImportItemID) {
			b.update(func(tx *storage.Tx) error {
				app, err := tx.Apps.Get(1)
				if err != nil {
					return err
				}
				app.Decision = storage.DecisionSafe
				return tx.Apps.Put(app)
			})
		},
		"a place on the shortlist": func(b *bench, _ storage.ImportItemID) {
			b.track(2)
			b.update(func(tx *storage.Tx) error {
				return tx.Shortlist.Put(
					storage.ShortlistEntry{Source: 1, Candidate: 7, Name: "x", URL: "x", Modes: storage.ModePrivacy, AddedAt: 1},
					storage.ShortlistEntry{Source: 2, Candidate: 7, Name: "x", URL: "x", Modes: storage.ModePrivacy, AddedAt: 1})
			})
		},
		"an app that was there before": func(b *bench, _ storage.ImportItemID) {
			b.update(func(tx *storage.Tx) error {
				app, err := tx.Apps.Get(1)
				if err != nil {
					return err
				}
				app.FirstSeen = 1
				return tx.Apps.Put(app)
			})
		},
		"the same app": func(*bench, storage.ImportItemID) {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			id := b.imported()
			prepare(b, id)
			to := address(2)
			if name == "the same app" {
				to = address(1)
			}
			got, err := b.ChangeMatch(t.Context(), id, to, "")
			if err != nil || got.PreviousRemoved != nil || !b.tracked(1) {
				t.Errorf("%+v, %v", got, err)
			}
			b.sound()
		})
	}
	t.Run("neither a candidate on the shortlist nor a note that is gone", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		id := b.imported()
		b.track(2)
		b.update(func(tx *storage.Tx) error {
			return errors.Join(
				tx.Shortlist.Put(storage.ShortlistEntry{Source: 2, Candidate: 1, Name: "x", URL: "x", Modes: storage.ModePrivacy, AddedAt: 1}),
				tx.Annotations.Put(storage.Annotation{
					ID: 1, App: 1, Body: "x", Visibility: storage.VisibilityExport, Origin: storage.OriginUser, CreatedAt: 1, DeletedAt: 2,
				}))
		})
		if got, err := b.ChangeMatch(t.Context(), id, address(2), ""); err != nil || got.PreviousRemoved == nil {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// With an error nothing has changed.
func TestChangeMatch_errors(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.imported()
	before := b.item(id)
	for name, tt := range map[string]struct {
		id    storage.ImportItemID
		url   string
		fault error
		want  error
	}{
		"no such item":   {storage.ImportItemID{Import: "none"}, address(2), nil, storage.ErrNotFound},
		"no address":     {id, "https://other.example/", nil, fleet.ErrAddress},
		"not listed":     {id, address(9), nil, fleet.ErrNotListed},
		"out of reach":   {id, address(2), &fleet.ScrapeError{Cause: fleet.ErrUnavailable}, fleet.ErrUnavailable},
		"not understood": {id, address(2), &fleet.ScrapeError{Cause: fleet.ErrLayout}, fleet.ErrLayout},
	} {
		b.shop.fail(tt.fault)
		if _, err := b.ChangeMatch(t.Context(), tt.id, tt.url, ""); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
		b.shop.fail(nil)
	}
	b.shop.fail(throttle(time.Minute))
	for _, want := range []time.Duration{time.Minute, 50 * time.Second} { // the second time it is not asked
		_, err := b.ChangeMatch(t.Context(), id, address(2), "")
		if wait, throttled := tracked.RetryAfter(err); !throttled || wait != want {
			t.Errorf("throttled: %v, want to wait for %v", err, want)
		}
		b.clock.Add(10 * time.Second)
	}
	b.clock.Add(time.Hour)
	b.shop.before = func(storage.AppID) {
		b.shop.before = nil
		if _, err := b.Forget(context.Background(), id.Import, false); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(before, b.item(id)); diff != "" || !b.tracked(1) || b.tracked(2) {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	if _, err := b.ChangeMatch(t.Context(), id, address(2), ""); !errors.Is(err, storage.ErrNotFound) || b.tracked(2) {
		t.Errorf("forgotten meanwhile: %v", err)
	}
	b.Stop(0)
	if _, err := b.ChangeMatch(t.Context(), id, address(2), ""); !errors.Is(err, runner.ErrStopping) {
		t.Errorf("after the end: %v", err)
	}
}
