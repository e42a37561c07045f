package runs

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// respondAsync is the preference of a client that does not wait (RFC 7240, section 4.1).
const respondAsync = "respond-async"

// waiting is whether a request waits for the end of the run that it starts.
type waiting struct {
	Wait   bool       `query:"wait" op:"default=true" doc:"0: answer 202 as soon as the run has begun, with its ID. Else the answer comes at its end; a stream begins at once in any case."`
	Prefer preference `header:"Prefer" doc:"respond-async is the same as wait=0 (RFC 7240)."`
}

// preference is the header Prefer of a request. Other preferences have no effect.
type preference string

func (preference) Schema() *openapi.Schema { return openapi.Text() }

// async reports whether the request does not wait.
func (w waiting) async(r op.Request) bool { return !w.Wait || prefersAsync(r) }

// prefersAsync reports whether a request has the preference respond-async.
func prefersAsync(r op.Request) bool {
	for _, line := range r.HTTP().Header.Values("Prefer") {
		for one := range strings.SplitSeq(line, ",") {
			one, _, _ = strings.Cut(one, ";")
			if strings.EqualFold(strings.TrimSpace(one), respondAsync) {
				return true
			}
		}
	}
	return false
}

// startedAnswer is the answer of a request that does not wait.
type startedAnswer struct {
	RunID string `json:"runId"`
}

// StatusCode implements [op.Statuser].
func (startedAnswer) StatusCode() int { return http.StatusAccepted }

// accepted sets the header of an answer that a run has begun: where it is, and that the
// preference of the client was followed.
func accepted(r op.Request, run storage.Run) startedAnswer {
	h := r.ResponseHeader()
	h.Set("Location", mountOf(r)+"/api/runs/"+url.PathEscape(run.ID))
	if prefersAsync(r) {
		h.Set("Preference-Applied", respondAsync)
	}
	return startedAnswer{run.ID}
}

// mountOf returns the path under which the client finds the interface, empty at the root.
func mountOf(r op.Request) string {
	at, err := url.Parse(r.Address())
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(at.EscapedPath(), r.HTTP().URL.EscapedPath())
}

// acceptedAnswer describes the answer of a request that does not wait.
func acceptedAnswer() op.Answer {
	return op.Answer{
		Status: http.StatusAccepted, Schema: op.Of[startedAnswer](),
		Headers: []op.Header{
			{Name: "Location", Doc: "The path of the run, which shows its progress and how it ended", Required: true},
			{Name: "Preference-Applied", Doc: "respond-async, if the request had this preference"},
		},
	}
}
