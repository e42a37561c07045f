package backup

import (
	"cmp"
	"encoding/json"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// importedModel is what made a summary that came in a bundle, as far as is known.
const importedModel = "imported"

// filePolicyOf returns what is known of an app's policy, nil when nothing is.
func filePolicyOf(tx storage.Tx, app storage.AppID) (*filePolicy, error) {
	state, err := tx.PolicyAnalyses().Get(app)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &filePolicy{FetchedAt: moment(state.FetchedAt), GeneratedAt: moment(state.UpdatedAt)}
	if state.Summary != nil {
		text, err := json.Marshal(state.Summary)
		if err != nil {
			return nil, err
		}
		p.SummaryJSON = new(string(text))
		p.GeneratedAt = cmp.Or(moment(state.SummaryAt), p.GeneratedAt)
	}
	if state.Current.IsZero() {
		return p, nil
	}
	version, err := tx.PolicyVersions().Get(storage.PolicyVersionID{App: app, Hash: state.Current})
	if errors.Is(err, storage.ErrNotFound) {
		return p, nil
	}
	p.Excerpt = new(cut(version.Text, maxExcerpt))
	return p, err
}

// summary returns the summary that a bundle has of a policy, nil when it has none
// that can be read.
func (p *filePolicy) summary() *storage.PolicySummary {
	var s *storage.PolicySummary
	if p == nil || p.SummaryJSON == nil || json.Unmarshal([]byte(*p.SummaryJSON), &s) != nil {
		return nil
	}
	return s
}

// policy takes in the summary of an app's policy where there is no text to make
// one's own of, and no summary but one that came the same way.
func (in *intake) policy(app storage.App, file *filePolicy) error {
	summary := file.summary()
	if summary == nil || app.PrivacyPolicyURL == "" {
		return nil
	}
	state, err := in.tx.PolicyAnalyses().Get(app.ID)
	if errors.Is(err, storage.ErrNotFound) {
		state, err = storage.PolicyAnalysis{App: app.ID}, nil
	}
	if err != nil || !state.Current.IsZero() || state.Summary != nil && state.Mode != storage.PolicyImported {
		return err
	}
	state.Status, state.Error, state.PolicyURL, state.UpdatedAt = storage.PolicyReady, "", app.PrivacyPolicyURL, in.now
	state.Summary, state.SummaryAt = summary, storage.NullTime(file.GeneratedAt.orNow(in.now))
	state.Model, state.Mode = importedModel, storage.PolicyImported
	return in.tx.PolicyAnalyses().Put(state)
}
