package backup_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// Whole numbers may be spelled with a point or an exponent.
func TestWholeNumbers(t *testing.T) {
	t.Parallel()
	const plain = `{"version":1,"exportedAt":500,"apps":[{"id":70,"name":"Seven 7.0 \"1e1\"","firstSeen":100,"changeCount":0,"priceAmount":4.5}],` +
		`"snapshots":[{"id":"0000000000000070-0000000000005","source":"live"}],` +
		`"annotations":[{"id":3,"appId":70,"body":"x","visibility":"export","createdAt":10,"updatedAt":10,"source":"user"}]}`
	want := restored(t, plain)
	for _, spelled := range []*strings.Replacer{
		strings.NewReplacer(`"version":1`, `"version":1.0`, `"exportedAt":500`, `"exportedAt":5e2`),
		strings.NewReplacer(`"version":1`, `"version":1e0`, `"exportedAt":500`, `"exportedAt":500.000`),
		strings.NewReplacer(`"version":1`, `"version":10e-1`, `"exportedAt":500`, `"exportedAt":0.5E+3`),
		strings.NewReplacer(`"id":70`, `"id":70.0`, `"id":3`, `"id":3.0`, `"appId":70`, `"appId":7e1`),
		strings.NewReplacer(`"firstSeen":100`, `"firstSeen":1e2`, `"createdAt":10`, `"createdAt":10.0`, `"changeCount":0`, `"changeCount":-0.0`),
		strings.NewReplacer(`4.5`, `45e-1`),
	} {
		text := spelled.Replace(plain)
		if d := diff(want, restored(t, text)); text == plain || d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

// So may those of legacy backups.
func TestWholeNumbersLegacy(t *testing.T) {
	t.Parallel()
	const plain = `{"version":1,"exportedAt":500,"tables":{"apps":{"rows":[{"id":70,"name":"Seven","url":"https://apps.apple.com/us/app/id70","first_seen":100}]},` +
		`"annotations":{"rows":[{"id":"n","app_id":70,"content":"x","visibility":"private","created_at":10,"updated_at":10,"source":"user"}]}}}`
	want := restored(t, plain)
	text := strings.NewReplacer(`"version":1`, `"version":1.0`, `"id":70`, `"id":70.0`, `"app_id":70`, `"app_id":7e1`, `"created_at":10`, `"created_at":10.0`).Replace(plain)
	if d := diff(want, restored(t, text)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// restored returns the contents of a store after a restore.
func restored(t *testing.T, bundle string) dump {
	t.Helper()
	s := memory.New()
	if _, err := newService(t, s).Restore(t.Context(), strings.NewReader(bundle), true); err != nil {
		t.Fatalf("%s: %v", bundle, err)
	}
	held := dumpOf(t, s)
	delete(held, "activities") // of the restore itself, with an id of chance
	return held
}

// An older backup says when the text of an unstable policy was withheld: users were notified of
// the text before it.
func TestWithheldPolicy(t *testing.T) {
	t.Parallel()
	was, now := strings.Repeat("0a", 32), strings.Repeat("0b", 32)
	state := func(withheld string) string {
		return plainHead + `,"policyAnalyses":[{"appId":1,"status":"source_ready","contentHash":"` + now + `","previousContentHash":"` + was + `","unstableUntil":9,` + withheld + `"updatedAt":5}]}`
	}
	for _, tt := range []struct{ members, want string }{
		{`"withheldAt":4,`, was}, {`"withheldAt":null,`, strings.Repeat("0", 64)}, {``, strings.Repeat("0", 64)}, {`"notifiedHash":"` + now + `","withheldAt":4,`, now},
	} {
		held := restored(t, state(tt.members))["analyses"]
		if len(held) != 1 {
			t.Fatalf("%s: %d analyses", tt.members, len(held))
		}
		if a := held[0].(storage.PolicyAnalysis); a.Notified.String() != tt.want || a.UnstableUntil != 9 || a.UpdatedAt != 5 {
			t.Errorf("%s: %+v, want notified %s", tt.members, a, tt.want)
		}
	}
}
