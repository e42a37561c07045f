package bundle

import (
	"cmp"
	"encoding/json"
	"slices"

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
	for _, b := range state.Excluded {
		if b.Readmitted == 0 {
			p.Excluded = append(p.Excluded, fileBlock{b.ID, b.Selector, b.After, b.Before, b.Text, b.Words, moment(b.At)})
		}
	}
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

// policy saves the excluded blocks of the page of an app's policy and its summary. A summary
// is not saved if the policy's text is known here or there is one that was not imported.
func (in *importer) policy(app storage.App, file *filePolicy) error {
	if file == nil || app.PrivacyPolicyURL == "" {
		return nil
	}
	state, err := in.analysis(app.ID)
	if err != nil {
		return err
	}
	changed := file.exclude(&state, in.now)
	summary := file.summary()
	if summary != nil && state.Current.IsZero() && (state.Summary == nil || state.Mode == storage.PolicyImported) {
		state.Status, state.Error, state.PolicyURL, state.UpdatedAt = storage.PolicyReady, "", app.PrivacyPolicyURL, in.now
		state.Summary, state.SummaryAt = summary, storage.NullTime(file.GeneratedAt.orNow(in.now))
		state.Model, state.Mode = importedModel, storage.PolicyImported
		changed = true
	}
	if !changed {
		return nil
	}
	return in.tx.PolicyAnalyses.Put(state)
}

// marks saves only the excluded blocks of the page of an app's policy, if the policy is at the same address.
func (in *importer) marks(app storage.App, a incomingApp) error {
	file := a.file.PolicySummary
	if file == nil || app.PrivacyPolicyURL == "" || app.PrivacyPolicyURL != a.file.PrivacyPolicyURL {
		return nil
	}
	state, err := in.analysis(app.ID)
	if err != nil || !file.exclude(&state, in.now) {
		return err
	}
	return in.tx.PolicyAnalyses.Put(state)
}

// analysis returns the state of an app's policy, a new one if there is none.
func (in *importer) analysis(id storage.AppID) (storage.PolicyAnalysis, error) {
	state, found, err := storage.Find(in.tx.PolicyAnalyses, id)
	if err == nil && !found {
		state = storage.PolicyAnalysis{App: id, Status: storage.PolicyPending}
	}
	return state, err
}

// The limits of excluded blocks that are imported.
const (
	maxBlocks = 50
	maxBlock  = 2000 // bytes of each text
)

// exclude adds the excluded blocks that an analysis lacks, and reports whether there are any.
func (p *filePolicy) exclude(state *storage.PolicyAnalysis, now storage.Time) (added bool) {
	for _, b := range p.Excluded {
		known := slices.ContainsFunc(state.Excluded, func(other storage.PolicyBlock) bool { return other.ID == b.ID })
		long := max(len(b.ID), len(b.Selector), len(b.After), len(b.Before), len(b.Text)) > maxBlock
		if known || long || b.ID == "" || b.Selector+b.After+b.Before == "" || len(state.Excluded) >= maxBlocks {
			continue
		}
		state.Excluded = append(state.Excluded, storage.PolicyBlock{
			ID: b.ID, Selector: b.Selector, After: b.After, Before: b.Before, Text: b.Text, Words: max(b.Words, 0), At: b.At.orNow(now),
		})
		added = true
	}
	return added
}
