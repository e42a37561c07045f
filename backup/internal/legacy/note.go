package legacy

import (
	"encoding/binary"
	"encoding/json"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// takeVerdict takes a verdict. Of several imported from people without a name, which
// cannot be told apart here, it takes the first.
func (t *translation) takeVerdict(r *row) error {
	v := storage.Verdict{
		App: t.app.id, Decision: storage.Decision(r.text("verdict")), Rationale: r.known("rationale"), Origin: storage.Origin(r.text("source")),
		OriginName: r.known("source_name"), SetAt: r.time("set_at"), UpdatedAt: r.time("updated_at"),
	}
	switch {
	case v.Origin != storage.OriginImported:
		v.OriginName = ""
	case v.OriginName == "" && t.app.unnamed:
		return t.leave(r)
	case v.OriginName == "":
		v.OriginName, t.app.unnamed = unnamedPerson, true
	}
	return t.put(r, v)
}

// unnamedPerson is the name of a person without one.
const unnamedPerson = "Unknown"

func (t *translation) takeCandidate(r *row) error {
	e := storage.ShortlistEntry{
		Source: t.app.id, Candidate: r.app("candidate_apple_id"), Name: r.text("candidate_name"), Developer: r.text("candidate_developer"),
		IconURL: string(r.address("candidate_icon_url")), BundleID: r.text("candidate_bundle_id"), Note: r.text("note"), AddedAt: r.time("added_at"),
	}
	e.URL = r.page("candidate_store_url", e.Candidate)
	for mode := range strings.SplitSeq(r.text("mode"), ",") {
		e.Modes |= storage.ParseMode(strings.TrimSpace(mode))
	}
	if e.Modes == 0 {
		e.Modes = storage.ModePrivacy
	}
	return t.put(r, e)
}

// note is an annotation that has no ID yet. IDs increase with time.
type note struct {
	storage.Annotation
	Row int
}

// takeAnnotation takes an annotation. One without a text is left.
func (t *translation) takeAnnotation(r *row) error {
	a := storage.Annotation{
		App: t.app.id, Body: r.text("content"), Tag: storage.Tag(r.text("tag")), Visibility: storage.Visibility(r.text("visibility")), CreatedAt: r.time("created_at"),
		UpdatedAt: r.time("updated_at"), DeletedAt: storage.NullTime(r.time("deleted_at")), Origin: storage.Origin(r.text("source")), OriginName: r.known("source_name"),
	}
	if a.Body == "" {
		return t.leave(r)
	}
	if a.Visibility == "" {
		a.Visibility = storage.VisibilityPrivate // nothing says that it may be shared
	}
	if a.Origin == "" {
		a.Origin = storage.OriginUser
	}
	text, err := json.Marshal(note{a, r.Index})
	if err != nil {
		return r.fail(err)
	}
	if r.err != nil {
		return r.err
	}
	return t.notes.Add(binary.BigEndian.AppendUint64(nil, uint64(a.CreatedAt)), text)
}

// emitNotes numbers the annotations and emits them.
func (t *translation) emitNotes() error {
	next := storage.AnnotationID(1)
	return t.notes.Each(func(_, value []byte) error {
		var n note
		if err := json.Unmarshal(value, &n); err != nil {
			return err
		}
		n.ID = next
		next++
		return t.put(&row{Row: Row{"annotations", n.Row}}, n.Annotation)
	})
}

// takeNotification takes a notification. An app_id that is not an app ID means that
// it is about no single app.
func (t *translation) takeNotification(r *row) error {
	n := storage.Notification{
		ID: r.text("id"), AppName: r.text("app_name"), Changes: t.entries(r, "change_summary"), CreatedAt: r.time("created_at"),
		Read: r.is("read"), Stale: r.is("stale"), NotBefore: storage.NullTime(r.time("not_before")),
	}
	if id, err := storage.ParseAppID(r.text("app_id")); err == nil {
		n.App = id
	}
	n.Type = noticeType(n.Changes)
	return t.put(r, n)
}

// noticeTypes are types of notifications, by the type of their first entry.
var noticeTypes = map[string]storage.NotificationType{
	"ai_timeout":         storage.NoticeAITimeout,
	"manual_apps_prompt": storage.NoticeManualAppsPrompt,
	"import_completed":   storage.NoticeImportCompleted,
	"profile_mismatch":   storage.NoticeProfileMismatch,
	"version_update":     storage.NoticeVersionUpdates,
	"parser_fallthrough": storage.NoticeParserFallthrough,
	"policy":             storage.NoticePolicyUpdates,
	"policy_summary":     storage.NoticePolicyUpdates,
}

// noticeType returns the type of a notification, which in the other service is that
// of its first entry.
func noticeType(entries []storage.Entry) storage.NotificationType {
	if len(entries) == 0 {
		return storage.NoticeLabelChanges
	}
	first := string(entries[0].Type)
	if known, ok := noticeTypes[first]; ok {
		return known
	}
	switch {
	case strings.HasSuffix(first, "_resumed"), strings.HasSuffix(first, "_stale_cleared"):
		return storage.NoticeJobResumed
	case entries[0].Category == storage.CategoryAccessibility:
		return storage.NoticeAccessibilityChanges
	}
	return storage.NoticeLabelChanges
}
