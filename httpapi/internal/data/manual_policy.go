package data

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// manualScrapeAnswer is the outcome of reading a policy.
type manualScrapeAnswer struct {
	Event   storage.ManualAppEvent `json:"event"`
	Version *manualVersionSummary  `json:"version"` // the version of the policy; nil: no policy was found
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

func (m manualApps) scrape(ctx context.Context, r op.Request, in manualAppRequest) (manualScrapeAnswer, error) {
	read, err := m.manual.Scrape(ctx, string(in.ID))
	if errors.Is(err, policy.ErrNoPolicy) {
		err = op.BadRequest("The app has no privacyPolicyUrl")
	}
	op.NoteOutcome(r, "manual-apps.scrape", string(in.ID), err)
	answer := manualScrapeAnswer{Event: read.Event}
	if v := read.Version; v != nil {
		answer.Version = &manualVersionSummary{v.ID, v.Hash, v.WordCount, v.PolicyURL, v.FinalURL, v.Title, v.LastFetched, read.IsNew}
	}
	// A page that is not a policy was still fetched: the event describes it.
	if read.Err != nil && !errors.Is(read.Err, fetch.ErrTooShort) && !errors.Is(read.Err, fetch.ErrUnsupported) {
		answer.Error = policy.Explain(read.Err)
	}
	return answer, err
}

type manualVersionRequest struct {
	App     manualAppID     `path:"id" op:"required" doc:"The ID of the app."`
	Version manualVersionID `path:"versionId" op:"required" doc:"The ID of the version, as returned when the policy was fetched."`
}

// manualVersionID is the ID of a version: that of the app, and a digest.
type manualVersionID string

func (manualVersionID) Bounds() (least, most int64) { return 1, storage.MaxManualAppID + 65 }

func (m manualApps) version(ctx context.Context, in manualVersionRequest) (manual.Version, error) {
	id, err := storage.ParseManualPolicyVersionID(string(in.Version))
	if err != nil || id.App != string(in.App) {
		return manual.Version{}, storage.Missing(storage.ManualPolicyVersion{}, in.Version)
	}
	return m.manual.Version(ctx, id)
}

// manualReading describes the detail of an event.
func manualReading() *openapi.Schema {
	return openapi.Closed(openapi.Members{
		"kind": openapi.OneOf(storage.ManualScrape), "policyEvent": openapi.OneOf(policy.First, policy.Changed, policy.Same, policy.Failed),
		"policyUrl": openapi.Text(), "policyVersionId": openapi.Text(), "previousVersionId": openapi.Text(), "error": openapi.Text(),
	}, "policyVersionId", "previousVersionId", "error")
}
