package backup_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// An entry without a type has the type that its sentence tells, or is left and counted.
func TestRestoreLegacyEntryWithoutType(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sentence string
		want     storage.EntryType // empty: left
	}{
		{`New privacy label: "Data Used to Track You"`, storage.EntryAdded},
		{`"Data Linked to You" now collects: Contacts`, storage.EntryAdded},
		{`Now supports accessibility feature: "VoiceOver"`, storage.EntryAdded},
		{`Removed privacy label: "Data Used to Track You"`, storage.EntryRemoved},
		{`"Data Linked to You" no longer collects: Location`, storage.EntryRemoved},
		{`No longer claims accessibility feature: "VoiceOver"`, storage.EntryRemoved},
		{`Age rating changed from 4+ to 12+`, storage.EntryModified},
		{`Added "Location" to "Data Linked to You"`, storage.EntryAdded},
		{`Removed "Contacts" from "Data Used to Track You"`, storage.EntryRemoved},
		{`Changed "Location" from "Data Not Linked to You" to "Data Linked to You"`, storage.EntryModified},
		{`Something happened`, ""},
		{`now collects: Contacts`, ""},
	} {
		t.Run(tt.sentence, func(t *testing.T) {
			t.Parallel()
			sentence := strings.ReplaceAll(tt.sentence, `"`, `\\\"`)
			text := tables("privacy_snapshots", `{"app_id":1,"scraped_at":1,"source":"live"},{"app_id":1,"scraped_at":2,"source":"live","changes_detected":1,`+
				`"changes_summary":"[{\"type\":\"added\",\"description\":\"First\"},{\"description\":\"`+sentence+`\"}]"}`)
			s := memory.New()
			v := serviceIn(t, s, key, t.TempDir())
			found, err := v.Preview(t.Context(), strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			warning, want := "Some changes have no type, and their sentences tell none, so they would be left out: 1", []storage.EntryType{storage.EntryAdded}
			if tt.want != "" {
				warning, want = "Some changes have no type. Their types would be derived from their sentences: 1", append(want, tt.want)
			}
			if d := cmp.Diff([]string{warning}, found.Warnings()); d != "" {
				t.Errorf("warnings (-want +got):\n%s", d)
			}
			done, err := v.Restore(t.Context(), strings.NewReader(text), true)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff([]string{strings.Replace(warning, "would be", "were", 1)}, done.LeftOut); d != "" {
				t.Errorf("told (-want +got):\n%s", d)
			}
			var got []storage.EntryType
			for _, c := range dumpOf(t, s)["changes"] {
				got = append(got, c.(storage.Change).Entry.Type)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("types (-want +got):\n%s", d)
			}
		})
	}
}

// A time that another snapshot of the app has is moved, a type that is not known stays, and both are counted.
func TestRestoreNamesWhatItMovesAndDoesNotKnow(t *testing.T) {
	t.Parallel()
	text := tables("privacy_snapshots", `{"app_id":1,"scraped_at":1,"source":"live"},{"app_id":1,"scraped_at":1,"source":"live"},{"app_id":1,"scraped_at":2,"source":"live"},`+
		`{"app_id":1,"scraped_at":9,"source":"live","changes_detected":1,"changes_summary":"[{\"type\":\"added\",\"description\":\"First\"},{\"type\":\"renamed\",\"description\":\"Second\"}]"}`)
	s := memory.New()
	v := serviceIn(t, s, key, t.TempDir())
	found, err := v.Preview(t.Context(), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	unknown := "Some changes have a type that is not known here, with which they would be restored: 1"
	want := []string{unknown, "Some snapshots have the time of another one of the same app. Their times would be moved to the next free millisecond: 2"}
	if d := cmp.Diff(want, found.Warnings()); d != "" {
		t.Errorf("warnings (-want +got):\n%s", d)
	}
	done, err := v.Restore(t.Context(), strings.NewReader(text), true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		want[i] = strings.Replace(want[i], "would be", "were", 1)
	}
	if d := cmp.Diff(want, done.LeftOut); d != "" {
		t.Errorf("told (-want +got):\n%s", d)
	}
	var times []storage.Time
	for _, r := range dumpOf(t, s)["snapshots"] {
		times = append(times, r.(storage.Snapshot).ID.At)
	}
	slices.Sort(times)
	if d := cmp.Diff([]storage.Time{1, 2, 3, 9}, times); d != "" {
		t.Errorf("times (-want +got):\n%s", d)
	}

	var own bytes.Buffer // which still has the type
	if err := v.Stream(t.Context(), &own, 1); err != nil {
		t.Fatal(err)
	}
	if found, err = v.Preview(t.Context(), &own); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{unknown}, found.Warnings()); d != "" {
		t.Errorf("warnings of a backup of its own (-want +got):\n%s", d)
	}
}

// The switches of notifications are those of the other service.
func TestRestoreLegacyNotificationPrefs(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		`{"versionUpdates":false,"policyUpdates":true,"moon":true}`: `{"policyUpdates":true,"versionUpdates":false}`,
		`{"versionUpdates":0}`: "",
		`{}`:                   "",
		`[`:                    "",
	} {
		t.Run(value, func(t *testing.T) {
			t.Parallel()
			s := memory.New()
			v := serviceIn(t, s, key, t.TempDir())
			text := tables("app_settings", `{"key":"notification_prefs","value":"`+strings.ReplaceAll(value, `"`, `\"`)+`"}`)
			restore(t, v, []byte(text), true)
			got := ""
			for _, each := range dumpOf(t, s)["settings"] {
				if each := each.(storage.Setting); each.Name == "notification_prefs" {
					got = each.Value
				}
			}
			if got != want {
				t.Errorf("restored %q, want %q", got, want)
			}
		})
	}
}

// What is not trusted is not translated.
func TestRestoreLegacyUntrusted(t *testing.T) {
	t.Parallel()
	v := serviceIn(t, memory.New(), key, t.TempDir())
	text := tables("annotations", `1`) // which translating would refuse
	_, err := v.Restore(t.Context(), strings.NewReader(text), false)
	if untrusted, ok := errors.AsType[*backup.UntrustedError](err); !ok || untrusted.Signed {
		t.Errorf("error %v, want an untrusted one of a backup that is not signed", err)
	}
}
