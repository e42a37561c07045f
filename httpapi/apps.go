package httpapi

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// listAppsRequest is GET /api/apps. What stands first counts: id, view, limit.
type listAppsRequest struct {
	id        string
	one       bool // whether id was sent
	changelog bool
	grouped   bool

	devices string // with commas between them, sorted, each once; empty: every app

	paged  bool
	limit  int
	offset offset
	grid   bool
}

func (in *listAppsRequest) decode(r *request) (err error) {
	if in.changelog, err = r.boolean("changelog", false); err != nil {
		return err
	}
	if in.id, in.one = r.query("id"); in.one {
		return nil
	}
	in.changelog, in.devices = false, r.devices() // a timeline is of one app
	if in.grouped = r.oneOf("view", "grouped") != ""; in.grouped {
		return nil
	}
	if _, in.paged = r.query("limit"); !in.paged {
		return nil
	}
	if in.limit, err = r.number("limit", 1, fleet.MaxPage, 0); err != nil {
		return err
	}
	if in.offset, err = r.offset(); err != nil {
		return err
	}
	in.grid = r.oneOf("meta", "grid") != ""
	return nil
}

// devices returns the devices that the query names, in one spelling.
func (r *request) devices() string {
	text, _ := r.query("devices")
	ids := strings.FieldsFunc(text, func(c rune) bool { return c == ',' })
	for i := range ids {
		ids[i] = strings.TrimSpace(ids[i])
	}
	slices.Sort(ids)
	return strings.Trim(strings.Join(slices.Compact(ids), ","), ",")
}

// listApps answers "GET /api/apps".
func (a *API) listApps(ctx context.Context, in listAppsRequest) (any, error) {
	if in.one {
		return a.showApp(ctx, in)
	}
	part := a.cfg.Fleet.On()
	if in.devices != "" {
		part = a.cfg.Fleet.On(strings.Split(in.devices, ",")...)
	}
	switch {
	case in.grouped:
		return a.grouped(ctx, part)
	case in.paged:
		page, err := part.Page(ctx, in.limit, in.offset.skip, in.grid)
		return appsPage{page, in.offset}, err
	}
	size, err := part.Size(ctx)
	if err != nil {
		return nil, err
	}
	if size >= a.largeFrom {
		return appList{part}, nil
	}
	return part.All(ctx)
}

// appsPage is a page of the list.
type appsPage struct {
	fleet.Page
	Offset offset `json:"offset"`
}

func (a *API) showApp(ctx context.Context, in listAppsRequest) (any, error) {
	id, err := storage.ParseAppID(in.id)
	if err != nil {
		if in.changelog {
			return []any{}, nil
		}
		return nil, storage.ErrNotFound
	}
	if in.changelog {
		return a.cfg.Changelog.Timeline(ctx, id)
	}
	detail, err := a.cfg.Fleet.Detail(ctx, id)
	if err != nil {
		return nil, err
	}
	analysis, err := a.cfg.Policies.Show(ctx, id)
	return appDetail{detail, analysis}, err
}

// appDetail is an app with its labels and its policy.
type appDetail struct {
	fleet.Detail
	PolicyAnalysis *policy.Shown `json:"policyAnalysis"` // nil: nobody ever looked at it
}

func (d appDetail) keptUntil() storage.Time {
	if d.PolicyAnalysis == nil {
		return 0
	}
	return d.PolicyAnalysis.Until()
}

// appList is the whole list of a large fleet.
type appList struct{ part fleet.Part }

func (s appList) header(h http.Header) { h["Content-Type"] = jsonType }

func (s appList) writeAll(ctx context.Context, w io.Writer) error {
	list := newArrayWriter(w)
	if err := s.part.Each(ctx, func(app storage.App) error { return list.add(app) }); err != nil {
		return err
	}
	return list.end()
}

// deleteApp answers "DELETE /api/apps".
func (a *API) deleteApp(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	text, sent := r.query("id")
	if !sent || text == "" {
		return badRequest("id is missing")
	}
	id, err := storage.ParseAppID(text)
	if err != nil {
		return badRequest("id must be a number of 1 to 20 digits")
	}
	if _, err := a.cfg.Fleet.Remove(r.Context(), id); err != nil {
		a.note(r, "app.delete.failed", false)
		return err
	}
	a.note(r, "app.delete.success", true)
	return writeJSON(w, r, successAnswer{true})
}

// successAnswer is the answer of a change that has nothing to tell.
type successAnswer struct {
	Success bool `json:"success"`
}
