package reading_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// policyVersion returns the ID of a version of an app's policy.
func policyVersion(id storage.AppID, n byte) storage.PolicyVersionID {
	return storage.PolicyVersionID{App: id, Hash: storage.Digest{0: n, 31: 1}}
}

// changePolicy writes two texts of a policy and the change between them, seen so long ago.
func (s *site) changePolicy(id storage.AppID, older, newer string, ago time.Duration) {
	s.t.Helper()
	at := storage.TimeOf(now.Add(-ago))
	first, second := policyVersion(id, 1), policyVersion(id, 2)
	version := func(id storage.PolicyVersionID, at storage.Time, text string) storage.PolicyVersion {
		return storage.PolicyVersion{ID: id, FirstFetched: at, LastFetched: at, PolicyURL: "https://policy.example", Title: hostile, Text: text}
	}
	s.update(func(tx *storage.Tx) error {
		if err := tx.PolicyVersions.Put(version(first, at-1000, older), version(second, at, newer)); err != nil {
			return err
		}
		snapshot := storage.SnapshotID{App: id, At: at}
		if err := tx.Snapshots.Put(storage.Snapshot{ID: snapshot, Source: storage.SourceLive, Changed: true, Entries: 1}); err != nil {
			return err
		}
		return tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: snapshot}, Changed: true, Entry: storage.Entry{
			Type: storage.EntryPolicy, Description: "The policy changed", Category: storage.CategoryPrivacyPolicy,
			Subject: storage.Subject{From: first.String(), To: second.String()},
		}})
	})
}

func TestPolicyTextsAreInPlace(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	same := strings.Repeat("This paragraph stays as it is. ", 40)
	s.changePolicy(7, "We sell nothing.\n\n"+same, "We sell nothing, "+hostile+", but your location.\n\n"+same, 2*time.Hour)
	version := policyVersion(7, 2).String()
	changes := s.get("GET /", "/", nil)
	whole := s.get("GET /policies/{id}", "/policies/"+version, map[string]string{"id": version})
	for name, text := range map[string]string{"changes": changes, "policy": whole} {
		for _, want := range []string{"<ins>", "&lt;script&gt;alert(1)", "but your location", "We sell nothing", `class="diff"`} {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %s:\n%s", name, want, text)
			}
		}
		if strings.Contains(text, "<script>alert") {
			t.Errorf("%s shows a policy as markup", name)
		}
	}
	if !strings.Contains(changes, `href="/privacy/policies/`+version) {
		t.Error("there is no link to the whole difference")
	}
	if first := policyVersion(7, 1).String(); !strings.Contains(s.get("GET /policies/{id}", "/policies/"+first, map[string]string{"id": first}), "nothing to compare it with") {
		t.Error("the first text is compared with another one")
	}
}

// A text that was removed leaves the change and the link.
func TestPolicyTextThatWasRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	s.changePolicy(7, "We sell nothing.", "We sell your location.", 2*time.Hour)
	s.update(func(tx *storage.Tx) error {
		_, err := tx.PolicyVersions.Delete(policyVersion(7, 1))
		return err
	})
	if text := s.get("GET /", "/", nil); !strings.Contains(text, "What changed in the text") || strings.Contains(text, "<ins>") {
		t.Errorf("the change of a text that was removed is shown as\n%s", text)
	}
}

// Long differences do not make the page of changes long.
func TestPolicyTextsInPlaceAreShort(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for id := storage.AppID(1); id <= 30; id++ {
		s.fill(id)
		var older, newer strings.Builder
		for range 60 {
			older.WriteString(strings.Repeat("ä before ", 200) + "\n\n")
			newer.WriteString(strings.Repeat("ö after ", 300) + "\n\n")
		}
		s.changePolicy(id, older.String(), newer.String(), time.Duration(id)*time.Hour+time.Minute)
	}
	reply := s.serve("GET /", visit{Request: httptest.NewRequest("GET", "/?kind=policy", nil)})
	text := string(reply.Body)
	if len(text) > 60<<10 {
		t.Errorf("the page has %d bytes", len(text))
	}
	if n := strings.Count(text, "There is more"); n < 3 || n > 29 {
		t.Errorf("%d of 30 differences are in place", n)
	}
	if n := strings.Count(text, `hx-trigger="toggle once"`); n == 0 || n+strings.Count(text, "There is more") != 30 {
		t.Errorf("%d of 30 differences are fetched when they are opened", n)
	}
	if !strings.Contains(text, "[…]") || strings.Contains(text, "\ufffd") {
		t.Error("long lines are not cut, or within a character")
	}
}

func TestComparisonOfPolicies(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	s.fill(8)
	if text := s.get("GET /compare", "/compare?a=7&b=8", nil); !strings.Contains(text, "Neither policy is summarised") {
		t.Error("policies without a summary are compared")
	}
	rated := func(id storage.AppID, ads storage.PolicyRating) storage.PolicyAnalysis {
		summary := storage.PolicySummary{Overview: hostile, Lenses: []storage.PolicyLens{
			{Key: storage.LensRetention, Rating: storage.RatingMixed, Summary: "Kept for a year."},
			{Key: storage.LensAds, Rating: ads, Summary: hostile},
		}}.Normal()
		return storage.PolicyAnalysis{App: id, Status: storage.PolicyReady, UpdatedAt: 5, Current: storage.Digest{1}, Summary: &summary}
	}
	s.update(func(tx *storage.Tx) error {
		return tx.PolicyAnalyses.Put(rated(7, storage.RatingConcerning), rated(8, storage.RatingFavorable))
	})
	text := s.get("GET /compare", "/compare?a=7&b=8", nil)
	if strings.Contains(text, "<script>alert") {
		t.Error("a summary is markup")
	}
	_, lenses, _ := strings.Cut(text, "Privacy policy</h2>")
	ads, retention := strings.Index(lenses, "Ads and marketing"), strings.Index(lenses, "Data retention")
	if ads < 0 || retention < ads || !strings.Contains(lenses, "Concerning") || !strings.Contains(lenses, "Favorable") || !strings.Contains(lenses, "Kept for a year.") {
		t.Errorf("what differs is not first:\n%s", lenses)
	}
}
