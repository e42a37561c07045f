package snapshots

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// Whatever is read as a name is one that is given.
func FuzzParseName(f *testing.F) {
	for _, name := range []string{
		"auditor-snapshot-2026-09-21T14-13-20-000Z.json", "auditor-snapshot-2026-09-21T14-13-20-000Z-2.json", "auditor-snapshot-0000-01-01T00-00-00-000Z.json",
		"auditor-snapshot-2026-09-21T14-13-20-000Z-1.json", "auditor-snapshot-2026-02-29T14-13-20-000Z.json", "../auditor-snapshot-.json", "",
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		at, n, ok := parseName(name)
		if given := nameOf(at, n); ok && given != name {
			t.Errorf("%q is read as the %d. of %d, which is %q", name, n, at, given)
		}
	})
}

// Whatever name is given is read as what it says.
func FuzzNameOf(f *testing.F) {
	f.Add(int64(0), 1)
	f.Add(int64(1_790_000_000_001), 2)
	f.Add(int64(253_402_300_799_999), 999_999) // the last of the year 9999
	f.Fuzz(func(t *testing.T, ms int64, n int) {
		if ms < 0 || ms > 253_402_300_799_999 || n < 1 || n > 999_999 {
			t.Skip("not the time of a backup")
		}
		at, place, ok := parseName(nameOf(storage.Time(ms), n))
		if !ok || at != storage.Time(ms) || place != n {
			t.Errorf("%q is read as the %d. of %d, %v", nameOf(storage.Time(ms), n), place, at, ok)
		}
	})
}
