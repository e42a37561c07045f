package httpapi

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// manualScrapeAnswer tells how the reading of a policy went.
type manualScrapeAnswer struct {
	Event   storage.ManualAppEvent `json:"event"`
	Version *manualVersionSummary  `json:"version"` // nil: there was no policy to be had
	Error   string                 `json:"error,omitempty"`
}

type manualVersionSummary struct {
	ID        storage.ManualPolicyVersionID `json:"id"`
	Hash      storage.Digest                `json:"contentHash"`
	WordCount int                           `json:"wordCount"`
	PolicyURL storage.Text                  `json:"policyUrl"`
	FinalURL  storage.Text                  `json:"sourceFinalUrl"`
	Title     storage.Text                  `json:"sourceTitle"`
	FetchedAt storage.Time                  `json:"fetchedAt"`
	IsNew     bool                          `json:"isNew"`
}

func manualScrapeAnswerOf(read manual.Reading) manualScrapeAnswer {
	answer := manualScrapeAnswer{Event: read.Event}
	if v := read.Version; v != nil {
		answer.Version = &manualVersionSummary{v.ID, v.Hash, v.WordCount, v.PolicyURL, v.FinalURL, v.Title, v.LastFetched, read.IsNew}
	}
	// A page that is no policy was fetched all the same: the event says what it was.
	if read.Err != nil && !errors.Is(read.Err, policy.ErrTooShort) && !errors.Is(read.Err, policy.ErrUnsupported) {
		answer.Error = policy.Explain(read.Err)
	}
	return answer
}

// scrapeManualApp answers "POST /api/manual-apps/{id}/scrape".
func (a *API) scrapeManualApp(ctx context.Context, in manualAppRequest) (manualScrapeAnswer, string, error) {
	read, err := a.cfg.Manual.Scrape(ctx, in.id)
	if errors.Is(err, policy.ErrNoPolicy) {
		err = badRequest("The app has no privacyPolicyUrl")
	}
	return manualScrapeAnswerOf(read), in.id, err
}

// manualVersionRequest is GET /api/manual-apps/{id}/policy-version/{versionId}.
type manualVersionRequest struct{ id storage.ManualPolicyVersionID }

// maxManualVersionID is how long the id of a version may be: that of an app, and a
// digest.
const maxManualVersionID = storage.MaxManualAppID + 65

func (in *manualVersionRequest) decode(r *request) (err error) {
	var app manualAppRequest
	if err := app.decode(r); err != nil {
		return err
	}
	text := r.param("versionId")
	if len(text) > maxManualVersionID {
		return badRequest("versionId has more than %d characters", maxManualVersionID)
	}
	if in.id, err = storage.ParseManualPolicyVersionID(text); err != nil || in.id.App != app.id {
		return storage.ErrNotFound
	}
	return nil
}

type manualVersionAnswer struct {
	Version manual.Version `json:"version"`
}

// manualVersion answers "GET /api/manual-apps/{id}/policy-version/{versionId}".
func (a *API) manualVersion(ctx context.Context, in manualVersionRequest) (manualVersionAnswer, error) {
	version, err := a.cfg.Manual.Version(ctx, in.id)
	return manualVersionAnswer{version}, err
}
