package httpapi

import (
	"context"
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// feedRequest is GET /api/changelog.
type feedRequest struct {
	from, to          storage.Time
	app               storage.AppID
	types, categories string // comma lists of known values, sorted
	limit, skip       int
}

var appPattern = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func (in *feedRequest) decode(r *request) (err error) {
	if in.from, _, err = r.moment("from"); err != nil {
		return err
	}
	if in.to, _, err = r.latest("to"); err != nil {
		return err
	}
	name, app, ok := r.either("appId", "app")
	switch {
	case appPattern.MatchString(app):
		in.app = noApp // names an app, though none that can be tracked
		if id, err := storage.ParseAppID(app); err == nil && id > 0 {
			in.app = id
		}
	case ok:
		r.ignore(name, app)
	}
	in.types = r.someOf("type", "types", "added", "modified", "policy", "removed", "wayback")
	in.categories = r.someOf("category", "categories", "accessibility", "privacy-label", "privacy-policy", "wayback-attempt")
	in.limit = r.clamped("limit", changelog.DefaultFeedLimit, changelog.MaxFeedLimit)
	in.skip = r.leadingOffset().skip
	return nil
}

// noApp is an id that no app has.
const noApp = storage.MaxAppID + 1

// feed answers "GET /api/changelog".
func (a *API) feed(ctx context.Context, in feedRequest) (changelog.Feed, error) {
	q := changelog.FeedQuery{From: in.from, To: in.to, App: in.app, Limit: in.limit, Offset: in.skip}
	for _, t := range splitList(in.types) {
		q.Types = append(q.Types, storage.EntryType(t))
	}
	for _, c := range splitList(in.categories) {
		q.Categories = append(q.Categories, storage.EntryCategory(c))
	}
	return a.cfg.Changelog.Feed(ctx, q)
}

// either returns the first of two parameters that was sent, and its name.
func (r *request) either(name, alias string) (sent, value string, ok bool) {
	if v, ok := r.query(name); ok {
		return name, v, true
	}
	value, ok = r.query(alias)
	return alias, value, ok
}

func splitList(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// appRequest names the app of the path.
type appRequest struct{ app storage.AppID }

func (in *appRequest) decode(r *request) (err error) {
	in.app, err = r.knownAppID()
	return err
}

// historyStats answers "GET /api/apps/{id}/history-stats".
func (a *API) historyStats(ctx context.Context, in appRequest) (changelog.HistoryStats, error) {
	return a.cfg.Changelog.HistoryStats(ctx, in.app)
}

// sinceInstall answers "GET /api/apps/{id}/since-install".
func (a *API) sinceInstall(ctx context.Context, in appRequest) (changelog.SinceInstall, error) {
	return a.cfg.Changelog.SinceInstall(ctx, in.app)
}
