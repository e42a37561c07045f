package tracked_test

import (
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// BenchmarkWholeFleet makes the views of a fleet in which each app has a label of its
// own, as they are made after a write: all labels but the first time are in memory.
func BenchmarkWholeFleet(b *testing.B) {
	for _, apps := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			if apps > 10_000 && testing.Short() {
				b.Skip("takes a while to make")
			}
			s := labelled(b, apps)
			b.Run("grouped", func(b *testing.B) {
				for b.Loop() {
					if groups, err := s.On().Grouped(b.Context()); err != nil || len(groups) == 0 {
						b.Fatal(len(groups), err)
					}
				}
			})
			b.Run("matrix", func(b *testing.B) {
				for b.Loop() {
					var m tracked.Matrix
					err := s.On().EachCollecting(b.Context(), func(app storage.AppBrief, beyond map[string]profile.Tier) error {
						m.Add(app, beyond)
						return nil
					})
					if err != nil || len(m.Categories()) == 0 {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

func labelled(b *testing.B, n int) *tracked.Service {
	b.Helper()
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	apps, labels := collecting(n, mathrand.New(mathrand.NewPCG(4, 4)))
	const portion = 5_000
	for first := 0; first < n; first += portion {
		err := db.Update(b.Context(), func(tx *storage.Tx) error {
			for _, app := range apps[first:min(first+portion, n)] {
				digest := storage.Digest{1, byte(app.ID), byte(app.ID >> 8), byte(app.ID >> 16)}
				if err := tx.Labels.Put(storage.LabelBody{Digest: digest, Label: labels[app.ID]}); err != nil {
					return err
				}
				err := tx.Apps.Put(storage.App{
					ID: app.ID, Name: app.Name, URL: "https://example.org/", Footprint: app.Footprint, LabelDigest: digest,
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return tracked.New(tracked.Config{Env: storage.Env{Store: db, Now: time.Now, Random: rand.Reader}, Scraper: fleettest.NewPages()})
}
