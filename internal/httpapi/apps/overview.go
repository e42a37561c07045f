package apps

import (
	"context"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/overview"
	"github.com/privacylabels/auditor/internal/tracked"
)

// summary serves what needs the user's attention.
type summary struct{ from overview.Config }

func (s summary) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{ // not cached: it depends on the time
			Route: "GET /api/summary", ID: "summary", Group: "fleet", Summary: "Count the apps, notifications and runs that need attention",
		}, s.get),
		op.New(op.Spec{
			Route: "GET /api/privacy-profile/mismatches", ID: "profileMismatches", Group: "fleet",
			Summary: "List apps whose label exceeds the privacy profile", Cached: true,
			Doc: op.Doc{Answer: op.Answer{Schema: op.Of[mismatchesPage]()}},
		}, s.mismatches),
	}
}

func (s summary) get(ctx context.Context) (overview.Summary, error) {
	return overview.Read(ctx, s.from)
}

type mismatchesRequest struct {
	Limit   int       `query:"limit" op:"min=1,max=500,default=100" doc:"The page size." example:"20"`
	Offset  op.Offset `query:"offset" doc:"The number of apps to skip." example:"0"`
	Devices devices   `query:"devices" op:"loose" doc:"Apps on these devices only, as in the list of apps." example:"unattached"`
}

// mismatchesPage is a page of the list.
type mismatchesPage struct {
	tracked.MismatchPage
	Offset op.Offset `json:"offset"` // the offset as sent, however large
}

func (s summary) mismatches(ctx context.Context, in mismatchesRequest) (any, error) {
	page, err := in.Devices.of(s.from.Fleet).Mismatches(ctx, in.Limit, in.Offset.Skip)
	if err != nil {
		return nil, err
	}
	return in.Devices.heeded(ctx, s.from.Fleet, mismatchesPage{page, in.Offset})
}
