package tracked

import (
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// Something of an app is unstable from its second return, within returnSpan, to a state that it
// had in that time, until it has stayed unchanged for [changelog.UnstableSpan]. All its changes
// are recorded. Those while it is unstable are marked, and users are not notified of them but of
// the state in which it comes to rest.
//
// Of two labels that alternate, users are so notified twice: of the first change and of the
// first return, which looks like any other change. With the third return instead of the second,
// they would be notified three times, which is more than a label that says nothing new deserves.
//
// All of that follows from the entries of the app and, for its version, from its snapshots, so
// that it survives a restart and a restore. The row of the app has only when the time is over, for
// lists and so that a refresh without changes need not read entries.
const (
	returnSpan     = 14 * 24 * time.Hour
	unstableReturn = 2
)

// isUnstable reports whether a facet is unstable after the newest of its transitions, which are
// newest first.
func isUnstable(all []transition, keysOf func([]transition) ([]string, error)) (bool, error) {
	now, past := all[0].at.At, all[1:]
	if len(past) > 0 && past[0].marked() && now.Sub(past[0].at.At) < changelog.UnstableSpan {
		return true, nil
	}
	// After a rest, it is counted anew.
	if ends := slices.IndexFunc(past, func(t transition) bool { return t.marked() || now.Sub(t.at.At) > returnSpan }); ends >= 0 {
		past = past[:ends]
	}
	if len(past) < unstableReturn { // each return needs a transition away and one back
		return false, nil
	}
	keys, err := keysOf(all[:len(past)+1])
	return err == nil && returns(keys) >= unstableReturn, err
}

// canBeUnstable reports whether there are enough transitions before another one for isUnstable to
// report true.
func canBeUnstable(past []transition) bool {
	return len(past) >= unstableReturn || slices.ContainsFunc(past, transition.marked)
}

// returns counts the states that were there before.
func returns(keys []string) (n int) {
	for i, key := range keys {
		if slices.Contains(keys[i+1:], key) {
			n++
		}
	}
	return n
}

// settle marks the changes of facets that are unstable now, and sets until when the app counts
// as unstable. The label is that of the app, and the changes are not stored yet. Others are lists in
// which the same facets are marked.
func settle(tx *storage.Tx, app *storage.App, label storage.Digest, now storage.Time, changes []storage.Entry, others ...[]storage.Entry) error {
	since := now.Add(-returnSpan)
	lately := sync.OnceValues(func() ([]storage.Change, error) { return changesSince(tx, app.ID, since) })
	for _, of := range facets {
		var news []storage.Entry
		for _, e := range changes {
			if of.has(e) {
				news = append(news, e)
			}
		}
		if len(news) == 0 {
			continue
		}

		var earlier []storage.Change
		if of.name != ofVersion.name {
			var err error
			if earlier, err = lately(); err != nil {
				return err
			}
			if !canBeUnstable(inFacet(of, earlier)) {
				continue
			}
		}
		past, err := transitionsOf(tx, app.ID, of, since, earlier)
		if err != nil {
			return err
		}

		keysOf := keysOfEntries
		if of.hasStates() {
			keysOf = labelStates{tx}.keys
		}
		newest := transition{at: storage.SnapshotID{App: app.ID, At: now}, label: label, entries: news}
		unstable, err := isUnstable(append([]transition{newest}, past...), keysOf)
		if err != nil {
			return err
		}
		if !unstable {
			continue
		}
		app.UnstableUntil = storage.NullTime(now.Add(changelog.UnstableSpan))
		for _, entries := range append(others, changes) {
			for i, e := range entries {
				if of.has(e) {
					entries[i] = changelog.MarkUnstable(e)
				}
			}
		}
	}
	return nil
}

// loud returns the entries of which users are notified at once.
func loud(entries []storage.Entry) []storage.Entry {
	return slices.DeleteFunc(slices.Clone(entries), changelog.Unstable)
}
