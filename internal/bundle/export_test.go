package bundle_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// decoded returns what a JSON object holds.
func decoded(t testing.TB, text string) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return object
}

func TestBundleMembers(t *testing.T) {
	t.Parallel()
	h := inMemory(t).furnish()
	text := h.bundle(bundle.Options{Recommender: new("  Zoé & Co "), MigrationFlow: true})
	var order []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, `  "`) {
			name, _, _ := strings.Cut(strings.TrimPrefix(line, `  "`), `"`)
			order = append(order, name)
		}
	}
	want := []string{"version", "app_version", "exported_at", "exported_by_audience", "recommender_name", "apps", "recommender_profile",
		"recommender_profile_preset", "annotations", "verdicts", "migration_flow"}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
	got := decoded(t, text)
	for name, want := range map[string]any{
		"version": 2.0, "app_version": "1.2.3", "exported_at": "2026-09-21T14:13:20.000Z", "exported_by_audience": "self",
		"recommender_name": "  Zoé & Co ", "recommender_profile_preset": "balanced", "migration_flow": true,
	} {
		if diff := cmp.Diff(want, got[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if tiers := got["recommender_profile"].(map[string]any); len(tiers) != len(profile.Categories()) || tiers["LOCATION"] != "not_linked" {
		t.Errorf("the profile is %v", tiers)
	}
	var again bytes.Buffer // indented by two spaces
	if err := json.Indent(&again, []byte(text), "", "  "); err != nil || again.String() != text {
		t.Errorf("the text is not indented by two spaces: %v\n%s", err, cmp.Diff(again.String(), text))
	}
}

func TestBundledApp(t *testing.T) {
	t.Parallel()
	apps := decoded(t, inMemory(t).furnish().bundle(bundle.Options{}))["apps"].([]any)
	alpha := apps[0].(map[string]any)
	policy := alpha["policy_summary"].(map[string]any)
	if excerpt := policy["source_text_excerpt"].(string); len([]rune(excerpt)) != 4096 {
		t.Errorf("the excerpt has %d characters", len([]rune(excerpt)))
	}
	delete(policy, "source_text_excerpt")
	category := func(id, title string) any { return map[string]any{"identifier": id, "title": title} }
	kind := func(id string) any {
		return map[string]any{"identifier": id, "title": vocabulary.PrivacyType.Name(id, ""), "detail": "Detail",
			"categories": []any{category("CONTACT_INFO", "Contact Info"), category("LOCATION", "Location")}}
	}
	want := map[string]any{
		"id": "1", "name": "Alpha", "developer": "Dev & Co", "bundle_id": "org.example.a1", "url": "https://apps.apple.com/de/app/x/id1",
		"icon_url": "https://img.example/i.png", "current_version": "1.0", "privacy_policy_url": "https://dev.example/privacy",
		"has_privacy_details": 1.0, "has_accessibility_labels": nil,
		"privacy_types":          []any{kind(storage.DataNotLinkedToYou), kind(storage.DataUsedToTrackYou)},
		"accessibility_features": []any{},
		"policy_summary":         map[string]any{"summary_json": nil, "fetched_at": float64(now - 3*day), "generated_at": float64(now - 2*day)},
		"price_amount":           0.99, "price_currency": "EUR", "price_formatted": "0,99 €", "has_iap": 0.0, "last_synced": float64(now - day),
	}
	if diff := cmp.Diff(want, alpha); diff != "" {
		t.Errorf("Alpha (-want +got):\n%s", diff)
	}
	feature := func(id, title string, description any) any {
		return map[string]any{"identifier": id, "title": title, "declared": true, "description": description}
	}
	beta, gamma := apps[1].(map[string]any), apps[2].(map[string]any) // in the order of the fleet
	if diff := cmp.Diff([]any{feature("captions", "Captions", nil), feature("voiceover", "VoiceOver", "Reads")}, beta["accessibility_features"]); diff != "" {
		t.Errorf("features of beta (-want +got):\n%s", diff)
	}
	if gamma["policy_summary"] != nil || gamma["price_amount"] != nil || gamma["has_privacy_details"] != nil || len(gamma["privacy_types"].([]any)) != 0 {
		t.Errorf("what is not known of Gamma is %v", gamma)
	}
}

func TestExportPrivacy(t *testing.T) {
	t.Parallel()
	h := onSQLite(t).furnish()
	for _, o := range []bundle.Options{{}, {Recommender: new(""), MigrationFlow: true}, {WithoutProfile: true}} {
		text := h.bundle(o)
		for _, words := range []string{privateWords, deletedWords, `"private"`} {
			if strings.Contains(text, words) {
				t.Errorf("with %+v, the bundle says %q", o, words)
			}
		}
		got := decoded(t, text)
		var bodies []string
		for _, a := range got["annotations"].([]any) {
			bodies = append(bodies, a.(map[string]any)["content"].(string))
		}
		if diff := cmp.Diff([]string{"Beware", "From a friend of theirs <&>"}, bodies); diff != "" {
			t.Errorf("notes (-want +got):\n%s", diff)
		}
		if verdicts := got["verdicts"].([]any); len(verdicts) != 1 || verdicts[0].(map[string]any)["app_id"] != "1" {
			t.Errorf("verdicts are %v", verdicts)
		}
		if _, there := got["migration_flow"]; there != o.MigrationFlow {
			t.Errorf("with %+v, migration_flow is there: %v", o, there)
		}
		if (got["recommender_profile"] == nil) != o.WithoutProfile {
			t.Errorf("with %+v, the profile is %v", o, got["recommender_profile"])
		}
	}
}

func TestExportTimeIsSaved(t *testing.T) {
	t.Parallel()
	h := inMemory(t)
	h.update(func(tx *storage.Tx) error {
		_, err := feature.PutFocus(tx, feature.Focus{Audience: feature.AudienceGuardian})
		return err
	})
	if got := decoded(t, h.bundle(bundle.Options{}))["exported_by_audience"]; got != "guardian" {
		t.Errorf("the audience is %v", got)
	}
	at := func() (value string) {
		for _, s := range h.contents().Settings {
			if s.Name == "auditBundleLastExportedAt" {
				value = s.Value
			}
		}
		return value
	}
	if got := at(); got != "1790000000000" {
		t.Errorf("last exported at %q", got)
	}
	fresh := inMemory(t).furnish()
	before := fresh.contents()
	broken := errors.New("the disk is full")
	err := fresh.Export(t.Context(), writer(func([]byte) (int, error) { return 0, broken }), bundle.Options{})
	if !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	if diff := cmp.Diff(before, fresh.contents()); diff != "" {
		t.Errorf("an export that failed is remembered (-want +got):\n%s", diff)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

func TestBundleOptions(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.FixedZone("somewhere", 3600))
	for name, want := range map[string]string{
		"  Mum & Dad 3 ": "mum--dad-3", "Zoé": "zo", "": "audit", "日本": "audit", "A\t \nB": "a-b", "../../etc": "etc", "x\"\r\ny": "x-y",
	} {
		if got := (bundle.Options{Recommender: &name}).FileName(at); got != want+"-2026-03-04-0506.audit.json" {
			t.Errorf("the file of %q is %q, want %q", name, got, want)
		}
	}
	if got := (bundle.Options{}).FileName(at); got != "audit-2026-03-04-0506.audit.json" {
		t.Errorf("the file without a name is %q", got)
	}
	for name, fits := range map[string]bool{strings.Repeat("é", 200): true, strings.Repeat("e", 201): false, "\xff": false, "a\x00": false} {
		o := bundle.Options{Recommender: &name}
		if err := o.Validate(); fits != (err == nil) || !fits && !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%.20q: %v", name, err)
		}
		if err := inMemory(t).Export(t.Context(), io.Discard, o); fits != (err == nil) {
			t.Errorf("%.20q is written: %v", name, err)
		}
	}
}
