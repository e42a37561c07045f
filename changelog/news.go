package changelog

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// News is the changes of an app at one time.
type News struct {
	ID      storage.SnapshotID
	App     storage.App
	Source  storage.Source
	Entries []storage.Entry // in the order of the snapshot
}

// NewsQuery narrows news. The zero query is the newest of all apps.
type NewsQuery struct {
	App   storage.AppID // zero: every app
	Limit int           // number of snapshots, at most MaxFeedLimit; zero or less: DefaultFeedLimit
}

// News returns the changes of the feed, grouped by snapshot, newest first and, at the same
// time, by app. The error wraps [storage.ErrNotFound] if the app of the query is not
// tracked.
func (r *Reader) News(ctx context.Context, q NewsQuery) ([]News, error) {
	return storage.View(ctx, r.store, func(tx *storage.Tx) ([]News, error) { return newsOf(tx, q) })
}

func newsOf(tx *storage.Tx, q NewsQuery) ([]News, error) {
	if q.App != 0 {
		if _, err := tx.Apps.Get(q.App); err != nil {
			return nil, fmt.Errorf("read app %d: %w", q.App, err)
		}
	}
	limit := FeedQuery{Limit: q.Limit}.bounded().Limit
	seen, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: q.App, Changed: true, Limit: limit}))
	if err != nil {
		return nil, fmt.Errorf("list the newest snapshots: %w", err)
	}
	if len(seen) == 0 {
		return nil, nil
	}
	news := make([]News, len(seen))
	apps := rowReader{tx: tx, apps: make(map[storage.AppID]storage.App)}
	for i, s := range seen {
		app, err := apps.app(s.ID.App)
		if err != nil {
			return nil, err
		}
		news[i] = News{ID: s.ID, App: app, Source: source(s)}
	}
	at := 0 // both lists are in the same order
	within := storage.ChangeQuery{App: q.App, From: seen[len(seen)-1].ID.At, To: seen[0].ID.At, Changed: true}
	for c, err := range tx.Changes.List(within) {
		if err != nil {
			return nil, fmt.Errorf("list changes: %w", err)
		}
		for at < len(news) && earlier(news[at].ID, c.ID.Snapshot) {
			at++
		}
		if at == len(news) {
			break
		}
		if news[at].ID == c.ID.Snapshot {
			news[at].Entries = append(news[at].Entries, Shown(c.Entry))
		}
	}
	return news, nil
}
