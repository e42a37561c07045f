package people

import (
	"context"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

// verdicts are the decisions of people on apps.
type verdicts struct{ reviews *review.Service }

func (v verdicts) operations() []op.Operation {
	missing := []int{http.StatusNotFound}
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/verdicts", ID: "verdicts", Group: "fleet", Summary: "List verdicts", Member: "verdicts", Refuses: missing,
		}, v.list),
		op.New(op.Spec{
			Route: "POST /api/verdicts", ID: "setVerdict", Group: "fleet", Summary: "Set the verdict on an app", Member: "verdict",
			MaxBody: 8 << 10, Status: http.StatusCreated, Refuses: missing,
			Example: `{"appId": 1, "verdict": "safe", "rationale": "Nothing is collected."}`,
		}, v.decide),
		op.New(op.Spec{
			Route: "DELETE /api/verdicts", ID: "clearVerdict", Group: "fleet", Summary: "Clear the verdict on an app",
			Member: "removed", Refuses: missing, Doc: op.Doc{As: "ClearVerdictAnswer"},
		}, v.clear),
		op.New(op.Spec{
			Route: "POST /api/verdicts/bulk", ID: "setVerdicts", Group: "fleet", Summary: "Set the verdict on several apps",
			MaxBody: 64 << 10, Status: http.StatusCreated, Refuses: missing,
			Example: `{"appIds": [1, 2], "verdict": "replace"}`,
		}, v.decideAll),
	}
}

// verdictRow is a verdict as it is shown.
type verdictRow struct {
	ID string `json:"id"` // the ID
	storage.Verdict
}

func verdictRowOf(v storage.Verdict) verdictRow { return verdictRow{storage.Key(v).String(), v} }

func verdictRows(verdicts []storage.Verdict) []verdictRow {
	rows := make([]verdictRow, len(verdicts))
	for i, v := range verdicts {
		rows[i] = verdictRowOf(v)
	}
	return rows
}

type verdictsRequest struct {
	App storage.AppID `query:"appId" op:"required" doc:"The ID of the app." example:"1"`
}

func (v verdicts) list(ctx context.Context, in verdictsRequest) ([]verdictRow, error) {
	found, err := v.reviews.Verdicts(ctx, in.App)
	return verdictRows(found), err
}

type verdictRequest struct {
	App     storage.AppID    `json:"appId" op:"required"`                                 // the ID of the app
	Verdict storage.Decision `json:"verdict" op:"required" enum:"safe,replace,uninstall"` // the verdict
	// Why, in the user's words; missing: not given.
	Rationale string `json:"rationale"`
}

func (v verdicts) decide(ctx context.Context, in verdictRequest) (verdictRow, error) {
	decided, err := v.reviews.Decide(ctx, in.App, in.Verdict, in.Rationale)
	return verdictRowOf(decided), err
}

// decidedApps are the apps of one bulk request.
type decidedApps []storage.AppID

func (decidedApps) Bounds() (least, most int64) { return 1, review.MaxDecided }

type bulkVerdictRequest struct {
	Apps    decidedApps      `json:"appIds" op:"required"`                                // the IDs of the apps
	Verdict storage.Decision `json:"verdict" op:"required" enum:"safe,replace,uninstall"` // the verdict
	// Why, in the user's words; missing: not given.
	Rationale string `json:"rationale"`
}

type bulkVerdictAnswer struct {
	Count    int          `json:"count"`    // the number of apps
	Verdicts []verdictRow `json:"verdicts"` // the verdicts
}

func (v verdicts) decideAll(ctx context.Context, in bulkVerdictRequest) (bulkVerdictAnswer, error) {
	set, err := v.reviews.DecideAll(ctx, in.Apps, in.Verdict, in.Rationale)
	return bulkVerdictAnswer{len(set), verdictRows(set)}, err
}

type clearVerdictRequest struct {
	App        storage.AppID  `query:"appId" op:"required" doc:"The ID of the app." example:"1"`
	Origin     storage.Origin `query:"source" enum:"user,imported" op:"default=user" doc:"Which verdict to clear. Defaults to the user's."`
	OriginName string         `query:"sourceName" doc:"With source=imported: the name of the source."`
}

func (in *clearVerdictRequest) Check() error {
	switch {
	case in.Origin != storage.OriginImported:
		in.OriginName = "" // the user has no name
	case strings.TrimSpace(in.OriginName) == "":
		return op.BadRequest("sourceName is missing")
	}
	return nil
}

func (v verdicts) clear(ctx context.Context, in clearVerdictRequest) (removed bool, err error) {
	return v.reviews.ClearVerdict(ctx, storage.VerdictID{App: in.App, Origin: in.Origin, OriginName: storage.Text(in.OriginName)})
}
