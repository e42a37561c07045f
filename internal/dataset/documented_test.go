package dataset_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// documentedAnswers are the answers to the questions in docs/DATA.md, by their first words, about
// what writeKnown writes.
var documentedAnswers = map[string][]string{
	"Which share of the free games tracks":       {"2026-01-01|2|2|100.0", "2026-02-01|2|2|100.0", "2026-03-01|2|1|50.0"},
	"Which apps stopped tracking after a change": {"Chess|Old|New|2026-02-10T00:00:00.000Z|2026-03-10T00:00:00.000Z"},
	"How often is a label stale":                 {"appstore|3|1", "play|1|0"},
	"Which apps show another label":              {"Chess|de|listed|2026-03-10T00:00:00.000Z", "Chess|jp|unlisted|2026-03-10T00:00:00.000Z"},
	"What did the record know": {
		"Chess|2026-02-10T00:00:00.000Z|unchanged|DATA_USED_TO_TRACK_YOU", "Go|2026-02-10T00:00:00.000Z|unchanged|DATA_USED_TO_TRACK_YOU",
		"Maps|2026-02-10T00:00:00.000Z|unchanged|DATA_NOT_COLLECTED",
	},
	"How often does an observation find":       {"11|2"},
	"Which share of the apps on Google Play":   {"1|1"},
	"Which paired apps differ":                 {"Maps|1|2026-03-10 added: the location"},
	"What got worse, by month":                 {"2026-01|tracking|1|1", "2026-03|pair|1|1"},
	"Which apps have not been observed":        {"Chess|2026-03-10T00:00:00.000Z|", "Go|2026-03-10T00:00:00.000Z|timeout", "Maps|2026-03-10T00:00:00.000Z|", "Atlas|2026-03-10T00:00:00.000Z|"},
	"What did captures of the web archive add": {"archive|1|2024-01-10T00:00:00.000Z|2024-01-10T00:00:00.000Z|2026-03-11T00:00:00.000Z", "live|11|2026-01-10T00:00:00.000Z|2026-03-11T00:00:00.000Z|2026-03-11T00:00:00.000Z"},
}

// day returns the start of a day.
func day(year int, month time.Month, day int) storage.Time {
	return storage.TimeOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// writeKnown writes a record for which the answers are known: two free games, of which one stops to
// track after its developer changed, and an app that is no game, whose label is old.
func writeKnown(t *testing.T, s storage.Store) {
	t.Helper()
	labels := make(map[string]storage.LabelBody)
	for _, typ := range []string{storage.DataUsedToTrackYou, storage.DataNotCollected} {
		body, err := changelog.BodyOf(storage.Label{Types: []storage.PrivacyType{{Identifier: typ, Title: typ, Categories: []storage.LabelCategory{}}}})
		if err != nil {
			t.Fatal(err)
		}
		labels[typ] = body
	}
	free, games, navigation := 0.0, int64(7004), int64(6010)
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		app := func(id storage.AppID, name string, genre *int64) storage.App {
			return storage.App{ID: id, Name: name, URL: "https://apps.apple.com/us/app/id" + id.String(), Country: "us", FirstSeen: day(2026, 1, 10), PriceAmount: &free, GenreID: genre, Developer: "New"}
		}
		chess, others, maps := app(1, "Chess", &games), app(2, "Go", &games), app(3, "Maps", &navigation)
		others.LastError = &storage.Failure{Code: storage.FailureTimeout, Message: "no answer", At: day(2026, 3, 11)}
		snapshot := func(id storage.AppID, at storage.Time, label, version string, changed bool) storage.Snapshot {
			return storage.Snapshot{ID: storage.SnapshotID{App: id, At: at}, Source: storage.SourceLive, Label: labels[label].Digest, AppVersion: storage.Text(version), Extractor: "test/1", Changed: changed}
		}
		capture := storage.Snapshot{ID: storage.SnapshotID{App: 3, At: day(2024, 1, 10)}, Source: storage.SourceWayback, Label: labels[storage.DataNotCollected].Digest, Extractor: "test/1", RecordedAt: day(2026, 3, 11)}
		change := func(id storage.AppID, at storage.Time, e storage.Entry) storage.Change {
			return storage.Change{ID: storage.ChangeID{Snapshot: storage.SnapshotID{App: id, At: at}}, Changed: true, Entry: changelog.Weigh(e)}
		}
		january, february, march := day(2026, 1, 10), day(2026, 2, 10), day(2026, 3, 10)
		const tracks, none = storage.DataUsedToTrackYou, storage.DataNotCollected
		abroad := func(country string, at storage.Time, label string) storage.StorefrontObservation {
			return storage.StorefrontObservation{App: 1, Country: country, At: at, Listed: label != "", Label: labels[label].Digest}
		}
		return errors.Join(
			tx.Labels.Put(labels[tracks], labels[none]), tx.Apps.Put(chess, others, maps),
			tx.Storefronts.Put(
				abroad("us", january, tracks), abroad("us", march, none), abroad("fr", march, none), abroad("de", january, none), abroad("de", march, tracks), abroad("jp", march, ""),
			),
			tx.Snapshots.Put(
				snapshot(1, january, tracks, "1", false), snapshot(1, february, tracks, "1", false), snapshot(1, march, none, "1", true),
				snapshot(2, january, tracks, "1", true), snapshot(2, february, tracks, "2", false), snapshot(2, march, tracks, "2", false),
				capture, snapshot(3, january, none, "1", false), snapshot(3, february, none, "2", false), snapshot(3, march, none, "3", false),
			),
			tx.Changes.Put(
				change(1, february, storage.Entry{Type: storage.EntryModified, Category: storage.CategoryListing, Description: "Another developer", Subject: storage.Subject{Fact: storage.FactDeveloper, From: "Old", To: "New"}}),
				change(1, march, storage.Entry{Type: storage.EntryRemoved, Category: storage.CategoryPrivacyLabel, Description: "Removed", Subject: storage.Subject{PrivacyType: tracks}}),
				change(2, january, storage.Entry{Type: storage.EntryAdded, Category: storage.CategoryPrivacyLabel, Description: "Added", Subject: storage.Subject{PrivacyType: tracks}}),
			),
		)
	})
}

