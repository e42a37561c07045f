package policy

import (
	"errors"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// keep keeps what came of an attempt: the same code for every fetch, whoever
// asked. The error wraps [storage.ErrNotFound] when the app was removed since the
// attempt began, and [ErrNoPolicy] when it names another policy now. People are
// told of another text, as far as they want to be.
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
		state.Status, state.Error = a.failed.status(), storage.Text(Explain(a.failed))
		return Reading{Analysis: state, Event: Failed}, tx.PolicyAnalyses().Put(state)
	}

	hash := Digest(a.doc.Text)
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
	}
	if event != Same {
		state.Previous, state.Current = state.Current, hash
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
	state.Error, state.FetchedAt, state.Origin = "", storage.NullTime(a.ended), a.doc.Origin
	if err := tx.PolicyAnalyses().Put(state); err != nil {
		return Reading{}, err
	}
	reading := Reading{Analysis: state, Event: event}
	if event != Changed {
		return reading, nil
	}
	return reading, notify.Post(tx, a.ended, r.random, notify.OfChanges(app, []storage.Entry{changed(app.ID, state)})...)
}

// changed is the entry that tells of another text.
func changed(app storage.AppID, state storage.PolicyAnalysis) storage.Entry {
	return storage.Entry{
		Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy, Description: "The privacy policy changed",
		More: detail(map[string]any{
			"policyVersionId":   storage.PolicyVersionID{App: app, Hash: state.Current},
			"previousVersionId": storage.PolicyVersionID{App: app, Hash: state.Previous},
		}),
	}
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
	return before.PolicyURL == a.app.PrivacyPolicyURL && before.FinalURL == storage.Text(line(a.doc.FinalURL))
}

// keepVersion keeps the version that a document is: one that is there, fetched
// again, or a new one. The text of one that is there stays as it is, so that what
// was made of it stays true.
func keepVersion(tx storage.Tx, a attempt, hash storage.Digest) (storage.PolicyVersion, error) {
	id := storage.PolicyVersionID{App: a.app.ID, Hash: hash}
	v, err := tx.PolicyVersions().Get(id)
	if errors.Is(err, storage.ErrNotFound) {
		v = storage.PolicyVersion{
			ID: id, FirstFetched: a.ended, Text: a.doc.Text, WordCount: a.words, Extractor: line(a.doc.Extractor), Origin: a.doc.Origin,
			Title: storage.Text(cut(line(a.doc.Title), maxTitle)), ContentType: storage.Text(line(a.doc.ContentType)),
		}
		err = nil
	}
	if err != nil {
		return v, err
	}
	v.LastFetched = max(v.LastFetched, a.ended)
	v.PolicyURL, v.FinalURL = string(a.app.PrivacyPolicyURL), storage.Text(line(a.doc.FinalURL))
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
