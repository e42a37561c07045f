package policy

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/privacylabels/auditor/storage"
)

const (
	// A policy with more than maxVersions new versions within unstableSpan is unstable until
	// it has stayed unchanged for unstableSpan.
	unstableSpan = 7 * 24 * time.Hour
	maxVersions  = 8
)

// change makes another text the current one, and reports whether to put the change on the
// timeline now. A change of an unstable policy is withheld until its day is over. If the
// policy changes again by then, the replaced text is deleted, so that only the last version
// of a day is saved and causes a notification.
func change(tx *storage.Tx, state *storage.PolicyAnalysis, to storage.Digest, isNew bool, now storage.Time) (publish bool, err error) {
	unstable, err := isUnstable(tx, *state, isNew, now)
	if err != nil {
		return false, err
	}
	before, published := *state, state.Withheld == 0
	dropped := false
	if !published {
		if dropped, err = deleteUnpublished(tx, before, now); err != nil {
			return false, err
		}
	}
	if !dropped {
		if err := saveLastFetched(tx, before); err != nil {
			return false, err
		}
	}
	state.Current, state.Withheld = to, 0
	if unstable {
		state.UnstableUntil = storage.NullTime(now.Add(unstableSpan))
	}
	switch {
	case published:
		state.Previous = before.Current
	case to == before.Previous: // back to the text that is on the timeline
		state.Previous, err = previousOf(tx, storage.PolicyVersionID{App: state.App, Hash: to})
		return false, err
	}
	if unstable {
		state.Withheld = storage.NullTime(now)
	}
	return !unstable, nil
}

// isUnstable reports whether the policy is unstable after a change to a text. IsNew reports
// whether the text is a new version.
func isUnstable(tx *storage.Tx, state storage.PolicyAnalysis, isNew bool, now storage.Time) (bool, error) {
	if state.Unstable(now) || !isNew {
		return state.Unstable(now), nil
	}
	n, err := tx.PolicyVersions.Count(storage.PolicyVersionQuery{App: state.App, From: max(now.Add(-unstableSpan), 0) + 1})
	return n > maxVersions, err
}

// publishWithheld puts a withheld change on the timeline if its day is over, and returns the
// entries that it added.
func (s *Service) publishWithheld(tx *storage.Tx, app storage.App, state *storage.PolicyAnalysis, now storage.Time) ([]storage.Entry, error) {
	if state.Withheld == 0 || sameDay(storage.Time(state.Withheld), now) {
		return nil, nil
	}
	state.Withheld = 0
	result, err := s.addToTimeline(tx, app, FetchResult{Analysis: *state, Event: Changed}, now)
	return result.Changes, err
}

// deleteUnpublished deletes the version of the current text, unless it is from an earlier day
// or on the timeline, and reports whether it did.
func deleteUnpublished(tx *storage.Tx, state storage.PolicyAnalysis, now storage.Time) (bool, error) {
	id := storage.PolicyVersionID{App: state.App, Hash: state.Current}
	v, found, err := storage.Find(tx.PolicyVersions, id)
	if err != nil || !found || !sameDay(v.FirstFetched, now) {
		return false, err
	}
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: id.App, From: v.FirstFetched}) {
		if err != nil {
			return false, err
		}
		if current, before := versionsIn(c.Entry); current == id.String() || before == id.String() {
			return false, nil
		}
	}
	n, err := tx.PolicyVersions.Delete(id)
	return n > 0, err
}

// versionsIn returns the IDs of the versions that an entry names, or empty strings.
func versionsIn(e storage.Entry) (current, previous string) {
	var named struct {
		Current  string `json:"policyVersionId"`
		Previous string `json:"previousVersionId"`
	}
	if e.Type != storage.EntryPolicy || json.Unmarshal(e.More, &named) != nil {
		return "", ""
	}
	return named.Current, named.Previous
}

// previousOf returns the digest of the text before this one, or zero if there is none.
func previousOf(tx *storage.Tx, id storage.PolicyVersionID) (storage.Digest, error) {
	v, err := versionOf(tx, id)
	if err != nil {
		return storage.Digest{}, err
	}
	before, err := previous(tx, v)
	if errors.Is(err, ErrNoPrevious) {
		err = nil
	}
	return before.Hash, err
}

// sameDay reports whether two times are on one day in UTC.
func sameDay(a, b storage.Time) bool {
	const day = storage.Time(24 * time.Hour / time.Millisecond)
	return a/day == b/day
}
