package sqldb

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare("Snapshots", declaration{
	table:    "snapshots",
	follower: snapshotsFollowed,
	query: asking(func(q storage.SnapshotQuery, s *selection) {
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
		if q.FromApp != 0 {
			s.keep("app_id >= ?", int64(q.FromApp))
			s.order = "app_id, at DESC"
			if q.Reverse {
				s.order = "app_id, at"
			}
		}
		s.limit = q.Limit
	}),
	daily: "snapshot_days",
	days: func(query any, s *selection) bool {
		q := query.(storage.SnapshotQuery)
		return s.days(q.From, q.To) && q == storage.SnapshotQuery{From: q.From, To: q.To}
	},
})

var _ = declare("Changes", declaration{
	table:    "changes",
	follower: changesFollowed,
	query: asking(func(q storage.ChangeQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.between("at", q.From, q.To)
		s.keepIf(q.Changed, "changed")
		s.keepIf(q.Type != "", "type = ?", string(q.Type))
		s.keepIf(q.Category != "", "category = ?", string(q.Category))
		s.keepIf(q.Direction != "", "direction = ?", string(q.Direction))
		s.members("app_id", q.Of)
		s.order = "at DESC, app_id, idx"
		if q.FromApp != 0 {
			s.keep("app_id >= ?", int64(q.FromApp))
			s.order = "app_id, at DESC, idx"
		}
		s.limit = q.Limit
	}),
	daily: "change_days",
	days: func(query any, s *selection) bool {
		q := query.(storage.ChangeQuery)
		s.keepIf(q.Type != "", "type = ?", string(q.Type))
		s.keepIf(q.Category != "", "category = ?", string(q.Category))
		s.keepIf(q.Direction != "", "direction = ?", string(q.Direction))
		return s.days(q.From, q.To) && q == storage.ChangeQuery{
			From: q.From, To: q.To, Changed: true, Type: q.Type, Category: q.Category, Direction: q.Direction,
		}
	},
})

var _ = declare("Commits", declaration{
	table: "commits",
	query: asking(func(q storage.CommitQuery, s *selection) {
		s.keepIf(q.After > 0, "number > ?", q.After)
		s.order = "number, app_id, at"
		s.limit = q.Limit
	}),
})

// changeRows implements [storage.Rows] of changes with its optional interfaces.
type changeRows struct {
	storage.Rows[storage.ChangeID, storage.Change, storage.ChangeQuery]
	in *table
}

var _ storage.ChangeRows = changeRows{}

// Transaction implements [storage.Joined].
func (r changeRows) Transaction() any { return r.in.tx }

// AnyRows implements [storage.Untyped].
func (r changeRows) AnyRows() storage.AnyRows { return r.in }

var kindCounts = projection[storage.KindCount]{columns: columnsOf(reflect.TypeFor[storage.KindCount]())}

// CountByKind implements [storage.ChangeRows]. For the changes of all apps on whole days it
// reads the counters that the database maintains.
func (r changeRows) CountByKind(q storage.ChangeQuery) ([]storage.KindCount, error) {
	k := r.in.kind
	var s selection
	number, from := "sum(n)", k.daily
	if !k.counters || !k.days(q, &s) {
		s = r.in.tx.selection()
		k.query(q, &s)
		number, from = "count(*)", k.table
	}
	var b strings.Builder
	b.WriteString("SELECT type, category, direction, CAST(" + number + " AS BIGINT) FROM " + from)
	s.conditions(&b)
	b.WriteString(" GROUP BY type, category, direction HAVING " + number + " > 0 ORDER BY type, category, direction")
	counts, err := kindCounts.all(r.in.tx, k.rewrite(b.String()), s.args)
	return counts, r.in.named("count", err)
}

// feedRows reads the columns of a change, its snapshot and its app that the feed shows. CROSS
// JOIN keeps SQLite from joining in another order, for which it would have to sort.
var feedRows = project[storage.FeedRow]("changes AS c CROSS JOIN snapshots AS s CROSS JOIN apps AS a", func(column string) string {
	switch column {
	case "source", "triggered_by":
		return "s." + column
	case "name", "icon_url", "developer":
		return "a." + column
	}
	return "c." + column
})

var snapshotIDs = projection[storage.SnapshotID]{columns: columnsOf(reflect.TypeFor[storage.SnapshotID]())}

// Feed implements [storage.ChangeRows]. It finds the end of the window, the total and the start
// of the page from indexes alone, so that it reads only the rows of the page.
func (r changeRows) Feed(q storage.FeedQuery) (storage.Feed, error) {
	if err := r.in.tx.ready(false); err != nil {
		return storage.Feed{}, err
	}
	feed, err := r.feed(q)
	return feed, r.in.named("read the feed of", err)
}

