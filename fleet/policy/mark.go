package policy

import (
	"errors"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// mark puts what came of an attempt on the app's timeline: a snapshot that is no
// state of the label, with one entry. Only another text is a change. It is told of
// in a notification; the feed shows it, and it is pending, while people want to
// hear of policies. Who switches that on later does not find what was before.
func (r *Reader) mark(tx storage.Tx, app storage.App, read Reading, now storage.Time) error {
	entry := entryOf(app, read)
	snapshot, err := snapshotAt(tx, app.ID, now)
	if err != nil {
		return err
	}
	if read.Event == Changed {
		if err := notify.Post(tx, now, r.random, notify.OfChanges(app, []storage.Entry{entry})...); err != nil {
			return err
		}
		flags, err := feature.Resolve(tx)
		if err != nil {
			return err
		}
		snapshot.Changed = snapshot.Changed && flags.On(feature.PolicyUpdates)
	} else {
		snapshot.Changed = false
	}
	if snapshot.Changed {
		app.Pending |= changelog.Pending([]storage.Entry{entry})
		if err := tx.Apps().Put(app); err != nil {
			return err
		}
	}
	if err := tx.Snapshots().Put(snapshot); err != nil {
		return err
	}
	return tx.Changes().Put(storage.Change{ID: storage.ChangeID{Snapshot: snapshot.ID}, Entry: entry, Changed: snapshot.Changed})
}

// snapshotAt returns a snapshot for one entry, after all that the app has, whatever
// the clock says. It is marked as changed unless it is the app's first.
func snapshotAt(tx storage.Tx, app storage.AppID, now storage.Time) (storage.Snapshot, error) {
	newest, err := storage.First(tx.Snapshots().List(storage.SnapshotQuery{App: app, Limit: 1}))
	first := errors.Is(err, storage.ErrNotFound)
	if err != nil && !first {
		return storage.Snapshot{}, err
	}
	return storage.Snapshot{
		ID: storage.SnapshotID{App: app, At: max(now, newest.ID.At+1)}, Source: storage.SourceLive, Entries: 1, Changed: !first,
	}, nil
}

// entryOf returns what a timeline tells of an attempt that was news.
func entryOf(app storage.App, read Reading) storage.Entry {
	e := storage.Entry{Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy}
	more := map[string]any{"policyEvent": read.Event}
	what := ""
	switch read.Event {
	case Failed:
		what = " could not be read"
		e.Details = []string{string(read.Analysis.Error)}
	case Changed:
		what = " changed"
		more["previousVersionId"] = storage.PolicyVersionID{App: app.ID, Hash: read.Analysis.Previous}
	default:
		what = " was read for the first time"
	}
	if read.Event != Failed {
		more["policyVersionId"] = storage.PolicyVersionID{App: app.ID, Hash: read.Analysis.Current}
	}
	e.Description, e.More = "The privacy policy"+place(string(app.PrivacyPolicyURL))+what, detail(more)
	return e
}

// place names the host of an address, in words: nothing when it has none.
func place(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Hostname() == "" {
		return ""
	}
	return " at " + strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
