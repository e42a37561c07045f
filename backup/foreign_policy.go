package backup

import (
	"cmp"
	"encoding/json"
	"reflect"
	"unicode/utf16"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// foreignPolicies are the texts of an app's policy, by their names elsewhere.
type foreignPolicies struct {
	all    []storage.PolicyVersionID // in the order of their first fetch
	kept   map[storage.PolicyVersionID]bool
	byRow  map[uint64]int // by the fingerprint of a row's id
	byHash map[uint64]int // by that of what the text is known by elsewhere
}

func newForeignPolicies() foreignPolicies {
	return foreignPolicies{kept: make(map[storage.PolicyVersionID]bool), byRow: make(map[uint64]int), byHash: make(map[uint64]int)}
}

// nameVersions puts the names of policy texts into an entry that has those of
// another service. One that is not there any more is left out.
func (a *foreignApp) nameVersions(entry map[string]json.RawMessage) {
	const current, previous = "policyVersionId", "previousVersionId"
	value, there := entry[current]
	if !there {
		return
	}
	delete(entry, current)
	var name string
	if a == nil || json.Unmarshal(value, &name) != nil {
		return
	}
	i, there := a.policies.byRow[fingerprint(name)]
	if !there {
		return
	}
	entry[current] = quoteID(a.policies.all[i])
	if i > 0 && string(entry["policyEvent"]) == `"changed"` {
		entry[previous] = quoteID(a.policies.all[i-1])
	}
}

func quoteID(id storage.PolicyVersionID) json.RawMessage {
	return json.RawMessage(`"` + id.String() + `"`)
}

// takePolicyVersion takes a text, which is known here by its words: one that only
// looked like another is left out.
func (t *translation) takePolicyVersion(r *row) error {
	if r.text("source_text") == "" {
		return t.leave(r)
	}
	return t.putPolicy(r, r.time("first_fetched_at"), r.time("last_fetched_at"))
}

func (t *translation) putPolicy(r *row, first, last storage.Time) error {
	text, p := r.text("source_text"), &t.app.policies
	id := storage.PolicyVersionID{App: t.app.id, Hash: policy.Digest(text)}
	p.byRow[fingerprint(r.text("id"))], p.byHash[fingerprint(r.text("content_hash"))] = len(p.all), len(p.all)
	p.all = append(p.all, id)
	if p.kept[id] {
		return t.leave(r)
	}
	p.kept[id] = true
	return t.out.put(memberPolicyVersions, r, storage.PolicyVersion{
		ID: id, FirstFetched: first, LastFetched: max(first, last), FinalURL: r.address("source_final_url"),
		PolicyURL: string(cmp.Or(r.address("policy_url"), r.address("source_final_url"), t.app.app.PrivacyPolicyURL, storage.Text(t.app.app.URL))),
		Title:     r.known("source_title"), ContentType: r.known("source_content_type"), Origin: storage.PolicyOrigin(r.text("source_origin")),
		WordCount: r.count("source_word_count"), Text: text, ArchiveURL: r.address("archive_url"),
		ArchiveSubmittedAt: storage.NullTime(r.time("archive_submitted_at")),
	})
}

// takePolicyAnalysis takes where the app's policy stands. Its text is there as a
// version too, but in old databases.
func (t *translation) takePolicyAnalysis(r *row) error {
	fetched := cmp.Or(r.time("source_fetched_at"), r.time("updated_at"))
	at, there := t.app.policies.byHash[fingerprint(r.text("content_hash"))]
	there = there && r.text("content_hash") != ""
	if !there && r.text("source_text") != "" && fetched > 0 {
		if err := t.putPolicy(r, fetched, fetched); err != nil {
			return err
		}
		at, there = len(t.app.policies.all)-1, true
	}
	a := storage.PolicyAnalysis{
		App: t.app.id, PolicyURL: r.address("policy_url"), FinalURL: r.address("source_final_url"),
		Title: r.known("source_title"), ContentType: r.known("source_content_type"), Origin: storage.PolicyOrigin(r.text("source_origin")),
		WordCount: r.count("source_word_count"), Length: len(utf16.Encode([]rune(r.text("source_text")))),
		FetchedAt: storage.NullTime(r.time("source_fetched_at")), UpdatedAt: r.time("updated_at"), Error: r.known("error"),
	}
	if a.Summary = foreignSummary(r, "summary_json"); a.Summary != nil {
		a.SummaryAt, a.Mode, a.Model = storage.NullTime(a.UpdatedAt), storage.PolicyMode(r.text("analysis_mode")), r.known("model")
	}
	if a.PreviousSummary = foreignSummary(r, "previous_summary_json"); a.PreviousSummary != nil {
		a.PreviousSummaryAt = storage.NullTime(r.time("previous_summary_at"))
	}
	a.Status = foreignStatus(r.text("status"), there, a.Summary != nil)
	if there {
		a.Current = t.app.policies.all[at].Hash
	}
	for i := at - 1; i >= 0 && a.Previous.IsZero(); i-- {
		if before := t.app.policies.all[i].Hash; before != a.Current {
			a.Previous = before
		}
	}
	r.list("last_run_log", func(value []byte) error {
		var step storage.PolicyStep
		if err := jsonstream.Decode(value, &step); err != nil {
			return err
		}
		a.Log = append(a.Log, step)
		return nil
	})
	return t.out.put("policyAnalyses", r, a)
}

// foreignSummary returns the summary in a cell, which a model wrote there: nil when
// it says nothing, or cannot be read.
func foreignSummary(r *row, column string) *storage.PolicySummary {
	var s storage.PolicySummary
	if json.Unmarshal([]byte(r.text(column)), &s) != nil || reflect.DeepEqual(s, storage.PolicySummary{}.Normal()) {
		return nil
	}
	return &s
}

// foreignStatus returns how far the reading of a policy is: not as far as is said,
// when the summary is not there, which is made again then.
func foreignStatus(status string, text, summary bool) storage.PolicyStatus {
	switch s := storage.PolicyStatus(status); s {
	case storage.PolicyReady, "ok": // what came there from yet another service
		switch {
		case summary:
			return storage.PolicyReady
		case text:
			return storage.PolicySourceReady
		}
		return storage.PolicyPending
	case storage.PolicyPending, storage.PolicySourceReady, storage.PolicyNeedsAIConfig, storage.PolicyFetchError,
		storage.PolicyUnsupported, storage.PolicyTooShort, storage.PolicyAnalysisError:
		return s
	}
	return storage.PolicyAnalysisError
}
