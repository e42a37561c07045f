package paneltest

import (
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// Record is what [Fill] writes.
type Record struct {
	Apps, Snapshots int          // of each app
	Apart           storage.Time // from one snapshot to the next
	Labels          int          // how many labels there are
}

// Fill writes apps with snapshots, for benchmarks. Every tenth has a change, and the label is then another one.
func Fill(b testing.TB, s storage.Store, of Record) {
	b.Helper()
	labels := labelsOf(b, of.Labels)
	Update(b, s, func(tx *storage.Tx) error { return tx.Labels.Put(labels...) })
	FillWith(b, s, of.Apps, func(id storage.AppID) Filled {
		filled := Filled{App: storage.App{
			ID: id, Name: fmt.Sprint("App ", id), Developer: "Developer", AgeRating: "4+",
			URL: fmt.Sprint("https://apps.apple.com/us/app/id", id), Country: "us", FirstSeen: Start,
		}}
		for n := range of.Snapshots {
			one := storage.Snapshot{
				ID: storage.SnapshotID{App: id, At: Start + of.Apart*storage.Time(n) + storage.Time(id)}, Source: storage.SourceLive,
				TriggeredBy: storage.TriggerScheduled, Label: labels[(int(id)+n/10)%len(labels)].Digest,
				AppVersion: storage.Text(strconv.Itoa(n / 5)), Extractor: "appstore/3",
			}
			if n > 0 && n%10 == 0 {
				one.Changed, one.Entries = true, 1
				filled.Changes = append(filled.Changes, storage.Change{ID: storage.ChangeID{Snapshot: one.ID}, Changed: true, Entry: changelog.Weigh(storage.Entry{
					Type: storage.EntryAdded, Description: `Added "Location" to "Data Linked to You"`,
					Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, DataCategory: "LOCATION"},
				})})
			}
			filled.Snapshots = append(filled.Snapshots, one)
		}
		return filled
	})
}

// Filled is an app that [FillWith] writes.
type Filled struct {
	App       storage.App
	Snapshots []storage.Snapshot
	Changes   []storage.Change
}

// FillWith writes the apps from 1, many in one transaction.
func FillWith(b testing.TB, s storage.Store, apps int, of func(storage.AppID) Filled) {
	b.Helper()
	const batch = 500
	for from := 1; from <= apps; from += batch {
		var list []storage.App
		var snapshots []storage.Snapshot
		var changes []storage.Change
		for id := from; id < min(from+batch, apps+1); id++ {
			one := of(storage.AppID(id))
			list, snapshots, changes = append(list, one.App), append(snapshots, one.Snapshots...), append(changes, one.Changes...)
		}
		Update(b, s, func(tx *storage.Tx) error {
			if err := tx.Apps.Put(list...); err != nil {
				return err
			}
			return errors.Join(tx.Snapshots.Put(snapshots...), tx.Changes.Put(changes...))
		})
	}
}

// labelsOf returns labels of which each has about half of sixteen categories.
func labelsOf(b testing.TB, n int) (labels []storage.LabelBody) {
	b.Helper()
	for i := 1; i <= n; i++ {
		var categories []string
		for bit := range 16 {
			if i>>bit&1 == 1 || n > 1000 && i*7919>>bit&1 == 1 {
				categories = append(categories, fmt.Sprint("CATEGORY_", bit))
			}
		}
		labels = append(labels, LabelOf(b, categories...))
	}
	return labels
}
