package dataset_test

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"encoding/csv"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

const (
	day   = storage.Time(24 * 60 * 60 * 1000)
	start = storage.Time(1_700_000_000_123)
)

func newService(t testing.TB, s storage.Store) *dataset.Service {
	t.Helper()
	service, err := dataset.New(dataset.Config{
		Env:    storage.Env{Store: s, Now: func() time.Time { return start.Std() }, Random: rand.Reader},
		Secret: bytes.Repeat([]byte{7}, 32), Dir: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return service
}

// write returns a data set as a zip.
func write(t testing.TB, s storage.Store, o dataset.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := newService(t, s).Write(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// files returns the files of a zip.
func files(t testing.TB, zipped []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(zipped), int64(len(zipped)))
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		all[f.Name] = string(content)
	}
	return all
}

// tableOf returns the rows of a table, the heading first.
func tableOf(t testing.TB, zipped []byte, name string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(files(t, zipped)[name+".csv"])).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows
}

// columns returns some columns of the rows of a table.
func columns(t testing.TB, zipped []byte, name string, of ...string) [][]string {
	t.Helper()
	rows := tableOf(t, zipped, name)
	var all [][]string
	for _, row := range rows[1:] {
		var some []string
		for _, column := range of {
			for i, heading := range rows[0] {
				if heading == column {
					some = append(some, row[i])
				}
			}
		}
		all = append(all, some)
	}
	return all
}

func iso(t storage.Time) string { return t.Std().UTC().Format("2006-01-02T15:04:05.000Z") }

// labelOf returns a label that links these categories, with a purpose for every second.
func labelOf(t testing.TB, categories ...string) storage.LabelBody {
	t.Helper()
	typ := storage.PrivacyType{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You", Categories: []storage.LabelCategory{}}
	for i, c := range categories {
		category := storage.LabelCategory{Identifier: c, Title: c}
		if i%2 == 1 {
			category.DataTypes = []storage.DataType{{Identifier: c + "_TYPE", Title: c + ", \"type\""}, {Title: "=other"}}
		}
		typ.Categories = append(typ.Categories, category)
		if i%3 == 1 {
			typ.Purposes = append(typ.Purposes, storage.Purpose{Identifier: "ANALYTICS", Title: "Analytics", Categories: []storage.LabelCategory{category}})
		}
	}
	if len(categories) == 0 {
		typ = storage.PrivacyType{Identifier: storage.DataNotCollected, Title: "Data Not Collected", Categories: []storage.LabelCategory{}}
	}
	body, err := changelog.BodyOf(storage.Label{Types: []storage.PrivacyType{typ}})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// update changes a store.
func update(t testing.TB, s storage.Store, change func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// truth is what an app is at a time.
type truth struct {
	label             []string
	version           string
	developer, rating string
}

// observe stores what a refresh of an app would.
func observe(t testing.TB, s storage.Store, id storage.AppID, at storage.Time, now truth) {
	t.Helper()
	body := labelOf(t, now.label...)
	update(t, s, func(tx *storage.Tx) error {
		app, tracked, err := storage.Find(tx.Apps, id)
		if err != nil {
			return err
		}
		before := app
		if !tracked {
			app = storage.App{ID: id, Name: "App " + id.String(), URL: "https://apps.apple.com/us/app/id" + id.String(), Country: "us", FirstSeen: at}
		}
		if body, err = timeline.SaveLabel(tx, body); err != nil {
			return err
		}
		newest, err := timeline.Newest(tx, id)
		if err != nil {
			return err
		}
		known, err := timeline.KnownBefore(tx, storage.SnapshotID{App: id, At: at})
		if err != nil {
			return err
		}
		entries, err := timeline.ChangesTo(tx, known.Label, body)
		if err != nil {
			return err
		}
		app.Developer, app.AgeRating, app.CurrentVersion, app.LabelDigest = storage.Text(now.developer), storage.Text(now.rating), storage.Text(now.version), body.Digest
		app.LastSynced, app.LastError = at, nil
		app.SyncCount++
		if tracked && before.SyncCount > 0 {
			entries = append(entries, changelog.DiffAgeRating(string(before.AgeRating), now.rating)...)
			if string(before.Developer) != now.developer {
				entries = append(entries, storage.Entry{
					Type: storage.EntryModified, Category: storage.CategoryListing, Description: "Now offered by another developer",
					Subject: storage.Subject{Fact: storage.FactDeveloper, From: string(before.Developer), To: now.developer},
				})
			}
		}
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
		return timeline.Save(tx, storage.Snapshot{
			ID: storage.SnapshotID{App: id, At: at}, Source: storage.SourceLive, Label: body.Digest, Changed: len(entries) > 0 && newest.ID.App != 0,
			Entries: len(entries), AppVersion: storage.Text(now.version), Extractor: "test/1",
		}, entries)
	})
}

// fail stores what a failed refresh would.
func fail(t testing.TB, s storage.Store, id storage.AppID, at storage.Time) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(id)
		if err != nil {
			return err
		}
		app.LastError = &storage.Failure{Code: storage.FailureTimeout, Message: "no answer", At: at}
		return tx.Apps.Put(app)
	})
}

// capture stores a capture of the web archive, as an import does.
func capture(t testing.TB, s storage.Store, id storage.AppID, at, recorded storage.Time, label ...string) {
	t.Helper()
	body := labelOf(t, label...)
	update(t, s, func(tx *storage.Tx) error {
		body, err := timeline.SaveLabel(tx, body)
		if err != nil {
			return err
		}
		snapshot := storage.Snapshot{
			ID: storage.SnapshotID{App: id, At: at}, Source: storage.SourceWayback, TriggeredBy: storage.TriggerWayback, Label: body.Digest,
			ArchiveURL: "https://web.archive.org/web/2023/https://apps.apple.com/", Extractor: "test/1", RecordedAt: recorded,
		}
		before, err := timeline.KnownBefore(tx, snapshot.ID)
		if err != nil {
			return err
		}
		entries, err := timeline.ChangesTo(tx, before.Label, body)
		if err != nil {
			return err
		}
		snapshot.Entries, snapshot.Changed = len(entries), len(entries) > 0
		if err := timeline.Save(tx, snapshot, entries); err != nil {
			return err
		}
		after, err := timeline.KnownAfter(tx, snapshot.ID)
		if err != nil {
			return err
		}
		return timeline.Recompare(tx, after)
	})
}
