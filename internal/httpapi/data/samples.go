package data

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

type samplesRequest struct {
	Source  sampleSource `query:"source" op:"default=live" doc:"live: apps of the App Store; canned: fictitious apps. Defaults to live." example:"canned"`
	Country string       `query:"country" op:"loose" doc:"The two-letter code of the storefront. Defaults to the one in the settings." example:"de"`
	Limit   int          `query:"limit" op:"min=1,max=25,default=10" doc:"With live: the number of apps. Defaults to 10." example:"10"`
}

// sampleSource is where the apps come from. An empty parameter counts as not sent.
type sampleSource string

func (s *sampleSource) UnmarshalText(text []byte) error {
	switch *s = sampleSource(text); *s {
	case "":
		*s = tracked.SamplesLive
	case tracked.SamplesLive, tracked.SamplesCanned:
	default:
		return fmt.Errorf("must be %s or %s", tracked.SamplesLive, tracked.SamplesCanned)
	}
	return nil
}

func (sampleSource) Schema() *openapi.Schema {
	return openapi.OneOf(tracked.SamplesLive, tracked.SamplesCanned)
}

type samplesAnswer struct {
	doneAnswer
	Mode          string        `json:"mode"`         // where the sample apps are from: live or canned
	Country       string        `json:"country"`      // the storefront: two lower-case letters
	CountrySource string        `json:"regionSource"` // "query", "setting" or "default"
	Inserted      int           `json:"inserted"`     // number of apps added
	Skipped       int           `json:"skipped"`      // number that were skipped
	Errored       int           `json:"errored"`      // number of apps with an error
	Stopped       *stoppedEarly `json:"stoppedEarly"` // why fewer apps were made than asked for; null: all were made
	Results       []sampleRow   `json:"results"`      // the results, in the order of the request
}

// stoppedEarly is why fewer apps were made than asked for.
type stoppedEarly struct {
	Reason       string `json:"reason"`       // the reason
	RetryAfterMs int64  `json:"retryAfterMs"` // how long to wait before the next attempt, in milliseconds
}

// sampleRow is the outcome of one app.
type sampleRow struct {
	ID        storage.AppID `json:"id"`                // the ID
	Name      string        `json:"name"`              // the name
	Status    string        `json:"status"`            // "inserted", "skipped" or "error"
	Source    string        `json:"source"`            // the source
	Snapshots int           `json:"snapshotsWritten"`  // number of snapshots that were saved
	Message   string        `json:"message,omitempty"` // what went wrong; only with the status error
}

// seedSamples creates apps for developers of clients.
func (d dev) seedSamples(ctx context.Context, r op.Request, in samplesRequest) (samplesAnswer, error) {
	start := d.Now()
	options := tracked.SampleOptions{Kind: string(in.Source), Limit: in.Limit}
	if in.Country != "" {
		options.Country = settings.Country(in.Country)
	}
	found, err := d.Fleet.SeedSamples(ctx, options)
	outcome := "success"
	switch _, throttled := tracked.RetryAfter(err); {
	case throttled:
		outcome = "rate_limited_upstream"
	case err != nil:
		outcome = "failed"
	case found.Failed > 0 || found.Stopped != nil:
		outcome = "partial"
	}
	r.Note("dev.seed_sample_data."+outcome, "", err == nil)
	if err != nil {
		return samplesAnswer{}, err
	}
	answer := samplesAnswer{
		doneAnswer: doneSince(start, d.Now()), Mode: found.Kind, Country: found.Country, CountrySource: "default",
		Inserted: found.Inserted, Skipped: found.Skipped, Errored: found.Failed,
		Results: make([]sampleRow, len(found.Results)),
	}
	switch {
	case options.Country != "":
		answer.CountrySource = "query"
	case found.Chosen:
		answer.CountrySource = "setting"
	}
	if wait, stopped := tracked.RetryAfter(found.Stopped); stopped {
		answer.Stopped = &stoppedEarly{"rate-limited", wait.Milliseconds()}
	}
	for i, one := range found.Results {
		answer.Results[i] = sampleRow{ID: one.ID, Name: one.Name, Status: one.Status, Source: found.Kind, Snapshots: one.Snapshots}
		if one.Err != nil {
			answer.Results[i].Message = one.Err.Error()
		}
	}
	return answer, nil
}
