package policy

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// maxPreview is how much of a text is shown with where it stands, in characters.
const maxPreview = 6000

// Shown is where an app's policy stands, as it is shown. Members that are not
// known are left out of its JSON.
type Shown struct {
	Status storage.PolicyStatus `json:"status"`

	Version     *storage.PolicyVersionID `json:"policyVersionId,omitempty"` // of the text
	Title       string                   `json:"sourceTitle,omitempty"`
	WordCount   int                      `json:"sourceWordCount"`
	Length      int                      `json:"sourceLength"`            // of the text, in UTF-16 units
	Preview     string                   `json:"sourcePreview,omitempty"` // the first 6000 characters of it
	Origin      string                   `json:"sourceOrigin,omitempty"`
	FinalURL    string                   `json:"sourceFinalUrl,omitempty"`
	FetchedAt   storage.Time             `json:"sourceFetchedAt,omitempty"`
	ArchiveURL  string                   `json:"archiveUrl,omitempty"`
	UpdatedAt   storage.Time             `json:"updatedAt"`
	Error       string                   `json:"error,omitempty"`
	Mode        string                   `json:"analysisMode,omitempty"`
	Model       string                   `json:"model,omitempty"` // what made the summary
	SummaryAt   storage.Time             `json:"summaryAt,omitempty"`
	Summary     *storage.PolicySummary   `json:"summary"`
	Previous    *storage.PolicySummary   `json:"previousSummary"`
	PreviousAt  storage.Time             `json:"previousSummaryAt,omitempty"`
	Notes       []ShownNote              `json:"chunkNotes,omitempty"` // of the text
	LastRunLog  []storage.PolicyStep     `json:"lastRunLog,omitempty"` // oldest first
	RunStatus   string                   `json:"runStatus"`            // idle or running
	RunStarted  storage.Time             `json:"runStartedAt,omitempty"`
	claimedTill storage.Time
}

// ShownNote is what a model said of a part of the text.
type ShownNote struct {
	Summary    string   `json:"summary"`
	Highlights []string `json:"highlights"`
}

// Until returns when that stops being right by itself, as somebody who works on
// the policy may be gone. Never: it does not.
func (s Shown) Until() storage.Time { return s.claimedTill }

// Show returns where an app's policy stands, nil when nobody ever looked at it,
// or there is no such app.
func (r *Reader) Show(ctx context.Context, id storage.AppID) (*Shown, error) {
	var shown *Shown
	err := r.store.View(ctx, func(tx storage.Tx) error {
		a, err := tx.PolicyAnalyses().Get(id)
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err == nil {
			shown, err = show(tx, a, r.stamp())
		}
		return err
	})
	return shown, err
}

// show adds what is with the text.
func show(tx storage.Tx, a storage.PolicyAnalysis, now storage.Time) (*Shown, error) {
	s := &Shown{
		Status: a.Status, Title: string(a.Title), WordCount: a.WordCount, Length: a.Length, Origin: string(a.Origin), FinalURL: string(a.FinalURL),
		FetchedAt: storage.Time(a.FetchedAt), UpdatedAt: a.UpdatedAt, Error: string(a.Error), Mode: string(a.Mode), Model: string(a.Model),
		SummaryAt: storage.Time(a.SummaryAt), Summary: a.Summary, Previous: a.PreviousSummary, PreviousAt: storage.Time(a.PreviousSummaryAt),
		LastRunLog: a.Log, RunStatus: "idle",
	}
	if a.Claim.Held(now) {
		s.RunStatus, s.RunStarted, s.claimedTill = "running", a.Claim.StartedAt, a.Claim.ExpiresAt
	}
	if a.NotesOf == a.Current {
		for _, n := range a.Notes {
			s.Notes = append(s.Notes, ShownNote{n.Summary, append([]string{}, n.Highlights...)})
		}
	}
	if a.Current.IsZero() {
		return s, nil
	}
	version, err := tx.PolicyVersions().Get(storage.PolicyVersionID{App: a.App, Hash: a.Current})
	if errors.Is(err, storage.ErrNotFound) {
		return s, nil
	}
	s.Version, s.Preview, s.ArchiveURL = &version.ID, cut(version.Text, maxPreview), string(version.ArchiveURL)
	return s, err
}
