package httpapi

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// feedRequest is GET /api/changelog. What cannot be read is as if it were not
// sent.
type feedRequest struct {
	from, to          storage.Time
	app               storage.AppID
	types, categories string // comma lists of known values, sorted
	limit, offset     int
}

var appPattern = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func (in *feedRequest) decode(r *request) error {
	in.from, _ = r.milliseconds("from")
	in.to, _ = r.bound("to")
	if app, ok := r.either("appId", "app"); ok && appPattern.MatchString(app) {
		in.app = noApp // names an app, though none that can be tracked
		if id, err := storage.ParseAppID(app); err == nil && id > 0 {
			in.app = id
		}
	}
	in.types = r.known("type", "types", "added", "modified", "policy", "removed", "wayback")
	in.categories = r.known("category", "categories", "accessibility", "privacy-label", "privacy-policy", "wayback-attempt")
	in.limit = changelog.DefaultFeedLimit
	if n, ok := r.leadingNumber("limit"); ok {
		in.limit = int(max(1, min(n, changelog.MaxFeedLimit)))
	}
	if n, ok := r.leadingNumber("offset"); ok {
		in.offset = int(min(n, maxOffset))
	}
	return nil
}

// noApp is an id that no app has.
const noApp = storage.MaxAppID + 1

// feed answers "GET /api/changelog".
func (a *API) feed(ctx context.Context, in feedRequest) (changelog.Feed, error) {
	q := changelog.FeedQuery{From: in.from, To: in.to, App: in.app, Limit: in.limit, Offset: in.offset}
	for _, t := range splitList(in.types) {
		q.Types = append(q.Types, storage.EntryType(t))
	}
	for _, c := range splitList(in.categories) {
		q.Categories = append(q.Categories, storage.EntryCategory(c))
	}
	return a.cfg.Changelog.Feed(ctx, q)
}

// either returns the first of two parameters that was sent.
func (r *request) either(name, alias string) (string, bool) {
	if v, ok := r.query(name); ok {
		return v, true
	}
	return r.query(alias)
}

// known returns the values of a comma list that are known, sorted, as a list
// again; empty when there are none.
func (r *request) known(name, alias string, values ...string) string {
	text, _ := r.either(name, alias)
	var kept []string
	for token := range strings.SplitSeq(text, ",") {
		if token = strings.TrimSpace(token); slices.Contains(values, token) {
			kept = append(kept, token)
		}
	}
	slices.Sort(kept)
	return strings.Join(slices.Compact(kept), ",")
}

func splitList(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// leadingNumber returns the whole number that a parameter begins with.
func (r *request) leadingNumber(name string) (int64, bool) {
	text, _ := r.query(name)
	text = strings.TrimSpace(text)
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	if end == 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(text[:end], 10, 64)
	if err != nil { // beyond what counts: as large as can be
		return 1<<63 - 1, true
	}
	return n, true
}

// milliseconds returns a parameter that is a moment.
func (r *request) milliseconds(name string) (storage.Time, bool) {
	n, ok := r.leadingNumber(name)
	return storage.Time(n), ok
}

// bound returns a parameter that is the latest moment. Nothing was before the
// first millisecond, and zero would be no bound.
func (r *request) bound(name string) (storage.Time, bool) {
	t, ok := r.milliseconds(name)
	if ok && t == 0 {
		t = 1
	}
	return t, ok
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
