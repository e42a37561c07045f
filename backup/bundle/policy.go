package bundle

import (
	"cmp"
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

// importedModel is the model of an imported summary, whose real one is unknown.
const importedModel = "imported"

// policyRecord returns an app's policy as a bundle has it, nil if it is unknown.
func policyRecord(tx *storage.Tx, app storage.AppID) (*filePolicy, error) {
	state, found, err := storage.Find(tx.PolicyAnalyses, app)
	if err != nil || !found {
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
	version, found, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: app, Hash: state.Current})
	if found {
		p.Excerpt = new(truncate(version.Text, maxExcerpt))
	}
	return p, err
}

// summary returns the summary of a policy, nil if there is none or it is invalid.
func (p *filePolicy) summary() *storage.PolicySummary {
	var s *storage.PolicySummary
	if p == nil || p.SummaryJSON == nil || json.Unmarshal([]byte(*p.SummaryJSON), &s) != nil {
		return nil
	}
	return s
}

// policy saves the summary of an app's policy, unless the policy's text is known
// here or there is a summary that was not imported.
func (in *importer) policy(app storage.App, file *filePolicy) error {
	summary := file.summary()
	if summary == nil || app.PrivacyPolicyURL == "" {
		return nil
	}
	state, _, err := storage.Find(in.tx.PolicyAnalyses, app.ID)
	if err != nil || !state.Current.IsZero() || state.Summary != nil && state.Mode != storage.PolicyImported {
		return err
	}
	state.App, state.Status, state.Error, state.PolicyURL, state.UpdatedAt = app.ID, storage.PolicyReady, "", app.PrivacyPolicyURL, in.now
	state.Summary, state.SummaryAt = summary, storage.NullTime(file.GeneratedAt.orNow(in.now))
	state.Model, state.Mode = importedModel, storage.PolicyImported
	return in.tx.PolicyAnalyses.Put(state)
}
