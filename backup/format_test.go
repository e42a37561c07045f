package backup_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// plainHead has the members that a backup needs.
const plainHead = `{"version":1,"exportedAt":5,"apps":[{"id":1},{"id":2}]`

func TestFormatErrors(t *testing.T) {
	t.Parallel()
	snapshot := `{"id":"0000000000000001-0000000000005","source":"live"}`
	for _, tt := range []struct {
		name, bundle string
		member       string
		index        int
		want         error
	}{
		{"nothing", ``, "", -1, jsonread.ErrTruncated},
		{"space", " \n", "", -1, jsonread.ErrTruncated},
		{"null", `null`, "", -1, jsonread.ErrType},
		{"a list", `[]`, "", -1, jsonread.ErrType},
		{"the end missing in a record", plainHead[:len(plainHead)-3], "", -1, jsonread.ErrTruncated},
		{"the end missing after a list", plainHead, "", -1, jsonread.ErrTruncated},
		{"more behind", plainHead + `} 1`, "", -1, jsonread.ErrTrailing},
		{"two of them", plainHead + `}` + plainHead + `}`, "", -1, jsonread.ErrTrailing},
		{"garbage behind", plainHead + `}x`, "", -1, jsonread.ErrTrailing},
		{"not JSON", `{"version":01}`, "", -1, jsonread.ErrSyntax},
		{"a comma too many", plainHead + `,}`, "", -1, jsonread.ErrSyntax},
		{"a member twice", plainHead + `,"version":1}`, "", -1, jsonread.ErrDuplicate},
		{"a member twice, spelt otherwise", plainHead + `,"ver\u0073ion":1}`, "", -1, jsonread.ErrDuplicate},
		{"a record's member twice", `{"version":1,"exportedAt":5,"apps":[{"id":1,"id":2}]}`, "", -1, jsonread.ErrDuplicate},
		{"a mark of byte order", "\ufeff" + plainHead + `}`, "", -1, jsonread.ErrSyntax},
		{"bad UTF-8", plainHead + ",\"x\":\"\xff\"}", "", -1, jsonread.ErrSyntax},
		{"half a surrogate pair", plainHead + `,"x":"\ud800"}`, "", -1, jsonread.ErrSyntax},
		{"deep", plainHead + `,"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, "", -1, jsonread.ErrTooDeep},
		{"very deep", plainHead + `,"x":{"y":` + strings.Repeat("[", 100_000), "", -1, nil},
		{"many values", plainHead + `,"x":[[` + strings.Repeat("0,", 300_000) + `0]]}`, "", -1, jsonread.ErrTooLarge},
		{"a long value", plainHead + `,"x":"` + strings.Repeat("x", 17<<20) + `"}`, "", -1, jsonread.ErrTooLarge},
		{"many members", `{` + manyMembers(300) + `"version":1}`, "", -1, jsonread.ErrTooLarge},
		{"a number too large", plainHead + `,"x":9007199254740992}`, "", -1, jsonread.ErrNumber},
		{"a number too small", plainHead + `,"x":[{"y":-9007199254740993}]}`, "", -1, jsonread.ErrNumber},

		{"no version", `{"exportedAt":5,"apps":[]}`, "version", -1, record.ErrMissing},
		{"an invalid version", `{"version":"1","exportedAt":5,"apps":[]}`, "version", -1, jsonread.ErrType},
		{"half a version", `{"version":0.5,"exportedAt":5,"apps":[]}`, "version", -1, jsonread.ErrType},
		{"no whole version", `{"version":null,"exportedAt":5,"apps":[]}`, "version", -1, record.ErrMissing},
		{"a newer version", `{"version":2,"exportedAt":5,"apps":[]}`, "version", -1, record.ErrVersion},
		{"no time", `{"version":1,"apps":[]}`, "exportedAt", -1, record.ErrMissing},
		{"an invalid time", `{"version":1,"exportedAt":"today","apps":[]}`, "exportedAt", -1, jsonread.ErrType},
		{"a list of times", `{"version":1,"exportedAt":[],"apps":[]}`, "exportedAt", -1, jsonread.ErrType},
		{"no apps", `{"version":1,"exportedAt":5}`, "apps", -1, record.ErrMissing},
		{"invalid apps", `{"version":1,"exportedAt":5,"apps":{}}`, "apps", -1, jsonread.ErrType},
		{"apps of null", `{"version":1,"exportedAt":5,"apps":null}`, "apps", -1, record.ErrMissing},
		{"apps of null beside tables", `{"version":1,"exportedAt":5,"apps":null,"tables":{"apps":{"rows":[]}}}`, "apps", -1, record.ErrMissing},
		{"apps of text", `{"version":1,"exportedAt":5,"apps":"[]"}`, "apps", -1, jsonread.ErrType},
		{"apps of a number", `{"version":1,"exportedAt":5,"apps":0}`, "apps", -1, jsonread.ErrType},
		{"apps of nothing", `{"version":1,"exportedAt":5,"apps":false}`, "apps", -1, jsonread.ErrType},
		{"a version with a fraction", `{"version":0.5,"exportedAt":5,"apps":[]}`, "version", -1, jsonread.ErrType},
		{"a version with a small fraction", `{"version":1.0000000000000000001,"exportedAt":5,"apps":[]}`, "version", -1, jsonread.ErrType},
		{"a version far above", `{"version":1e400,"exportedAt":5,"apps":[]}`, "version", -1, jsonread.ErrType},
		{"a version with a point above", `{"version":2.0,"exportedAt":5,"apps":[]}`, "version", -1, record.ErrVersion},
		{"a time with a fraction", `{"version":1,"exportedAt":5.5,"apps":[]}`, "exportedAt", -1, jsonread.ErrType},
		{"an app's time with a fraction", `{"version":1,"exportedAt":5,"apps":[{"id":1,"firstSeen":15e-1}]}`, "apps", 0, jsonread.ErrType},
		{"invalid settings", plainHead + `,"settings":{}}`, "settings", -1, jsonread.ErrType},

		{"an invalid record", plainHead + `,"settings":[1]}`, "settings", 0, jsonread.ErrType},
		{"an empty record", plainHead + `,"settings":[null]}`, "settings", 0, record.ErrInvalid},
		{"an app without id", `{"version":1,"exportedAt":5,"apps":[{"id":1},{"name":"x"}]}`, "apps", 1, record.ErrInvalid},
		{"an app's id in other letters", `{"version":1,"exportedAt":5,"apps":[{"ID":1}]}`, "apps", 0, record.ErrInvalid},
		{"an app's id as a fraction", `{"version":1,"exportedAt":5,"apps":[{"id":1.5}]}`, "apps", 0, jsonread.ErrType},
		{"an app's id beyond all", `{"version":1,"exportedAt":5,"apps":[{"id":"99999999999999999999"}]}`, "apps", 0, record.ErrInvalid},
		{"a count below zero", `{"version":1,"exportedAt":5,"apps":[{"id":1,"changeCount":-1}]}`, "apps", 0, record.ErrInvalid},
		{"the last count below zero", `{"version":1,"exportedAt":5,"apps":[{"id":1,"accessibilityCount":-1}]}`, "apps", 0, record.ErrInvalid},
		{"a time before all", `{"version":1,"exportedAt":5,"apps":[{"id":1,"firstSeen":-1}]}`, "apps", 0, record.ErrInvalid},
		{"another time before all", `{"version":1,"exportedAt":5,"apps":[{"id":1,"versionUpdatedAt":-1}]}`, "apps", 0, record.ErrInvalid},
		{"a price below zero", `{"version":1,"exportedAt":5,"apps":[{"id":1,"priceAmount":-0.5}]}`, "apps", 0, record.ErrInvalid},
		{"an app's address that does something", `{"version":1,"exportedAt":5,"apps":[{"id":1,"url":"javascript:alert(1)"}]}`, "apps", 0, record.ErrInvalid},
		{"one in disguise", `{"version":1,"exportedAt":5,"apps":[{"id":1,"privacyPolicyUrl":" JAVA\tscript :alert(1)"}]}`, "apps", 0, record.ErrInvalid},
		{"a page in an address", `{"version":1,"exportedAt":5,"apps":[{"id":1,"iconUrl":"data:text/html,x"}]}`, "apps", 0, record.ErrInvalid},
		{"NUL", `{"version":1,"exportedAt":5,"apps":[{"id":1,"name":"a\u0000"}]}`, "apps", 0, record.ErrInvalid},
		{"a type that is wrong", `{"version":1,"exportedAt":5,"apps":[{"id":1,"name":[]}]}`, "apps", 0, jsonread.ErrType},
		{"a number beyond all", `{"version":1,"exportedAt":5,"apps":[{"id":1,"priceAmount":1e400}]}`, "apps", 0, jsonread.ErrType},
		{"a detail's number beyond all", plainHead + `,"notifications":[{"id":"x","type":"t","createdAt":1,"changes":[{"type":"t","description":"d","more":1e400}]}]}`, "notifications", 0, record.ErrInvalid},
		{"a label with another digest", plainHead + `,"labels":[{"digest":"` + strings.Repeat("ab", 32) + `","label":{"types":[{"identifier":"DATA_NOT_COLLECTED"}]}}]}`, "labels", 0, record.ErrInvalid},
		{"a notification's type", plainHead + `,"notifications":[{"id":"x","type":"labelChanges","createdAt":1,"changes":[]},{"id":"y","type":"label_changes","createdAt":1,"changes":[]}]}`, "notifications", 1, record.ErrInvalid},
		{"a secret", plainHead + `,"settings":[{"key":"x","value":""},{"key":"notificationWebhookUrl","value":"https://example.org/"}]}`, "settings", 1, record.ErrInvalid},
		{"an invalid focus", plainHead + `,"focus":{"audience":"all"}}`, "focus", -1, record.ErrInvalid},
		{"a list of focuses", plainHead + `,"focus":[]}`, "focus", -1, jsonread.ErrType},

		{"an id twice", `{"version":1,"exportedAt":5,"apps":[{"id":7},{"id":9},{"id":"007"}]}`, "apps", 2, record.ErrDuplicate},
		{"a snapshot twice", plainHead + `,"snapshots":[` + snapshot + `,` + snapshot + `]}`, "snapshots", 1, record.ErrDuplicate},
		{"a setting twice", plainHead + `,"settings":[{"key":"x"},{"key":"y"},{"key":"x"}]}`, "settings", 2, record.ErrDuplicate},

		{"an app's label", `{"version":1,"exportedAt":5,"apps":[{"id":1,"labelDigest":"` + strings.Repeat("ab", 32) + `"}]}`, "apps", 0, record.ErrReference},
		{"a snapshot's app", plainHead + `,"snapshots":[{"id":"0000000000000003-0000000000005","source":"live"}]}`, "snapshots", 0, record.ErrReference},
		{"a snapshot's label", plainHead + `,"snapshots":[{"id":"0000000000000001-0000000000005","source":"live","labelDigest":"` + strings.Repeat("ab", 32) + `"}]}`, "snapshots", 0, record.ErrReference},
		{"a change's snapshot", plainHead + `,"snapshots":[` + snapshot + `],"changes":[{"snapshotId":"0000000000000001-0000000000006","entry":{"type":"added","description":"x"}}]}`, "changes", 0, record.ErrReference},
		{"a note's app", plainHead + `,"annotations":[{"id":1,"appId":3,"body":"x","visibility":"export","createdAt":1,"source":"user"}]}`, "annotations", 0, record.ErrReference},
		{"a verdict's app", plainHead + `,"verdicts":[{"appId":3,"verdict":"safe","source":"user","setAt":1}]}`, "verdicts", 0, record.ErrReference},
		{"a feature's app", plainHead + `,"accessibilityFeatures":[{"appId":3,"identifier":"x"}]}`, "accessibilityFeatures", 0, record.ErrReference},
		{"a manual app's page", plainHead + `,"manualApps":[{"id":"a","name":"x","source":"web_clip","sourceUrl":"javascript:x","firstSeen":1,"updatedAt":1}]}`, "manualApps", 0, record.ErrInvalid},
		{"a manual app's source", plainHead + `,"manualApps":[{"id":"a","name":"x","source":"shop","firstSeen":1,"updatedAt":1}]}`, "manualApps", 0, record.ErrInvalid},
		{"an event's app", plainHead + `,"manualAppEvents":[{"id":"e","manualAppId":"a","type":"scrape","occurredAt":1,"detail":null}]}`, "manualAppEvents", 0, record.ErrReference},
		{"a candidate's app", plainHead + `,"shortlist":[{"sourceAppId":3,"candidateAppleId":1,"candidateName":"x","candidateStoreUrl":"https://example.org/x","modes":["privacy"],"addedAt":1}]}`, "shortlist", 0, record.ErrReference},
		{"a related app's app", plainHead + `,"relatedApps":[{"sourceAppId":3,"shelf":"may_also_like","appleId":1,"name":"x","url":"x"}]}`, "relatedApps", 0, record.ErrReference},
		{"a review's app", plainHead + `,"reviewActions":[{"id":"x","appId":3,"action":"reviewed"}]}`, "reviewActions", 0, record.ErrReference},
		{"an item's import", plainHead + `,"importItems":[{"id":"i-0","query":"x","status":"queued"}]}`, "importItems", 0, record.ErrReference},
		{"an item's app", plainHead + `,"imports":[{"id":"i","createdAt":1,"source":"file"}],"importItems":[{"id":"i-0","query":"x","status":"imported","appId":3}]}`, "importItems", 0, record.ErrReference},
		{"an item's address", plainHead + `,"imports":[{"id":"i","createdAt":1,"source":"file"}],"importItems":[{"id":"i-0","query":"x","status":"queued","url":"javascript:alert(1)"}]}`, "importItems", 0, record.ErrInvalid},
		{"an import twice", plainHead + `,"imports":[{"id":"i","createdAt":1,"source":"file"},{"id":"i","createdAt":2,"source":"file"}]}`, "imports", 1, record.ErrDuplicate},
		{"an import without time", plainHead + `,"imports":[{"id":"i","source":"file"}]}`, "imports", 0, record.ErrInvalid},
		{"a policy's app", plainHead + `,"policyAnalyses":[{"appId":3,"status":"pending"}]}`, "policyAnalyses", 0, record.ErrReference},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			refused(t, tt.bundle, tt.member, tt.index, tt.want)
		})
	}
}

// refused checks that a backup is refused with an error at the right place, and that
// nothing changes.
func refused(t *testing.T, bundle, member string, index int, want error) {
	t.Helper()
	s := memory.New()
	fleet(t, s, 11)
	before := dumpOf(t, s)
	v := newService(t, s)
	_, previewed := v.Preview(t.Context(), strings.NewReader(bundle))
	_, err := v.Restore(t.Context(), strings.NewReader(bundle), true)
	var format *backup.FormatError
	if !errors.As(err, &format) || format.Member != member || format.Index != index || want != nil && !errors.Is(err, want) {
		t.Errorf("error %v, want %v at %q %d", err, want, member, index)
	}
	if err != nil && strings.Contains(err.Error(), "Go ") {
		t.Errorf("the error names types of the program: %v", err)
	}
	if previewed == nil || err == nil || previewed.Error() != err.Error() {
		t.Errorf("the preview said %v, the restore %v", previewed, err)
	}
	if d := diff(before, dumpOf(t, s)); d != "" {
		t.Errorf("refused, and changed (-want +got):\n%s", d)
	}
}

func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"` + strings.Repeat("m", i+1) + `":0,`)
	}
	return b.String()
}

