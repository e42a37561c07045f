package postgres_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/transfer"
)

// backends are the stores that a benchmark compares. PostgreSQL flushes each commit, SQLite
// at checkpoints only.
func backends(b *testing.B, run func(b *testing.B, s storage.Store)) {
	b.Run("sqlite", func(b *testing.B) {
		s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		run(b, s)
	})
	b.Run("postgres", func(b *testing.B) {
		address := pgtest.NewSchema(b)
		run(b, openStore(b, pgtest.With(b, address, "synchronous_commit", "on")))
	})
}

func BenchmarkUpdate(b *testing.B) {
	backends(b, func(b *testing.B, s storage.Store) {
		n := 0
		for b.Loop() {
			n++
			if err := s.Update(b.Context(), putting("a", fmt.Sprint(n))); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkUpdateParallel(b *testing.B) {
	backends(b, func(b *testing.B, s storage.Store) {
		b.SetParallelism(4)
		b.ResetTimer()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if err := s.Update(b.Context(), putting("a", "1")); err != nil {
					b.Error(err)
					return
				}
			}
		})
	})
}

func BenchmarkView(b *testing.B) {
	backends(b, func(b *testing.B, s storage.Store) {
		if err := s.Update(b.Context(), putting("a", "1")); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := s.View(b.Context(), func(tx *storage.Tx) error {
				_, err := tx.Settings.Get("a")
				return err
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRevision(b *testing.B) {
	backends(b, func(b *testing.B, s storage.Store) {
		r, _ := storage.As[storage.Revisioner](s)
		for b.Loop() {
			if _, err := r.Revision(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

const (
	benchApps      = 10_000
	benchSnapshots = 5 // of each app, two of them with changes
)

// seedFleet writes apps with snapshots and changes.
func seedFleet(b *testing.B, s storage.Store) {
	b.Helper()
	yes := true
	paneltest.FillWith(b, s, benchApps, func(id storage.AppID) paneltest.Filled {
		n := int(id)
		filled := paneltest.Filled{App: storage.App{
			ID: id, Name: fmt.Sprintf("App %06d", n*7919%benchApps), URL: "https://apps.apple.com/app/id1", Country: "us",
			Developer: storage.Text(fmt.Sprintf("Developer %d", n%997)), BundleID: storage.Text(fmt.Sprintf("com.example.app%d", n)),
			FirstSeen: storage.Time(n), LastSynced: storage.Time(n), HasPrivacyDetails: &yes, CategoryCount: n % 4, TrackCount: n % 50 / 49,
		}}
		for i := range benchSnapshots {
			snapshot := storage.Snapshot{ID: storage.SnapshotID{App: id, At: storage.Time(1 + n + i*86_400_000)}, Source: storage.SourceLive, TriggeredBy: storage.TriggerManual}
			if i >= benchSnapshots-2 {
				snapshot.Changed, snapshot.Entries = true, 1
				filled.Changes = append(filled.Changes, storage.Change{
					ID: storage.ChangeID{Snapshot: snapshot.ID}, Changed: true,
					Entry: storage.Entry{Type: storage.EntryAdded, Category: storage.CategoryPrivacyLabel, Description: "collects the location"},
				})
			}
			filled.Snapshots = append(filled.Snapshots, snapshot)
		}
		return filled
	})
}

// vacuum does what the server does by itself after a while.
func vacuum(b testing.TB, s storage.Store) {
	b.Helper()
	i, _ := storage.As[storage.Inspector](s)
	layout, err := i.Inspect(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if _, schema, ok := strings.Cut(layout.Path, "?search_path="); ok {
		pgtest.Execute(b, pgtest.With(b, pgtest.URL(b), "search_path", schema), "VACUUM ANALYZE")
	}
}

// BenchmarkReads reads what the page of a fleet of 10,000 apps does.
func BenchmarkReads(b *testing.B) {
	backends(b, func(b *testing.B, s storage.Store) {
		seedFleet(b, s)
		vacuum(b, s)
		for name, read := range map[string]func(*storage.Tx) error{
			"page of 100":      apps(storage.AppQuery{Limit: 100}),
			"page 50":          apps(storage.AppQuery{Limit: 100, Offset: 5000}),
			"page of high":     apps(storage.AppQuery{Limit: 100, Risk: storage.RiskHigh, Order: storage.AppsByDeveloper}),
			"search":           apps(storage.AppQuery{Limit: 100, Search: "app9999"}),
			"feed of 50":       feed(storage.FeedQuery{Window: 4000, Limit: 50}),
			"feed of 50, late": feed(storage.FeedQuery{Window: 4000, Offset: 3000, Limit: 50}),
			"count":            count,
			"all briefs": func(tx *storage.Tx) error {
				_, err := storage.Collect(tx.AppBriefs(storage.AppQuery{}))
				return err
			},
		} {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if err := s.View(b.Context(), read); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	})
}

func apps(q storage.AppQuery) func(*storage.Tx) error {
	return func(tx *storage.Tx) error {
		all, err := storage.Collect(tx.Apps.List(q))
		if err == nil && len(all) == 0 {
			err = fmt.Errorf("no apps for %+v", q)
		}
		return err
	}
}

func feed(q storage.FeedQuery) func(*storage.Tx) error {
	return func(tx *storage.Tx) error {
		found, err := tx.Feed(q)
		if err == nil && len(found.Rows) != q.Limit {
			err = fmt.Errorf("%d rows for %+v", len(found.Rows), q)
		}
		return err
	}
}

func count(tx *storage.Tx) error {
	n, err := tx.Apps.Count(storage.AppQuery{})
	if err == nil && n != benchApps {
		err = fmt.Errorf("%d apps", n)
	}
	return err
}

// BenchmarkRefresh writes what a refresh without a change does: the app and a snapshot.
func BenchmarkRefresh(b *testing.B) {
	backends(b, func(b *testing.B, s storage.Store) {
		seedFleet(b, s)
		n := 0
		for b.Loop() {
			n++
			err := s.Update(b.Context(), func(tx *storage.Tx) error {
				a, err := tx.Apps.Get(storage.AppID(1 + n*7919%benchApps))
				if err != nil {
					return err
				}
				a.LastSynced = storage.Time(1e9 + n)
				if err := tx.Apps.Put(a); err != nil {
					return err
				}
				return tx.Snapshots.Put(storage.Snapshot{
					ID: storage.SnapshotID{App: a.ID, At: storage.Time(1e9 + n)}, Source: storage.SourceLive, TriggeredBy: storage.TriggerManual,
				})
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkMove moves 10,000 apps, 50,000 snapshots and 20,000 changes from SQLite.
func BenchmarkMove(b *testing.B) {
	file, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	seedFleet(b, file)
	records := 0
	for b.Loop() {
		b.StopTimer()
		to := newStore(b)
		b.StartTimer()
		report, err := transfer.Move(b.Context(), file, to)
		if err != nil {
			b.Fatal(err)
		}
		records += report.Total()
	}
	b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
}
