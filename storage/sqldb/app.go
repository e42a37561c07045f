package sqldb

import (
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
	_ "github.com/privacylabels/auditor/storage/names" // orders and searches apps
)

// appsTable is the table of apps.
const appsTable = "apps"

var _ = declare("Apps", declaration{
	table: appsTable,
	settled: []string{
		"name_key", "bundle_id", "developer", "search", "risk", "failed", "first_seen", "change_count", "changes_snoozed_until", "delisted_at", "footprint", "label",
		"decision", "age_rating", "source",
	},
	derived: []column{
		derived("name_key", func(a *storage.App) (any, error) { return []byte(storage.NameKey(a.Name)), nil }),
		derived("search", func(a *storage.App) (any, error) { return a.SearchText(), nil }),
		derived("risk", func(a *storage.App) (any, error) { return int64(a.Risk().Rank()), nil }),
		derived("failed", func(a *storage.App) (any, error) { return a.LastError != nil, nil }),
		derived("listed", func(a *storage.App) (any, error) {
			listed, err := a.Listed()
			return appEncoding + listed.JSON, err
		}),
	},
	query: asking(appsWanted),
	part:  func(q any) string { return partOfApps(q.(storage.AppQuery)) },
})

// appsWanted narrows a list of apps. The index for each order also contains the columns of
// most filters, so that only the rows of the page are read. The plus signs keep a database
// from selecting the apps by another index and then sorting them.
func appsWanted(q storage.AppQuery, s *selection) {
	s.limit, s.offset = q.Limit, q.Offset
	order := appOrders[q.Order]
	s.order = order.in(q.Reverse)
	s.keepIf(q.BundleID != "", "lower(bundle_id) = ?", lower(q.BundleID))
	s.keepIf(q.Summarised, "summarised")
	own := len(s.where) > 0 // these filters have indexes of their own

	key := storage.SearchKey(q.Search)
	impossible := strings.ContainsRune(q.Search, 0) // no text has one, and LIKE of SQLite ends there
	from := "apps"
	if q.Search != "" && !impossible && !own && s.candidates != nil {
		var ids string
		if ids, s.few = s.candidates(key); s.few { // each is read by its ID, so no index for the order or a filter is of use
			from, s.args = sought, []any{ids}
		}
	}

	byName := q.Order == storage.AppsByName
	if len(q.Devices) > 0 && !own && !s.few && s.linked != nil && !(byName && onlyDevices(q)) {
		var ids string
		if ids, s.few = s.linked(q.Devices); s.few {
			from, s.args = sought, []any{ids}
		}
	}
	plus, failed := "+", "failed = TRUE"
	if (byName || q.Order == storage.AppsBySnooze) && !s.few {
		plus, failed = "", "failed"
	}
	s.keepIf(q.Risk != "", plus+"risk = ?", int64(q.Risk.Rank()))
	changed := "+id IN (SELECT id FROM apps WHERE change_count > 0)"
	if s.few || countIndexed(q) {
		changed = plus + "change_count > 0"
	}
	s.keepIf(q.Changed, changed)
	s.keepIf(q.Failed, failed)
	s.keepIf(q.Delisted, plus+"delisted_at > 0")
	s.keepIf(q.AwakeAt != 0, plus+"changes_snoozed_until <= ?", int64(q.AwakeAt))
	s.keepIf(q.SnoozedAfter != 0, plus+"changes_snoozed_until > ?", int64(q.SnoozedAfter))
	s.keepIf(q.SnoozedAfter > 0, plus+"changes_snoozed_until > 0") // implied, but selects the partial index with this condition

	var named selection // conditions on columns that only the index for the order by name contains
	named.footprint(q.Exceeds)
	named.footprint(q.Collects)
	named.keepIf(q.Decision != "", "decision = ?", string(q.Decision))
	named.keepIf(q.Undecided, "decision = ''")
	named.keepIf(q.AgeRating != "", "age_rating = ?", string(q.AgeRating))
	named.keepIf(q.Store != "", "source = ?", strings.TrimPrefix(q.Store, storage.MainStore))
	switch {
	case impossible:
		named.keep("1 = 0")
	case q.Search != "":
		named.keep(`search LIKE ? ESCAPE '\'`, "%"+literal.Replace(key)+"%")
	}
	switch {
	case len(named.where) == 0:
	case byName || s.few:
		s.keep(strings.Join(named.where, " AND "), named.args...)
	default:
		s.keep("+id IN (SELECT id FROM apps WHERE "+strings.Join(named.where, " AND ")+")", named.args...)
	}
	s.keepIf(q.Tag != "", "+id IN (SELECT app_id FROM app_tags WHERE tag = ?)", q.Tag)
	s.keepIf(q.Paused, "+id IN (SELECT app_id FROM paused_apps)")
	if len(q.Devices) > 0 {
		linked, args := onDevices(q.Devices)
		if !own && byName && len(s.where) == 0 {
			s.keys, s.args = linked, args
			return
		}
		s.keep("+id IN (SELECT id FROM ("+linked+") AS linked)", args...)
	}
	if !own && (len(s.where) > 0 || q.Offset > 0) {
		s.keys = "SELECT " + order.columns() + " FROM " + from
		if len(s.where) > 0 {
			s.keys += " WHERE " + strings.Join(s.where, " AND ")
		}
		s.where = nil
	}
}

