package paneltest

import (
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
	apps := of.Apps
	labels := labelsOf(b, of.Labels)
	for from := 1; from <= apps; from += 500 {
		err := s.Update(b.Context(), func(tx *storage.Tx) error {
			if from == 1 {
				if err := tx.Labels.Put(labels...); err != nil {
					return err
				}
			}
			var list []storage.App
			var snapshots []storage.Snapshot
			var changes []storage.Change
			for id := storage.AppID(from); id < storage.AppID(min(from+500, apps+1)); id++ {
				list = append(list, storage.App{ID: id, Name: fmt.Sprint("App ", id), Developer: "Developer", AgeRating: "4+", URL: fmt.Sprint("https://apps.apple.com/us/app/id", id), Country: "us", FirstSeen: Start})
				for n := range of.Snapshots {
					at := storage.SnapshotID{App: id, At: Start + of.Apart*storage.Time(n) + storage.Time(id)}
					one := storage.Snapshot{
						ID: at, Source: storage.SourceLive, TriggeredBy: storage.TriggerScheduled, Label: labels[(int(id)+n/10)%len(labels)].Digest,
						AppVersion: storage.Text(strconv.Itoa(n / 5)), Extractor: "appstore/3",
					}
					if n > 0 && n%10 == 0 {
						one.Changed, one.Entries = true, 1
						changes = append(changes, storage.Change{ID: storage.ChangeID{Snapshot: at}, Changed: true, Entry: changelog.Weigh(storage.Entry{
							Type: storage.EntryAdded, Description: `Added "Location" to "Data Linked to You"`,
							Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, DataCategory: "LOCATION"},
						})})
					}
					snapshots = append(snapshots, one)
				}
			}
			if err := tx.Apps.Put(list...); err != nil {
				return err
			}
			if err := tx.Snapshots.Put(snapshots...); err != nil {
				return err
			}
			return tx.Changes.Put(changes...)
		})
		if err != nil {
			b.Fatal(err)
		}
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
