package notify_test

import (
	"crypto/rand"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// full returns a store with notifications of all types in turn, half of them read
// and some held back.
func full(b *testing.B, count int) storage.Store {
	b.Helper()
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	put(b, s, count, func(i int, n *storage.Notification) {
		n.ID, n.Type, n.Read, n.App = fmt.Sprintf("n%06d", i), allTypes[i%len(allTypes)], i%2 == 0, storage.AppID(1+i%1000)
		n.Changes = []storage.Entry{{Type: storage.EntryAdded, Description: "location added"}}
		if i > count-100 {
			n.NotBefore = storage.NullTime(now + storage.Time(i))
		}
	})
	return s
}

// BenchmarkList is a page that is not kept: the count of all, of the unread ones,
// and a page of 30.
func BenchmarkList(b *testing.B) {
	for _, count := range []int{1000, notify.Kept, notify.KeptUnread, 100_000} {
		s := full(b, count)
		in := inbox(s)
		for _, offset := range []int{0, count / 2} {
			b.Run(fmt.Sprintf("notifications=%d/offset=%d", count, offset), func(b *testing.B) {
				for b.Loop() {
					if p, err := in.List(b.Context(), 30, offset); err != nil || len(p.Items) != 30 {
						b.Fatal(len(p.Items), err)
					}
				}
			})
		}
	}
}

// BenchmarkPost is a notification that another one makes room for.
func BenchmarkPost(b *testing.B) {
	for _, count := range []int{1000, notify.Kept} {
		s := full(b, count)
		b.Run(fmt.Sprint("notifications=", count), func(b *testing.B) {
			for b.Loop() {
				err := s.Update(b.Context(), func(tx *storage.Tx) error {
					return notify.Post(tx, now, rand.Reader, notify.Notice{Type: storage.NoticeLabelChanges})
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