// sought are the apps whose IDs are in a JSON array. Each is read by its ID.
const sought = "(SELECT value AS app FROM json_each(?)) AS sought CROSS JOIN apps ON apps.id = app"

// onlyDevices reports whether a query selects all apps on some devices.
func onlyDevices(q storage.AppQuery) bool {
	return reflect.DeepEqual(q, storage.AppQuery{Devices: q.Devices, Order: q.Order, Reverse: q.Reverse, Limit: q.Limit, Offset: q.Offset})
}

// footprint selects the apps whose footprint a mask meets. The zero mask selects all.
func (s *selection) footprint(m storage.FootprintMask) {
	const any, pairs = "footprint & ? <> 0", "footprint & (footprint >> 1) & ? <> 0"
	switch {
	case m.Any != 0 && m.Pairs != 0:
		s.keep("("+any+" OR "+pairs+")", int64(m.Any), int64(m.Pairs))
	case m.Any != 0:
		s.keep(any, int64(m.Any))
	case m.Pairs != 0:
		s.keep(pairs, int64(m.Pairs))
	}
}

// countIndexed reports whether the index for a list of changed apps contains the count of
// changes. Most indexes do not, so that a change does not have to update all of them.
func countIndexed(q storage.AppQuery) bool {
	switch q.Order {
	case storage.AppsByChanges, storage.AppsBySnooze:
		return true
	case storage.AppsByName: // there is an index of the changed apps, unless other filters need another one
		return q.Search == "" && q.Exceeds == (storage.FootprintMask{}) && q.Collects == (storage.FootprintMask{}) && q.Decision == "" && !q.Undecided && q.AgeRating == "" && q.Store == "" && q.BundleID == "" && !q.Summarised && !q.Failed && !q.Delisted
	}
	return false
}

// partOfApps returns the name of the counted part of the apps that a query without limit
// selects, or "" if there is no counter for it; see [kind.part].
func partOfApps(q storage.AppQuery) string {
	part, counted := "apps", storage.AppQuery{Order: q.Order, Reverse: q.Reverse}
	switch {
	case q.Risk != "":
		part, counted.Risk = "apps/risk="+string(q.Risk), q.Risk
	case q.Changed:
		part, counted.Changed = "apps/changed", true
	case q.Failed:
		part, counted.Failed = "apps/failed", true
	case q.Delisted:
		part, counted.Delisted = "apps/delisted", true
	}
	if len(q.Devices) > 0 || !reflect.DeepEqual(q, counted) {
		return ""
	}
	return part
}

// literal escapes a text for LIKE.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// appOrders maps the orders of apps to columns.
var appOrders = map[storage.AppOrder]ordering{
	storage.AppsByName:      {"name_key", "id"},
	storage.AppsByDeveloper: {"developer", "name_key", "id"},
	storage.AppsByRisk:      {"risk DESC", "name_key", "id"},
	storage.AppsByChanges:   {"change_count DESC", "name_key", "id"},
	storage.AppsByCheck:     {"last_synced DESC", "id DESC"},
	storage.AppsByAge:       {"first_seen DESC", "id DESC"},
	storage.AppsBySnooze:    {"changes_snoozed_until", "id"},
	storage.AppsByID:        {"id"},
}

// lower folds ASCII letters only, as lower() does in SQLite and in PostgreSQL with the
// collation "C".
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

var _ = declare("RelatedApps", declaration{
	table: "related_apps",
	query: asking(func(q storage.RelatedQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.keepIf(q.Shelf != "", "shelf = ?", q.Shelf)
		s.order = "app_id, shelf, position, related_id"
		s.limit = q.Limit
	}),
})

var _ = declare("Storefronts", declaration{
	table: "storefronts",
	query: asking(func(q storage.StorefrontQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.keepIf(q.Country != "", "country = ?", q.Country)
		s.order = "app_id, country, at DESC"
		s.limit = q.Limit
	}),
})

var _ = declare("Identifiers", declaration{
	table: "identifiers",
	query: asking(func(q storage.IdentifierQuery, s *selection) {
		s.keepIf(q.Identifier != "", "identifier = ?", q.Identifier)
		s.order = "app_id"
		s.limit = q.Limit
	}),
})

var _ = declare("Pairs", declaration{
	table: "pairs",
	query: asking(func(q storage.PairQuery, s *selection) {
		s.keepIf(q.Of != 0, "(app_id = ? OR with_id = ?)", int64(q.Of), int64(q.Of))
		s.keepIf(q.After != 0, "app_id > ?", int64(q.After))
		s.keepIf(q.Differs, "differs")
		s.order = "app_id"
		s.limit = q.Limit
	}),
})

