package legacy

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// takeSnapshot takes a snapshot with its entries. Here a time identifies a snapshot
// of an app, so the second of one millisecond gets the next. The first snapshot of
// an app has nothing to be compared with, so it has no changes.
func (t *translation) takeSnapshot(r *row) error {
	at := r.time("scraped_at")
	if at == 0 {
		return &RowError{r.Row, "scraped_at", fmt.Errorf("%w: no time", record.ErrInvalid)}
	}
	first := t.app.last == 0
	if at <= t.app.last {
		at = t.app.last + 1
		t.later++
	}
	t.app.last, t.app.seen[record.Fingerprint(r.text("id"))] = at, at
	t.app.snapshots++

	label, digest, err := t.putSnapshotLabel(r)
	if err != nil {
		return err
	}
	if label.Known() {
		t.app.latest = label
	}
	s := storage.Snapshot{
		ID: storage.SnapshotID{App: t.app.id, At: at}, Source: storage.Source(r.text("source")), TriggeredBy: storage.Trigger(r.text("triggered_by")), Label: digest,
		Changed: r.is("changes_detected") && !first, AppVersion: r.known("app_version"), AppVersionUpdatedAt: storage.NullTime(r.time("app_version_updated_at")),
		ArchiveURL: r.address("wayback_snapshot_url"),
	}
	if s.Source == "" {
		s.Source = storage.SourceLive
	}
	entries := slices.DeleteFunc(t.entries(r, "changes_summary"), func(e storage.Entry) bool {
		unknown := e.Type == "" && e.Description != ""
		if unknown {
			t.untold++
		}
		return unknown
	})
	s.Entries = len(entries)
	if err := t.put(r, s); err != nil {
		return err
	}
	for i, e := range entries {
		if err := t.put(r, storage.Change{ID: storage.ChangeID{Snapshot: s.ID, Index: i}, Entry: e, Changed: s.Changed}); err != nil {
			return err
		}
	}
	if s.Changed && at > t.app.app.ChangesAcknowledgedAt {
		t.app.app.Pending |= changelog.Pending(entries)
	}
	return nil
}

// entries returns the entries in a column. One without a type gets the type that its
// sentence tells.
func (t *translation) entries(r *row, column string) []storage.Entry {
	var entries []storage.Entry
	r.list(column, func(value []byte) error {
		var members map[string]json.RawMessage
		if err := jsonread.Decode(value, &members); err != nil {
			return err
		}
		own := withCamelCase(members)
		t.app.nameVersions(own)
		text, err := json.Marshal(own)
		if err != nil {
			return err
		}
		var e storage.Entry
		if err := json.Unmarshal(text, &e); err != nil {
			return fmt.Errorf("%w: %w", jsonread.ErrType, err)
		}
		if e.Type == "" {
			if e.Type = typeOf(e.Description); e.Type != "" {
				t.derived++
			}
		}
		entries = append(entries, e)
		return nil
	})
	return entries
}

// typeOf returns the type of an entry that its sentence tells, "" if it tells none.
func typeOf(sentence string) storage.EntryType {
	for _, form := range []struct {
		start, middle string
		kind          storage.EntryType
	}{
		{"New privacy label: ", "", storage.EntryAdded},
		{`"`, `" now collects: `, storage.EntryAdded},
		{"Removed privacy label: ", "", storage.EntryRemoved},
		{`"`, `" no longer collects: `, storage.EntryRemoved},
		{"Now supports accessibility feature: ", "", storage.EntryAdded},
		{"No longer claims accessibility feature: ", "", storage.EntryRemoved},
		{"Age rating changed from ", " to ", storage.EntryModified},
		{"Added ", "", storage.EntryAdded}, // with the data for trying it out that the other service comes with
		{"Removed ", "", storage.EntryRemoved},
		{"Changed ", "", storage.EntryModified},
		{"Updated ", "", storage.EntryModified},
	} {
		if rest, ok := strings.CutPrefix(sentence, form.start); ok && strings.Contains(rest, form.middle) {
			return form.kind
		}
	}
	return ""
}

// withCamelCase changes the names of members from snake_case to camelCase. If two
// get one name, the last in the order of their old names wins.
func withCamelCase(members map[string]json.RawMessage) map[string]json.RawMessage {
	if members == nil {
		return nil
	}
	own := make(map[string]json.RawMessage, len(members))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		own[camel(name)] = members[name]
	}
	return own
}

// camel changes a name from snake_case to camelCase.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		if word != "" {
			words[i+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}

// takeReview takes a review of the app's changes. The state before it is the one
// that the previous review left.
func (t *translation) takeReview(r *row) error {
	review := storage.Review{
		ID: r.text("id"), App: t.app.id, Action: storage.ReviewAction(r.text("action")), ActedAt: r.time("acted_at"), CoveredCount: r.count("covered_count"),
		CoveredSnapshots: []storage.SnapshotID{}, SnoozeUntil: storage.NullTime(r.time("snooze_until")), Note: r.known("note"),
	}
	r.list("covered_snapshot_ids", func(value []byte) error {
		var name string
		if err := jsonread.Decode(value, &name); err != nil {
			return err
		}
		if at, there := t.app.seen[record.Fingerprint(name)]; there { // otherwise the snapshot was removed
			review.CoveredSnapshots = append(review.CoveredSnapshots, storage.SnapshotID{App: t.app.id, At: at})
		}
		return nil
	})
	order.Sort(review.CoveredSnapshots, func(a, b storage.SnapshotID) int { return b.Compare(a) })
	review.PreState = storage.ReviewState{ChangeCount: len(review.CoveredSnapshots), ChangesAcknowledgedAt: t.app.acked}
	if review.Action == storage.ReviewReviewed || review.Action == storage.ReviewDismissed {
		t.app.acked = review.ActedAt
	}
	return t.put(r, review)
}
