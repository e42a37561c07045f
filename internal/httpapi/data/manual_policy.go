package data

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
)

// manualScrapeAnswer is the outcome of reading a policy.
type manualScrapeAnswer struct {
	Event   storage.ManualAppEvent `json:"event"`           // the event
	Version *manualVersionSummary  `json:"version"`         // the version of the policy; nil: no policy was found
	Error   string                 `json:"error,omitempty"` // what went wrong, in a sentence
}

type manualVersionSummary struct {
	ID        storage.ManualPolicyVersionID `json:"id"`          // the ID
	Hash      storage.Digest                `json:"contentHash"` // the digest of the text (SHA-256, hexadecimal)
	WordCount int                           `json:"wordCount"`   // number of words
	PolicyURL storage.Text                  `json:"policyUrl"`   // the URL of the policy; null: not known
	// The URL of the text, after redirects; null: not known.
	FinalURL  storage.Text `json:"sourceFinalUrl"`
	Title     storage.Text `json:"sourceTitle"` // the title of the policy; null: none
	FetchedAt storage.Time `json:"fetchedAt"`   // when it was fetched
	IsNew     bool         `json:"isNew"`       // whether the version is new
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
		"kind":              openapi.OneOf(storage.ManualScrape).Says("The kind"),
		"policyEvent":       openapi.OneOf(policy.First, policy.Changed, policy.Same, policy.Failed).Says("The event in the history of the policy"),
		"policyUrl":         openapi.Text().Says("The URL of the policy"),
		"policyVersionId":   openapi.Text().Says("The ID of the version of the policy"),
		"previousVersionId": openapi.Text().Says("The ID of the version of the policy before"),
		"error":             openapi.Text().Says("What went wrong, in a sentence"),
	}, "policyVersionId", "previousVersionId", "error")
}
