package policy

import (
	"slices"

	"github.com/privacylabels/auditor/fleet/policy/internal/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// save saves the outcome of an attempt, with the entries that it adds to the app's timeline.
// The error wraps [storage.ErrNotFound] if the app was removed since the attempt began, and
// is [ErrNoPolicy] if the app now has another policy URL.
func (s *Service) save(tx *storage.Tx, a attempt) (FetchResult, error) {
	app, state, err := policyOf(tx, a.app.ID)
	if err != nil {
		return FetchResult{}, err
	}
	if app.PrivacyPolicyURL != a.app.PrivacyPolicyURL {
		return FetchResult{}, ErrNoPolicy
	}
	if state.FetchedAt != a.before.FetchedAt && storage.Time(state.FetchedAt) > a.ended { // a later fetch has already saved its outcome
		return FetchResult{Analysis: state, Event: Same}, nil
	}
	withheld, err := s.publishWithheld(tx, app, &state, a.ended)
	if err != nil {
		return FetchResult{}, err
	}
	before := state
	state.PolicyURL, state.UpdatedAt, state.Log = app.PrivacyPolicyURL, a.ended, a.log
	event, publish := Failed, false
	if a.failed != nil {
		state.Status, state.Error = statusOf(a.failed), storage.Text(Explain(a.failed))
		publish = state.Status != before.Status || state.Error != before.Error
	} else if event, publish, err = saveText(tx, a, before, &state); err != nil {
		return FetchResult{}, err
	}
	result := FetchResult{Analysis: state, Event: event, Changes: withheld}
	if err := tx.PolicyAnalyses.Put(state); err != nil || !publish {
		return result, err
	}
	return s.addToTimeline(tx, app, result, a.ended)
}

// saveText saves the text of a successful attempt as a version and updates the analysis. It
// reports how the text compares to the one before, and whether that belongs on the timeline.
func saveText(tx *storage.Tx, a attempt, before storage.PolicyAnalysis, state *storage.PolicyAnalysis) (event Event, publish bool, err error) {
	event = EventOf(state.Current, a.source.Hash)
	isNew := false
	if event != Same || !a.repeats(before) {
		var version storage.PolicyVersion
		if version, isNew, err = saveVersion(tx, a); err != nil {
			return event, false, err
		}
		state.FinalURL, state.Title, state.ContentType = version.FinalURL, version.Title, version.ContentType
		state.WordCount, state.Length = version.WordCount, plaintext.UTF16Length(version.Text)
		state.ArchiveURL, state.ArchiveSubmittedAt = version.ArchiveURL, version.ArchiveSubmittedAt
	}
	switch event {
	case First:
		state.Current, publish = a.source.Hash, true
	case Changed:
		if publish, err = change(tx, state, a.source.Hash, isNew, a.ended); err != nil {
			return event, false, err
		}
	}
	if event != Same {
		state.Log = append(slices.Clip(a.log), storage.PolicyStep{Phase: "version-store", At: a.ended, MS: new(int64), Note: string(event)})
		if state.Summary != nil { // a summary of another text
			state.PreviousSummary, state.PreviousSummaryAt = state.Summary, state.SummaryAt
			state.Summary, state.SummaryAt, state.Model, state.Mode = nil, 0, "", ""
		}
	}
	state.Status = storage.PolicySourceReady
	if state.Summary != nil {
		state.Status = storage.PolicyReady
	}
	state.Error, state.FetchedAt, state.Origin = "", storage.NullTime(a.ended), a.source.Origin
	return event, publish, nil
}

// repeats reports whether an attempt that got the current text got it from the same URLs as
// the attempt before. Then only the time of the fetch is new, and that is stored in the
// analysis: rewriting the version, with its text, for each fetch of an unchanged policy
// would be most of what a run writes.
func (a attempt) repeats(before storage.PolicyAnalysis) bool {
	switch before.Status {
	case storage.PolicyPending, storage.PolicyFetchError, storage.PolicyUnsupported, storage.PolicyTooShort:
		return false // the version may have another URL
	}
	return before.PolicyURL == a.app.PrivacyPolicyURL && before.FinalURL == storage.Text(a.source.FinalURL)
}

// saveVersion saves the version of the text that an attempt got, and reports whether
// it is new.
func saveVersion(tx *storage.Tx, a attempt) (v storage.PolicyVersion, isNew bool, err error) {
	id := storage.PolicyVersionID{App: a.app.ID, Hash: a.source.Hash}
	return SaveVersion(tx.PolicyVersions, id, func() storage.PolicyVersion {
		return storage.PolicyVersion{
			ID: id, FirstFetched: a.ended, Text: a.source.Text, WordCount: a.source.Words, Extractor: a.source.Extractor, Origin: a.source.Origin,
			Title: storage.Text(a.source.Title), ContentType: storage.Text(a.source.ContentType),
		}
	}, func(v *storage.PolicyVersion) {
		v.LastFetched = max(v.LastFetched, a.ended)
		if v.ArchiveURL == "" {
			v.ArchiveURL = storage.Text(a.source.ArchiveURL)
		}
		v.PolicyURL, v.FinalURL = string(a.app.PrivacyPolicyURL), storage.Text(a.source.FinalURL)
	})
}

// saveLastFetched copies the time of the last fetch from the analysis to the version that is
// no longer current.
func saveLastFetched(tx *storage.Tx, before storage.PolicyAnalysis) error {
	v, found, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: before.App, Hash: before.Current})
	if err != nil || !found || v.LastFetched >= storage.Time(before.FetchedAt) {
		return err
	}
	v.LastFetched = storage.Time(before.FetchedAt)
	return tx.PolicyVersions.Put(v)
}
