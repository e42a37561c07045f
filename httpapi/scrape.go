package httpapi

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// scrapeRequest is POST /api/scrape.
type scrapeRequest struct {
	URLs      []string        `json:"urls"`
	Resync    json.RawMessage `json:"resync"`
	Summarize json.RawMessage `json:"summarizePolicies"`
	Trigger   json.RawMessage `json:"trigger"`
}

func (in *scrapeRequest) decode(r *request) error { return r.object(in) }

// trigger returns who is said to have asked, empty when that is nobody known.
func (in scrapeRequest) trigger() storage.Trigger {
	var t storage.Trigger
	if json.Unmarshal(in.Trigger, &t) != nil {
		return ""
	}
	switch t {
	case storage.TriggerScheduled, storage.TriggerManual, storage.TriggerImport, storage.TriggerWayback:
		return t
	}
	return ""
}

// scrapeResult is what became of one address. What it has depends on status.
type scrapeResult struct {
	Status string `json:"status"`

	*scrapeSuccess
	*scrapeFailure
}

type scrapeSuccess struct {
	ID               storage.AppID    `json:"id"`
	Name             string           `json:"name"`
	IsNew            bool             `json:"isNew"`
	ChangesDetected  bool             `json:"changesDetected"`
	ChangeCount      int              `json:"changeCount"` // entries
	VersionChanged   bool             `json:"versionChanged"`
	PreviousVersion  storage.Text     `json:"previousVersion"`
	CurrentVersion   storage.Text     `json:"currentVersion"`
	VersionUpdatedAt storage.NullTime `json:"versionUpdatedAt"`
}

type scrapeFailure struct {
	URL          string `json:"url"`
	RetryAfterMs int64  `json:"retryAfterMs,omitempty"` // with rate_limited
	Error        string `json:"error"`
}

type scrapeAnswer struct {
	Results []scrapeResult `json:"results"`
}

// scrape answers "POST /api/scrape".
func (a *API) scrape(ctx context.Context, in scrapeRequest) (scrapeAnswer, error) {
	results, err := a.cfg.Fleet.Track(ctx, fleet.TrackRequest{
		URLs: in.URLs, Resync: string(in.Resync) == "true", Trigger: in.trigger(),
	})
	a.requestPolicies(ctx, results, string(in.Summarize) == "true")
	var refused *fleet.BatchError
	if errors.As(err, &refused) {
		return scrapeAnswer{}, badRequest("%s", refused.Reason)
	}
	if err != nil {
		return scrapeAnswer{}, err
	}
	answer := scrapeAnswer{Results: make([]scrapeResult, len(results))}
	for i, r := range results {
		answer.Results[i] = scrapeResultOf(r)
	}
	return answer, nil
}

// requestPolicies asks for a run over the policies of the apps that were scraped, also
// of those before a client hung up. That it cannot be asked for does not undo them.
func (a *API) requestPolicies(ctx context.Context, results []fleet.Result, summarize bool) {
	var apps []storage.AppID
	for _, r := range results {
		if r.Outcome == fleet.OutcomeSuccess {
			apps = append(apps, r.Refresh.ID)
		}
	}
	if err := a.cfg.Policies.Request(context.WithoutCancel(ctx), apps, summarize); err != nil {
		a.cfg.Logger.ErrorContext(ctx, "policy run not requested", "apps", len(apps), "error", err)
	}
}

func scrapeResultOf(r fleet.Result) scrapeResult {
	if r.Outcome != fleet.OutcomeSuccess {
		failure := &scrapeFailure{URL: r.URL, Error: fleet.Explain(r.Err)}
		if wait, throttled := fleet.RetryAfter(r.Err); throttled {
			failure.RetryAfterMs = wait.Milliseconds()
		}
		return scrapeResult{Status: r.Outcome, scrapeFailure: failure}
	}
	f := r.Refresh
	return scrapeResult{Status: r.Outcome, scrapeSuccess: &scrapeSuccess{
		ID: f.ID, Name: f.Name, IsNew: f.IsNew, ChangesDetected: len(f.Changes) > 0, ChangeCount: len(f.Changes),
		VersionChanged: f.VersionChanged, PreviousVersion: f.PreviousVersion, CurrentVersion: f.CurrentVersion,
		VersionUpdatedAt: f.VersionUpdatedAt,
	}}
}
