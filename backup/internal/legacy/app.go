package legacy

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// app collects what the rows of one app say about each other.
type app struct {
	id  storage.AppID
	row *row // of the table apps
	app storage.App

	label  storage.Label
	types  *row          // the first row of the label
	latest storage.Label // of the newest snapshot that has one

	features int
	shelves  map[string]int // related apps, by shelf
	policies policies

	snapshots int
	last      storage.Time            // the time of the newest snapshot
	seen      map[uint64]storage.Time // the times of snapshots, by the fingerprints of their IDs
	acked     storage.Time            // the time of the last review

	unnamed bool // a verdict of an unnamed person was emitted
}

// takeApps takes all rows that belong to apps, app by app.
func (t *translation) takeApps() (err error) {
	all := newSortedRows(t.Dir)
	defer func() { err = errors.Join(err, all.Close()) }()
	for rank, table := range tables() {
		if table.app == "" {
			continue
		}
		rows := t.rows(table.name)
		if table.name == tableTypes {
			rows = t.types()
		}
		err := rows(func(r *row) error {
			key := binary.BigEndian.AppendUint64(nil, uint64(r.app(table.app)))
			key = append(key, byte(rank))
			if table.order != "" {
				key = binary.BigEndian.AppendUint64(key, uint64(r.time(table.order)))
			}
			return all.add(binary.BigEndian.AppendUint64(key, uint64(r.Index)), r)
		})
		if err != nil {
			return err
		}
	}
	tables := tables()
	err = all.each(func(key []byte, r *row) error {
		if err := t.ctx.Err(); err != nil {
			return err
		}
		id, table := storage.AppID(binary.BigEndian.Uint64(key)), tables[key[8]]
		if t.app == nil || t.app.id != id {
			if err := t.endApp(); err != nil {
				return err
			}
			t.app = &app{id: id, shelves: make(map[string]int), seen: make(map[uint64]storage.Time), policies: newPolicies()}
		}
		if t.app.row == nil && table.name != "apps" {
			return &RowError{r.Row, table.app, fmt.Errorf("%w: no app has the ID %d", record.ErrReference, id)}
		}
		return table.take(t, r)
	})
	if err != nil {
		return err
	}
	if err := t.endApp(); err != nil {
		return err
	}
	t.app = nil
	return nil
}

func (t *translation) takeApp(r *row) error {
	if t.app.row != nil {
		return r.fail(fmt.Errorf("%w %d", record.ErrDuplicate, t.app.id))
	}
	t.app.row = r
	a := storage.App{
		ID: t.app.id, Name: r.text("name"), URL: r.page("url", t.app.id), IconURL: r.address("iconUrl"), BundleID: r.known("bundleId"),
		Developer: r.known("developer"), PrivacyPolicyURL: r.address("privacyPolicyUrl"),
		FirstSeen: r.time("firstSeen"), LastSynced: r.time("lastSynced"), ChangeCount: r.count("changeCount"),
		ChangesAcknowledgedAt: r.time("changes_acknowledged_at"), ChangesSnoozedUntil: r.time("changes_snoozed_until"),
		CurrentVersion: r.known("currentVersion"), VersionUpdatedAt: storage.NullTime(r.time("versionUpdatedAt")), WhatsNew: r.known("whatsNew"),
		PriceAmount: r.number("priceAmount"), PriceCurrency: r.known("priceCurrency"), PriceFormatted: r.known("priceFormatted"),
		HasIAP: r.flag("hasIap"), GenreName: r.known("genreName"), AgeRating: r.known("ageRating"),
		HasPrivacyDetails: r.flag("hasPrivacyDetails"), HasAccessibilityLabels: r.flag("hasAccessibilityLabels"),
	}
	if r.number("genreId") != nil {
		a.GenreID = new(r.whole("genreId"))
	}
	a.FirstSeen = cmp.Or(a.FirstSeen, a.LastSynced, max(t.ExportedAt, 0))
	a.Country = storage.Storefront(a.URL)
	t.app.app = a
	return r.err
}

// endApp emits the app whose rows have all been taken.
func (t *translation) endApp() error {
	if t.app == nil {
		return nil
	}
	a, r := t.app.app, t.app.row
	label, of := t.app.label, t.app.types
	if !label.Known() {
		label, of = t.app.latest, r
	}
	digest, err := t.putLabel(of, label)
	if err != nil {
		return err
	}
	n := changelog.CountLabel(label)
	a.LabelDigest, a.CategoryCount, a.TrackCount, a.LinkedCount, a.UnlinkedCount = digest, n.Categories, n.Track, n.Linked, n.Unlinked
	a.SyncCount, a.AccessibilityCount = t.app.snapshots, t.app.features
	return t.put(r, a)
}

func (t *translation) takeFeature(r *row) error {
	f := storage.Feature{
		App: t.app.id, Identifier: r.text("identifier"), Title: r.text("title"), Description: r.known("description"),
		IconTemplate: r.known("icon_template"), Position: t.app.features,
	}
	t.app.features++
	return t.put(r, f)
}

func (t *translation) takeRelated(r *row) error {
	related := storage.RelatedApp{
		App: t.app.id, Shelf: r.text("shelf_type"), Related: r.app("related_apple_id"), Name: r.text("related_name"), Developer: r.known("related_developer"),
		IconURL: r.address("related_icon_url"), ObservedAt: r.time("observed_at"),
	}
	related.URL = r.page("related_store_url", related.Related)
	related.Position = t.app.shelves[related.Shelf]
	if related.Shelf == storage.ShelfMayAlsoLike || related.Shelf == storage.ShelfMoreByDeveloper { // others are invalid
		t.app.shelves[related.Shelf]++
	}
	return t.put(r, related)
}
