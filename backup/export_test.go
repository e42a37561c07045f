package backup_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gowebpki/jcs"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func TestExportHasEveryMember(t *testing.T) {
	t.Parallel()
	got := members(t, export(t, newService(t, backends["memory"](t))))
	for _, name := range []string{
		"accessibilityFeatures", "annotations", "appName", "apps", "changes", "concerns", "deviceLinks", "deviceScope", "devices", "exportedAt",
		"featureFlagOverrides", "focus", "identifiers", "importItems", "imports", "labels", "manualAppEvents", "manualAppPolicyVersions",
		"manualApps", "notifications", "policyAnalyses", "policyVersions", "relatedApps", "reviewActions", "settings", "shortlist", "signature",
		"snapshots", "verdicts", "version",
	} {
		if got[name] == nil {
			t.Errorf("no member %q", name)
		}
	}
}

func TestExportIsEqualOnEveryBackend(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		var bundles [][]byte
		for _, name := range []string{"memory", "sqlite"} {
			s := backends[name](t)
			fleet(t, s, seed)
			bundles = append(bundles, export(t, newService(t, s)))
		}
		if d := cmp.Diff(string(bundles[0]), string(bundles[1])); d != "" {
			t.Fatalf("seed %d: (-memory +sqlite):\n%s", seed, d)
		}
	}
}

// unsigned returns an envelope's canonical form without its signature, made by
// other means than streaming, and the signature.
func unsigned(t testing.TB, bundle []byte) (canonical []byte, sig struct{ Alg, KeyID, MAC string }) {
	t.Helper()
	all := members(t, bundle)
	if err := json.Unmarshal(all["signature"], &sig); err != nil {
		t.Fatal(err)
	}
	delete(all, "signature")
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if canonical, err = jcs.Transform(text); err != nil {
		t.Fatal(err)
	}
	return canonical, sig
}

func TestSignature(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		s := memory.New()
		fleet(t, s, seed)
		canonical, sig := unsigned(t, export(t, newService(t, s)))
		mac := hmac.New(sha256.New, key)
		mac.Write(canonical)
		id := sha256.Sum256(key)
		want := struct{ Alg, KeyID, MAC string }{"HMAC-SHA256", hex.EncodeToString(id[:]), base64.StdEncoding.EncodeToString(mac.Sum(nil))}
		if d := cmp.Diff(want, sig); d != "" {
			t.Errorf("seed %d: signature (-want +got):\n%s", seed, d)
		}
	}
}

func TestExportHasNoSecrets(t *testing.T) {
	t.Parallel()
	s := memory.New()
	const secret = "correct-horse"
	update(t, s, func(tx *storage.Tx) error {
		for _, name := range []string{"aiApiKey", "notificationWebhookUrl", "notificationWebhookSecret", "rate_limit_search_until", "notificationWebhookLastSent", "destination.x", feature.RuntimeSetting} {
			if err := tx.Settings.Put(storage.Setting{Name: name, Value: secret}); err != nil {
				return err
			}
		}
		return errors.Join(
			tx.Audits.Put(storage.Audit{ID: "a", CreatedAt: 1, Action: "a", Detail: secret}),
			tx.Activities.Put(storage.Activity{ID: "a", Type: "a", Kind: "a", Status: "ok", StartedAt: 1, Summary: secret}),
			tx.Runs.Put(storage.Run{ID: "a", Runner: secret, Status: storage.RunPaused, StartedAt: 1}),
			tx.ReadTokens.Put(storage.ReadToken{ID: "t", Kind: storage.ReadTokenProgram, Name: secret, Digest: storage.Digest{1}, CreatedAt: 1}),
			tx.Revocations.Put(storage.Revocation{Session: secret}),
			tx.Settings.Put(storage.Setting{Name: "aiModel", Value: "carried"}),
		)
	})
	bundle := string(export(t, newService(t, s)))
	if strings.Contains(bundle, secret) || strings.Contains(bundle, "aiApiKey") {
		t.Errorf("a secret is in %s", bundle)
	}
	if !strings.Contains(bundle, `"settings":[{"key":"aiModel","value":"carried"}]`) {
		t.Errorf("the setting is not in %s", bundle)
	}
}

func TestExportRemovesItsFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	failing := errors.New("no randomness is needed")
	v, err := backup.New(backup.Config{Env: storage.Env{Store: memory.New(), Now: now.Std, Random: errReader{failing}}, Key: key, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	b, err := v.Export(t.Context())
	if err != nil || b.ExportedAt != now {
		t.Fatalf("exported at %d, error %v", b.ExportedAt, err)
	}
	if runtime.GOOS != "windows" { // where the file has a name until it is closed
		isEmpty(t, dir)
	}
	var first, second bytes.Buffer
	for _, into := range []*bytes.Buffer{&first, &second} {
		if _, err := b.WriteTo(into); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != second.String() || first.Len() == 0 {
		t.Errorf("a bundle is %q, then %q", first.String(), second.String())
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := v.Export(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

type errReader struct{ error }

func (r errReader) Read([]byte) (int, error) { return 0, r.error }

func TestNewKeySize(t *testing.T) {
	t.Parallel()
	for _, wrong := range [][]byte{nil, key[1:], append(slices.Clone(key), 0)} {
		if _, err := backup.New(backup.Config{Key: wrong}); err == nil {
			t.Errorf("a key of %d bytes is accepted", len(wrong))
		}
	}
}
