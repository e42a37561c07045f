package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// samplesRequest is POST /api/dev/seed-sample-data.
type samplesRequest struct{ fleet.SampleOrder }

// defaultSamples is how many apps of the store are taken.
const defaultSamples = 10

func (in *samplesRequest) decode(r *request) (err error) {
	switch source, _ := r.query("source"); source {
	case "", fleet.SamplesLive:
		in.Kind = fleet.SamplesLive
	case fleet.SamplesCanned:
		in.Kind = source
	default:
		return badRequest("source must be %s or %s", fleet.SamplesLive, fleet.SamplesCanned)
	}
	if country, _ := r.query("country"); country != "" {
		in.Country = settings.Country(country)
	}
	in.Limit, err = r.number("limit", 1, fleet.MaxSamples, defaultSamples)
	return err
}

// sampleRow is what became of one app.
type sampleRow struct {
	ID        storage.AppID `json:"id"`
	Name      string        `json:"name"`
	Status    string        `json:"status"` // inserted, skipped, error
	Source    string        `json:"source"`
	Snapshots int           `json:"snapshotsWritten"`
	Message   string        `json:"message,omitempty"` // with error
}

// stoppedEarly is why not all was asked for.
type stoppedEarly struct {
	Reason       string `json:"reason"`
	RetryAfterMs int64  `json:"retryAfterMs"`
}

type samplesAnswer struct {
	doneAnswer
	Mode          string        `json:"mode"`
	Country       string        `json:"country"`
	CountrySource string        `json:"regionSource"` // query, setting, default
	Inserted      int           `json:"inserted"`
	Skipped       int           `json:"skipped"`
	Errored       int           `json:"errored"`
	Stopped       *stoppedEarly `json:"stoppedEarly"`
	Results       []sampleRow   `json:"results"`
}

// seedSamples answers "POST /api/dev/seed-sample-data".
func (a *API) seedSamples(w http.ResponseWriter, r *request) error {
	in, err := decode[samplesRequest](r)
	if err != nil {
		return err
	}
	var found fleet.Samples
	var answer samplesAnswer
	answer.doneAnswer, err = a.timed(func() (err error) {
		found, err = a.cfg.Fleet.SeedSamples(r.Context(), in.SampleOrder)
		return err
	})
	_, throttled := fleet.RetryAfter(err)
	switch {
	case throttled:
		a.note(r, r.row.action+".rate_limited_upstream", false)
	case err != nil:
		a.note(r, r.row.action+".failed", false)
	case found.Failed > 0 || found.Stopped != nil:
		a.note(r, r.row.action+".partial", true)
	default:
		a.note(r, r.row.action+".success", true)
	}
	if err != nil {
		return err
	}
	answer.Mode, answer.Country = found.Kind, found.Country
	answer.Inserted, answer.Skipped, answer.Errored = found.Inserted, found.Skipped, found.Failed
	answer.CountrySource = "default"
	switch {
	case in.Country != "":
		answer.CountrySource = "query"
	case found.Chosen:
		answer.CountrySource = "setting"
	}
	if wait, stopped := fleet.RetryAfter(found.Stopped); stopped {
		answer.Stopped = &stoppedEarly{"rate-limited", wait.Milliseconds()}
	}
	answer.Results = make([]sampleRow, len(found.Results))
	for i, one := range found.Results {
		answer.Results[i] = sampleRow{ID: one.ID, Name: one.Name, Status: one.Status, Source: found.Kind, Snapshots: one.Snapshots}
		if one.Err != nil {
			answer.Results[i].Message = fleet.Explain(one.Err)
		}
	}
	return writeJSON(w, r, answer)
}
