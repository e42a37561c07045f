package sqlite_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// full returns an app as a refresh leaves it.
func full(n int) storage.App {
	price, iap, genre := 0.0, true, int64(6007)
	return storage.App{
		ID: storage.AppID(n), Name: fmt.Sprintf("App %06d", n*7919%1_000_003), URL: fmt.Sprintf("https://apps.example/de/app/id%d", n),
		IconURL:  "https://images.example/thumb/Purple211/v4/aa/bb/cc/AppIcon-0-0-1x_U007epad-0-1-0-85-220.png/512x512bb.jpg",
		BundleID: storage.Text(fmt.Sprintf("com.example.app%d", n)), Developer: "Example Ltd", PrivacyPolicyURL: "https://example.com/privacy",
		Country: "de", FirstSeen: firstDay, LastSynced: firstDay, CurrentVersion: "12.3.4", VersionUpdatedAt: storage.NullTime(firstDay),
		WhatsNew:    "We update the app regularly to make it better for you. This version has bug fixes and improvements.",
		PriceAmount: &price, PriceCurrency: "EUR", PriceFormatted: "Free", HasIAP: &iap, GenreID: &genre, GenreName: "Productivity",
		AgeRating: "4+", AgeRatingSource: "page", HasPrivacyDetails: &iap, LabelDigest: storage.Digest{1},
		CategoryCount: 9, TrackCount: 2, LinkedCount: 5, UnlinkedCount: 2, SyncCount: 100,
	}
}

// listed writes apps, and nothing else but their label.
func listed(t testing.TB, s storage.Store, apps int) {
	t.Helper()
	mustUpdate(t, s, func(tx *storage.Tx) error {
		if err := tx.Labels.Put(storage.LabelBody{Digest: storage.Digest{1}}); err != nil {
			return err
		}
		for n := 1; n <= apps; n++ {
			if err := tx.Apps.Put(full(n)); err != nil {
				return err
			}
		}
		return nil
	})
}

func benchStore(b *testing.B, apps int) storage.Store {
	b.Helper()
	s := openStore(b, newPath(b))
	listed(b, s, apps)
	return s
}

func BenchmarkPage(b *testing.B) {
	for _, apps := range []int{1000, 100_000} {
		if apps > 1000 && testing.Short() {
			continue
		}
		s := benchStore(b, apps)
		for _, offset := range []int{0, apps / 2} {
			b.Run(fmt.Sprintf("apps=%d/offset=%d", apps, offset), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					n := 0
					err := s.View(b.Context(), func(tx *storage.Tx) error {
						for _, err := range tx.Apps.List(storage.AppQuery{Limit: 100, Offset: offset}) {
							if err != nil {
								return err
							}
							n++
						}
						return nil
					})
					if err != nil || n != 100 {
						b.Fatalf("%d apps, %v", n, err)
					}
				}
			})
		}
	}
}

func BenchmarkGet(b *testing.B) {
	s := benchStore(b, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		err := s.View(b.Context(), func(tx *storage.Tx) error {
			_, err := tx.Apps.Get(5000)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnchangedApp is what a refresh that finds nothing new writes.
func BenchmarkUnchangedApp(b *testing.B) {
	const apps = 10_000
	s := benchStore(b, apps)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		id := storage.AppID(i*7919%apps + 1)
		err := s.Update(b.Context(), func(tx *storage.Tx) error {
			app, err := tx.Apps.Get(id)
			if err != nil {
				return err
			}
			app.LastSynced += storage.Time(i)
			app.SyncCount++
			if err := tx.Snapshots.Put(unchanged(app)); err != nil {
				return err
			}
			return tx.Apps.Put(app)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBulkPut(b *testing.B) {
	const rows = 10_000
	s := benchStore(b, 1)
	round := 0
	for b.Loop() {
		round++
		err := s.Update(b.Context(), func(tx *storage.Tx) error {
			for i := range rows {
				if err := tx.Snapshots.Put(storage.Snapshot{
					ID: storage.SnapshotID{App: 1, At: storage.Time(round*rows + i)}, Source: storage.SourceLive,
				}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rows*b.N)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkRevision(b *testing.B) {
	s := openStore(b, newPath(b))
	for b.Loop() {
		if _, err := s.Revision(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTransaction is what a transaction costs, with nothing in it, and with
// one read or write.
func BenchmarkTransaction(b *testing.B) {
	s := benchStore(b, 1000)
	type transaction = func(context.Context, func(*storage.Tx) error) error
	for _, open := range []struct {
		name string
		run  transaction
	}{{"View", s.View}, {"Update", s.Update}} {
		for name, fn := range map[string]func(*storage.Tx) error{
			"empty": func(*storage.Tx) error { return nil },
			"get": func(tx *storage.Tx) error {
				_, err := tx.Apps.Get(500)
				return err
			},
		} {
			b.Run(open.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := open.run(b.Context(), fn); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	b.Run("Update/put", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := s.Update(b.Context(), func(tx *storage.Tx) error { return tx.Apps.Put(full(500)) }); err != nil {
				b.Fatal(err)
			}
		}
	})
}
