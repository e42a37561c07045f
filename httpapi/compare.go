package httpapi

import (
	"context"

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

// preview answers "GET /api/preview".
func (a *API) preview(ctx context.Context, in previewRequest) (previewAnswer, error) {
	p, err := a.cfg.Fleet.Preview(ctx, in.url)
	return previewAnswer{p}, err
}

// compareRequest is GET /api/compare.
type compareRequest struct{ a, b fleet.Spec }

func (in *compareRequest) decode(r *request) error {
	for name, spec := range map[string]*fleet.Spec{"a": &in.a, "b": &in.b} {
		text, _ := r.query(name)
		if text == "" {
			return badRequest("%s is missing", name)
		}
		parsed, err := fleet.ParseSpec(text)
		if err != nil {
			return badRequest("%s must be id:<app> or url:<address>", name)
		}
		*spec = parsed
	}
	return nil
}

// compare answers "GET /api/compare".
func (a *API) compare(ctx context.Context, in compareRequest) (fleet.Comparison, error) {
	return a.cfg.Fleet.Compare(ctx, in.a, in.b)
}
