package apps

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/tracked"
)

// storefronts serves one app as several storefronts show it.
type storefronts struct{ fleet *tracked.Service }

func (s storefronts) operations() []op.Operation {
	return []op.Operation{
		op.WithRequest(op.WithLater(op.Spec{
			Route: "GET /api/apps/{id}/storefronts", ID: "appStorefronts", Group: "fleet", Summary: "Compare an app in several storefronts of the App Store",
			// It stores what it reads.
			Access: op.Sensitive, Limit: op.Every(time.Minute, 20, "storefronts"), AsksAppStore: true, Refuses: []int{http.StatusNotFound},
		}, "startAppStorefronts", op.Answer{Schema: op.Of[tracked.Storefronts]()}), s.get),
	}
}

type storefrontsRequest struct {
	op.AppRequest
	op.Waiting
	Countries string `query:"countries" op:"trim,max=100" doc:"The storefronts to read now: up to 20 countries of two lower-case letters, separated by commas. Without, none is read, and the answer has all that were read before." example:"us,de,jp"`
}

func (r storefrontsRequest) countries() (countries []string) {
	for country := range strings.SplitSeq(r.Countries, ",") {
		if country = strings.ToLower(strings.TrimSpace(country)); country != "" {
			countries = append(countries, country)
		}
	}
	return countries
}

func (s storefronts) get(ctx context.Context, r op.Request, in storefrontsRequest) (any, error) {
	return in.Do(ctx, r, func(ctx context.Context, _ op.NoteFunc) (any, error) {
		found, err := s.fleet.Storefronts(ctx, in.App, in.countries())
		if errors.Is(err, tracked.ErrStorefronts) {
			err = &op.Error{Status: http.StatusBadRequest, Message: "countries must be up to 20 different countries of two letters, and the app one of the App Store", Cause: err}
		}
		return found, err
	})
}
