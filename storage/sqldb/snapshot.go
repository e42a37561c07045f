package sqldb

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare(func(tx *storage.Tx) any { return &tx.Snapshots }, kind[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery]{
	table: "snapshots",
	columns: []column[storage.Snapshot]{
		number("app_id", func(s *storage.Snapshot) *storage.AppID { return &s.ID.App }),
		number("at", func(s *storage.Snapshot) *storage.Time { return &s.ID.At }),
		text("source", func(s *storage.Snapshot) *storage.Source { return &s.Source }),
		text("triggered_by", func(s *storage.Snapshot) *storage.Trigger { return &s.TriggeredBy }),
		digest("label", func(s *storage.Snapshot) *storage.Digest { return &s.Label }),
		flag("changed", func(s *storage.Snapshot) *bool { return &s.Changed }),
		number("entries", func(s *storage.Snapshot) *int { return &s.Entries }),
		text("app_version", func(s *storage.Snapshot) *storage.Text { return &s.AppVersion }),
		number("app_version_updated_at", func(s *storage.Snapshot) *storage.NullTime { return &s.AppVersionUpdatedAt }),
		text("archive_url", func(s *storage.Snapshot) *storage.Text { return &s.ArchiveURL }),
		text("extractor", func(s *storage.Snapshot) *string { return &s.Extractor }),
	},
	query: func(q storage.SnapshotQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.between("at", q.From, q.To)
		s.keepIf(q.Changed, "changed")
		if q.Source == storage.SourceWayback { // a literal, so that a partial index can be used
			s.keep("source = 'wayback'")
		} else {
			s.keepIf(q.Source != "", "source = ?", string(q.Source))
		}
		s.order = "at DESC, app_id"
		if q.Reverse {
			s.order = "at, app_id DESC"
		}
		s.limit = q.Limit
	},
	daily: "snapshot_days",
	days: func(q storage.SnapshotQuery, s *selection) bool {
		return s.days(q.From, q.To) && q == storage.SnapshotQuery{From: q.From, To: q.To}
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Changes }, kind[storage.ChangeID, storage.Change, storage.ChangeQuery]{
	table: "changes",
	columns: []column[storage.Change]{
		number("app_id", func(c *storage.Change) *storage.AppID { return &c.ID.Snapshot.App }),
		number("at", func(c *storage.Change) *storage.Time { return &c.ID.Snapshot.At }),
		number("idx", func(c *storage.Change) *int { return &c.ID.Index }),
		text("type", func(c *storage.Change) *storage.EntryType { return &c.Entry.Type }),
		text("description", func(c *storage.Change) *string { return &c.Entry.Description }),
		text("category", func(c *storage.Change) *storage.EntryCategory { return &c.Entry.Category }),
		object("subject", func(c *storage.Change) *storage.Subject { return &c.Entry.Subject }),
		document("details", func(c *storage.Change) *[]string { return &c.Entry.Details }),
		flag("store_wide", func(c *storage.Change) *bool { return &c.Entry.StoreWide }),
		raw("more", func(c *storage.Change) *json.RawMessage { return &c.Entry.More }),
		flag("changed", func(c *storage.Change) *bool { return &c.Changed }),
	},
	query: func(q storage.ChangeQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.between("at", q.From, q.To)
		s.keepIf(q.Changed, "changed")
		s.keepIf(q.Type != "", "type = ?", string(q.Type))
		s.keepIf(q.Category != "", "category = ?", string(q.Category))
		s.order = "at DESC, app_id, idx"
		if q.FromApp != 0 {
			s.keep("app_id >= ?", int64(q.FromApp))
			s.order = "app_id, at DESC, idx"
		}
		s.limit = q.Limit
	},
	rowsOf: func(t table[storage.ChangeID, storage.Change, storage.ChangeQuery]) storage.Rows[storage.ChangeID, storage.Change, storage.ChangeQuery] {
		return changeRows{t}
	},
	daily: "change_days",
	days: func(q storage.ChangeQuery, s *selection) bool {
		s.keepIf(q.Type != "", "type = ?", string(q.Type))
		s.keepIf(q.Category != "", "category = ?", string(q.Category))
		return s.days(q.From, q.To) && q == storage.ChangeQuery{From: q.From, To: q.To, Changed: true, Type: q.Type, Category: q.Category}
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Commits }, kind[storage.SnapshotID, storage.Commit, storage.CommitQuery]{
	table: "commits",
	columns: []column[storage.Commit]{
		number("app_id", func(c *storage.Commit) *storage.AppID { return &c.Snapshot.App }),
		number("at", func(c *storage.Commit) *storage.Time { return &c.Snapshot.At }),
		number("number", func(c *storage.Commit) *int64 { return &c.Number }),
	},
	query: func(q storage.CommitQuery, s *selection) {
		s.keepIf(q.After > 0, "number > ?", q.After)
		s.order = "number, app_id, at"
		s.limit = q.Limit
	},
})

// changeRows implements [storage.Rows] of changes with its optional interfaces.
type changeRows struct {
	table[storage.ChangeID, storage.Change, storage.ChangeQuery]
}

var _ storage.ChangeRows = changeRows{}

var kindCounts = []column[storage.KindCount]{
	text("type", func(c *storage.KindCount) *storage.EntryType { return &c.Type }),
	text("category", func(c *storage.KindCount) *storage.EntryCategory { return &c.Category }),
	number("n", func(c *storage.KindCount) *int { return &c.Count }),
}

// CountByKind implements [storage.ChangeRows]. For the changes of all apps on whole days it
// reads the counters that the database maintains.
func (r changeRows) CountByKind(q storage.ChangeQuery) ([]storage.KindCount, error) {
	k := r.kind()
	var s selection
	number, from := "sum(n)", k.daily
	if !k.counters || !k.days(q, &s) {
		s = selection{}
		k.query(q, &s)
		number, from = "count(*)", k.table
	}
	var b strings.Builder
	b.WriteString("SELECT type, category, CAST(" + number + " AS BIGINT) FROM " + from)
	s.conditions(&b)
	b.WriteString(" GROUP BY type, category HAVING " + number + " > 0 ORDER BY type, category")
	counts, err := projection[storage.KindCount]{columns: kindCounts}.all(r.tx, k.rewrite(b.String()), s.args)
	return counts, r.named("count", err)
}

// feedRows reads the columns of a change, its snapshot and its app that the feed shows. CROSS
// JOIN keeps SQLite from joining in another order, for which it would have to sort.
var feedRows = project("changes AS c CROSS JOIN snapshots AS s CROSS JOIN apps AS a", []column[storage.FeedRow]{
	number("c.app_id", func(r *storage.FeedRow) *storage.AppID { return &r.ID.Snapshot.App }),
	number("c.at", func(r *storage.FeedRow) *storage.Time { return &r.ID.Snapshot.At }),
	number("c.idx", func(r *storage.FeedRow) *int { return &r.ID.Index }),
	text("c.type", func(r *storage.FeedRow) *storage.EntryType { return &r.Entry.Type }),
	text("c.description", func(r *storage.FeedRow) *string { return &r.Entry.Description }),
	text("c.category", func(r *storage.FeedRow) *storage.EntryCategory { return &r.Entry.Category }),
	object("c.subject", func(r *storage.FeedRow) *storage.Subject { return &r.Entry.Subject }),
	document("c.details", func(r *storage.FeedRow) *[]string { return &r.Entry.Details }),
	flag("c.store_wide", func(r *storage.FeedRow) *bool { return &r.Entry.StoreWide }),
	raw("c.more", func(r *storage.FeedRow) *json.RawMessage { return &r.Entry.More }),
	text("s.source", func(r *storage.FeedRow) *storage.Source { return &r.Source }),
	text("s.triggered_by", func(r *storage.FeedRow) *storage.Trigger { return &r.TriggeredBy }),
	text("a.name", func(r *storage.FeedRow) *string { return &r.AppName }),
	text("a.icon_url", func(r *storage.FeedRow) *storage.Text { return &r.AppIconURL }),
	text("a.developer", func(r *storage.FeedRow) *storage.Text { return &r.AppDeveloper }),
})

// Feed implements [storage.ChangeRows]. It finds the end of the window, the total and the start
// of the page from indexes alone, so that it reads only the rows of the page.
func (r changeRows) Feed(q storage.FeedQuery) (storage.Feed, error) {
	if err := r.tx.ready(false); err != nil {
		return storage.Feed{}, err
	}
	feed, err := r.feed(q)
	return feed, r.named("read the feed of", err)
}

func (r changeRows) feed(q storage.FeedQuery) (feed storage.Feed, err error) {
	var s selection
	s.keep("c.changed")
	s.keepIf(q.App != 0, "c.app_id = ?", int64(q.App))
	s.between("c.at", q.From, q.To)

	var at, app, index int64
	more, err := r.one(s, "SELECT c.at, c.app_id FROM snapshots AS c", " ORDER BY c.at DESC, c.app_id LIMIT 1 OFFSET ?", q.Window-1, &at, &app)
	if err != nil {
		return feed, err
	}
	if more { // at and app are those of the last snapshot of the window
		older := selection{where: slices.Clone(s.where), args: slices.Clone(s.args)}
		older.keep("c.at <= ? AND (c.at < ? OR c.app_id > ?)", at, at, app)
		var before int64
		feed.Truncated, err = r.one(older, "SELECT c.at FROM snapshots AS c", " ORDER BY c.at DESC, c.app_id LIMIT "+someRows, 1, &before)
		if err != nil {
			return feed, err
		}
		s.keep("c.at >= ? AND (c.at > ? OR c.app_id <= ?)", at, at, app)
	}
	sum := "SELECT coalesce(sum(c.entries), 0) FROM snapshots AS c"
	if len(q.Types) > 0 || len(q.Categories) > 0 {
		sum = "SELECT count(*) FROM changes AS c"
		keepIn(&s, "c.type IN", q.Types)
		categories := q.Categories
		if slices.Contains(categories, storage.CategoryPrivacyLabel) {
			categories = append(slices.Clip(categories), "")
		}
		keepIn(&s, "c.category IN", categories)
	}
	if _, err := r.one(s, sum, "", 0, &feed.Total); err != nil || q.Offset >= feed.Total {
		return feed, err
	}
	const order = " ORDER BY c.at DESC, c.app_id, c.idx LIMIT "
	if q.Offset > 0 {
		more, err := r.one(s, "SELECT c.at, c.app_id, c.idx FROM changes AS c", order+"1 OFFSET ?", q.Offset, &at, &app, &index)
		if err != nil || !more {
			return feed, err
		}
		s.keep("c.at <= ? AND (c.at < ? OR c.app_id > ? OR c.app_id = ? AND c.idx >= ?)", at, at, app, app, index)
	}
	s.keep("s.app_id = c.app_id AND s.at = c.at AND a.id = c.app_id")
	query, args := r.selected(s, feedRows.statement, order+someRows, q.Limit)
	feed.Rows = make([]storage.FeedRow, 0, min(q.Limit, 512))
	err = feedRows.read(r.tx, query, args, func(row storage.FeedRow, _ error) bool {
		row.Changed = true
		feed.Rows = append(feed.Rows, row)
		return true
	})
	return feed, err
}

// one reads the first row of a selection, and reports whether there is one. The parameter in
// end, if any, gets the value last; zero means that end has no parameter.
func (r changeRows) one(s selection, from, end string, last int, into ...any) (bool, error) {
	query, args := r.selected(s, from, end, last)
	return r.tx.first(query, args, into...)
}

func (r changeRows) selected(s selection, from, end string, last int) (query string, args []any) {
	var b strings.Builder
	b.WriteString(from)
	s.conditions(&b)
	b.WriteString(end)
	args = s.args
	if end != "" {
		args = append(slices.Clip(args), int64(last))
	}
	return r.kind().rewrite(b.String()), args
}
