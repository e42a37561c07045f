package device_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// spoken puts six apps on a phone. One is on a tablet too, and all others but one have a
// note, a verdict or a shortlist entry; an imported verdict and a note that can no longer be
// restored do not protect an app.
func spoken(r *bench) storage.Device {
	r.track(1, 2, 3, 4, 5, 6, 7)
	r.update(func(tx *storage.Tx) error {
		a, err := tx.Apps.Get(3)
		if err != nil {
			return err
		}
		a.Decision = storage.DecisionSafe
		entry := storage.ShortlistEntry{Source: 6, Candidate: 2, Name: "x", URL: "u", Modes: storage.ModePrivacy, AddedAt: 1}
		for _, err := range []error{
			tx.Apps.Put(a),
			tx.Verdicts.Put(storage.Verdict{App: 3, Decision: a.Decision, Origin: storage.OriginUser, SetAt: 1}),
			tx.Verdicts.Put(storage.Verdict{App: 2, Decision: a.Decision, Origin: storage.OriginImported, OriginName: "Ann", SetAt: 1}),
			tx.Annotations.Put(storage.Annotation{ID: 1, App: 4, Body: "x", Visibility: storage.VisibilityPrivate, CreatedAt: 1, Origin: storage.OriginUser}),
			tx.Annotations.Put(storage.Annotation{ID: 2, App: 5, Body: "x", Visibility: storage.VisibilityPrivate, CreatedAt: 1, DeletedAt: storage.NullTime(storage.TimeOf(r.now.Add(2 * time.Minute))), Origin: storage.OriginUser}),
			tx.Annotations.Put(storage.Annotation{ID: 3, App: 2, Body: "x", Visibility: storage.VisibilityPrivate, CreatedAt: 1, DeletedAt: 2, Origin: storage.OriginUser}),
			tx.Shortlist.Put(entry),
			tx.Settings.Put(storage.Setting{Name: "version_update_notified_2_at", Value: "1"}),
		} {
			if err != nil {
				return err
			}
		}
		return nil
	})
	phone := r.add("Phone", 1, 2, 3, 4, 5, 6)
	r.add("Pad", 1)
	return phone
}

func TestRemoveForgetsOrphansAlone(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	phone := spoken(r)
	n, err := r.Remove(t.Context(), phone.ID)
	if err != nil || n != 1 {
		t.Errorf("%d orphans, %v", n, err)
	}
	if diff := cmp.Diff([]storage.AppID{1, 3, 4, 5, 6, 7}, r.tracked()); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1 on Pad 60-60"}, r.links()); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if n := len(storagetest.All[storage.Setting](t, r.store)); n != 0 {
		t.Errorf("%d settings of apps that are gone", n)
	}
	_, err = r.Remove(t.Context(), phone.ID)
	r.want(err, storage.ErrNotFound)
}

// What a preview says of orphans is what a commit does.
func TestPreviewReportsOrphans(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	phone := spoken(r)
	diff, err := r.Preview(t.Context(), phone.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	var gone []storage.AppID
	orphans := map[storage.AppID]bool{}
	for _, removal := range diff.Removes {
		gone = append(gone, removal.App)
		if removal.Orphan {
			orphans[removal.App] = true
		}
	}
	if d := cmp.Diff(map[storage.AppID]bool{2: true}, orphans); d != "" || len(gone) != 6 {
		t.Errorf("orphans of %v (-want +got):\n%s", gone, d)
	}
	done, err := r.Commit(t.Context(), device.Change{Device: phone.ID, Removes: append(gone, 7, 99, 1)})
	if err != nil || done != (device.Done{Removed: 6, Orphaned: 1}) {
		t.Errorf("done %+v, %v", done, err)
	}
	if d := cmp.Diff([]storage.AppID{1, 3, 4, 5, 6, 7}, r.tracked()); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
}