// appRows implements [storage.Rows] of apps with its optional interfaces.
type appRows struct {
	storage.Rows[storage.AppID, storage.App, storage.AppQuery]
	in *table
}

var _ storage.AppRows = appRows{}

// Transaction implements [storage.Joined].
func (r appRows) Transaction() any { return r.in.tx }

// AnyRows implements [storage.Untyped].
func (r appRows) AnyRows() storage.AnyRows { return r.in }

var labelCounts = project[storage.LabelCount]("apps", func(column string) string {
	if column == "n" {
		return "count(*)"
	}
	return column
})

// CountByLabel implements [storage.AppRows].
func (r appRows) CountByLabel() ([]storage.LabelCount, error) {
	counts, err := labelCounts.all(r.in.tx, labelCounts.statement+" WHERE label IS NOT NULL GROUP BY label ORDER BY label", nil)
	return counts, r.in.named("count", err)
}

var briefs = project[storage.AppBrief]("apps", nil)

// Briefs implements [storage.AppRows].
func (r appRows) Briefs(q storage.AppQuery) iter.Seq2[storage.AppBrief, error] {
	return func(yield func(storage.AppBrief, error) bool) {
		query, args := r.listing(briefs.statement, q)
		if err := briefs.read(r.in.tx, query, args, yield); err != nil {
			yield(storage.AppBrief{}, r.in.named("list", err))
		}
	}
}

var origins = project[storage.AppOrigin]("apps", nil)

// Origin implements [storage.AppRows].
func (r appRows) Origin(id storage.AppID) (origin storage.AppOrigin, err error) {
	query := r.in.rewrite(origins.statement + " WHERE id = ?")
	found := false
	err = origins.read(r.in.tx, query, []any{int64(id)}, func(a storage.AppOrigin, _ error) bool {
		origin, found = a, true
		return true
	})
	if err == nil && !found {
		err = storage.Missing((*storage.App)(nil), id)
	}
	return origin, err
}

// listing returns the statement of a list of apps with its SELECT and FROM clauses replaced by
// start, to read other columns.
func (r appRows) listing(start string, q storage.AppQuery) (query string, args []any) {
	query, args, _ = r.in.listing(q)
	rest, _ := strings.CutPrefix(query, r.in.list)
	return start + rest, args
}

// appEncoding is the version of the JSON form of apps. It is the prefix of each stored form; a
// list ignores stored forms with another prefix. It must change when the JSON form of
// [storage.ShownApp] changes.
const appEncoding = "5"

var listed = project[storage.ListedApp]("apps", nil)

// encoded is listed without the values for the grid.
var encoded = func() projection[storage.ListedApp] {
	columns := slices.DeleteFunc(slices.Clone(listed.columns), func(c column) bool { return c.name != "id" && c.name != "listed" })
	return projection[storage.ListedApp]{columns, selecting(columns, "apps")}
}()

// Listed implements [storage.AppRows]. If the driver allows no other statement while rows
// are open, it does not use the stored forms for a long list, since the apps are read in
// pieces.
func (r appRows) Listed(q storage.AppQuery, gist bool) iter.Seq2[storage.ListedApp, error] {
	if most := r.in.tx.dialect.Fetch; most > 0 && (q.Limit <= 0 || q.Limit > most) {
		return nil
	}
	form := encoded
	if gist {
		form = listed
	}
	return func(yield func(storage.ListedApp, error) bool) {
		query, args, begins, err := r.page(form.statement, q)
		if err != nil {
			yield(storage.ListedApp{}, r.in.named("list", err))
			return
		}
		err = form.read(r.in.tx, query, args, func(a storage.ListedApp, err error) bool {
			begins(a.ID)
			current := false
			if a.JSON, current = strings.CutPrefix(a.JSON, appEncoding); !current {
				var app storage.App
				if app, err = r.Get(a.ID); err == nil {
					a, err = app.Listed()
				}
				if !gist {
					a = storage.ListedApp{ID: a.ID, JSON: a.JSON}
				}
			}
			return yield(a, err)
		})
		if err != nil {
			yield(storage.ListedApp{}, r.in.named("list", err))
		}
	}
}

// maxBriefs is the number of apps that one statement reads by ID.
const maxBriefs = 64

// BriefsOf implements [storage.AppRows].
func (r appRows) BriefsOf(ids ...storage.AppID) (map[storage.AppID]storage.AppBrief, error) {
	found := make(map[storage.AppID]storage.AppBrief, len(ids))
	for part := range slices.Chunk(ids, maxBriefs) {
		args := padded(part)
		query := r.in.rewrite(briefs.statement + " WHERE id IN (" + marks(len(args)) + ")")
		err := briefs.read(r.in.tx, query, args, func(a storage.AppBrief, _ error) bool {
			found[a.ID] = a
			return true
		})
		if err != nil {
			return nil, r.in.named("read", err)
		}
	}
	return found, nil
}
