package policy

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Trust is how far the label of an app can be relied on: its age, what in it is only a
// claim, and what the policy says about it.
type Trust struct {
	App    storage.AppID `json:"appId"`  // the ID of the app
	Label  LabelAge      `json:"label"`  // the age of the label
	Policy PolicyAge     `json:"policy"` // the age of the policy with which the claims are compared
	// What the label claims by not declaring it. Only the developer has checked it.
	Claims []Claim `json:"claims"`
	// Disagreements is the number of claims with which the policy disagrees.
	Disagreements int `json:"disagreements"`
}

// LabelAge is the age of a label.
type LabelAge struct {
	Known    bool  `json:"known"`    // whether a label is known
	Provided *bool `json:"provided"` // whether the developer has declared anything; nil: not known

	// When the first label of the app was observed; null: never.
	FirstObserved storage.NullTime `json:"firstObservedAt"`
	// When the current label was last observed; null: never.
	LastObserved storage.NullTime `json:"lastObservedAt"`
	// When the label was last observed to have changed; null: never. A change that the App Store made
	// to all labels does not count.
	Changed storage.NullTime `json:"changedAt"`
	// When the current version of the app was released, which may be long after the label changed.
	VersionUpdated storage.NullTime `json:"versionUpdatedAt"`
}

// PolicyAge is the text with which claims are compared.
type PolicyAge struct {
	Status    storage.PolicyStatus     `json:"status"`          // the status
	Version   *storage.PolicyVersionID `json:"policyVersionId"` // the ID of the version of the text; nil: there is no text
	FetchedAt storage.NullTime         `json:"fetchedAt"`       // when it was fetched; null: never
	SummaryAt storage.NullTime         `json:"summaryAt"`       // when the summary was made; null: there is none
	Model     storage.Text             `json:"model"`           // the model that made the summary; null: none
	// Until when the policy counts as changing too often; null: it does not.
	Unstable storage.NullTime `json:"unstableUntil"`
}

// Trust returns how far the label of an app can be relied on. It compares the label with
// the lenses of the summary of the policy or, while there is none of the current text, with
// what [summary.Extractive] finds in it. It finds a disagreement only where it can quote the
// text. The error wraps [storage.ErrNotFound] if the app is not tracked, or is
// the database's.
func (s *Service) Trust(ctx context.Context, id storage.AppID) (Trust, error) {
	return storage.View(ctx, s.env.Store, func(tx *storage.Tx) (Trust, error) {
		app, err := tx.Apps.Get(id)
		if err != nil {
			return Trust{}, fmt.Errorf("app %d: %w", id, err)
		}
		return trustIn(tx, app)
	})
}

func trustIn(tx *storage.Tx, app storage.App) (Trust, error) {
	trust := Trust{App: app.ID, Label: LabelAge{VersionUpdated: app.VersionUpdatedAt}, Policy: PolicyAge{Status: storage.PolicyPending}, Claims: []Claim{}}
	state, text, err := summarizedText(tx, app.ID)
	if err != nil {
		return Trust{}, err
	}
	if state.Status != "" {
		trust.Policy = PolicyAge{state.Status, nil, state.FetchedAt, state.SummaryAt, state.Model, state.UnstableUntil}
	}
	if !state.Current.IsZero() {
		trust.Policy.Version = &storage.PolicyVersionID{App: app.ID, Hash: state.Current}
	}
	body, err := tx.Labels.Get(app.LabelDigest)
	if app.LabelDigest.IsZero() || errors.Is(err, storage.ErrNotFound) {
		return trust, nil
	}
	if err != nil {
		return Trust{}, err
	}
	trust.Label.Known, trust.Label.Provided = body.Label.Known(), body.Label.Provided()
	if err := trust.Label.observe(tx, app); err != nil {
		return Trust{}, err
	}
	for _, claim := range judged(body.Label, state.Summary, text) {
		if claim.Verdict == Disagrees {
			trust.Disagreements++
		}
		trust.Claims = append(trust.Claims, claim)
	}
	return trust, nil
}

// summarizedText returns the state of an app's policy and its current text. Both are zero if
// the policy was never fetched.
func summarizedText(tx *storage.Tx, app storage.AppID) (state storage.PolicyAnalysis, text string, err error) {
	state, found, err := storage.Find(tx.PolicyAnalyses, app)
	if err != nil || !found || state.Current.IsZero() {
		return state, "", err
	}
	version, _, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: app, Hash: state.Current})
	return state, version.Text, err
}

// observe sets when the label was observed and when it changed. It reads only a few records
// of both lists, because nearly every snapshot has a label.
func (l *LabelAge) observe(tx *storage.Tx, app storage.App) error {
	for _, end := range []struct {
		at      *storage.NullTime
		reverse bool
	}{{&l.LastObserved, false}, {&l.FirstObserved, true}} {
		for snapshot, err := range tx.Snapshots.List(storage.SnapshotQuery{App: app.ID, Reverse: end.reverse}) {
			if err != nil {
				return err
			}
			if snapshot.Label == app.LabelDigest || end.reverse && !snapshot.Label.IsZero() {
				*end.at = storage.NullTime(snapshot.ID.At)
				break
			}
		}
	}
	for change, err := range tx.Changes.List(storage.ChangeQuery{App: app.ID}) {
		if err != nil {
			return err
		}
		if changesLabel(change.Entry) {
			l.Changed = storage.NullTime(change.ID.Snapshot.At)
			break
		}
	}
	return nil
}

// changesLabel reports whether an entry is a change of the label by the developer.
func changesLabel(e storage.Entry) bool {
	switch e.Type {
	case storage.EntryAdded, storage.EntryRemoved, storage.EntryModified:
		return !e.StoreWide && (e.Category == "" || e.Category == storage.CategoryPrivacyLabel)
	}
	return false
}
