package notify_test

import (
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const now storage.Time = 1_760_000_000_000

func open(t testing.TB) storage.Store {
	t.Helper()
	return teststore.Open(t)
}

func inbox(s storage.Store) *notify.Inbox {
	return notify.NewInbox(storage.Env{Store: s, Now: func() time.Time { return now.Std() }})
}

func update(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// post posts notices.
func post(t testing.TB, s storage.Store, at storage.Time, notices ...notify.Notice) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error { return notify.Post(tx, at, rand.Reader, notices...) })
}

// put writes notifications n1, n2, … one second apart, the last one newest.
func put(t testing.TB, s storage.Store, count int, change func(int, *storage.Notification)) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		var all []storage.Notification
		for i := range count {
			n := storage.Notification{ID: fmt.Sprintf("n%03d", i+1), AppName: "Notes", Type: storage.NoticeLabelChanges, CreatedAt: now.Add(time.Duration(i-count) * time.Second)}
			if change != nil {
				change(i+1, &n)
			}
			all = append(all, n)
		}
		return tx.Notifications.Put(all...)
	})
}

func ids(p notify.Page) (list []string) {
	for _, item := range p.Items {
		list = append(list, item.ID)
	}
	return list
}

func TestListPagesNewestFirst(t *testing.T) {
	t.Parallel()
	s := open(t)
	put(t, s, 5, func(i int, n *storage.Notification) { n.Read = i%2 == 0 })
	for _, test := range []struct {
		limit, offset int
		want          []string
	}{{2, 0, []string{"n005", "n004"}}, {2, 2, []string{"n003", "n002"}}, {30, 4, []string{"n001"}}, {30, 9, nil}} {
		p, err := inbox(s).List(t.Context(), test.limit, test.offset)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, ids(p)); diff != "" {
			t.Errorf("limit %d, offset %d (-want +got):\n%s", test.limit, test.offset, diff)
		}
		if p.Total != 5 || p.UnreadCount != 3 || p.Until != 0 {
			t.Errorf("counts are %+v", p)
		}
	}
}

// Each page is a part of the whole list, from whichever end it is read, also of notifications of
// one moment and beside some that are not shown.
func TestPagesArePartsOfTheList(t *testing.T) {
	t.Parallel()
	s := open(t)
	put(t, s, 23, func(i int, n *storage.Notification) {
		n.CreatedAt = now.Add(time.Duration(i/4-9) * time.Second)
		if i%5 == 0 {
			n.NotBefore = storage.NullTime(now + 1)
		}
	})
	whole, err := inbox(s).List(t.Context(), 0, 0)
	if err != nil || len(whole.Items) != 19 {
		t.Fatalf("%d notifications, want 19, %v", len(whole.Items), err)
	}
	for limit := range 8 {
		for offset := range 22 {
			want := ids(whole)[min(offset, 19):]
			if limit > 0 {
				want = want[:min(limit, len(want))]
			}
			p, err := inbox(s).List(t.Context(), limit, offset)
			if err != nil || len(want)+len(p.Items) > 0 && !cmp.Equal(want, ids(p)) {
				t.Errorf("limit %d, offset %d: %v (-want +got):\n%s", limit, offset, err, cmp.Diff(want, ids(p)))
			}
		}
	}
}

func TestDelayedIsNeitherShownNorCounted(t *testing.T) {
	t.Parallel()
	s := open(t)
	put(t, s, 3, func(i int, n *storage.Notification) {
		n.NotBefore = storage.NullTime(now.Add(time.Duration(i-2) * time.Minute))
	})
	p, err := inbox(s).List(t.Context(), 30, 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"n002", "n001"}, ids(p)); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if p.Total != 2 || p.UnreadCount != 2 || p.Until != now.Add(time.Minute) {
		t.Errorf("counts are %+v", p)
	}
	if n, err := inbox(s).MarkRead(t.Context()); err != nil || n != 3 {
		t.Errorf("marked %d read (%v), want those held back too", n, err)
	}
}

func TestItemOfRemovedApp(t *testing.T) {
	t.Parallel()
	s := open(t)
	update(t, s, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 1, Name: "Notes", URL: "u", IconURL: "icon"})
	})
	put(t, s, 3, func(i int, n *storage.Notification) { n.App = storage.AppID(i - 1) })
	p, err := inbox(s).List(t.Context(), 30, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, item := range p.Items {
		app := "none"
		if item.App != nil {
			app = item.App.String()
		}
		got = append(got, app+" "+string(item.IconURL))
	}
	if diff := cmp.Diff([]string{"2 ", "1 icon", "none "}, got); diff != "" {
		t.Errorf("apps and icons (-want +got):\n%s", diff)
	}
}

func TestMarkCountsChanges(t *testing.T) {
	t.Parallel()
	s := open(t)
	put(t, s, 3, func(i int, n *storage.Notification) { n.Read = i == 1 })
	in := inbox(s)
	for _, step := range []struct {
		mark func() (int, error)
		want int
	}{
		{func() (int, error) { return in.MarkRead(t.Context()) }, 2},
		{func() (int, error) { return in.MarkRead(t.Context()) }, 0},
		{func() (int, error) {
			return in.MarkUnread(t.Context(), []string{"", "n001", "unknown", "n001", "n003"})
		}, 2},
		{func() (int, error) { return in.MarkUnread(t.Context(), []string{"n001"}) }, 0},
		{func() (int, error) { return in.MarkUnread(t.Context(), nil) }, 0},
		{func() (int, error) { return in.MarkRead(t.Context()) }, 2},
	} {
		if got, err := step.mark(); err != nil || got != step.want {
			t.Errorf("flipped %d (%v), want %d", got, err, step.want)
		}
	}
}

func TestMarkUnreadTakesTheFirst200(t *testing.T) {
	t.Parallel()
	s := open(t)
	put(t, s, 201, func(_ int, n *storage.Notification) { n.Read = true })
	list := []string{"", ""} // empty ones do not count
	for i := range 201 {
		list = append(list, fmt.Sprintf("n%03d", i+1))
	}
	if got, err := inbox(s).MarkUnread(t.Context(), list); err != nil || got != notify.MaxMarked {
		t.Errorf("flipped %d (%v), want %d", got, err, notify.MaxMarked)
	}
}

func ExampleNewInbox() {
	store := storage.Store(nil) // the store in use, such as sqlite.Open gives it
	in := notify.NewInbox(storage.Env{Store: store, Now: time.Now})
	fmt.Printf("%T\n", in)
	// Output: *notify.Inbox
}
