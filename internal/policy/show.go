package policy

import (
	"context"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// maxPreview is the maximum length of a preview, in characters.
const maxPreview = 6000

// Shown is the state of an app's policy for people. Its JSON omits what is unknown.
type Shown struct {
	Status storage.PolicyStatus `json:"status"` // the status

	// The ID of the version of the text; missing: there is no text.
	Version   *storage.PolicyVersionID `json:"policyVersionId,omitempty"`
	Title     string                   `json:"sourceTitle,omitempty"`   // the title of the policy; missing: none
	WordCount int                      `json:"sourceWordCount"`         // number of words of the text
	Length    int                      `json:"sourceLength"`            // the length of the text in UTF-16 units
	Preview   string                   `json:"sourcePreview,omitempty"` // the first 6000 characters of the text
	// How the text was fetched: directly, again as a browser would, or from the web archive; missing:
	// not known.
	Origin string `json:"sourceOrigin,omitempty"`
	// The URL of the text, after redirects; missing: not known.
	FinalURL  string       `json:"sourceFinalUrl,omitempty"`
	FetchedAt storage.Time `json:"sourceFetchedAt,omitempty"` // when the text of the policy was fetched
	// The URL of the archived page that the text is from.
	ArchiveURL string `json:"archiveUrl,omitempty"`

	// FailedDays is the number of days with a failed fetch since the last successful one.
	FailedDays int `json:"failedDays"`

	// FetchAgainAt is when the policy is fetched again because the last fetch proves little.
	// DoubtfulAt is when it found a text that is very unlike the current one and counts only
	// if it is found again.
	FetchAgainAt storage.Time `json:"fetchAgainAt,omitempty"`
	DoubtfulAt   storage.Time `json:"doubtfulAt,omitempty"`

	// Whether the policy had too many versions in a short time. Then only the last one of each day is
	// saved and reported.
	Unstable      bool         `json:"unstable"`
	UnstableUntil storage.Time `json:"unstableUntil,omitempty"` // when it counts as stable again, unless it changes before

	Changing []ShownBlock `json:"changingBlocks"` // the blocks of the page in which the last texts of an unstable policy differ
	Excluded []ShownBlock `json:"excludedBlocks"` // the blocks of the page that a user marked as not part of the policy

	UpdatedAt storage.Time `json:"updatedAt"`       // when it last changed
	Error     string       `json:"error,omitempty"` // what went wrong, in a sentence
	// How the policy was summarised: as a whole, in parts, or by another installation; missing: it was
	// not.
	Mode  string `json:"analysisMode,omitempty"`
	Model string `json:"model,omitempty"` // the model that made the summary
	// When the summary was made; missing: there is none.
	SummaryAt storage.Time           `json:"summaryAt,omitempty"`
	Summary   *storage.PolicySummary `json:"summary"` // the summary
	// The summary of the text before; null: none.
	Previous *storage.PolicySummary `json:"previousSummary"`
	// When the summary of the text before was made.
	PreviousAt storage.Time `json:"previousSummaryAt,omitempty"`
	// The model's summaries of the parts of a long text, in order.
	Notes      []ShownNote          `json:"chunkNotes,omitempty"`
	LastRunLog []storage.PolicyStep `json:"lastRunLog,omitempty"`   // the steps of the last analysis, oldest first
	RunStatus  string               `json:"runStatus"`              // "idle" or "running"
	RunStarted storage.Time         `json:"runStartedAt,omitempty"` // when the analysis began
	until      storage.Time
}

// ShownBlock is a block of the page of a policy.
type ShownBlock struct {
	ID       string       `json:"id"`       // the ID
	Name     string       `json:"name"`     // what the block is, for users
	Selector string       `json:"selector"` // as the user chose it; empty: the block was found between two paragraphs
	Text     string       `json:"text"`     // the beginning of the block when it was found
	At       storage.Time `json:"at"`       // when it was found or excluded

	// How many parts of the page the last fetch left out for it; 0: the page has none such, or kept
	// is true; null: no fetch has counted them since the block was excluded.
	LeftOut *int `json:"leftOut"`
	// Whether the page has such parts, and the last fetch left out none because the rest would be no policy.
	Kept bool `json:"kept,omitempty"`
}

// Ineffective reports whether the last fetch left nothing out for the block.
func (b ShownBlock) Ineffective() bool { return b.LeftOut != nil && *b.LeftOut == 0 }

func shownBlocks(blocks []storage.PolicyBlock) []ShownBlock {
	shown := []ShownBlock{}
	for _, b := range blocks {
		s := ShownBlock{ID: b.ID, Name: Describe(b), Selector: b.Selector, Text: b.Text, At: b.At, Kept: b.Kept}
		if b.Counted != 0 {
			s.LeftOut = &b.LeftOut
		}
		shown = append(shown, s)
	}
	return shown
}

// ShownNote is a model's note on a part of the text.
type ShownNote struct {
	Summary    string   `json:"summary"`    // the summary
	Highlights []string `json:"highlights"` // the most important statements
}

// Until returns when the state will change without a write, because a claim expires or the
// policy counts as stable again. Zero means never.
func (s Shown) Until() storage.Time { return s.until }

// Show returns the state of an app's policy. It returns nil if the policy was never
// fetched, or the app is not tracked.
func (s *Service) Show(ctx context.Context, id storage.AppID) (*Shown, error) {
	return storage.View(ctx, s.env.Store, func(tx *storage.Tx) (*Shown, error) { return s.ShowIn(tx, id) })
}

// ShowIn is [Service.Show] in a transaction.
func (s *Service) ShowIn(tx *storage.Tx, id storage.AppID) (*Shown, error) {
	a, found, err := storage.Find(tx.PolicyAnalyses, id)
	if err != nil || !found {
		return nil, err
	}
	return show(tx, a, s.stamp())
}

// show adds what comes from the claim and the version.
func show(tx *storage.Tx, a storage.PolicyAnalysis, now storage.Time) (*Shown, error) {
	s := &Shown{
		Status: a.Status, Title: string(a.Title), WordCount: a.WordCount, Length: a.Length, Origin: string(a.Origin), FinalURL: string(a.FinalURL),
		FetchedAt: storage.Time(a.FetchedAt), UpdatedAt: a.UpdatedAt, Error: string(a.Error), Mode: string(a.Mode), Model: string(a.Model),
		SummaryAt: storage.Time(a.SummaryAt), Summary: a.Summary, Previous: a.PreviousSummary, PreviousAt: storage.Time(a.PreviousSummaryAt),
		LastRunLog: a.Log, RunStatus: "idle", FailedDays: a.FailedDays, FetchAgainAt: storage.Time(a.FetchAgainAt), DoubtfulAt: storage.Time(a.DoubtfulAt),
		Changing: []ShownBlock{}, Excluded: shownBlocks(excluded(a.Excluded)),
	}
	claim, err := background.Get(tx, claimOf(a.App))
	if err != nil {
		return nil, err
	}
	if background.Held(claim, now) {
		s.RunStatus, s.RunStarted, s.until = "running", claim.TakenAt, claim.Due
	}
	if a.Unstable(now) {
		s.Unstable, s.UnstableUntil, s.Changing = true, storage.Time(a.UnstableUntil), shownBlocks(a.Changing)
		if s.until == 0 || s.UnstableUntil < s.until {
			s.until = s.UnstableUntil
		}
	}
	if a.NotesOf == a.Current {
		for _, n := range a.Notes {
			s.Notes = append(s.Notes, ShownNote{n.Summary, append([]string{}, n.Highlights...)})
		}
	}
	if a.Current.IsZero() {
		return s, nil
	}
	version, found, err := storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: a.App, Hash: a.Current})
	if found {
		s.Version, s.Preview, s.ArchiveURL = &version.ID, plaintext.Cut(version.Text, maxPreview), string(version.ArchiveURL)
	}
	return s, err
}
