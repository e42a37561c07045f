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
	state.PolicyURL, state.UpdatedAt, state.Log = app.PrivacyPolicyURL, a.ended, a.log
	if a.failed != nil {
		state.Status, state.Error = a.failed.status(), storage.Text(Explain(a.failed))
		return Reading{Analysis: state, Event: Failed}, tx.PolicyAnalyses().Put(state)
	}

	version, err := versionOf(tx, a)
	if err != nil {
		return Reading{}, err
	}
	if err := tx.PolicyVersions().Put(version); err != nil {
		return Reading{}, err
	}
	event := Same
	switch state.Current {
	case version.ID.Hash:
	case storage.Digest{}:
		event = First
	default:
		event = Changed
	}
	if event != Same {
		state.Previous, state.Current = state.Current, version.ID.Hash
	}
	if event != Same || state.Status != storage.PolicyReady {
		state.Status = storage.PolicySourceReady
	}
	state.Error, state.FetchedAt = "", storage.NullTime(a.ended)
	state.FinalURL, state.Title, state.ContentType, state.Origin = version.FinalURL, version.Title, version.ContentType, a.doc.Origin
	state.WordCount, state.Length = version.WordCount, utf16Length(version.Text)
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

// versionOf returns the version that a document is: one that is there, fetched
// again, or a new one. The text of one that is there stays as it is, so that what
// was made of it stays true.
func versionOf(tx storage.Tx, a attempt) (storage.PolicyVersion, error) {
	id := storage.PolicyVersionID{App: a.app.ID, Hash: Digest(a.doc.Text)}
	v, err := tx.PolicyVersions().Get(id)
	if errors.Is(err, storage.ErrNotFound) {
		v = storage.PolicyVersion{
			ID: id, FirstFetched: a.ended, Text: a.doc.Text, WordCount: a.words, Extractor: line(a.doc.Extractor), Origin: a.doc.Origin,
			Title: storage.Text(cut(line(a.doc.Title), maxTitle)), ContentType: storage.Text(line(a.doc.ContentType)),
		}
		err = nil
	}
	v.LastFetched = max(v.LastFetched, a.ended)
	v.PolicyURL, v.FinalURL = string(a.app.PrivacyPolicyURL), storage.Text(line(a.doc.FinalURL))
	return v, err
}
