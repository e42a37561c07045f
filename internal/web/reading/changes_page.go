package reading

import (
	"context"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// recorded is what a page shows as far as it depends neither on its reader nor on the time. Requests share it.
type recorded struct {
	rows  []changelog.FeedRow
	older pageStart // where the next page begins; the zero value: there is none
	apps  map[storage.AppID]standing
}

// standing is what is recorded of an app beside its changes.
type standing struct {
	beside       language.Words // see [besideOf]
	waiting      int            // changes to review
	changed      bool           // there are changes to review
	acknowledged storage.Time
	snoozedUntil storage.Time
}

// recordedFor names a page: by the part of the address that is its filter, and where it begins.
type recordedFor struct {
	filter string
	from   pageStart
}

// maxRecorded is how many pages are kept until what they show is written.
const maxRecorded = 8

// recordedTables are the tables that pages are read from.
var recordedTables = storage.TablesOf("Apps", "Snapshots", "Changes", "DeviceLinks", "AppTags")

// recorded returns a page. The page of a filter by days is not kept, because it depends on the time.
func (s changes) recorded(ctx context.Context, q changelog.FeedQuery, filter url.Values, from pageStart) (recorded, error) {
	kept, err := derived.At(ctx, s.kept)
	if err != nil {
		return recorded{}, err
	}
	if filter.Has("days") {
		kept = derived.Reading[recordedFor, recorded]{}
	}
	return derived.In(kept, recordedFor{filter.Encode(), from}, func() (page recorded, err error) {
		if page.rows, page.older, err = s.rows(ctx, q, from); err != nil {
			return recorded{}, err
		}
		page.apps, err = s.standings(ctx, page.rows)
		return page, err
	})
}

// standings returns those of the apps of some rows that are tracked.
func (s changes) standings(ctx context.Context, rows []changelog.FeedRow) (map[storage.AppID]standing, error) {
	var ids []storage.AppID
	for _, row := range rows {
		if !slices.Contains(ids, row.App) {
			ids = append(ids, row.App)
		}
	}
	apps, err := s.Fleet.Apps(ctx, ids...)
	if err != nil {
		return nil, err
	}
	waiting, err := s.Reviews.Waiting(ctx, slices.Collect(maps.Values(apps))...)
	if err != nil {
		return nil, err
	}
	all := make(map[storage.AppID]standing, len(apps))
	for id, app := range apps {
		all[id] = standing{
			beside: besideOf(app), waiting: waiting[id], changed: app.ChangeCount > 0,
			acknowledged: app.ChangesAcknowledgedAt, snoozedUntil: app.ChangesSnoozedUntil,
		}
	}
	return all, nil
}

const (
	// changesRows is how many entries a page shows, apart from the rest of its last app.
	changesRows = 50
	// maxChangesRows is how many entries a page shows if its last app has so many.
	maxChangesRows = 100
)

// maxRounds is how many times a page looks further back for changes that its filter selects.
const maxRounds = 25

// pageStart is where a page of changes begins: at a change, or at a time. The zero value is
// the newest change.
type pageStart struct {
	change storage.ChangeID
	to     storage.Time // changes at or before
}

// startOf returns where the page begins that the address asks for.
func startOf(r ui.Request) (p pageStart) {
	from := ui.Query(r, "from")
	if id, err := storage.ParseChangeID(from); err == nil && id.Snapshot.At > 0 {
		p.change = id
		return p
	}
	if from != "" {
		r.Unused("from")
	}
	to, _ := ui.Number(r, "before", 1, math.MaxInt64)
	p.to = storage.Time(to)
	return p
}

// put adds the start to the query of an address.
func (p pageStart) put(query url.Values) {
	if p.to != 0 {
		query.Set("before", strconv.FormatInt(int64(p.to), 10))
	} else {
		query.Set("from", p.change.String())
	}
}

// rows returns the changes of a page, and where the next page begins, zero for none. All
// entries of a time are on one page as far as they are of one app. Those of one kind may
// be older than what the feed reads at once.
func (s changes) rows(ctx context.Context, q changelog.FeedQuery, from pageStart) (rows []changelog.FeedRow, older pageStart, err error) {
	q.Limit = maxChangesRows + 1
	if from.to != 0 {
		q.To = from.to
	}
	if at := from.change.Snapshot.At; at != 0 {
		if rows, err = s.Changelog.Moment(ctx, q, from.change); err != nil {
			return nil, older, err
		}
		q.To = earlierThan(at)
	}
	for round := 0; ; round++ {
		if round == maxRounds { // the next page goes on
			older.to = q.To
			return nil, older, nil
		}
		if len(rows) < q.Limit {
			if rows, err = s.feed(ctx, q, rows); err != nil {
				return nil, older, err
			}
		}
		if end := pageEnd(rows); end < len(rows) {
			older.change, err = storage.ParseChangeID(rows[end].ID)
			return rows[:end], older, err
		}
		if len(rows) > 0 {
			return s.afterWindow(ctx, q, rows)
		}
		// Nothing that was read is of the kind.
		at, err := s.Changelog.Newest(ctx, q)
		if err != nil || at == 0 {
			return nil, older, err
		}
		if rows, err = s.Changelog.Moment(ctx, q, storage.ChangeID{Snapshot: storage.SnapshotID{At: at}}); err != nil {
			return nil, older, err
		}
		q.To = earlierThan(at)
	}
}

// feed adds the rows of the feed to those before them. What is not rare fills a page from the newest snapshots of the
// window of the query, which are much fewer, and few apps need more rows than a page has otherwise.
func (s changes) feed(ctx context.Context, q changelog.FeedQuery, before []changelog.FeedRow) ([]changelog.FeedRow, error) {
	near := q
	near.Window, near.Limit = 0, changesRows+1
	feed, err := s.Changelog.Feed(ctx, near)
	if err != nil {
		return nil, err
	}
	rows := append(before[:len(before):len(before)], feed.Rows...)
	whole := !feed.WindowTruncated && len(feed.Rows) < near.Limit
	if whole || pageEnd(rows) < len(rows) {
		return rows, nil
	}
	if feed, err = s.Changelog.Feed(ctx, q); err != nil {
		return nil, err
	}
	return append(before, feed.Rows...), nil
}

// afterWindow returns rows that are all that the feed has read, and where the next page
// begins: within the time of the last row, or before it.
func (s changes) afterWindow(ctx context.Context, q changelog.FeedQuery, rows []changelog.FeedRow) (_ []changelog.FeedRow, older pageStart, err error) {
	last, err := storage.ParseChangeID(rows[len(rows)-1].ID)
	if err != nil {
		return nil, older, err
	}
	rest := q
	rest.To, rest.Limit = 0, 1
	last.Index++
	more, err := s.Changelog.Moment(ctx, rest, last)
	if err != nil {
		return nil, older, err
	}
	if len(more) > 0 {
		older.change, err = storage.ParseChangeID(more[0].ID)
		return rows, older, err
	}
	q.To = earlierThan(last.Snapshot.At)
	older.to, err = s.Changelog.Newest(ctx, q)
	return rows, older, err
}

// pageEnd returns how many of the rows are on a page: all those of its last app at one
// time, as far as there are not too many.
func pageEnd(rows []changelog.FeedRow) int {
	if len(rows) <= changesRows {
		return len(rows)
	}
	end := changesRows
	for end < len(rows) && rows[end].ScrapedAt == rows[end-1].ScrapedAt && rows[end].App == rows[end-1].App {
		end++
	}
	return min(end, maxChangesRows)
}

// earlierThan returns the last time before another one, as the bound of a feed.
func earlierThan(at storage.Time) storage.Time {
	if at <= 1 {
		return -1 // zero is no bound
	}
	return at - 1
}
