package legacy

import (
	"cmp"
	"encoding/json"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/storage"
)

// takeManualApp takes a manual app. The other service treats an unknown source as
// sideloaded.
func (t *translation) takeManualApp(r *row) error {
	a := storage.ManualApp{
		ID: r.text("id"), Name: cmp.Or(r.text("name"), record.UnnamedApp), Source: storage.ManualSource(r.text("source")), Developer: r.known("developer"),
		PrivacyPolicyURL: r.address("privacy_policy_url"), SourceURL: r.address("source_url"), Notes: r.known("notes"),
		FirstSeen: r.time("first_seen"), UpdatedAt: r.time("updated_at"),
	}
	if !a.Source.Known() {
		a.Source = storage.ManualSideloaded
	}
	a.FirstSeen = cmp.Or(a.FirstSeen, a.UpdatedAt, max(t.ExportedAt, 0))
	a.UpdatedAt = max(a.UpdatedAt, a.FirstSeen)
	t.manual[record.Fingerprint(a.ID)] = true
	return t.put(r, a)
}

// manualApp returns the ID of the manual app that a row belongs to, and reports
// whether it exists: in the other service rows may outlive it.
func (t *translation) manualApp(r *row) (id string, there bool) {
	id = r.text("manual_app_id")
	return id, t.manual[record.Fingerprint(id)]
}

// takeManualEvent takes an event of a manual app. It drops the IDs of policy texts,
// which have other IDs here.
func (t *translation) takeManualEvent(r *row) error {
	app, there := t.manualApp(r)
	e := storage.ManualAppEvent{ID: r.text("id"), App: app, Type: storage.ManualEventType(r.text("event_type")), OccurredAt: r.time("occurred_at")}
	if !there || e.Type != storage.ManualFieldChange && e.Type != storage.ManualScrape {
		return t.leave(r)
	}
	if text := r.text("detail"); text != "" {
		var members map[string]json.RawMessage
		if err := jsonread.Decode([]byte(text), &members); err != nil {
			r.failColumn("detail", err)
		}
		if members = withCamelCase(members); members != nil {
			delete(members, "policyVersionId")
			delete(members, "previousVersionId")
			detail, err := json.Marshal(members)
			if err != nil {
				r.failColumn("detail", err)
			}
			e.Detail = detail
		}
	}
	return t.put(r, e)
}

// takeManualPolicy takes a text of the policy of a manual app, identified here by
// its digest.
func (t *translation) takeManualPolicy(r *row) error {
	app, there := t.manualApp(r)
	text := r.text("source_text")
	id := storage.ManualPolicyVersionID{App: app, Hash: digest.Of(text)}
	seen := record.Fingerprint(id.String())
	if !there || text == "" || t.manualTexts[seen] {
		return t.leave(r)
	}
	t.manualTexts[seen] = true
	first := r.time("first_fetched_at")
	return t.put(r, storage.ManualPolicyVersion{
		ID: id, FirstFetched: first, LastFetched: max(first, r.time("last_fetched_at")), PolicyURL: r.address("policy_url"), FinalURL: r.address("source_final_url"),
		Title: r.known("source_title"), ContentType: r.known("source_content_type"), Origin: storage.PolicyOrigin(r.text("source_origin")),
		WordCount: r.count("source_word_count"), Text: text,
	})
}
