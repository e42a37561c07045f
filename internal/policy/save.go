package policy

import (
	"slices"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
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
	if a.failed == nil && !slices.EqualFunc(state.Excluded, a.before.Excluded, sameExclusion) { // the text was made without these blocks, or with them
		state.FetchAgainAt = storage.NullTime(a.ended)
		return FetchResult{Analysis: state, Event: Same}, tx.PolicyAnalyses.Put(state)
	}
	before := state
	if before.PolicyURL != "" && before.PolicyURL != app.PrivacyPolicyURL { // failures and doubts are about one address
		state.FailedDays, state.FailedAt, state.FetchAgainAt = 0, 0, 0
		if err := dropDoubtful(tx, &state); err != nil {
			return FetchResult{}, err
		}
	}
	state.PolicyURL, state.UpdatedAt, state.Log = app.PrivacyPolicyURL, a.ended, a.log
	result := FetchResult{Event: Failed}
	publish := false
	if a.failed != nil {
		state.Status, state.Error = statusOf(a.failed), storage.Text(Explain(a.failed))
		publish = state.Status != before.Status || state.Error != before.Error
		err = s.fail(tx, app, before, &state, a)
	} else {
		result, err = s.saveSource(tx, app, a, before, &state)
		publish = result.Event == First || result.Event == Changed
	}
	if err != nil {
		return FetchResult{}, err
	}
	result.Analysis = state
	if err := tx.PolicyAnalyses.Put(state); err != nil || !publish {
		return result, err
	}
	return s.addToTimeline(tx, app, result, a.told, a.ended)
}

// saveSource saves the text of a successful attempt, unless it is too unlike the current one
// to count yet.
func (s *Service) saveSource(
	tx *storage.Tx, app storage.App, a attempt, before storage.PolicyAnalysis, state *storage.PolicyAnalysis,
) (result FetchResult, err error) {
	state.FailedDays, state.FailedAt = 0, 0
	sameBase := state.Current == a.before.Current // what the attempt was compared with
	if sameBase && a.doubted && !a.counts(*state) {
		state.Log = append(slices.Clip(a.log), storage.PolicyStep{
			Phase: "doubtful", At: a.ended, MS: new(int64), Note: "the text is very unlike the one before; it counts if a fetch some hours later finds it, too",
		})
		readable(state)
		return FetchResult{Event: Doubted}, s.doubt(tx, state, a)
	}
	state.FetchAgainAt = 0
	if sameBase && a.same {
		if err := s.replace(tx, a, state); err != nil {
			return result, err
		}
	}
	if sameBase {
		state.Excluded = excluded(state.Excluded)
		for i := range state.Excluded {
			if state.Excluded[i].Applied == 0 {
				state.Excluded[i].Applied = storage.NullTime(a.ended)
			}
			if n, counted := a.leftOut[state.Excluded[i].ID]; counted {
				state.Excluded[i].LeftOut, state.Excluded[i].Counted = n, storage.NullTime(a.ended)
				state.Excluded[i].Kept = a.kept[state.Excluded[i].ID]
			}
		}
	}
	if result.Event = EventOf(state.Current, a.source.Hash); result.Event == Same {
		state.Recent = nil
	}
	if result.Event != First {
		if result.Changes, err = s.rested(tx, app, state, a); err != nil {
			return result, err
		}
	}
	if err := saveText(tx, a, before, state, result.Event); err != nil {
		return result, err
	}
	return result, dropDoubtful(tx, state)
}

// replace makes the source of an attempt the current version, in place of the same text under
// other rules. That is no change, so that nothing is added to the timeline.
func (s *Service) replace(tx *storage.Tx, a attempt, state *storage.PolicyAnalysis) error {
	v := a.current
	v.Text, v.WordCount, v.Extractor = a.source.Text, a.source.Words, a.source.Extractor
	v.Title, v.ContentType = storage.Text(a.source.Title), storage.Text(a.source.ContentType)
	return replaceVersion(tx, state, v, a.source.Hash)
}

// replaceVersion saves a version with the digest of its text, and makes it the current one in
// place of the version of which it is a copy.
func replaceVersion(tx *storage.Tx, state *storage.PolicyAnalysis, v storage.PolicyVersion, hash storage.Digest) error {
	old := state.Current
	if hash == old {
		return nil
	}
	v.LastFetched = max(v.LastFetched, storage.Time(state.FetchedAt))
	v.ID.Hash, v.Replaces = hash, old
	known, found, err := storage.Find(tx.PolicyVersions, v.ID)
	if err != nil {
		return err
	}
	if found { // it was current before
		known.LastFetched = max(known.LastFetched, v.LastFetched)
		v = known
	}
	for _, of := range []*storage.Digest{&state.Notified, &state.NotesOf} {
		if *of == old {
			*of = hash
		}
	}
	state.Current, state.WordCount, state.Length = hash, v.WordCount, plaintext.UTF16Length(v.Text)
	return tx.PolicyVersions.Put(v)
}

// saveText saves the text of a successful attempt as a version and updates the analysis.
func saveText(tx *storage.Tx, a attempt, before storage.PolicyAnalysis, state *storage.PolicyAnalysis, event Event) error {
	if event != Same || !a.repeats(before) {
		version, err := saveVersion(tx, a)
		if err != nil {
			return err
		}
		state.FinalURL, state.Title, state.ContentType = version.FinalURL, version.Title, version.ContentType
		state.WordCount, state.Length = version.WordCount, plaintext.UTF16Length(version.Text)
		state.ArchiveURL, state.ArchiveSubmittedAt = version.ArchiveURL, version.ArchiveSubmittedAt
	}
	switch event {
	case First:
		state.Current = a.source.Hash
	case Changed:
		if err := change(tx, state, a.source.Hash, a.ended); err != nil {
			return err
		}
	}
	if event != Same {
		state.Log = append(slices.Clip(a.log), storage.PolicyStep{Phase: "version-store", At: a.ended, MS: new(int64), Note: string(event)})
		if state.Summary != nil { // a summary of another text
			state.PreviousSummary, state.PreviousSummaryAt = state.Summary, state.SummaryAt
			state.Summary, state.SummaryAt, state.Model, state.Mode = nil, 0, "", ""
		}
	}
	readable(state)
	state.FetchedAt, state.Origin = storage.NullTime(a.ended), a.source.Origin
	return nil
}

// readable sets the status of a policy that can be read.
func readable(state *storage.PolicyAnalysis) {
	state.Status, state.Error = storage.PolicySourceReady, ""
	if state.Summary != nil {
		state.Status = storage.PolicyReady
	}
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

// saveVersion saves the version of the text that an attempt got.
func saveVersion(tx *storage.Tx, a attempt) (storage.PolicyVersion, error) {
	id := storage.PolicyVersionID{App: a.app.ID, Hash: a.source.Hash}
	v, _, err := SaveVersion(tx.PolicyVersions, id, func() storage.PolicyVersion {
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
	return v, err
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