// writePaired writes an app of Google Play that is paired with the one that is no game, and shares the
// location, which the other store is not told.
func writePaired(t *testing.T, s storage.Store) {
	t.Helper()
	body, err := changelog.BodyOf(storage.Label{
		Types:     []storage.PrivacyType{{Identifier: storage.DataShared, Title: "Data shared", Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}}}},
		Practices: []string{"DATA_IS_ENCRYPTED_IN_TRANSIT"},
	})
	if err != nil {
		t.Fatal(err)
	}
	march, id := day(2026, 3, 10), storage.Number(storage.SourcePlay, "org.example.atlas", 0)
	pair := storage.PairOf(3, id)
	pair.CreatedAt, pair.Compared, pair.Differs = march, true, true
	pair.Open = []storage.Gap{{Name: "the location", ToldTo: id, Since: march}}
	seen := storage.SnapshotID{App: 3, At: march}
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Labels.Put(body), tx.Pairs.Put(pair),
			tx.Apps.Put(storage.App{ID: id, Source: storage.SourcePlay, Name: "Atlas", URL: "https://play.google.com/store/apps/details?id=org.example.atlas", FirstSeen: march}),
			tx.Snapshots.Put(storage.Snapshot{ID: storage.SnapshotID{App: id, At: march}, Source: storage.SourceLive, Label: body.Digest, AppVersion: "1", Extractor: "test/1"}),
			tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: seen}, Changed: true, Entry: changelog.Weigh(storage.Entry{
				Type: storage.EntryAdded, Category: storage.CategoryPair, Description: "Differs", Subject: storage.Subject{Feature: "the location"},
			})}),
		)
	})
}

// questions returns the statements in the part of docs/DATA.md about questions, by the first words
// of the paragraphs before them.
func questions(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(documentation)
	if err != nil {
		t.Fatal(err)
	}
	_, text2, _ := strings.Cut(string(text), "### Questions\n")
	part, _, _ := strings.Cut(text2, "### ")
	found := make(map[string]string)
	for rest := part; ; {
		before, after, ok := strings.Cut(rest, "```sql\n")
		if !ok {
			return found
		}
		paragraphs := strings.Split(strings.TrimSpace(before), "\n\n")
		statement, next, _ := strings.Cut(after, "```")
		found[paragraphs[len(paragraphs)-1]] = statement
		rest = next
	}
}

// TestDocumentedQuestions asks the questions of docs/DATA.md of a record with known answers: through
// a driver, and with the sqlite3 shell where there is one.
func TestDocumentedQuestions(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "auditor.db")
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	writeKnown(t, s)
	writePaired(t, s)
	db, err := sql.Open("sqlite3", fmt.Sprintf("file:%s?mode=ro", path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	shell, missing := exec.LookPath("sqlite3")
	asked := questions(t)
	if len(asked) != len(documentedAnswers) {
		t.Errorf("%d questions are documented, and %d answers are known", len(asked), len(documentedAnswers))
	}
	for question, statement := range asked {
		var want []string
		for begin, answer := range documentedAnswers {
			if strings.HasPrefix(question, begin) {
				want = answer
			}
		}
		got, err := ask(t, db, statement)
		if err != nil {
			t.Errorf("%s: %v", question, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", question, diff)
		}
		if missing != nil {
			continue
		}
		out, err := exec.CommandContext(t.Context(), shell, "-readonly", path, statement).CombinedOutput()
		if err != nil {
			t.Errorf("%s: sqlite3: %v: %s", question, err, out)
		}
		if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(string(out)), "\n")); diff != "" {
			t.Errorf("%s: sqlite3 (-want +got):\n%s", question, diff)
		}
	}
	if missing != nil {
		t.Skip("there is no sqlite3 command, so only the driver was asked")
	}
}

// ask returns the rows of a query as the sqlite3 shell prints them.
func ask(t *testing.T, db *sql.DB, query string) (rows []string, err error) {
	t.Helper()
	found, err := db.QueryContext(t.Context(), query)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return nil, err
	}
	cells, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for found.Next() {
		if err := found.Scan(into...); err != nil {
			return nil, err
		}
		texts := make([]string, len(cells))
		for i, cell := range cells {
			switch v := cell.(type) {
			case nil:
			case float64:
				texts[i] = fmt.Sprintf("%.1f", v)
			default:
				texts[i] = fmt.Sprint(v)
			}
		}
		rows = append(rows, strings.Join(texts, "|"))
	}
	return rows, found.Err()
}
