package policy

import (
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// addToTimeline adds the outcome of a fetch to the app's timeline: a snapshot with one entry
// and without a label. Only another text is a change and causes a notification, and so does
// the state in which an unstable policy has come to rest. While the policy is unstable, a
// change is marked and causes no notification. The change is pending, and the feed shows it,
// if the feature of policy updates is on at the time. addToTimeline returns the result with
// the change added.
func (s *Service) addToTimeline(tx *storage.Tx, app storage.App, read FetchResult, ready prepared, now storage.Time) (FetchResult, error) {
	told, err := s.tell(tx, app, read, ready)
	if err != nil {
		return read, err
	}
	entries := []storage.Entry{changelog.Weigh(entryOf(app, read, told))}
	snapshot, err := snapshotAt(tx, app.ID, now)
	if err != nil {
		return read, err
	}
	quiet := unsettled(read.Analysis)
	if read.Event == Changed || read.Event == Settled {
		read.Changes = append(read.Changes, entries...)
		if !quiet {
			if err := notify.Post(tx, now, s.env.Random, notify.OfChanges(app, entries)...); err != nil {
				return read, err
			}
		}
		flags, err := feature.Resolve(tx)
		if err != nil {
			return read, err
		}
		snapshot.Changed = snapshot.Changed && flags.On(feature.PolicyUpdates)
	} else {
		snapshot.Changed = false
	}
	if snapshot.Changed && !quiet {
		app.Pending |= changelog.Pending(entries)
		if err := tx.Apps.Put(app); err != nil {
			return read, err
		}
	}
	return read, timeline.Save(tx, snapshot, entries)
}

// snapshotAt returns a snapshot with one entry that is later than all others of the app, even
// if the clock was set back. The feed shows it unless it is the app's first snapshot.
func snapshotAt(tx *storage.Tx, app storage.AppID, now storage.Time) (storage.Snapshot, error) {
	newest, found, err := storage.FindFirst(tx.Snapshots.List(storage.SnapshotQuery{App: app, Limit: 1}))
	if err != nil {
		return storage.Snapshot{}, err
	}
	return storage.Snapshot{
		ID: storage.SnapshotID{App: app, At: max(now, newest.ID.At+1)}, Source: storage.SourceLive, Entries: 1, Changed: found,
	}, nil
}

// entryOf returns the entry of a fetch, with the description of the difference.
func entryOf(app storage.App, read FetchResult, told telling) storage.Entry {
	e := storage.Entry{Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy}
	more := map[string]any{"policyEvent": read.Event}
	what := ""
	switch read.Event {
	case Failed:
		what = " could not be read"
		e.Details = []string{string(read.Analysis.Error)}
	case Changed, Settled:
		what = " changed"
		if read.Event == Settled {
			what = " has come to rest: it has not changed for seven days"
		}
		if unsettled(read.Analysis) {
			what, more["unstable"] = " changed again, and keeps changing", true
		}
		if previous := (storage.PolicyVersionID{App: app.ID, Hash: read.Analysis.Previous}); previous.Hash != read.Analysis.Current {
			e.From, more["previousVersionId"] = previous.String(), previous
		}
		e.Details, more["policyUrl"] = told.lines, app.PrivacyPolicyURL
		told.count(more)
	default:
		what = " was read for the first time"
	}
	if read.Event != Failed {
		current := storage.PolicyVersionID{App: app.ID, Hash: read.Analysis.Current}
		e.To, more["policyVersionId"] = current.String(), current
	}
	e.Description, e.More = "The privacy policy"+place(string(app.PrivacyPolicyURL))+what, activity.Detail(more)
	return e
}

// place returns " at " and the host of a URL, or "" if it has none.
func place(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Hostname() == "" {
		return ""
	}
	return " at " + strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