// refusedOrRestored checks that a text is either refused with a FormatError and changes nothing,
// or is restored: then exporting and restoring again gives the same. It returns the export, nil
// if the text is refused.
func refusedOrRestored(t *testing.T, dir string, bundle []byte) (done backup.Restored, again []byte) {
	t.Helper()
	s := memory.New()
	update(t, s, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 9, Name: "Before", URL: "https://example.org/"})
	})
	v := serviceIn(t, s, key, dir)
	before := export(t, v)
	found, previewed := v.Preview(t.Context(), bytes.NewReader(bundle))
	done, err := v.Restore(t.Context(), bytes.NewReader(bundle), true)
	if (previewed == nil) != (err == nil) {
		t.Fatalf("the preview said %v, the restore %v", previewed, err)
	}
	if err != nil {
		if !errors.As(err, new(*backup.FormatError)) {
			t.Errorf("error %v, want one of the format", err)
		}
		if after := export(t, v); !bytes.Equal(before, after) {
			t.Errorf("refused, and changed:\n%s", after)
		}
		return done, nil
	}
	if d := cmp.Diff(found.Counts, done.Counts); d != "" {
		t.Errorf("counts (-previewed +restored):\n%s", d)
	}
	again = export(t, v)
	restore(t, v, again, false)
	if d := cmp.Diff(string(again), string(export(t, v))); d != "" {
		t.Errorf("restored once more (-want +got):\n%s", d)
	}
	return done, again
}

// Any text is refused or restored. A trusted backup has what was signed.
func FuzzRestore(f *testing.F) {
	from := memory.New()
	update(f, from, func(tx *storage.Tx) error { return newChance(12).single(tx) })
	signed := export(f, newService(f, from))
	f.Add(signed)
	f.Add([]byte(plainHead + `}`))
	f.Add([]byte(`{"apps":[{"id":"5","name":null}],"exportedAt":1.0,"version":0,"x":[[]],"signature":{}}`))
	f.Add(bytes.Replace(signed, []byte(`"name":"x`), []byte(`"name":"y`), 1))
	f.Add(bytes.Replace(signed, []byte(`,"version":1`), []byte(` , "version" : 1`), 1))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, bundle []byte) {
		done, again := refusedOrRestored(t, dir, bundle)
		if done.Trust == backup.Trusted && head(t, again) != head(t, signed) {
			t.Errorf("trusted, and not what was signed:\n%s", again)
		}
	})
}
