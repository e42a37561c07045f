package storagetest

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// putHistory writes up to 80 snapshots of three apps, with random changes. The function at
// returns the time of each.
func putHistory(tx *storage.Tx, r *rand.Rand, at func(i int) storage.Time) error {
	if err := putApps(tx); err != nil {
		return err
	}
	for i := range 80 {
		snapshot := shown([]storage.AppID{1, 2, 10}[r.IntN(3)], at(i))
		if _, err := tx.Snapshots.Get(snapshot.ID); err == nil {
			continue
		}
		snapshot.Changed, snapshot.TriggeredBy, snapshot.Entries = r.IntN(5) > 0, storage.TriggerManual, r.IntN(4)
		if err := tx.Snapshots.Put(snapshot); err != nil {
			return err
		}
		for i := range snapshot.Entries {
			c := change(snapshot.ID, i)
			c.Changed, c.Entry.Type, c.Entry.Category = snapshot.Changed, someTypes[r.IntN(3)], someCategories[r.IntN(3)]
			c.Entry.Direction = []storage.Direction{"", storage.Worse, storage.Better}[r.IntN(3)]
			c.Entry.Details = [][]string{nil, {}, {"a", "b"}}[r.IntN(3)]
			if err := tx.Changes.Put(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// putMembers puts some of the apps on a device, and tags some.
func putMembers(tx *storage.Tx) error {
	if err := putDevices(tx); err != nil {
		return err
	}
	if err := tx.DeviceLinks.Put(linked(1, "a"), linked(10, "a")); err != nil {
		return err
	}
	return tx.AppTags.Put(storage.AppTag{App: 1, Tag: "games"}, storage.AppTag{App: 2, Tag: "games"})
}

// someMembers returns the members of a device, of a tag or of both, and mostly of neither.
func someMembers(r *rand.Rand) storage.Members {
	return []storage.Members{{}, {}, {}, {Device: "a"}, {Tag: "games"}, {Device: "a", Tag: "games"}, {Device: "B"}, {Tag: "none"}}[r.IntN(8)]
}

// testFeed compares the feed that the store reads with the one made from its tables.
func testFeed(t *testing.T, s storage.Store) {
	r := rand.New(rand.NewPCG(7, 7))
	update(t, s, func(tx *storage.Tx) error {
		return errors.Join(putHistory(tx, r, func(int) storage.Time { return storage.Time(1 + r.IntN(40)) }), putMembers(tx))
	})
	for range 200 {
		q := storage.FeedQuery{Window: 1 + r.IntN(60), Offset: max(0, r.IntN(60)-20), Limit: 1 + r.IntN(20)}
		if r.IntN(3) == 0 {
			q.App = []storage.AppID{1, 2, 3}[r.IntN(3)]
		}
		if r.IntN(3) == 0 {
			q.From, q.To = storage.Time(r.IntN(20)), storage.Time(r.IntN(50))
		}
		q.Types, q.Categories = someTypes[:r.IntN(3)], someCategories[r.IntN(2):2+r.IntN(2)]
		if r.IntN(2) == 0 {
			q.Categories = nil
		}
		if r.IntN(3) == 0 {
			q.Directions = []storage.Direction{storage.Worse, storage.Better}[r.IntN(2):]
		}
		if r.IntN(4) == 0 {
			q.Weights = []storage.Weight{"tracking", ""}[r.IntN(2):]
		}
		q.Of = someMembers(r)
		compare(t, s, q, func(tx *storage.Tx) (storage.Feed, error) {
			feed, err := tx.Feed(q)
			feed.Rows = append([]storage.FeedRow{}, feed.Rows...) // nil is as good as empty
			return feed, err
		})
	}
}
