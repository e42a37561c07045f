package httpapi

import (
	"context"
	"strings"

	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/storage"
)

// verdictRow is a verdict as it is shown.
type verdictRow struct {
	ID string `json:"id"`
	storage.Verdict
}

func verdictRows(verdicts []storage.Verdict) []verdictRow {
	rows := make([]verdictRow, len(verdicts))
	for i, v := range verdicts {
		rows[i] = verdictRow{v.Key().String(), v}
	}
	return rows
}

// verdictsRequest is GET /api/verdicts.
type verdictsRequest struct{ app storage.AppID }

func (in *verdictsRequest) decode(r *request) (err error) {
	in.app, err = r.appNeeded()
	return err
}

// appNeeded returns the app of the query, which must be there.
func (r *request) appNeeded() (storage.AppID, error) {
	id, sent, err := r.appQuery("appId")
	if err == nil && !sent {
		err = badRequest("appId is missing")
	}
	return id, err
}

type verdictsAnswer struct {
	Verdicts []verdictRow `json:"verdicts"`
}

// verdicts answers "GET /api/verdicts".
func (a *API) verdicts(ctx context.Context, in verdictsRequest) (verdictsAnswer, error) {
	found, err := a.cfg.Reviews.Verdicts(ctx, in.app)
	return verdictsAnswer{verdictRows(found)}, err
}

// asDecision reads a decision.
func asDecision(text string) (storage.Decision, error) {
	d := storage.Decision(text)
	if !d.Known() {
		return "", badRequest("verdict must be safe, replace or uninstall")
	}
	return d, nil
}

// verdictRequest is POST /api/verdicts.
type verdictRequest struct {
	app       storage.AppID
	decision  storage.Decision
	rationale string
}

func (in *verdictRequest) decode(r *request) (err error) {
	var body struct {
		AppID     *storage.AppID `json:"appId"`
		Verdict   string         `json:"verdict"`
		Rationale string         `json:"rationale"` // null is none
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if body.AppID == nil {
		return badRequest("appId is missing")
	}
	in.app, in.rationale = *body.AppID, body.Rationale
	in.decision, err = asDecision(body.Verdict)
	return err
}

type verdictAnswer struct {
	Verdict verdictRow `json:"verdict"`
}

// decide answers "POST /api/verdicts".
func (a *API) decide(ctx context.Context, in verdictRequest) (created[verdictAnswer], error) {
	v, err := a.cfg.Reviews.Decide(ctx, in.app, in.decision, in.rationale)
	return created[verdictAnswer]{verdictAnswer{verdictRow{v.Key().String(), v}}}, err
}

// bulkVerdictRequest is POST /api/verdicts/bulk.
type bulkVerdictRequest struct {
	apps      []storage.AppID
	decision  storage.Decision
	rationale string
}

func (in *bulkVerdictRequest) decode(r *request) (err error) {
	var body struct {
		AppIDs    []storage.AppID `json:"appIds"`
		Verdict   string          `json:"verdict"`
		Rationale string          `json:"rationale"` // null is none
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if in.apps = body.AppIDs; len(in.apps) == 0 || len(in.apps) > review.MaxDecided {
		return badRequest("appIds must be a list of 1 to %d apps", review.MaxDecided)
	}
	in.rationale = body.Rationale
	in.decision, err = asDecision(body.Verdict)
	return err
}

type bulkVerdictAnswer struct {
	Count    int          `json:"count"`
	Verdicts []verdictRow `json:"verdicts"`
}

// decideAll answers "POST /api/verdicts/bulk".
func (a *API) decideAll(ctx context.Context, in bulkVerdictRequest) (created[bulkVerdictAnswer], error) {
	set, err := a.cfg.Reviews.DecideAll(ctx, in.apps, in.decision, in.rationale)
	return created[bulkVerdictAnswer]{bulkVerdictAnswer{len(set), verdictRows(set)}}, err
}

// clearVerdictRequest is DELETE /api/verdicts.
type clearVerdictRequest struct{ id storage.VerdictID }

func (in *clearVerdictRequest) decode(r *request) (err error) {
	if in.id.App, err = r.appNeeded(); err != nil {
		return err
	}
	in.id.Origin = storage.OriginUser
	if r.oneOf("source", string(storage.OriginUser), string(storage.OriginImported)) == string(storage.OriginImported) {
		in.id.Origin = storage.OriginImported
		name, _ := r.query("sourceName")
		if strings.TrimSpace(name) == "" {
			return badRequest("sourceName is missing")
		}
		in.id.OriginName = storage.Text(name)
	}
	return nil
}

type clearVerdictAnswer struct {
	Removed bool `json:"removed"`
}

// clearVerdict answers "DELETE /api/verdicts".
func (a *API) clearVerdict(ctx context.Context, in clearVerdictRequest) (clearVerdictAnswer, error) {
	removed, err := a.cfg.Reviews.ClearVerdict(ctx, in.id)
	return clearVerdictAnswer{removed}, err
}
