package legacy

import (
	"cmp"
	"encoding/json"
	"reflect"
	"unicode/utf16"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/storage"
)

// policies are the texts of an app's policy.
type policies struct {
	all     []storage.PolicyVersionID // in the order of their first fetch
	emitted map[storage.PolicyVersionID]bool
	byRow   map[uint64]int // by the fingerprint of the row's ID
	byHash  map[uint64]int // by the fingerprint of the column content_hash
}

func newPolicies() policies {
	return policies{emitted: make(map[storage.PolicyVersionID]bool), byRow: make(map[uint64]int), byHash: make(map[uint64]int)}
}

// nameVersions replaces the IDs of policy texts in an entry. It drops that of a
// text that was removed.
func (a *app) nameVersions(entry map[string]json.RawMessage) {
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
	i, there := a.policies.byRow[record.Fingerprint(name)]
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

// takePolicyVersion takes a text, identified here by its digest. One whose digest is
// that of another is left.
func (t *translation) takePolicyVersion(r *row) error {
	if r.text("source_text") == "" {
		return t.leave(r)
	}
	return t.putPolicy(r, r.time("first_fetched_at"), r.time("last_fetched_at"))
}

func (t *translation) putPolicy(r *row, first, last storage.Time) error {
	text, p := r.text("source_text"), &t.app.policies
	id := storage.PolicyVersionID{App: t.app.id, Hash: digest.Of(text)}
	p.byRow[record.Fingerprint(r.text("id"))], p.byHash[record.Fingerprint(r.text("content_hash"))] = len(p.all), len(p.all)
	p.all = append(p.all, id)
	if p.emitted[id] {
		return t.leave(r)
	}
	p.emitted[id] = true
	return t.put(r, storage.PolicyVersion{
		ID: id, FirstFetched: first, LastFetched: max(first, last), FinalURL: r.address("source_final_url"),
		PolicyURL: string(cmp.Or(r.address("policy_url"), r.address("source_final_url"), t.app.app.PrivacyPolicyURL, storage.Text(t.app.app.URL))),
		Title:     r.known("source_title"), ContentType: r.known("source_content_type"), Origin: storage.PolicyOrigin(r.text("source_origin")),
		WordCount: r.count("source_word_count"), Text: text, ArchiveURL: r.address("archive_url"),
		ArchiveSubmittedAt: storage.NullTime(r.time("archive_submitted_at")),
	})
}

// takePolicyAnalysis takes the state of the app's policy. In old databases its text
// is not a version yet.
func (t *translation) takePolicyAnalysis(r *row) error {
	fetched := cmp.Or(r.time("source_fetched_at"), r.time("updated_at"))
	at, there := t.app.policies.byHash[record.Fingerprint(r.text("content_hash"))]
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
	if a.Summary = summaryOf(r, "summary_json"); a.Summary != nil {
		a.SummaryAt, a.Mode, a.Model = storage.NullTime(a.UpdatedAt), storage.PolicyMode(r.text("analysis_mode")), r.known("model")
	}
	if a.PreviousSummary = summaryOf(r, "previous_summary_json"); a.PreviousSummary != nil {
		a.PreviousSummaryAt = storage.NullTime(r.time("previous_summary_at"))
	}
	a.Status = statusOf(r.text("status"), there, a.Summary != nil)
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
		if err := jsonread.Decode(value, &step); err != nil {
			return err
		}
		a.Log = append(a.Log, step)
		return nil
	})
	return t.put(r, a)
}

// summaryOf returns the summary in a column: nil if it is empty or invalid, as the
// answer of a model may be.
func summaryOf(r *row, column string) *storage.PolicySummary {
	var s storage.PolicySummary
	if json.Unmarshal([]byte(r.text(column)), &s) != nil || reflect.DeepEqual(s, storage.PolicySummary{}.Normal()) {
		return nil
	}
	return &s
}

// statusOf returns the status of a policy. It is not ready without a summary, so
// that the summary is made again.
func statusOf(status string, text, summary bool) storage.PolicyStatus {
	switch s := storage.PolicyStatus(status); s {
	case storage.PolicyReady, "ok": // an older name
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
