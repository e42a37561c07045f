package httpapi

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/fleet"
)

// previewRequest is GET /api/preview.
type previewRequest struct{ url string }

func (in *previewRequest) decode(r *request) error {
	if in.url, _ = r.query("url"); in.url == "" {
		return badRequest("url is missing")
	}
	return nil
}

type previewAnswer struct {
	Preview fleet.Preview `json:"preview"`
}

// lookPatience is how long a look at the store may take, with the wait for its
// turn: who only looks must not queue up before those who track.
const lookPatience = 45 * time.Second

// preview answers "GET /api/preview".
func (a *API) preview(ctx context.Context, in previewRequest) (previewAnswer, error) {
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	p, err := a.cfg.Fleet.Preview(ctx, in.url)
	return previewAnswer{p}, err
}

// compareRequest is GET /api/compare.
type compareRequest struct{ a, b spec }

type spec fleet.Spec

func (s *spec) decode(r *request, name string) error {
	text, _ := r.query(name)
	if text == "" {
		return badRequest("%s is missing", name)
	}
	parsed, err := fleet.ParseSpec(text)
	if err != nil {
		return badRequest("%s must be id:<app> or url:<address>", name)
	}
	*s = spec(parsed)
	return nil
}

func (in *compareRequest) decode(r *request) error {
	if err := in.a.decode(r, "a"); err != nil {
		return err
	}
	return in.b.decode(r, "b")
}

// compare answers "GET /api/compare".
func (a *API) compare(ctx context.Context, in compareRequest) (fleet.Comparison, error) {
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	return a.cfg.Fleet.Compare(ctx, fleet.Spec(in.a), fleet.Spec(in.b))
}
