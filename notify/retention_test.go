package notify_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// fill writes notifications 1 to count, the last one newest, of which those are
// read that the function names.
func fill(t testing.TB, s storage.Store, count int, read func(int) bool) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		all := make([]storage.Notification, count)
		for i := range all {
			all[i] = storage.Notification{
				ID: name(i + 1), Type: storage.NoticeLabelChanges, CreatedAt: now - storage.Time(count-i), Read: read(i + 1),
			}
		}
		return tx.Notifications.Put(all...)
	})
}

func name(i int) string { return fmt.Sprintf("n%05d", i) }

// left returns how many notifications there are, and of those that fill wrote the
// ones that are gone: how many, the first one and the last.
func left(t testing.TB, s storage.Store, count int) (total int, gone []int) {
	t.Helper()
	there := make(map[string]bool)
	for _, n := range storagetest.All[storage.Notification](t, s) {
		there[n.ID] = true
	}
	for i := range count {
		if !there[name(i+1)] {
			gone = append(gone, i+1)
		}
	}
	return len(there), gone
}

func TestOldestAreDeleted(t *testing.T) {
	t.Parallel()
	after := func(n int) func(int) bool { return func(i int) bool { return i > n } }
	count := func(from, to int) (all []int) {
		for i := from; i <= to; i++ {
			all = append(all, i)
		}
		return all
	}
	for name, test := range map[string]struct {
		count int
		read  func(int) bool
		post  int
		gone  []int
	}{
		"room for two more":             {notify.Kept - 2, after(0), 2, nil},
		"the oldest read ones":          {notify.Kept, after(0), 2, []int{1, 2}},
		"the oldest read ones only":     {notify.Kept, after(10), 2, []int{11, 12}},
		"read ones that are the newest": {notify.Kept, after(notify.Kept - 1), 2, []int{notify.Kept}},
		"none, when none is read":       {notify.Kept + 10, func(int) bool { return false }, 2, nil},
		"many at once, not all":         {notify.Kept + 1000, after(5), 1, count(6, 505)},
		"unread ones far beyond":        {notify.KeptUnread, func(int) bool { return false }, 3, []int{1, 2, 3}},
		"read ones first":               {notify.KeptUnread, after(notify.KeptUnread - 1), 3, []int{1, 2, notify.KeptUnread}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storage.Store(memory.New())
			fill(t, s, test.count, test.read)
			post(t, s, now, slices.Repeat([]notify.Notice{{Type: storage.NoticeLabelChanges}}, test.post)...)
			total, gone := left(t, s, test.count)
			if diff := cmp.Diff(test.gone, gone); diff != "" {
				t.Errorf("gone (-want +got):\n%s", diff)
			}
			if want := test.count + test.post - len(test.gone); total != want {
				t.Errorf("%d are left, want %d", total, want)
			}
		})
	}
}

// Excess notifications are deleted gradually, down to the limit, when they were added
// in other ways.
func TestPruneReachesLimit(t *testing.T) {
	t.Parallel()
	s := open(t)
	fill(t, s, notify.Kept+1200, func(int) bool { return true })
	for _, want := range []int{notify.Kept + 701, notify.Kept + 202, notify.Kept, notify.Kept} {
		post(t, s, now, notify.Notice{Type: storage.NoticeLabelChanges})
		if total, _ := left(t, s, 0); total != want {
			t.Errorf("%d are left, want %d", total, want)
		}
	}
}

func TestMarkStale(t *testing.T) {
	t.Parallel()
	const count = 1203 // more than are marked at once
	s := open(t)
	put(t, s, count, func(i int, n *storage.Notification) { n.ID, n.App, n.Read = name(i), storage.AppID(i%3), i%2 == 0 })
	for _, app := range []storage.AppID{0, 1, 9, 1} {
		update(t, s, func(tx *storage.Tx) error { return notify.MarkStale(tx, app) })
	}
	stale := 0
	for _, n := range storagetest.All[storage.Notification](t, s) {
		if n.Stale {
			stale++
		}
		if n.Stale != (n.App == 1) {
			t.Errorf("%s about app %d is stale: %t", n.ID, n.App, n.Stale)
		}
	}
	if stale != count/3 {
		t.Errorf("%d are stale, want %d", stale, count/3)
	}
}
