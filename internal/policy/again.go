package policy

import (
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	// fetchAgainAfter is the delay before a policy is fetched again because a fetch found
	// another page, or a text that is very unlike the current one.
	fetchAgainAfter = 6 * time.Hour
	// fetchAgainSlack is how much earlier than that a second fetch counts.
	fetchAgainSlack = 30 * time.Minute
	// unreadableAfter is the number of UTC days with a failed fetch, and none that succeeded
	// between them, after which users are notified that a policy can no longer be read.
	unreadableAfter = 3
	// maxFetchAgain limits the policies of a run that are fetched again.
	maxFetchAgain = 200
)

// anotherPage reports whether a fetch failed because of what the page shows.
func anotherPage(err error) bool {
	return errors.Is(err, fetch.ErrNotPolicy) || errors.Is(err, fetch.ErrTooShort)
}

// fail counts a failed fetch. If it found another page than the policy, and the one before did
// not, it is repeated some hours later. On the third day users are notified, once until the policy
// can be read again, and the timeline of the app says so.
func (s *Service) fail(tx *storage.Tx, app storage.App, before storage.PolicyAnalysis, state *storage.PolicyAnalysis, a attempt) error {
	if errors.Is(a.failed, runner.ErrAbandoned) {
		return nil
	}
	due := state.FetchAgainAt != 0 && storage.Time(state.FetchAgainAt) <= a.ended
	switch {
	case anotherPage(a.failed) && (state.FailedDays == 0 || !fetch.ExplainsPage(string(before.Error))):
		state.FetchAgainAt = storage.NullTime(a.ended.Add(fetchAgainAfter))
	case due:
		state.FetchAgainAt = 0
	}
	if anotherPage(a.failed) {
		if err := dropDoubtful(tx, state); err != nil {
			return err
		}
	}
	if storage.Time(state.FailedAt) > a.ended { // the clock was corrected
		state.FailedAt = storage.NullTime(a.ended)
	}
	if state.FailedAt != 0 && sameDay(storage.Time(state.FailedAt), a.ended) {
		return nil
	}
	state.FailedDays, state.FailedAt = state.FailedDays+1, storage.NullTime(a.ended)
	if state.FailedDays != unreadableAfter || state.Current.IsZero() {
		return nil
	}
	entries := []storage.Entry{{
		Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy,
		Description: "The privacy policy" + place(string(app.PrivacyPolicyURL)) + " can no longer be read", Details: []string{string(state.Error)},
		More: activity.Detail(map[string]any{"policyEvent": Failed, "policyUrl": app.PrivacyPolicyURL}),
	}}
	if err := notify.Post(tx, a.ended, s.env.Random, notify.OfChanges(app, entries)...); err != nil {
		return err
	}
	snapshot, err := snapshotAt(tx, app.ID, a.ended)
	if err != nil {
		return err
	}
	snapshot.Changed = false // of nothing is known that it changed
	return timeline.Save(tx, snapshot, entries)
}

// dropDoubtful forgets a text that was very unlike the current one and did not count. Its
// version is deleted, unless it was current at another time.
func dropDoubtful(tx *storage.Tx, state *storage.PolicyAnalysis) error {
	hash, at := state.Doubtful, storage.Time(state.DoubtfulAt)
	state.Doubtful, state.DoubtfulAt = storage.Digest{}, 0
	if hash.IsZero() || hash == state.Current {
		return nil
	}
	id := storage.PolicyVersionID{App: state.App, Hash: hash}
	v, found, err := storage.Find(tx.PolicyVersions, id)
	if err != nil || !found || v.FirstFetched != at {
		return err
	}
	_, err = tx.PolicyVersions.Delete(id)
	return err
}

// doubt saves a text that is very unlike the current one, and when to fetch the policy
// again. An earlier text of this kind that this one is close to stays.
func (s *Service) doubt(tx *storage.Tx, state *storage.PolicyAnalysis, a attempt) error {
	if storage.Time(state.DoubtfulAt) > a.ended { // the clock was corrected
		state.DoubtfulAt = storage.NullTime(a.ended)
		state.FetchAgainAt = storage.NullTime(a.ended.Add(fetchAgainAfter))
	}
	if !state.Doubtful.IsZero() && a.agrees {
		return nil
	}
	if err := dropDoubtful(tx, state); err != nil {
		return err
	}
	if _, err := saveVersion(tx, a); err != nil {
		return err
	}
	state.Doubtful, state.DoubtfulAt = a.source.Hash, storage.NullTime(a.ended)
	state.FetchAgainAt = storage.NullTime(a.ended.Add(fetchAgainAfter))
	return nil
}

// counts reports whether a text that is very unlike the current one counts, because another
// fetch found it before: some hours ago or, if a user asked for this fetch, at any time.
func (a attempt) counts(state storage.PolicyAnalysis) bool {
	if state.Doubtful.IsZero() || !a.agrees {
		return false
	}
	return a.force || a.ended.Sub(storage.Time(state.DoubtfulAt)) >= fetchAgainAfter-fetchAgainSlack
}
