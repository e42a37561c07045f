package backup

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/jsonstream"
	"github.com/privacylabels/auditor/storage"
)

// takeSnapshot takes a snapshot with its entries. Two of one moment come one
// millisecond after the other: elsewhere that is no name of a snapshot. The first
// of an app has nothing before it, so what it tells is no news.
func (t *translation) takeSnapshot(r *row) error {
	at := r.time("scraped_at")
	if at == 0 {
		return r.fault(fmt.Errorf("%w: scraped_at: no time", ErrRecord))
	}
	first := t.app.last == 0
	at = max(at, t.app.last+1)
	t.app.last, t.app.seen[fingerprint(r.text("id"))] = at, at
	t.app.snapshots++

	label := snapshotLabel(r)
	digest, err := t.putLabel(r, label)
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
	entries := t.entries(r, "changes_summary")
	s.Entries = len(entries)
	if err := t.out.put(memberSnapshots, r, snapshotRecord{s, s.Label, s.Entries, s.Extractor}); err != nil {
		return err
	}
	for i, e := range entries {
		if err := t.out.put(memberChanges, r, changeRecord{s.ID, i, s.Changed, e}); err != nil {
			return err
		}
	}
	if s.Changed && at > t.app.app.ChangesAcknowledgedAt {
		t.app.app.Pending |= changelog.Pending(entries)
	}
	return nil
}

// entries returns the entries in a cell.
func (t *translation) entries(r *row, column string) []storage.Entry {
	var entries []storage.Entry
	r.list(column, func(value []byte) error {
		var members map[string]json.RawMessage
		if err := jsonstream.Decode(value, &members); err != nil {
			return err
		}
		own := camelled(members)
		t.app.nameVersions(own)
		text, err := json.Marshal(own)
		if err != nil {
			return err
		}
		var e storage.Entry
		if err := json.Unmarshal(text, &e); err != nil {
			return fmt.Errorf("%w: %w", jsonstream.ErrType, err)
		}
		entries = append(entries, e)
		return nil
	})
	return entries
}

// camelled names members as they are here. Of two with one name then the last counts,
// in the order of what they were called.
func camelled(members map[string]json.RawMessage) map[string]json.RawMessage {
	if members == nil {
		return nil
	}
	own := make(map[string]json.RawMessage, len(members))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		own[camel(name)] = members[name]
	}
	return own
}

// camel makes one word of words between which there are underscores.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		if word != "" {
			words[i+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}

// takeReview takes what somebody did about the app's changes. What the app was
// like before is what the review before left.
func (t *translation) takeReview(r *row) error {
	review := storage.Review{
		ID: r.text("id"), App: t.app.id, Action: storage.ReviewAction(r.text("action")), ActedAt: r.time("acted_at"), CoveredCount: r.count("covered_count"),
		CoveredSnapshots: []storage.SnapshotID{}, SnoozeUntil: storage.NullTime(r.time("snooze_until")), Note: r.known("note"),
	}
	r.list("covered_snapshot_ids", func(value []byte) error {
		var name string
		if err := jsonstream.Decode(value, &name); err != nil {
			return err
		}
		if at, there := t.app.seen[fingerprint(name)]; there { // others are gone since
			review.CoveredSnapshots = append(review.CoveredSnapshots, storage.SnapshotID{App: t.app.id, At: at})
		}
		return nil
	})
	slices.SortFunc(review.CoveredSnapshots, func(a, b storage.SnapshotID) int { return b.Compare(a) })
	review.PreState = storage.ReviewState{ChangeCount: len(review.CoveredSnapshots), ChangesAcknowledgedAt: t.app.acked}
	if review.Action == storage.ReviewReviewed || review.Action == storage.ReviewDismissed {
		t.app.acked = review.ActedAt
	}
	return t.out.put("reviewActions", r, review)
}
