package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// Row is a row of the table as testdata/routes.tsv writes one.
type Row struct {
	Method, Path, Limit, Window, Bucket, RetryAfter, Token, BodyCap, Group string

	Summary string
	Served  bool
}

// Rows returns the table.
func Rows() []Row {
	var rows []Row
	for _, r := range (*API)(nil).routes() {
		row := Row{Method: r.method, Path: r.pattern, Group: r.group, Summary: r.summary, Served: r.handle != nil}
		row.Token = map[tokenRule]string{required: "R", configured: "C"}[r.token]
		if r.limit.calls > 0 {
			row.Limit = strconv.FormatUint(r.limit.calls, 10)
			row.Window = strconv.Itoa(int(r.limit.window/time.Minute)) + "m"
			row.Bucket = r.limit.bucket
			row.RetryAfter = map[bool]string{true: "yes", false: "no"}[r.limit.retryAfter]
		}
		switch {
		case r.body >= 1<<20:
			row.BodyCap = strconv.FormatInt(r.body>>20, 10) + "M"
		case r.body > 0:
			row.BodyCap = strconv.FormatInt(r.body>>10, 10) + "K"
		}
		rows = append(rows, row)
	}
	return rows
}

// Stub is what a stubbed route answers.
type Stub struct {
	Route  string            `json:"route"`
	Params map[string]string `json:"params"`
}

type stubInput struct{ answer Stub }

func (in *stubInput) decode(r *request) error {
	in.answer = Stub{Route: r.row.method + " " + r.row.pattern, Params: r.found.params.Map()}
	var body struct{}
	return r.optionalObject(&body)
}

// NewStubbed is New with every row of the table served. Routes that are not of
// the admin session answer with a Stub.
func NewStubbed(cfg Config) (*API, error) {
	return newAPI(cfg, func(a *API) []route {
		rows := a.routes()
		for i := range rows {
			if rows[i].group != "auth" {
				rows[i].handle = call(func(_ context.Context, in stubInput) (Stub, error) { return in.answer, nil })
			}
		}
		return rows
	})
}

// NewFailing is New with one route, GET /api/fail, that does what it is told.
func NewFailing(cfg Config, do func(http.ResponseWriter) error) (*API, error) {
	return newAPI(cfg, func(*API) []route {
		handle := func(w http.ResponseWriter, _ *request) error { return do(w) }
		return []route{{method: "GET", pattern: "/api/fail", handle: handle}}
	})
}

// Windows is the counter of limits.
var NewWindows = newWindows

const MaxClients = maxClients
