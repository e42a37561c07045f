package paneltest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// Start is the time of the first observations, and Day a day.
const (
	Day   = storage.Time(24 * 60 * 60 * 1000)
	Start = storage.Time(1_700_000_000_123)
)

// Files returns the files of a zip.
func Files(t testing.TB, zipped []byte) map[string]string {
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

// TableOf returns the rows of a table, the heading first.
func TableOf(t testing.TB, zipped []byte, name string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(Files(t, zipped)[name+".csv"])).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows
}

// Columns returns some columns of the rows of a table.
func Columns(t testing.TB, zipped []byte, name string, of ...string) [][]string {
	t.Helper()
	rows := TableOf(t, zipped, name)
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

// ISO returns a time in the form of the tables.
func ISO(t storage.Time) string { return t.Std().UTC().Format("2006-01-02T15:04:05.000Z") }

// LabelOf returns a label that links these categories, with a purpose for every second.
func LabelOf(t testing.TB, categories ...string) storage.LabelBody {
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

// Update changes a store.
func Update(t testing.TB, s storage.Store, change func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// Truth is what an app is at a time.
type Truth struct {
	Label             []string // the categories that are linked to the user
	Version           string
	Developer, Rating string
}

// Observe stores what a refresh of an app would.
func Observe(t testing.TB, s storage.Store, id storage.AppID, at storage.Time, now Truth) {
	t.Helper()
	body := LabelOf(t, now.Label...)
	Update(t, s, func(tx *storage.Tx) error {
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
		entries, err := timeline.ChangesTo(tx, storage.SnapshotID{App: id, At: at}, app.Store(), known.Label, body)
		if err != nil {
			return err
		}
		app.Developer, app.AgeRating, app.CurrentVersion, app.LabelDigest = storage.Text(now.Developer), storage.Text(now.Rating), storage.Text(now.Version), body.Digest
		app.LastSynced, app.LastError = at, nil
		app.SyncCount++
		if tracked && before.SyncCount > 0 {
			entries = append(entries, changelog.DiffAgeRating(string(before.AgeRating), now.Rating)...)
			if string(before.Developer) != now.Developer {
				entries = append(entries, storage.Entry{
					Type: storage.EntryModified, Category: storage.CategoryListing, Description: "Now offered by another developer",
					Subject: storage.Subject{Fact: storage.FactDeveloper, From: string(before.Developer), To: now.Developer},
				})
			}
		}
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
		return timeline.Save(tx, storage.Snapshot{
			ID: storage.SnapshotID{App: id, At: at}, Source: storage.SourceLive, Label: body.Digest, Changed: len(entries) > 0 && newest.ID.App != 0,
			Entries: len(entries), AppVersion: storage.Text(now.Version), Extractor: "test/1",
		}, entries)
	})
}

// Fail stores what a failed refresh would.
func Fail(t testing.TB, s storage.Store, id storage.AppID, at storage.Time) {
	t.Helper()
	Update(t, s, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(id)
		if err != nil {
			return err
		}
		app.LastError = &storage.Failure{Code: storage.FailureTimeout, Message: "no answer", At: at}
		return tx.Apps.Put(app)
	})
}

// Capture stores a capture of the web archive, as an import does.
func Capture(t testing.TB, s storage.Store, id storage.AppID, at, recorded storage.Time, label ...string) {
	t.Helper()
	body := LabelOf(t, label...)
	Update(t, s, func(tx *storage.Tx) error {
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
		entries, err := timeline.ChangesTo(tx, storage.SnapshotID{App: id, At: at}, storage.MainStore, before.Label, body)
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

// Lived is an app whose truth is known at every time.
type Lived struct {
	id     storage.AppID
	truths []Truth        // one after another
	until  []storage.Time // when each ends
	seen   []seen         // in the order of time
	abroad []storage.StorefrontObservation
}

// seen is an observation.
type seen struct {
	at       storage.Time
	recorded storage.Time
	archive  bool
	failed   bool
}

func (l Lived) at(t storage.Time) Truth {
	for i, end := range l.until {
		if t < end {
			return l.truths[i]
		}
	}
	return l.truths[len(l.truths)-1]
}

// Live generates the life of an app and how it was observed.
func Live(r *rand.Rand, id storage.AppID) Lived {
	l := Lived{id: id}
	at := Start
	for range 1 + r.IntN(6) {
		now := Truth{Version: strconv.Itoa(r.IntN(3)), Developer: string(rune('A' + r.IntN(3))), Rating: []string{"4+", "9+", "18+"}[r.IntN(3)]}
		for _, c := range []string{"LOCATION", "CONTACTS", "USAGE"} {
			if r.IntN(2) == 0 {
				now.Label = append(now.Label, c)
			}
		}
		at += Day * storage.Time(1+r.IntN(40))
		l.truths, l.until = append(l.truths, now), append(l.until, at)
	}
	for t := Start; t < at; t += Day/2 + storage.Time(r.Int64N(int64(10*Day))) {
		one := seen{at: t, recorded: t, archive: len(l.seen) > 0 && r.IntN(6) == 0, failed: len(l.seen) > 0 && r.IntN(5) == 0}
		if one.archive && !one.failed {
			one.recorded++
		}
		l.seen = append(l.seen, one)
	}
	return l
}

// ImportLate generates when the captures of an app were imported: up to 100 days after they were made.
func (l Lived) ImportLate(r *rand.Rand) Lived {
	l.seen = slices.Clone(l.seen)
	for i := range l.seen {
		if o := &l.seen[i]; o.archive && !o.failed {
			o.recorded = o.at + 1 + storage.Time(r.Int64N(int64(100*Day)))
		}
	}
	return l
}

// ReadAbroad generates what storefronts showed of an app from time to time. They do not always list it.
func (l Lived) ReadAbroad(t testing.TB, r *rand.Rand, countries ...string) Lived {
	t.Helper()
	l.abroad = nil
	for _, country := range countries {
		for at := Start + storage.Time(r.Int64N(int64(20*Day))); at < l.until[len(l.until)-1]; at += Day + storage.Time(r.Int64N(int64(30*Day))) {
			shown := storage.StorefrontObservation{App: l.id, Country: country, At: at, Listed: r.IntN(4) > 0}
			if shown.Listed {
				now := l.at(at)
				shown.Label, shown.Version, shown.Developer = LabelOf(t, now.Label...).Digest, storage.Text(now.Version), storage.Text(now.Developer)
			}
			l.abroad = append(l.abroad, shown)
		}
	}
	return l
}

// Store stores the observations up to an end, which is zero for all.
func (l Lived) Store(t testing.TB, s storage.Store, end storage.Time) {
	until := l
	until.seen = slices.DeleteFunc(slices.Clone(l.seen), func(o seen) bool { return end != 0 && o.at > end })
	until.StoreKnown(t, s, 0)
}

// StoreKnown stores the observations that were recorded up to a moment, which is zero for all, in the order
// in which they were recorded.
func (l Lived) StoreKnown(t testing.TB, s storage.Store, known storage.Time) {
	for _, o := range slices.SortedStableFunc(slices.Values(l.known(known)), func(a, b seen) int { return cmp.Compare(a.recorded, b.recorded) }) {
		switch now := l.at(o.at); {
		case o.failed:
			Fail(t, s, l.id, o.at)
		case o.archive:
			Capture(t, s, l.id, o.at, o.recorded, now.Label...)
		default:
			Observe(t, s, l.id, o.at, now)
		}
	}
	Update(t, s, func(tx *storage.Tx) error {
		var err error
		for _, o := range l.abroad {
			if known == 0 || o.At <= known {
				err = errors.Join(err, tx.Labels.Put(LabelOf(t, l.at(o.At).Label...)), tx.Storefronts.Put(o))
			}
		}
		return err
	})
}

// known returns the observations that were recorded up to a moment.
func (l Lived) known(at storage.Time) []seen {
	return slices.DeleteFunc(slices.Clone(l.seen), func(o seen) bool { return at != 0 && o.recorded > at })
}

// States returns the rows of the table states that the observations show.
func (l Lived) States(t testing.TB) [][]string { return l.StatesKnown(t, 0) }

// Storefronts returns what the rows of the table storefronts show that were known at a moment: the app, the
// storefront, the time, the availability and the label.
func (l Lived) Storefronts(known storage.Time) (rows [][]string) {
	for _, o := range l.abroad {
		if known != 0 && o.At > known {
			continue
		}
		row := []string{l.id.String(), o.Country, ISO(o.At), "unlisted", ""}
		if o.Listed {
			row[3], row[4] = "listed", o.Label.String()
		}
		rows = append(rows, row)
	}
	return rows
}

// StatesKnown returns the rows of the table states that the observations show that were recorded up to a
// moment, which is zero for all.
func (l Lived) StatesKnown(t testing.TB, known storage.Time) (rows [][]string) {
	var last string
	for _, o := range l.known(known) {
		if o.failed {
			continue
		}
		now := l.at(o.at)
		shown := []string{"live", "listed", LabelOf(t, now.Label...).Digest.String(), now.Version, now.Developer, now.Rating, ""}
		if o.archive {
			shown = []string{"archive", "listed", LabelOf(t, now.Label...).Digest.String(), "", "", "", ""}
		}
		if key := fmt.Sprint(shown); key != last {
			last = key
			rows = append(rows, append([]string{l.id.String(), ISO(o.at), "", "0"}, shown...))
		}
		row := rows[len(rows)-1]
		n, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		row[2], row[3] = ISO(o.at), strconv.Itoa(n+1)
	}
	return rows
}

// Furnish stores some apps with all that a data set has.
func Furnish(t testing.TB, s storage.Store) {
	r := rand.New(rand.NewPCG(4, 40))
	for id := storage.AppID(1); id <= 5; id++ {
		Live(r, id).Store(t, s, 0)
	}
	Update(t, s, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(3)
		if err != nil {
			return err
		}
		free, games := 0.0, int64(6014)
		app.PriceAmount, app.PriceCurrency, app.GenreID, app.GenreName, app.Name = &free, "USD", &games, "Games", `=1+1, "quoted"`+"\nsecond line"
		version := storage.PolicyVersion{
			ID: storage.PolicyVersionID{App: 3, Hash: storage.Digest{9}}, FirstFetched: Start + Day, LastFetched: Start + 2*Day,
			PolicyURL: "https://example.com/privacy", Text: "We collect nothing.", WordCount: 3, Origin: storage.PolicyDirect,
		}
		note := storage.Snapshot{ID: storage.SnapshotID{App: 3, At: Start + 100*Day}, Source: storage.SourceLive, Entries: 1, Changed: true}
		return errors.Join(
			tx.Apps.Put(app),
			tx.AppTags.Put(storage.AppTag{App: 3, Tag: "games"}, storage.AppTag{App: 3, Tag: "children"}),
			tx.Features.Put(storage.Feature{App: 3, Identifier: "voiceover", Title: "VoiceOver"}, storage.Feature{App: 3, Identifier: "captions", Title: "Captions"}),
			tx.PolicyVersions.Put(version),
			tx.Snapshots.Put(note),
			tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: note.ID}, Changed: true, Entry: changelog.Weigh(storage.Entry{
				Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy, Description: "The privacy policy changed",
				Subject: storage.Subject{To: version.ID.String()},
			})}),
		)
	})
	Observe(t, s, 3, Start+101*Day, Truth{Label: []string{"LOCATION"}, Version: "9", Developer: "Z", Rating: "4+"})
	Update(t, s, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(4)
		if err != nil {
			return err
		}
		at := Start + 200*Day
		app.Availability = storage.Availability{DelistedAt: storage.NullTime(at), MissedDays: 3, MissedAt: at}
		app.LastError = &storage.Failure{Code: storage.FailureNotFound, Message: "not listed", At: at + 1}
		gone := storage.Snapshot{ID: storage.SnapshotID{App: 4, At: at}, Source: storage.SourceLive, Label: app.LabelDigest, AppVersion: app.CurrentVersion, Changed: true, Entries: 1}
		return errors.Join(tx.Apps.Put(app), tx.Snapshots.Put(gone), tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: gone.ID}, Changed: true, Entry: changelog.Weigh(storage.Entry{
			Type: storage.EntryModified, Category: storage.CategoryAvailability, Description: "No longer in the App Store",
			Subject: storage.Subject{From: storage.Listed, To: storage.Unlisted},
		})}))
	})
	furnishStorefronts(t, s)
	furnishPlay(t, s)
	furnishPairs(t, s)
}

