package paneltest

import (
	"bytes"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/storage"
)

// FurnishAround is [Furnish] with records beside those of a data set: of devices, paused and
// removed apps, notes and settings, and a setting that backups lack. The removed app has a label that
// no other has, a storefront and a policy, and was captured by the web archive.
func FurnishAround(t testing.TB, s storage.Store) {
	t.Helper()
	Furnish(t, s)
	const gone = 6
	Observe(t, s, gone, Start, Truth{Label: []string{"LOCATION", "FINANCIALS"}, Version: "1"})
	Observe(t, s, gone, Start+Day, Truth{Label: []string{"CONTACTS", "FINANCIALS"}, Version: "2"})
	Capture(t, s, gone, Start+Day/2, Start+2*Day, "FINANCIALS", "HEALTH", "USAGE")
	Fail(t, s, gone, Start+3*Day)
	alone := LabelOf(t, "FINANCIALS")
	Update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Labels.Put(alone),
			tx.Storefronts.Put(storage.StorefrontObservation{App: gone, Country: "us", At: Start + Day, Listed: true, Label: alone.Digest}),
			tx.AppTags.Put(storage.AppTag{App: gone, Tag: "games"}),
			tx.PolicyVersions.Put(storage.PolicyVersion{
				ID: storage.PolicyVersionID{App: gone, Hash: storage.Digest{8}}, FirstFetched: Start + Day, LastFetched: Start + Day,
				PolicyURL: "https://example.com/gone", Text: "Nothing.", WordCount: 1, Origin: storage.PolicyDirect,
			}),
		)
	})

	Update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			tx.PausedApps.Put(storage.PausedApp{App: 2, PausedAt: Start + Day}),
			tx.Devices.Put(storage.Device{ID: "phone", Name: "Phone", CreatedAt: Start, LastSynced: Start}),
			tx.DeviceLinks.Put(storage.DeviceLink{App: 3, Device: "phone", FirstSeen: Start, LastSeen: Start + Day}),
			tx.Settings.Put(storage.Setting{Name: "syncSchedule", Value: "weekly"}),
		)
	})
	Update(t, s, func(tx *storage.Tx) error {
		_, err := appdata.PutAside(tx, gone, Start+4*Day)
		return err
	})
}

// DatasetOptions are options of data sets that have the same bytes wherever the records are.
func DatasetOptions() []dataset.Options {
	return []dataset.Options{
		{Texts: true},
		{AsOf: Start + 30*Day},
		{KnownAt: Start + 30*Day, Since: Start + 5*Day, Licence: "CC-BY-4.0"},
		{Tag: "games", Compression: dataset.Gzip},
		{Source: storage.SourcePlay, Compression: dataset.Zstd},
	}
}

// CopyByBackup restores a backup of one store in another.
func CopyByBackup(t testing.TB, from, to storage.Store) {
	t.Helper()
	service := func(s storage.Store) *backup.Service {
		b, err := backup.New(backup.Config{Env: storage.Env{Store: s, Now: time.Now, Random: rand.Reader}, Key: make([]byte, backup.KeySize), Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var text bytes.Buffer
	if err := service(from).Stream(t.Context(), &text, Start); err != nil {
		t.Fatal(err)
	}
	if _, err := service(to).Restore(t.Context(), &text, false); err != nil {
		t.Fatal(err)
	}
}
