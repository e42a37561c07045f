package apps

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/tracked"
)

// appStore asks the App Store about apps that need not be tracked: it previews one, compares two,
// searches, and finds those that are related to a tracked one.
type appStore struct{ fleet *tracked.Service }

func (s appStore) operations() []op.Operation {
	limit := op.Every(time.Minute, 30, "compare")
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/preview", ID: "preview", Group: "fleet", Summary: "Preview an app without tracking it",
			Limit: limit, AsksAppStore: true, Refuses: ofAppStore(http.StatusNotFound), Member: "preview",
		}, s.preview),
		op.New(op.Spec{
			Route: "GET /api/compare", ID: "compare", Group: "fleet", Summary: "Compare the privacy labels of two apps",
			Limit: limit, AsksAppStore: true, Refuses: ofAppStore(http.StatusNotFound),
		}, s.compare),
		op.New(op.Spec{
			Route: "GET /api/related-apps", ID: "relatedApps", Group: "fleet", Summary: "List App Store apps related to a tracked app",
			AsksAppStore: true, Refuses: []int{http.StatusNotFound},
		}, s.related),
		op.WithRequest(op.WithLater(op.Spec{
			Route: "POST /api/search", ID: "search", Group: "fleet", Summary: "Search the App Store",
			Limit: op.Every(time.Minute, 60, "search"), MaxBody: 256 << 10, AsksAppStore: true, Refuses: ofAppStore(),
			Example: `{"names": ["One"]}`,
		}, "startSearch", op.Answer{Schema: op.Of[searchAnswer]()}), s.search),
	}
}

// previewTimeout limits a preview or a comparison, including its wait for the App Store, so
// that the tracking of apps does not queue behind it for long.
const previewTimeout = 45 * time.Second

// address is the URL of an app in the App Store.
type address string

func (address) Schema() *openapi.Schema {
	return openapi.Text().Says("The URL of an app in the App Store.")
}

type previewRequest struct {
	URL address `query:"url" op:"required" example:"https://apps.apple.com/us/app/id1"`
}

func (s appStore) preview(ctx context.Context, in previewRequest) (tracked.Preview, error) {
	ctx, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	return s.fleet.Preview(ctx, string(in.URL))
}

type compareRequest struct {
	A side `query:"a" op:"required" doc:"The first app: id:<ID of a tracked app>, or url:<App Store URL>." example:"id:1"`
	B side `query:"b" op:"required" doc:"The second app, in the same form as a." example:"url:https://apps.apple.com/us/app/id2"`
}

// side is one of the two apps that are compared.
type side tracked.Spec

func (s *side) UnmarshalText(text []byte) error {
	spec, err := tracked.ParseSpec(string(text))
	if err != nil {
		return errors.New("must be id:<app> or url:<address>")
	}
	*s = side(spec)
	return nil
}

func (side) Schema() *openapi.Schema { return openapi.Matching("^(id|url):.") }

func (s appStore) compare(ctx context.Context, in compareRequest) (tracked.Comparison, error) {
	ctx, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	return s.fleet.Compare(ctx, tracked.Spec(in.A), tracked.Spec(in.B))
}
