package postgres_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// TestFeedIsPlannedOnce reads the same pages of the feed again, for which the server must not plan
// the statement with the rows of a page again: that takes longer than to run it.
func TestFeedIsPlannedOnce(t *testing.T) {
	t.Parallel()
	s := openStore(t, pgtest.NewSchema(t))
	paneltest.FillWith(t, s, 3000, func(id storage.AppID) paneltest.Filled {
		at := storage.SnapshotID{App: id, At: paneltest.Start + storage.Time(id)}
		return paneltest.Filled{
			App:       storage.App{ID: id, Name: "Example", URL: "https://apps.apple.com/app/id1", Country: "us", FirstSeen: 1},
			Snapshots: []storage.Snapshot{{ID: at, Source: storage.SourceLive, TriggeredBy: storage.TriggerManual, Changed: true, Entries: 1}},
			Changes: []storage.Change{{
				ID: storage.ChangeID{Snapshot: at}, Changed: true,
				Entry: storage.Entry{Type: storage.EntryAdded, Category: storage.CategoryPrivacyLabel, Description: "collects the location"},
			}},
		}
	})
	vacuum(t, s)

	for range 10 { // the server makes five plans for the values of a call before it compares
		for _, q := range []storage.FeedQuery{{Window: 2000, Limit: 50}, {Window: 2000, Offset: 1000, Limit: 50}, {Window: 9000, Limit: 50}} {
			if err := s.View(t.Context(), feed(q)); err != nil {
				t.Fatal(err)
			}
		}
	}

	err := s.View(t.Context(), func(tx *storage.Tx) error {
		conn, err := postgres.Conn(tx)
		if err != nil {
			return err
		}
		var statements, unsettled int
		err = conn.QueryRow(t.Context(), "SELECT count(*), count(*) FILTER (WHERE generic_plans = 0) "+
			"FROM pg_prepared_statements WHERE statement LIKE 'SELECT c.%CROSS JOIN%'").Scan(&statements, &unsettled)
		if statements != 2 || unsettled > 0 {
			t.Errorf("%d of %d statements are planned each time, want 0 of 2", unsettled, statements)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
