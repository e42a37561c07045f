package op

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// respondAsync is the preference of a client that does not wait (RFC 7240, section 4.1).
const respondAsync = "respond-async"

// Waiting decides whether a request waits for the end of the work that it starts. The requests
// of operations that may take long embed it.
type Waiting struct {
	Wait   bool   `query:"wait" op:"default=true" doc:"0: respond with 202 and the ID of the result as soon as the work has started. Otherwise the response is sent when the work has ended. A stream always starts immediately."`
	Prefer string `header:"Prefer" doc:"respond-async has the same effect as wait=0 (RFC 7240)."`
}

// Async reports whether the request does not wait.
func (w Waiting) Async(r Request) bool { return !w.Wait || prefersAsync(r) }

// Do does the work of a request and returns its result or, if the request does not wait, starts
// it with [Request.Later].
func (w Waiting) Do(ctx context.Context, r Request, work func(context.Context, NoteFunc) (any, error)) (any, error) {
	if w.Async(r) {
		return r.Later(work)
	}
	return work(ctx, r.Note)
}

// prefersAsync reports whether a request has the preference respond-async.
func prefersAsync(r Request) bool {
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

// SetLocation sets the headers of an answer to a request that does not wait: Location, to a
// path of the interface that shows the work, and Preference-Applied.
func SetLocation(r Request, path string) {
	h := r.ResponseHeader()
	h.Set("Location", PathFor(r, path))
	if prefersAsync(r) {
		h.Set("Preference-Applied", respondAsync)
	}
}

// PathFor returns a path of the interface as the client of a request reaches it.
func PathFor(r Request, path string) string { return mountOf(r) + path }

// mountOf returns the path prefix under which the client reaches the interface, "" at the root.
func mountOf(r Request) string {
	at, err := url.Parse(r.Address())
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(at.EscapedPath(), r.HTTP().URL.EscapedPath())
}

// AcceptedAnswer describes the answer to a request that does not wait. Location describes the
// header Location.
func AcceptedAnswer(schema Schema, location string) Answer {
	return Answer{
		Status: http.StatusAccepted, Schema: schema,
		Headers: []Header{
			{Name: "Location", Doc: location, Required: true},
			{Name: "Preference-Applied", Doc: "respond-async, if the request had this preference"},
		},
	}
}

// ResultRoute is the route of the results of [Request.Later].
const ResultRoute = "GET /api/results/{id}"

// Accepted is the answer of a request whose work continues without it.
type Accepted struct {
	ID string `json:"resultId"` // the ID of the result
}

// StatusCode implements [Statuser].
func (Accepted) StatusCode() int { return http.StatusAccepted }

// ResultPath returns the path of a result.
func ResultPath(id string) string { return "/api/results/" + url.PathEscape(id) }

// WithLater returns the spec with a second form for requests that do not wait. The ID is the
// operationId of that form.
func WithLater(spec Spec, id string, answer Answer) Spec {
	spec.Doc.Forms = []Form{
		{ID: spec.ID, Summary: spec.Summary + " and wait for the result", Without: []string{"wait", "Prefer"}, Answer: answer},
		LaterForm(id, spec.Summary+" without waiting"),
	}
	return spec
}

// LaterForm returns the form of an operation for requests that do not wait.
func LaterForm(id, summary string) Form {
	return Form{
		ID: id, Summary: summary, Query: map[string]string{"wait": "0"}, Without: []string{"Prefer"},
		Answer: AcceptedAnswer(Of[Accepted](), "The path of the result"),
	}
}
