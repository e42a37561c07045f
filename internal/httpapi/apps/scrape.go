package apps

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// scrape tracks apps, and refreshes them.
type scrape struct{ services.Set }

func (s scrape) operations() []op.Operation {
	return []op.Operation{
		op.WithRequest(op.WithLater(op.Spec{
			Route: "POST /api/scrape", ID: "scrape", Group: "fleet", Summary: "Track or refresh apps",
			Limit: op.Every(time.Minute, 30, "scrape"), MaxBody: 256 << 10, AsksAppStore: true, Refuses: ofAppStore(),
			Example: `{"urls": ["https://apps.apple.com/us/app/id1"]}`,
		}, "startScrape", op.Answer{Schema: op.Of[scrapeAnswer]()}), s.track),
	}
}

type scrapeRequest struct {
	op.Waiting
	URLs      addresses       `json:"urls" doc:"URLs of apps in the App Store. urls, ids and names together must have 1 to 100 entries."`
	IDs       []storage.AppID `json:"ids" doc:"IDs of tracked apps, or of apps in the App Store. A string of digits is accepted as well."`
	Names     []string        `json:"names" doc:"Names of apps to search for in the App Store. An app matches if its name equals the given name or begins with it as whole words, ignoring case. If exactly one app has an equal name, or else exactly one matches, it is chosen. Otherwise the row is an error with candidates."`
	Resync    bool            `json:"resync" doc:"Refresh apps that are already tracked."`
	Summarize bool            `json:"summarizePolicies" doc:"Also summarize the policies of these apps. By default the policy run, which starts about two seconds later, only fetches them."`
	// What causes the refresh, for the changelog.
	Trigger storage.Trigger `json:"trigger" enum:"scheduled,manual,import,wayback"`
}

// addresses are URLs of apps. The service limits their number.
type addresses []string

func (addresses) Schema() *openapi.Schema {
	return openapi.ListOf(address("").Schema(), 0, tracked.MaxTracked)
}

func (in *scrapeRequest) Check() error {
	if len(in.URLs)+len(in.IDs)+len(in.Names) == 0 {
		return op.BadRequest("urls, ids or names is missing or empty")
	}
	return nil
}

// scrapeResult is the outcome of one app. Its members depend on the status.
type scrapeResult struct {
	Status string `json:"status"`          // the status
	Query  string `json:"query,omitempty"` // the ID or name that was sent

	*scrapeSuccess
	*scrapeFailure
}

type scrapeSuccess struct {
	ID              storage.AppID `json:"id"`              // the ID
	Name            string        `json:"name"`            // the name
	IsNew           bool          `json:"isNew"`           // whether the app was not tracked before
	ChangesDetected bool          `json:"changesDetected"` // whether the refresh found changes
	ChangeCount     int           `json:"changeCount"`     // the number of changelog entries that the refresh added
	VersionChanged  bool          `json:"versionChanged"`  // whether the version of the app changed
	// The version of the app before the refresh; null: not known.
	PreviousVersion storage.Text `json:"previousVersion"`
	// The version of the app in the App Store; null: not known.
	CurrentVersion   storage.Text     `json:"currentVersion"`
	VersionUpdatedAt storage.NullTime `json:"versionUpdatedAt"` // when the version was released; null: not known

	// The platform of the URL that was sent, if the app is tracked on another one. The app stays
	// there: the page of that platform was read.
	OtherPlatform storage.Platform `json:"otherPlatform,omitempty"`
}

type scrapeFailure struct {
	URL string `json:"url"` // the URL
	// How long to wait, in milliseconds; with the code rate_limited.
	RetryAfterMs int64  `json:"retryAfterMs,omitempty"`
	Error        string `json:"error"` // what went wrong, in a sentence

	// The apps that the name may mean, if it does not identify exactly one.
	Candidates []tracked.Candidate `json:"candidates,omitempty"`
}

type scrapeAnswer struct {
	Results []scrapeResult `json:"results"` // the results, in the order of the request
}

func (s scrape) track(ctx context.Context, r op.Request, in scrapeRequest) (any, error) {
	return in.Do(ctx, r, func(ctx context.Context, _ op.NoteFunc) (any, error) { return s.scrape(ctx, in) })
}

func (s scrape) scrape(ctx context.Context, in scrapeRequest) (scrapeAnswer, error) {
	results, err := s.Fleet.Track(ctx, tracked.TrackRequest{URLs: in.URLs, IDs: in.IDs, Names: in.Names, Resync: in.Resync, Trigger: in.Trigger})
	s.requestPolicies(ctx, results, in.Summarize)
	if refused, ok := errors.AsType[*tracked.BatchError](err); ok {
		return scrapeAnswer{}, op.BadRequest("%s", refused.Reason)
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

// requestPolicies asks for a run over the policies of the apps that were scraped, even if the
// client has disconnected. A failure is only logged, because the apps are already tracked.
func (s scrape) requestPolicies(ctx context.Context, results []tracked.Result, summarize bool) {
	var apps []storage.AppID
	for _, r := range results {
		if r.Outcome == tracked.OutcomeSuccess {
			apps = append(apps, r.Refresh.ID)
		}
	}
	if err := s.Policies.Request(context.WithoutCancel(ctx), apps, summarize); err != nil {
		s.Logger.ErrorContext(ctx, "policy run not requested", "apps", len(apps), "error", err)
	}
}

func scrapeResultOf(r tracked.Result) scrapeResult {
	if r.Outcome != tracked.OutcomeSuccess {
		failure := &scrapeFailure{URL: r.URL, Error: r.Err.Error()}
		if wait, throttled := tracked.RetryAfter(r.Err); throttled {
			failure.RetryAfterMs = wait.Milliseconds()
		}
		if unclear, ok := errors.AsType[*tracked.AmbiguousError](r.Err); ok {
			failure.Candidates = unclear.Candidates
		}
		return scrapeResult{Status: r.Outcome, Query: r.Query, scrapeFailure: failure}
	}
	f := r.Refresh
	return scrapeResult{Status: r.Outcome, Query: r.Query, scrapeSuccess: &scrapeSuccess{
		ID: f.ID, Name: f.Name, IsNew: f.IsNew, ChangesDetected: len(f.Changes) > 0, ChangeCount: len(f.Changes),
		VersionChanged: f.VersionChanged, PreviousVersion: f.PreviousVersion, CurrentVersion: f.CurrentVersion,
		VersionUpdatedAt: f.VersionUpdatedAt, OtherPlatform: f.OtherPlatform,
	}}
}