// furnishStorefronts stores what two storefronts showed of an app, one of them twice. One has a
// label that no snapshot has.
func furnishStorefronts(t testing.TB, s storage.Store) {
	body, price := LabelOf(t, "LOCATION", "HEALTH"), 1.5
	Update(t, s, func(tx *storage.Tx) error {
		return errors.Join(tx.Labels.Put(body), tx.Storefronts.Put(
			storage.StorefrontObservation{App: 3, Country: "de", At: Start + Day, Listed: true, Name: "Eins", Version: "9", PriceAmount: &price, PriceCurrency: "EUR"},
			storage.StorefrontObservation{App: 3, Country: "de", At: Start + 2*Day, Listed: true, Label: body.Digest, Name: "Eins", AgeRating: "4+"},
			storage.StorefrontObservation{App: 3, Country: "jp", At: Start + Day},
		))
	})
}

// furnishPlay stores an app of Google Play, whose label says what is optional and how data is kept.
func furnishPlay(t testing.TB, s storage.Store) {
	t.Helper()
	personal := []storage.LabelCategory{{Identifier: "PERSONAL_INFO", Title: "Personal info", DataTypes: []storage.DataType{
		{Identifier: "EMAIL_ADDRESS", Title: "Email address", Optional: true}, {Identifier: "NAME", Title: "Name"},
	}}}
	body, err := changelog.BodyOf(storage.Label{
		Types: []storage.PrivacyType{
			{Identifier: storage.DataShared, Title: "Data shared", Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}}},
			{
				Identifier: storage.DataCollected, Title: "Data collected", Categories: personal,
				Purposes: []storage.Purpose{{Identifier: "ANALYTICS", Title: "Analytics", Categories: personal}},
			},
		},
		Practices: []string{"YOU_CAN_REQUEST_THAT_DATA_BE_DELETED", "DATA_ISNT_ENCRYPTED"},
	})
	if err != nil {
		t.Fatal(err)
	}
	const name = "org.example.chat"
	id := storage.Number(storage.SourcePlay, name, 0)
	app := storage.App{
		ID: id, Source: storage.SourcePlay, Name: "Chat", BundleID: name, URL: "https://play.google.com/store/apps/details?id=" + name,
		FirstSeen: Start, LastSynced: Start, LabelDigest: body.Digest, SyncCount: 1,
	}
	Update(t, s, func(tx *storage.Tx) error {
		return errors.Join(tx.Labels.Put(body), tx.Apps.Put(app),
			tx.Identifiers.Put(storage.Identifier{App: id, Source: storage.SourcePlay, Identifier: name}),
			tx.Snapshots.Put(storage.Snapshot{ID: storage.SnapshotID{App: id, At: Start}, Source: storage.SourceLive, Label: body.Digest}))
	})
}

// furnishPairs stores two pairs, of which one has an app that is not tracked.
func furnishPairs(t testing.TB, s storage.Store) {
	t.Helper()
	play := storage.Number(storage.SourcePlay, "org.example.chat", 0)
	pair, lost := storage.PairOf(3, play), storage.PairOf(4, storage.Number(storage.SourcePlay, "org.example.lost", 0))
	pair.CreatedAt, pair.Compared, pair.Differs, lost.CreatedAt = Start+40*Day, true, true, Start+Day
	pair.Open = []storage.Gap{{Name: "names", ToldTo: play, Since: Start + Day}, {Name: "contacts", ToldTo: 3, Since: Start + Day}}
	Update(t, s, func(tx *storage.Tx) error { return tx.Pairs.Put(pair, lost) })
}
