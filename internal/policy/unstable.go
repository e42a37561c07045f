package policy

import (
	"encoding/json"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

const (
	// A policy that differs at each of the last unstableFetches fetches is unstable until it
	// has stayed unchanged for as long as anything else that was unstable. Users are notified of each change before that: a
	// policy that changes on two or three days in a row is edited, and only the fourth time
	// tells that a part of its page differs for each visit.
	unstableFetches = 4
	unstableSpan    = changelog.UnstableSpan
)

// unsettled reports whether a policy has become unstable and users were not notified yet that
// it has come to rest.
func unsettled(state storage.PolicyAnalysis) bool { return !state.Notified.IsZero() }

// change makes another text the current one. It determines whether the policy is unstable,
// and which blocks of its text keep changing.
func change(tx *storage.Tx, state *storage.PolicyAnalysis, to storage.Digest, now storage.Time) error {
	if err := saveLastFetched(tx, *state); err != nil {
		return err
	}
	recent := append(state.Recent, state.Current)
	state.Recent = recent[max(0, len(recent)-unstableFetches):]
	state.Previous, state.Current = state.Current, to
	if len(state.Recent) < unstableFetches && !unsettled(*state) {
		return nil
	}
	if !unsettled(*state) {
		state.Notified = state.Previous // users were notified of each change up to this one
	}
	state.UnstableUntil = storage.NullTime(now.Add(unstableSpan))
	return findChanging(tx, state, now)
}

// findChanging sets the blocks in which the last texts differ.
func findChanging(tx *storage.Tx, state *storage.PolicyAnalysis, now storage.Time) error {
	var texts []string
	for _, hash := range append(state.Recent[:len(state.Recent):len(state.Recent)], state.Current) {
		v, found, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: state.App, Hash: hash})
		if err != nil {
			return err
		}
		if found {
			texts = append(texts, v.Text)
		}
	}
	if len(texts) > 1 {
		state.Changing = changingBlocks(texts, now)
	}
	return nil
}

// rested ends the unstable state of a policy whose text has not changed for long enough. It
// returns an entry about the state in which the policy has come to rest, which users are
// notified of, or nil.
func (s *Service) rested(tx *storage.Tx, app storage.App, state *storage.PolicyAnalysis, a attempt) ([]storage.Entry, error) {
	if !unsettled(*state) || state.Unstable(a.ended) || len(state.Recent) > 0 {
		return nil, nil
	}
	from := state.Notified
	state.Notified, state.UnstableUntil, state.Changing = storage.Digest{}, 0, nil
	settled := FetchResult{Analysis: *state, Event: Settled}
	settled.Analysis.Previous = from
	result, err := s.addToTimeline(tx, app, settled, a.told, a.ended)
	return result.Changes, err
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

// sameDay reports whether two times are on one day in UTC.
func sameDay(a, b storage.Time) bool {
	const day = storage.Time(24 * time.Hour / time.Millisecond)
	return a/day == b/day
}
