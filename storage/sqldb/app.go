package sqldb

import (
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare(func(tx *storage.Tx) any { return &tx.Apps }, kind[storage.AppID, storage.App, storage.AppQuery]{
	table: "apps",
	columns: []column[storage.App]{
		number("id", func(a *storage.App) *storage.AppID { return &a.ID }),
		text("name", func(a *storage.App) *string { return &a.Name }),
		text("url", func(a *storage.App) *string { return &a.URL }),
		text("icon_url", func(a *storage.App) *storage.Text { return &a.IconURL }),
		text("bundle_id", func(a *storage.App) *storage.Text { return &a.BundleID }),
		text("developer", func(a *storage.App) *storage.Text { return &a.Developer }),
		text("privacy_policy_url", func(a *storage.App) *storage.Text { return &a.PrivacyPolicyURL }),
		text("source", func(a *storage.App) *storage.Text { return &a.Source }),
		text("country", func(a *storage.App) *string { return &a.Country }),
		number("first_seen", func(a *storage.App) *storage.Time { return &a.FirstSeen }),
		number("last_synced", func(a *storage.App) *storage.Time { return &a.LastSynced }),
		document("last_error", func(a *storage.App) **storage.Failure { return &a.LastError }),
		number("delisted_at", func(a *storage.App) *storage.NullTime { return &a.Availability.DelistedAt }),
		number("missed_days", func(a *storage.App) *int { return &a.Availability.MissedDays }),
		number("missed_at", func(a *storage.App) *storage.Time { return &a.Availability.MissedAt }),
		number("change_count", func(a *storage.App) *int { return &a.ChangeCount }),
		number("changes_acknowledged_at", func(a *storage.App) *storage.Time { return &a.ChangesAcknowledgedAt }),
		number("changes_snoozed_until", func(a *storage.App) *storage.Time { return &a.ChangesSnoozedUntil }),
		text("current_version", func(a *storage.App) *storage.Text { return &a.CurrentVersion }),
		number("version_updated_at", func(a *storage.App) *storage.NullTime { return &a.VersionUpdatedAt }),
		text("whats_new", func(a *storage.App) *storage.Text { return &a.WhatsNew }),
		optional("price_amount", func(a *storage.App) **float64 { return &a.PriceAmount }),
		text("price_currency", func(a *storage.App) *storage.Text { return &a.PriceCurrency }),
		text("price_formatted", func(a *storage.App) *storage.Text { return &a.PriceFormatted }),
		optional("has_iap", func(a *storage.App) **bool { return &a.HasIAP }),
		optional("genre_id", func(a *storage.App) **int64 { return &a.GenreID }),
		text("genre_name", func(a *storage.App) *storage.Text { return &a.GenreName }),
		text("age_rating", func(a *storage.App) *storage.Text { return &a.AgeRating }),
		optional("age_rating_value", func(a *storage.App) **int64 { return &a.AgeRatingValue }),
		text("age_rating_source", func(a *storage.App) *storage.Text { return &a.AgeRatingSource }),
		text("age_rating_language", func(a *storage.App) *storage.Text { return &a.AgeRatingLanguage }),
		document("age_rating_descriptors", func(a *storage.App) **storage.RatingDescriptors { return &a.AgeRatingDescriptors }),
		optional("background_location", func(a *storage.App) **bool { return &a.BackgroundLocation }),
		optional("has_privacy_details", func(a *storage.App) **bool { return &a.HasPrivacyDetails }),
		optional("has_accessibility_labels", func(a *storage.App) **bool { return &a.HasAccessibilityLabels }),
		document("accessibility", func(a *storage.App) **storage.Accessibility { return &a.Accessibility }),
		number("page_facts", func(a *storage.App) *storage.FactSet { return &a.PageFacts }),
		number("lookup_facts", func(a *storage.App) *storage.FactSet { return &a.LookupFacts }),
		digest("label", func(a *storage.App) *storage.Digest { return &a.LabelDigest }),
		number("category_count", func(a *storage.App) *int { return &a.CategoryCount }),
		number("track_count", func(a *storage.App) *int { return &a.TrackCount }),
		number("linked_count", func(a *storage.App) *int { return &a.LinkedCount }),
		number("unlinked_count", func(a *storage.App) *int { return &a.UnlinkedCount }),
		number("sync_count", func(a *storage.App) *int { return &a.SyncCount }),
		number("accessibility_count", func(a *storage.App) *int { return &a.AccessibilityCount }),
		number("pending", func(a *storage.App) *storage.PendingKinds { return &a.Pending }),
		number("footprint", func(a *storage.App) *storage.Footprint { return &a.Footprint }),
		text("decision", func(a *storage.App) *storage.Decision { return &a.Decision }),
		derived("search", func(a *storage.App) any { return a.SearchText() }),
		derived("risk", func(a *storage.App) any { return int64(a.Risk().Rank()) }),
		derived("failed", func(a *storage.App) any { return a.LastError != nil }),
		{name: "listed", value: func(a *storage.App) (any, error) {
			listed, err := a.Listed()
			return appEncoding + listed.JSON, err
		}},
	},
	rowsOf: func(t table[storage.AppID, storage.App, storage.AppQuery]) storage.Rows[storage.AppID, storage.App, storage.AppQuery] {
		return appRows{t}
	},
	settled: []string{
		"name", "bundle_id", "developer", "search", "risk", "failed", "first_seen", "change_count", "changes_snoozed_until", "delisted_at", "footprint", "label",
	},
	query: appsWanted,
	part:  partOfApps,
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

	byName := q.Order == storage.AppsByName
	plus, failed := "+", "failed = TRUE"
	if byName || q.Order == storage.AppsBySnooze {
		plus, failed = "", "failed"
	}
	s.keepIf(q.Risk != "", plus+"risk = ?", int64(q.Risk.Rank()))
	changed := "+id IN (SELECT id FROM apps WHERE change_count > 0)"
	if countIndexed(q) {
		changed = plus + "change_count > 0"
	}
	s.keepIf(q.Changed, changed)
	s.keepIf(q.Failed, failed)
	s.keepIf(q.Delisted, plus+"delisted_at > 0")
	s.keepIf(q.AwakeAt != 0, plus+"changes_snoozed_until <= ?", int64(q.AwakeAt))
	s.keepIf(q.SnoozedAfter != 0, plus+"changes_snoozed_until > ?", int64(q.SnoozedAfter))
	s.keepIf(q.SnoozedAfter > 0, plus+"changes_snoozed_until > 0") // implied, but selects the partial index with this condition

	var sought selection // conditions on columns that only the index for the order by name contains
	if q.Exceeds != (storage.FootprintMask{}) {
		sought.keep("(footprint & ? <> 0 OR footprint & (footprint >> 1) & ? <> 0)", int64(q.Exceeds.Any), int64(q.Exceeds.Pairs))
	}
	switch {
	case strings.ContainsRune(q.Search, 0): // no text has one, and LIKE of SQLite ends there
		sought.keep("1 = 0")
	case q.Search != "":
		sought.keep(`search LIKE ? ESCAPE '\'`, "%"+literal.Replace(storage.Fold(q.Search))+"%")
	}
	switch {
	case len(sought.where) == 0:
	case byName:
		s.keep(strings.Join(sought.where, " AND "), sought.args...)
	default:
		s.keep("+id IN (SELECT id FROM apps WHERE "+strings.Join(sought.where, " AND ")+")", sought.args...)
	}
	if len(q.Devices) > 0 {
		linked, args := onDevices(q.Devices)
		if !own && byName && len(s.where) == 0 {
			s.keys, s.args = linked, args
			return
		}
		s.keep("+id IN (SELECT id FROM ("+linked+") AS linked)", args...)
	}
	if !own && (len(s.where) > 0 || q.Offset > 0) {
		s.keys = "SELECT " + order.columns() + " FROM apps"
		if len(s.where) > 0 {
			s.keys += " WHERE " + strings.Join(s.where, " AND ")
		}
		s.where = nil
	}
}

// countIndexed reports whether the index for a list of changed apps contains the count of
// changes. Most indexes do not, so that a change does not have to update all of them.
func countIndexed(q storage.AppQuery) bool {
	switch q.Order {
	case storage.AppsByChanges, storage.AppsBySnooze:
		return true
	case storage.AppsByName: // there is an index of the changed apps, unless other filters need another one
		return q.Search == "" && q.Exceeds == (storage.FootprintMask{}) && q.BundleID == "" && !q.Summarised && !q.Failed && !q.Delisted
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
	storage.AppsByName:      {"name", "id"},
	storage.AppsByDeveloper: {"developer", "name", "id"},
	storage.AppsByRisk:      {"risk DESC", "name", "id"},
	storage.AppsByChanges:   {"change_count DESC", "name", "id"},
	storage.AppsByCheck:     {"last_synced DESC", "id DESC"},
	storage.AppsByAge:       {"first_seen DESC", "id DESC"},
	storage.AppsBySnooze:    {"changes_snoozed_until", "id"},
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

var _ = declare(func(tx *storage.Tx) any { return &tx.RelatedApps }, kind[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery]{
	table: "related_apps",
	columns: []column[storage.RelatedApp]{
		number("app_id", func(r *storage.RelatedApp) *storage.AppID { return &r.App }),
		text("shelf", func(r *storage.RelatedApp) *string { return &r.Shelf }),
		number("related_id", func(r *storage.RelatedApp) *storage.AppID { return &r.Related }),
		text("name", func(r *storage.RelatedApp) *string { return &r.Name }),
		text("developer", func(r *storage.RelatedApp) *storage.Text { return &r.Developer }),
		text("icon_url", func(r *storage.RelatedApp) *storage.Text { return &r.IconURL }),
		text("url", func(r *storage.RelatedApp) *string { return &r.URL }),
		number("position", func(r *storage.RelatedApp) *int { return &r.Position }),
		number("observed_at", func(r *storage.RelatedApp) *storage.Time { return &r.ObservedAt }),
	},
	query: func(q storage.RelatedQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.keepIf(q.Shelf != "", "shelf = ?", q.Shelf)
		s.order = "app_id, shelf, position, related_id"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Identifiers }, kind[storage.AppID, storage.Identifier, storage.IdentifierQuery]{
	table: "identifiers",
	columns: []column[storage.Identifier]{
		number("app_id", func(i *storage.Identifier) *storage.AppID { return &i.App }),
		text("source", func(i *storage.Identifier) *storage.Text { return &i.Source }),
		text("identifier", func(i *storage.Identifier) *string { return &i.Identifier }),
	},
	query: func(q storage.IdentifierQuery, s *selection) {
		s.keepIf(q.Identifier != "", "identifier = ?", q.Identifier)
		s.order = "app_id"
		s.limit = q.Limit
	},
})

// appRows implements [storage.Rows] of apps with its optional interfaces.
type appRows struct {
	table[storage.AppID, storage.App, storage.AppQuery]
}

var _ storage.AppRows = appRows{}

var labelCounts = project("apps", []column[storage.LabelCount]{
	digest("label", func(c *storage.LabelCount) *storage.Digest { return &c.Label }),
	number("count(*)", func(c *storage.LabelCount) *int { return &c.Apps }),
})

// CountByLabel implements [storage.AppRows].
func (r appRows) CountByLabel() ([]storage.LabelCount, error) {
	counts, err := labelCounts.all(r.tx, labelCounts.statement+" WHERE label IS NOT NULL GROUP BY label ORDER BY label", nil)
	return counts, r.named("count", err)
}

var briefs = project("apps", []column[storage.AppBrief]{
	number("id", func(a *storage.AppBrief) *storage.AppID { return &a.ID }),
	text("name", func(a *storage.AppBrief) *string { return &a.Name }),
	text("icon_url", func(a *storage.AppBrief) *storage.Text { return &a.IconURL }),
	text("developer", func(a *storage.AppBrief) *storage.Text { return &a.Developer }),
	digest("label", func(a *storage.AppBrief) *storage.Digest { return &a.LabelDigest }),
	number("footprint", func(a *storage.AppBrief) *storage.Footprint { return &a.Footprint }),
})

// Briefs implements [storage.AppRows].
func (r appRows) Briefs(q storage.AppQuery) iter.Seq2[storage.AppBrief, error] {
	return func(yield func(storage.AppBrief, error) bool) {
		query, args := r.listing(briefs.statement, q)
		if err := briefs.read(r.tx, query, args, yield); err != nil {
			yield(storage.AppBrief{}, r.named("list", err))
		}
	}
}

var origins = project("apps", []column[storage.AppOrigin]{
	number("id", func(a *storage.AppOrigin) *storage.AppID { return &a.ID }),
	text("url", func(a *storage.AppOrigin) *string { return &a.URL }),
	text("source", func(a *storage.AppOrigin) *storage.Text { return &a.Source }),
	text("country", func(a *storage.AppOrigin) *string { return &a.Country }),
	number("first_seen", func(a *storage.AppOrigin) *storage.Time { return &a.FirstSeen }),
	number("sync_count", func(a *storage.AppOrigin) *int { return &a.SyncCount }),
})

// Origin implements [storage.AppRows].
func (r appRows) Origin(id storage.AppID) (origin storage.AppOrigin, err error) {
	query := r.kind().rewrite(origins.statement + " WHERE id = ?")
	found := false
	err = origins.read(r.tx, query, []any{int64(id)}, func(a storage.AppOrigin, _ error) bool {
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
	query, args, _ = r.kind().listing(q)
	rest, _ := strings.CutPrefix(query, r.kind().list)
	return start + rest, args
}

// appEncoding is the version of the JSON form of apps. It is the prefix of each stored form; a
// list ignores stored forms with another prefix. It must change when the JSON form of
// [storage.ShownApp] changes.
const appEncoding = "3"

var listed = project("apps", []column[storage.ListedApp]{
	number("id", func(a *storage.ListedApp) *storage.AppID { return &a.ID }),
	digest("label", func(a *storage.ListedApp) *storage.Digest { return &a.LabelDigest }),
	number("footprint", func(a *storage.ListedApp) *storage.Footprint { return &a.Footprint }),
	number("pending", func(a *storage.ListedApp) *storage.PendingKinds { return &a.Pending }),
	text("decision", func(a *storage.ListedApp) *storage.Decision { return &a.Decision }),
	{name: "risk", scan: func(a *storage.ListedApp) scanner {
		return func(v any) error {
			rank, ok := v.(int64)
			if !ok || rank < 0 || rank >= int64(len(risks)) {
				return mismatch(v, a.Risk)
			}
			a.Risk = risks[rank]
			return nil
		}
	}},
	text("listed", func(a *storage.ListedApp) *string { return &a.JSON }),
})

var risks = storage.Risks()

// Listed implements [storage.AppRows]. If the driver allows no other statement while rows
// are open, it does not use the stored forms for a long list, since the apps are read in
// pieces.
func (r appRows) Listed(q storage.AppQuery) iter.Seq2[storage.ListedApp, error] {
	if most := r.tx.dialect.Fetch; most > 0 && (q.Limit <= 0 || q.Limit > most) {
		return nil
	}
	return func(yield func(storage.ListedApp, error) bool) {
		query, args, begins, err := r.page(q)
		if err != nil {
			yield(storage.ListedApp{}, r.named("list", err))
			return
		}
		err = listed.read(r.tx, query, args, func(a storage.ListedApp, err error) bool {
			begins(a.ID)
			current := false
			if a.JSON, current = strings.CutPrefix(a.JSON, appEncoding); !current {
				var app storage.App
				if app, err = r.Get(a.ID); err == nil {
					a, err = app.Listed()
				}
			}
			return yield(a, err)
		})
		if err != nil {
			yield(storage.ListedApp{}, r.named("list", err))
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
		query := r.kind().rewrite(briefs.statement + " WHERE id IN (" + marks(len(args)) + ")")
		err := briefs.read(r.tx, query, args, func(a storage.AppBrief, _ error) bool {
			found[a.ID] = a
			return true
		})
		if err != nil {
			return nil, r.named("read", err)
		}
	}
	return found, nil
}
