package tracked_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// Marks of several apps are those of each, and apps without any are left out.
func TestMarksOfSeveral(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 5)
	err := b.Store.Update(t.Context(), func(tx *storage.Tx) error {
		if err := tx.AppTags.Put(storage.AppTag{App: 4, Tag: "work"}, storage.AppTag{App: 1, Tag: "kids"}, storage.AppTag{App: 1, Tag: "games"}); err != nil {
			return err
		}
		return tx.PausedApps.Put(storage.PausedApp{App: 1, PausedAt: 7}, storage.PausedApp{App: 2, PausedAt: 8}, storage.PausedApp{App: 3, PausedAt: 9})
	})
	if err != nil {
		t.Fatal(err)
	}
	games := tracked.Marks{Tags: []string{"games", "kids"}, PausedAt: 7}
	for _, test := range []struct {
		ids  []storage.AppID
		want map[storage.AppID]tracked.Marks
	}{
		{nil, map[storage.AppID]tracked.Marks{}},
		{[]storage.AppID{5, 6}, map[storage.AppID]tracked.Marks{}},
		{[]storage.AppID{5, 4, 2, 1}, map[storage.AppID]tracked.Marks{1: games, 2: {Tags: []string{}, PausedAt: 8}, 4: {Tags: []string{"work"}}}},
	} {
		got, err := b.Marks(t.Context(), test.ids...)
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("marks of %v: %v (-want +got):\n%s", test.ids, err, diff)
		}
	}
}
