package bundle_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// analysis returns the state of an app's policy, zero if there is none.
func (h *installation) analysis(id storage.AppID) storage.PolicyAnalysis {
	h.t.Helper()
	for _, a := range storagetest.All[storage.PolicyAnalysis](h.t, h.store) {
		if a.App == id {
			return a
		}
	}
	return storage.PolicyAnalysis{}
}

func summarised(text string) *storage.PolicySummary {
	s := storage.PolicySummary{Overview: text}.Normal()
	return &s
}

// A summary goes with a bundle, and arrives where nothing is known of the policy.
func TestExportSummary(t *testing.T) {
	t.Parallel()
	from, to := inMemory(t).furnish(), inMemory(t)
	was := from.analysis(1)
	was.Status, was.Summary, was.SummaryAt, was.Model = storage.PolicyReady, summarised("Fine"), storage.NullTime(now-day), "mind"
	from.update(func(tx *storage.Tx) error { return tx.PolicyAnalyses.Put(was) })
	to.mustTake(from.bundle(bundle.Options{}))
	got := to.analysis(1)
	want := storage.PolicyAnalysis{
		App: 1, Status: storage.PolicyReady, PolicyURL: "https://dev.example/privacy", UpdatedAt: got.UpdatedAt,
		Summary: was.Summary, SummaryAt: was.SummaryAt, Model: "imported", Mode: storage.PolicyImported,
	}
	if d := cmp.Diff(want, got); d != "" || got.UpdatedAt == 0 {
		t.Errorf("what arrived (-want +got):\n%s", d)
	}
}

// What users marked as not part of a policy goes with a bundle, unless they took the mark back. It
// arrives once, beside the marks that are there, and has no effect yet.
func TestExcludedBlocks(t *testing.T) {
	t.Parallel()
	from, to := inMemory(t).furnish(), inMemory(t)
	to.update(func(tx *storage.Tx) error { return put(tx, app(1, "Alpha", now-9*day), storage.Label{}) })
	live := storage.PolicyBlock{ID: "1", Selector: ".live", At: now - day, Applied: storage.NullTime(now)}
	quote := storage.PolicyBlock{ID: "2", After: "Sharing", Before: "Rights", Text: "Ann likes it", Words: 3, At: now - day, Applied: storage.NullTime(now)}
	back := storage.PolicyBlock{ID: "3", Selector: ".news", At: now - day, Readmitted: storage.NullTime(now)}
	own := storage.PolicyBlock{ID: "4", Selector: ".own", At: now, Applied: storage.NullTime(now)}
	exclude := func(h *installation, blocks ...storage.PolicyBlock) {
		was := h.analysis(1)
		was.App, was.Status, was.Excluded = 1, storage.PolicySourceReady, blocks
		h.update(func(tx *storage.Tx) error { return tx.PolicyAnalyses.Put(was) })
	}
	exclude(from, live, quote, back)
	exclude(to, own)
	text := from.bundle(bundle.Options{})
	to.mustTake(text)
	to.mustTake(text)
	live.Applied, quote.Applied = 0, 0
	if d := cmp.Diff([]storage.PolicyBlock{own, live, quote}, to.analysis(1).Excluded); d != "" {
		t.Errorf("what arrived (-want +got):\n%s", d)
	}
}

// Marks arrive although the app was synced later here, unless its policy is at another address by now.
func TestExcludedBlocksOfOlderState(t *testing.T) {
	t.Parallel()
	mark := storage.PolicyBlock{ID: "1", Selector: ".live", At: now - 2*day}
	for name, tt := range map[string]struct {
		address string
		want    []storage.PolicyBlock
	}{
		"the same address": {"https://dev.example/privacy", []storage.PolicyBlock{mark}},
		"another address":  {"https://dev.example/policy", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := inMemory(t).furnish(), inMemory(t).furnish()
			was := from.analysis(1)
			was.Excluded = []storage.PolicyBlock{mark}
			from.update(func(tx *storage.Tx) error { return tx.PolicyAnalyses.Put(was) })
			later := app(1, "Alpha", now)
			later.PrivacyPolicyURL = storage.Text(tt.address)
			to.update(func(tx *storage.Tx) error { return put(tx, later, storage.Label{}) })
			before := to.analysis(1)
			if s := to.mustTake(from.bundle(bundle.Options{})); s.AppsSkipped == 0 {
				t.Errorf("no app is skipped: %+v", s)
			}
			before.Excluded = tt.want
			if d := cmp.Diff(before, to.analysis(1)); d != "" {
				t.Errorf("what arrived (-want +got):\n%s", d)
			}
		})
	}
}

func TestImportSummary(t *testing.T) {
	t.Parallel()
	whole, err := json.Marshal(summarised("Theirs"))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		before  storage.PolicyAnalysis
		summary string
		address string
		want    string // the overview; empty: no summary
	}{
		"nothing known":          {storage.PolicyAnalysis{}, string(whole), "https://dev.example/privacy", "Theirs"},
		"never fetched":          {storage.PolicyAnalysis{Status: storage.PolicyFetchError}, string(whole), "https://dev.example/privacy", "Theirs"},
		"an older one of theirs": {storage.PolicyAnalysis{Status: storage.PolicyReady, Summary: summarised("Old"), Mode: storage.PolicyImported}, string(whole), "https://dev.example/privacy", "Theirs"},
		"an own text":            {storage.PolicyAnalysis{Status: storage.PolicySourceReady, Current: storage.Digest{1}}, string(whole), "https://dev.example/privacy", ""},
		"an own summary":         {storage.PolicyAnalysis{Status: storage.PolicyReady, Current: storage.Digest{1}, Summary: summarised("Own")}, string(whole), "https://dev.example/privacy", "Own"},
		"no address":             {storage.PolicyAnalysis{}, string(whole), "", ""},
		"anything":               {storage.PolicyAnalysis{}, `{"overview":" A \u0000\nB ","lenses":"none","highlights":[1]}`, "https://dev.example/privacy", "A B"},
		"no JSON":                {storage.PolicyAnalysis{}, `{"overview":`, "https://dev.example/privacy", ""},
		"no object":              {storage.PolicyAnalysis{}, `[1]`, "https://dev.example/privacy", ""},
		"null":                   {storage.PolicyAnalysis{}, `null`, "https://dev.example/privacy", ""},
		"far too long":           {storage.PolicyAnalysis{}, `{"overview":"` + strings.Repeat("x", 1<<16) + `"}`, "https://dev.example/privacy", strings.Repeat("x", storage.MaxPolicyOverview-1) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := inMemory(t)
			if tt.before.Status != "" {
				tt.before.App = 7
				h.update(func(tx *storage.Tx) error {
					if err := tx.Apps.Put(storage.App{ID: 7, Name: "Seven", URL: "https://apps.apple.com/app/id7", FirstSeen: 1, LastSynced: 1}); err != nil {
						return err
					}
					return tx.PolicyAnalyses.Put(tt.before)
				})
			}
			h.mustTake(bundleOf(arriving(7, fmt.Sprintf(`,"privacy_policy_url":%q,"policy_summary":{"summary_json":%s}`, tt.address, quote(t, tt.summary))), "", "", ""))
			got := h.analysis(7)
			overview := ""
			if got.Summary != nil {
				overview = got.Summary.Overview
			}
			if overview != tt.want {
				t.Errorf("the summary is %q, want %q", overview, tt.want)
			}
		})
	}
}

func quote(t *testing.T, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
