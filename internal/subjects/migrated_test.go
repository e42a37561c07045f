package subjects_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// migrated opens a copy of a packed database, which brings it to the newest version.
func migrated(t *testing.T, packed string) storage.Store {
	t.Helper()
	file, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	path := filepath.Join(t.TempDir(), "auditor.db")
	if err := errors.Join(err, os.WriteFile(path, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// The former version of the program wrote testdata/v0002.db.gz from five states of the
// page of an app. All entries get what a refresh writes today, and stay as they are
// otherwise.
func TestFormerVersion(t *testing.T) {
	t.Parallel()
	s := migrated(t, "testdata/v0002.db.gz")
	before := storagetest.All[storage.Change](t, s)
	added := advance(t, s)
	var got []string
	for i, c := range storagetest.All[storage.Change](t, s) {
		subject, err := json.Marshal(c.Entry.Subject)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c.Entry.Description+" "+string(subject))
		c.Entry.Subject = storage.Subject{}
		if diff := cmp.Diff(before[i], c); diff != "" {
			t.Errorf("a change without its subject (-before +after):\n%s", diff)
		}
	}
	want := []string{
		`New privacy label: "Data Linked to You" {"privacyType":"DATA_LINKED_TO_YOU","parts":[{"type":"added","dataCategory":"HEALTH_AND_FITNESS"},{"type":"added","dataCategory":"CONTACTS"}]}`,
		`Removed privacy label: "Data Not Collected" {"privacyType":"DATA_NOT_COLLECTED"}`,
		`No longer claims accessibility feature: "VoiceOver" {"feature":"voiceover"}`,
		`Age rating changed from 12+ to 9+ {"from":"12+","to":"9+"}`,
		`New privacy label: "Data Not Collected" {"privacyType":"DATA_NOT_COLLECTED"}`,
		`Removed privacy label: "Data Linked to You" {"privacyType":"DATA_LINKED_TO_YOU","parts":[{"type":"removed","dataCategory":"CONTACTS"}]}`,
		`Now supports accessibility feature: "Captions" {"feature":"captions"}`,
		`"Data Linked to You" no longer collects: LOCATION {"privacyType":"DATA_LINKED_TO_YOU","dataCategory":"LOCATION"}`,
		`Now supports accessibility feature: "VoiceOver" {"feature":"voiceover"}`,
		`Age rating changed from 4+ to 12+ {"from":"4+","to":"12+"}`,
		`"Data Linked to You" now collects: CONTACTS {"privacyType":"DATA_LINKED_TO_YOU","dataCategory":"CONTACTS"}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	for _, n := range storagetest.All[storage.Notification](t, s) {
		for _, e := range n.Changes {
			if added--; !e.HasSubject() {
				t.Errorf("an entry of a notification has no subject: %+v", e)
			}
		}
	}
	if added != len(got) {
		t.Errorf("subjects were added to %d entries, want %d", added, len(got))
	}
}

// Entries that the stored states do not prove stay without a subject: those of the
// database with which migrations are tested are invented.
func TestFormerVersionUnproven(t *testing.T) {
	t.Parallel()
	s := migrated(t, "../../storage/sqlite/testdata/v0002.db.gz")
	before := storagetest.All[storage.Change](t, s)
	if added := advance(t, s); added != 0 || len(before) == 0 {
		t.Errorf("%d of %d entries got a subject", added, len(before))
	}
	if diff := cmp.Diff(before, storagetest.All[storage.Change](t, s)); diff != "" {
		t.Errorf("changes (-before +after):\n%s", diff)
	}
}
