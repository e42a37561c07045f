package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// BenchmarkMany reads from fleets of 10,000 apps and of AUDITOR_APPS, such as 1000000, with the
// snapshots and changes of seedFleet, and reports the slowest of 100 reads but one, and the
// size on disk.
func BenchmarkMany(b *testing.B) {
	sizes := []int{benchApps}
	if text := os.Getenv("AUDITOR_APPS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n <= benchApps {
			b.Fatalf("AUDITOR_APPS is %q, not a number above %d", text, benchApps)
		}
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("apps=%d", n), func(b *testing.B) {
			address := newURL(b)
			s := openStore(b, address)
			seedFleet(b, s)
			db := database(b, address)
			multiply(b, db, n/benchApps)
			vacuum(b, s)
			b.Run("size", func(b *testing.B) {
				for b.Loop() {
				}
				for _, table := range []string{"apps", "snapshots", "changes"} {
					var bytes, rows float64
					if err := db.QueryRowContext(b.Context(), "SELECT pg_total_relation_size($1::TEXT::REGCLASS), (SELECT reltuples FROM pg_class WHERE oid = $1::TEXT::REGCLASS)", table).
						Scan(&bytes, &rows); err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(bytes/rows, "B/row-of-"+table)
				}
			})
			for _, read := range []struct {
				name string
				fn   func(*storage.Tx) error
			}{
				{"page of 100", apps(storage.AppQuery{Limit: 100})},
				{"page 50", apps(storage.AppQuery{Limit: 100, Offset: 5000})},
				{"search", apps(storage.AppQuery{Limit: 100, Search: "app9999"})},
				{"feed of 50", feed(storage.FeedQuery{Window: 4000, Limit: 50})},
				{"one app", func(tx *storage.Tx) error { _, err := tx.Apps.Get(4711); return err }},
				{"its timeline", func(tx *storage.Tx) error {
					_, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: 4711, Limit: 50}))
					return err
				}},
				{"changes of each day", func(tx *storage.Tx) error {
					_, err := tx.Changes.Count(storage.ChangeQuery{})
					return err
				}},
			} {
				b.Run(read.name, func(b *testing.B) { slowest(b, s, read.fn) })
			}
		})
	}
}

// slowest reports the 99th percentile of 100 reads, or of those that fit into five seconds.
func slowest(b *testing.B, s storage.Store, read func(*storage.Tx) error) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		for end := time.Now().Add(5 * time.Second); len(took) < 100 && time.Now().Before(end); {
			began := time.Now()
			if err := s.View(b.Context(), read); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1e3, "p50-ms")
	b.ReportMetric(took[(len(took)-1)*99/100].Seconds()*1e3, "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// multiply copies the apps so that there are so many times as many, with all that they have.
func multiply(b *testing.B, db *sql.DB, times int) {
	b.Helper()
	for _, table := range []struct{ name, key string }{{"apps", "id"}, {"snapshots", "app_id"}, {"changes", "app_id"}} {
		if times <= 1 {
			return
		}
		rows, err := db.QueryContext(b.Context(), "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1", table.name)
		if err != nil {
			b.Fatal(err)
		}
		var columns, values []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				b.Fatal(err)
			}
			columns = append(columns, name)
			if name == table.key {
				name += " + k * " + strconv.Itoa(benchApps)
			}
			values = append(values, name)
		}
		if err := rows.Err(); err != nil {
			b.Fatal(err)
		}
		statement := fmt.Sprintf("INSERT INTO %[1]s (%[2]s) SELECT %[3]s FROM %[1]s CROSS JOIN generate_series(1, %[4]d) AS k", table.name,
			strings.Join(columns, ", "), strings.Join(values, ", "), times-1)
		if _, err := db.ExecContext(context.Background(), statement); err != nil {
			b.Fatal(err)
		}
	}
}