func (r changeRows) feed(q storage.FeedQuery) (feed storage.Feed, err error) {
	s := r.in.tx.selection()
	s.keep("c.changed")
	s.keepIf(q.App != 0, "c.app_id = ?", int64(q.App))
	s.between("c.at", q.From, q.To)
	snapshots := " FROM snapshots AS c"
	if s.members("c.app_id", q.Of) {
		snapshots += " INDEXED BY snapshots_changed" // and not by the key, with all snapshots of these apps
	}

	// The last snapshot of the window, and the first one after it.
	query, args := r.selected(s, "SELECT c.app_id, c.at"+snapshots, " ORDER BY c.at DESC, c.app_id LIMIT 2 OFFSET ?", q.Window-1)
	end, err := snapshotIDs.all(r.in.tx, query, args)
	if err != nil {
		return feed, err
	}
	feed.Truncated = len(end) > 1
	ended := func(storage.SnapshotID) bool { return false } // whether a snapshot is after the window
	oldest, newest := int64(math.MinInt64), int64(math.MaxInt64)
	var at, app, index int64
	if len(end) > 0 {
		last := end[0]
		oldest = int64(last.At)
		ended = func(id storage.SnapshotID) bool { return id.At < last.At || id.At == last.At && id.App > last.App }
		at, app = int64(last.At), int64(last.App)
	}
	if len(q.Types) > 0 || len(q.Categories) > 0 || len(q.Directions) > 0 || len(q.Weights) > 0 {
		if len(end) > 0 {
			s.keep("c.at >= ? AND (c.at > ? OR c.app_id <= ?)", at, at, app)
		}
		keepIn(&s, "c.direction IN", q.Directions)
		keepIn(&s, "c.weight IN", q.Weights)
		keepIn(&s, "c.type IN", q.Types)
		categories := q.Categories
		if slices.Contains(categories, storage.CategoryPrivacyLabel) {
			categories = append(slices.Clip(categories), "")
		}
		keepIn(&s, "c.category IN", categories)
		_, err = r.one(s, "SELECT count(*) FROM changes AS c", "", 0, &feed.Total)
	} else {
		// The window is counted off, which is much faster than to compare each snapshot with its last.
		_, err = r.one(s, "SELECT coalesce(sum(listed.entries), 0) FROM (SELECT c.entries"+snapshots,
			" ORDER BY c.at DESC, c.app_id LIMIT "+someRows+") AS listed", q.Window, &feed.Total)
	}
	if err != nil || q.Offset >= feed.Total {
		return feed, err
	}
	const order = " ORDER BY c.at DESC, c.app_id, c.idx LIMIT "
	if q.Offset > 0 {
		more, err := r.one(s, "SELECT c.at, c.app_id, c.idx FROM changes AS c", order+"1 OFFSET ?", q.Offset, &at, &app, &index)
		if err != nil || !more {
			return feed, err
		}
		newest = at
		s.keep("(c.at < ? OR c.app_id > ? OR c.app_id = ? AND c.idx >= ?)", at, app, app, index)
	}
	// With both bounds, PostgreSQL expects few rows whatever these are, and so plans the statement once. Otherwise
	// it would plan it for the values of each call, which takes longer than to run it.
	s.keep("c.at >= ? AND c.at <= ?", oldest, newest)
	s.keep("s.app_id = c.app_id AND s.at = c.at AND a.id = c.app_id")
	query, args = r.selected(s, feedRows.statement, order+someRows, q.Limit)
	feed.Rows = make([]storage.FeedRow, 0, min(q.Limit, 512))
	err = feedRows.read(r.in.tx, query, args, func(row storage.FeedRow, _ error) bool {
		if ended(row.ID.Snapshot) {
			return false
		}
		feed.Rows = append(feed.Rows, row)
		return true
	})
	return feed, err
}

// members keeps the rows whose app, which a column names, is one of the members. It reports whether these
// are few: then their rows are read and ordered. The sign otherwise keeps the order of the list: the apps
// are looked up in it, and not the list in the apps.
func (s *selection) members(column string, of storage.Members) (few bool) {
	keep := func(ids string, found bool, condition, text string) {
		if few = few || found; found {
			s.keep(column+" IN (SELECT value FROM json_each(?))", ids)
		} else {
			s.keep("+"+column+condition, text)
		}
	}
	if of.Device != "" {
		ids, found := s.linked([]string{of.Device})
		keep(ids, found, " IN (SELECT app_id FROM device_links WHERE device_id = ?)", of.Device)
	}
	if of.Tag != "" {
		ids, found := s.tagged(of.Tag)
		keep(ids, found, " IN (SELECT app_id FROM app_tags WHERE tag = ?)", of.Tag)
	}
	return few
}

// one reads the first row of a selection, and reports whether there is one. The parameter in
// end, if any, gets the value last; zero means that end has no parameter.
func (r changeRows) one(s selection, from, end string, last int, into ...any) (bool, error) {
	query, args := r.selected(s, from, end, last)
	return r.in.tx.first(query, args, into...)
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
	return r.in.rewrite(b.String()), args
}
