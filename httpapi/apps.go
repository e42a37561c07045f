package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// streamedFrom is the number of apps from which the whole list is written piece
// by piece instead of being kept.
const streamedFrom = 10_001

// listAppsRequest is GET /api/apps. What stands first counts: id, view, limit.
type listAppsRequest struct {
	id        string
	one       bool // whether id was sent
	changelog bool
	grouped   bool

	paged         bool
	limit, offset int
	grid          bool
}

func (in *listAppsRequest) decode(r *request) (err error) {
	if in.id, in.one = r.query("id"); in.one {
		flag, _ := r.query("changelog")
		in.changelog = flag == "true"
		return nil
	}
	view, _ := r.query("view")
	if in.grouped = view == "grouped"; in.grouped {
		return nil
	}
	if _, in.paged = r.query("limit"); !in.paged {
		return nil
	}
	if in.limit, err = r.number("limit", 1, fleet.MaxPage, 0); err != nil {
		return err
	}
	if in.offset, err = r.number("offset", 0, maxOffset, 0); err != nil {
		return err
	}
	meta, _ := r.query("meta")
	in.grid = meta == "grid"
	return nil
}

// maxOffset bounds what is skipped of a list: no list is longer.
const maxOffset = 1<<31 - 1

// listApps answers "GET /api/apps".
func (a *API) listApps(ctx context.Context, in listAppsRequest) (any, error) {
	switch {
	case in.one:
		return a.showApp(ctx, in)
	case in.grouped:
		groups, err := a.cfg.Fleet.Grouped(ctx)
		return groupedAnswer(groups), err
	case in.paged:
		return a.cfg.Fleet.Page(ctx, in.limit, in.offset, in.grid)
	}
	size, err := a.cfg.Fleet.Size(ctx)
	if err != nil {
		return nil, err
	}
	if size >= streamedFrom {
		return appStream{a.cfg.Fleet}, nil
	}
	apps := make([]storage.App, 0, size)
	err = a.cfg.Fleet.Each(ctx, func(app storage.App) error {
		apps = append(apps, app)
		return nil
	})
	return apps, err
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
	return a.cfg.Fleet.Detail(ctx, id)
}

// appStream is the whole list of a large fleet.
type appStream struct{ fleet *fleet.Library }

func (s appStream) header(h http.Header) { h["Content-Type"] = jsonType }

func (s appStream) writeTo(ctx context.Context, w *pieces) error {
	buf := bufio.NewWriterSize(w, pieceSize)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	separator := "["
	err := s.fleet.Each(ctx, func(app storage.App) error {
		if _, err := buf.WriteString(separator); err != nil {
			return err
		}
		separator = ","
		return enc.Encode(app)
	})
	if err != nil {
		return err
	}
	if separator == "[" { // all were removed meanwhile
		buf.WriteString(separator)
	}
	buf.WriteString("]\n")
	return buf.Flush()
}

// groupAnswer is a privacy type of the grouped view.
type groupAnswer struct {
	Identifier string                `json:"identifier"`
	Title      string                `json:"title"`
	Detail     storage.Text          `json:"detail"`
	Categories []groupCategoryAnswer `json:"categories"`
}

type groupCategoryAnswer struct {
	Identifier string            `json:"identifier"`
	Title      string            `json:"title"`
	RiskWeight int               `json:"riskWeight"`
	Apps       []*fleet.GroupApp `json:"apps"`
}

func groupedAnswer(groups []fleet.Group) []groupAnswer {
	answer := make([]groupAnswer, len(groups))
	for i, g := range groups {
		categories := make([]groupCategoryAnswer, len(g.Categories))
		for k, c := range g.Categories {
			categories[k] = groupCategoryAnswer(c)
		}
		answer[i] = groupAnswer{g.Identifier, g.Title, g.Detail, categories}
	}
	return answer
}

// deleteApp answers "DELETE /api/apps".
func (a *API) deleteApp(w http.ResponseWriter, r *request) error {
	text, sent := r.query("id")
	if !sent || text == "" {
		return badRequest("id is missing")
	}
	id, err := storage.ParseAppID(text)
	if err != nil {
		return badRequest("id must be a number of 1 to 20 digits")
	}
	if err := r.skipBody(); err != nil {
		return err
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
