package policy

import (
	"errors"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// keep keeps what came of an attempt: the same code for every fetch, whoever
// asked. The error wraps [storage.ErrNotFound] when the app was removed since the
// attempt began, and [ErrNoPolicy] when it names another policy now. What is new
// goes on the app's timeline.
func (r *Reader) keep(tx storage.Tx, a attempt) (Reading, error) {
	app, state, err := policyOf(tx, a.app.ID)
	if err != nil {
		return Reading{}, err
	}
	if app.PrivacyPolicyURL != a.app.PrivacyPolicyURL {
		return Reading{}, ErrNoPolicy
	}
	if state.FetchedAt != a.before.FetchedAt && storage.Time(state.FetchedAt) > a.ended { // somebody else was later, and quicker
		return Reading{Analysis: state, Event: Same}, nil
	}
	before := state
	state.PolicyURL, state.UpdatedAt, state.Log = app.PrivacyPolicyURL, a.ended, a.log
	if a.failed != nil {
		state.Status, state.Error = StatusOf(a.failed), storage.Text(Explain(a.failed))
		reading := Reading{Analysis: state, Event: Failed}
		if err := tx.PolicyAnalyses().Put(state); err != nil || before.Status == state.Status && before.Error == state.Error {
			return reading, err
		}
		return reading, r.mark(tx, app, reading, a.ended)
	}

	hash := a.source.Hash
	event := Same
	switch state.Current {
	case hash:
	case storage.Digest{}:
		event = First
	default:
		event = Changed
	}
	if event != Same || !a.finds(before) {
		version, err := keepVersion(tx, a, hash)
		if err != nil {
			return Reading{}, err
		}
		state.FinalURL, state.Title, state.ContentType = version.FinalURL, version.Title, version.ContentType
		state.WordCount, state.Length = version.WordCount, utf16Length(version.Text)
		state.ArchiveURL, state.ArchiveSubmittedAt = version.ArchiveURL, version.ArchiveSubmittedAt
	}
	if event != Same {
		state.Previous, state.Current = state.Current, hash
		state.Log = append(slices.Clip(a.log), storage.PolicyStep{Phase: "version-store", At: a.ended, MS: new(int64), Note: string(event)})
	}
	if event == Changed {
		if err := lastSeen(tx, before); err != nil {
			return Reading{}, err
		}
	}
	if event != Same && state.Summary != nil { // it is of another text
		state.PreviousSummary, state.PreviousSummaryAt = state.Summary, state.SummaryAt
		state.Summary, state.SummaryAt, state.Model, state.Mode = nil, 0, "", ""
	}
	state.Status = storage.PolicySourceReady
	if state.Summary != nil {
		state.Status = storage.PolicyReady
	}
	state.Error, state.FetchedAt, state.Origin = "", storage.NullTime(a.ended), a.source.Origin
	if err := tx.PolicyAnalyses().Put(state); err != nil {
		return Reading{}, err
	}
	reading := Reading{Analysis: state, Event: event}
	if event == Same {
		return reading, nil
	}
	return reading, r.mark(tx, app, reading, a.ended)
}

// finds says whether an attempt that got the current text got it as the one before
// did, so that its version has nothing to learn but the time, which is in the
// analysis: a version has its text beside it, and to write that again for each
// fetch of a policy that hardly ever changes would be most of what a run writes.
func (a attempt) finds(before storage.PolicyAnalysis) bool {
	switch before.Status {
	case storage.PolicyPending, storage.PolicyFetchError, storage.PolicyUnsupported, storage.PolicyTooShort:
		return false // the address may be one that was never fetched from
	}
	return before.PolicyURL == a.app.PrivacyPolicyURL && before.FinalURL == storage.Text(a.source.FinalURL)
}

// keepVersion keeps the version that a document is: one that is there, fetched
// again, or a new one. The text of one that is there stays as it is, so that what
// was made of it stays true.
func keepVersion(tx storage.Tx, a attempt, hash storage.Digest) (storage.PolicyVersion, error) {
	id := storage.PolicyVersionID{App: a.app.ID, Hash: hash}
	v, err := tx.PolicyVersions().Get(id)
	if errors.Is(err, storage.ErrNotFound) {
		v = storage.PolicyVersion{
			ID: id, FirstFetched: a.ended, Text: a.source.Text, WordCount: a.source.Words, Extractor: a.source.Extractor, Origin: a.source.Origin,
			Title: storage.Text(a.source.Title), ContentType: storage.Text(a.source.ContentType),
		}
		err = nil
	}
	if err != nil {
		return v, err
	}
	v.LastFetched = max(v.LastFetched, a.ended)
	if v.ArchiveURL == "" {
		v.ArchiveURL = storage.Text(a.source.ArchiveURL)
	}
	v.PolicyURL, v.FinalURL = string(a.app.PrivacyPolicyURL), storage.Text(a.source.FinalURL)
	return v, tx.PolicyVersions().Put(v)
}

// lastSeen notes with the version that was current when it was last fetched.
func lastSeen(tx storage.Tx, before storage.PolicyAnalysis) error {
	v, err := tx.PolicyVersions().Get(storage.PolicyVersionID{App: before.App, Hash: before.Current})
	if errors.Is(err, storage.ErrNotFound) || err == nil && v.LastFetched >= storage.Time(before.FetchedAt) {
		return nil
	}
	if err != nil {
		return err
	}
	v.LastFetched = storage.Time(before.FetchedAt)
	return tx.PolicyVersions().Put(v)
}
