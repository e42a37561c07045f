package apps

import (
	"context"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// oneOperations returns the operations on one app, whose ID is in the path or in the query.
func (l list) oneOperations() []op.Operation {
	deletion := op.Spec{
		Group: "fleet", Summary: "Stop tracking an app and delete its records",
		Access: op.Administer, Limit: op.Limit{Bucket: "apps.delete", Calls: 60, Window: time.Minute},
		Refuses: []int{http.StatusNotFound, http.StatusConflict},
	}
	byQuery, byPath := deletion, deletion
	byQuery.Route, byQuery.ID = "DELETE /api/apps", "deleteApp"
	byPath.Route, byPath.ID = "DELETE /api/apps/{id}", "deleteAppByID"
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/apps/{id}", ID: "queryAppByID", Group: "fleet", Summary: "Get an app with its labels, or its timeline",
			Cached: true, Refuses: []int{http.StatusNotFound},
			Doc: op.Doc{Forms: []op.Form{
				{
					ID: "appByID", Summary: "Get an app with its labels by its ID", Without: []string{"changelog", "before", "limit"},
					Answer: op.Answer{Schema: op.Of[appDetail]()},
				},
				{
					ID: "timelineByID", Summary: "Get the timeline of an app by its ID", Query: map[string]string{"changelog": "true"},
					Answer: op.Answer{Schema: op.Of[[]changelog.TimelineRow]()},
				},
			}},
		}, l.byPath),
		op.WithRequest(byQuery, l.delete),
		op.WithRequest(byPath, l.deleteByPath),
	}
}

// pathRequest is a [listRequest] for the app in the path.
type pathRequest struct {
	ID        string                    `path:"id" doc:"The ID of the app." example:"1"`
	Changelog bool                      `query:"changelog" doc:"Return the timeline of the app."`
	Before    op.Optional[storage.Time] `query:"before" doc:"With changelog: rows before this time. Use the time of the last row of the previous page."`
	Limit     op.Optional[pageSize]     `query:"limit" doc:"With changelog: the maximum number of rows, at most 50." example:"20"`
}

// Check clears parameters that have no effect, so that equal answers share a cache entry.
func (in *pathRequest) Check() error {
	if !in.Changelog {
		in.Before, in.Limit = op.Optional[storage.Time]{}, op.Optional[pageSize]{}
	}
	return checkTimeline(in.Limit)
}

// Reads implements [op.Reader].
func (in pathRequest) Reads() storage.Tables { return in.query().Reads() }

// query returns the request with the app in the query.
func (in pathRequest) query() listRequest {
	return listRequest{
		ID: op.Optional[string]{Value: in.ID, Sent: true}, Changelog: in.Changelog, Before: in.Before, Limit: in.Limit,
	}
}

func (l list) byPath(ctx context.Context, in pathRequest) (any, error) { return l.one(ctx, in.query()) }

func (l list) one(ctx context.Context, in listRequest) (any, error) {
	id, err := storage.ParseAppKey(in.ID.Value)
	if err != nil {
		if in.Changelog {
			return []any{}, nil
		}
		return nil, storage.Missing(storage.App{}, in.ID.Value)
	}
	if in.Changelog {
		q := changelog.TimelineQuery{App: id, Before: in.Before.Value, Limit: int(in.Limit.Value)}
		if in.Before.Sent {
			q.Before = max(q.Before, 1) // zero would mean no bound; nothing is before 1
		}
		return l.Changelog.TimelinePage(ctx, q)
	}
	var one appDetail
	one.Detail, err = l.Fleet.Detail(ctx, id, func(tx *storage.Tx) (err error) {
		one.PolicyAnalysis, err = l.Policies.ShowIn(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return one, nil
}

// appDetail is an app with its labels and its policy.
type appDetail struct {
	tracked.Detail
	PolicyAnalysis *policy.Shown `json:"policyAnalysis"` // the state of the app's policy; nil: it was never fetched
}

func (d appDetail) ValidUntil() storage.Time {
	if d.PolicyAnalysis == nil {
		return 0
	}
	return d.PolicyAnalysis.Until()
}

type deleteRequest struct {
	App   storage.AppID `query:"id" op:"required" doc:"The ID of the app." example:"1"`
	Purge bool          `query:"purge" doc:"Delete the records at once: the app cannot be restored, nor can one that was removed before."`
}

// delete removes an app. That it was not tracked is a success, too, as in the other service.
func (l list) delete(ctx context.Context, r op.Request, in deleteRequest) (op.Success, error) {
	remove := l.Fleet.Remove
	if in.Purge {
		remove = l.Fleet.Purge
	}
	_, err := remove(ctx, in.App)
	op.NoteOutcome(r, "app.delete", "app="+in.App.String(), err)
	return op.Success{Success: true}, err
}

// deleteByPath removes an app whose address names it, so that there is none if it is not tracked.
func (l list) deleteByPath(ctx context.Context, r op.Request, in op.AppRequest) (op.Success, error) {
	removed, err := l.Fleet.Remove(ctx, in.App)
	if err == nil && !removed {
		err = storage.Missing(storage.App{}, in.App)
	}
	op.NoteOutcome(r, "app.delete", "app="+in.App.String(), err)
	return op.Success{Success: true}, err
}
