package reading

import (
	"context"
	"math"
	"net/url"
	"strconv"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

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
			feed, err := s.feed(ctx, q)
			if err != nil {
				return nil, older, err
			}
			rows = append(rows, feed.Rows...)
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

// feed reads the feed in a window as large as that of the query. What is not rare fills a page from the newest
// snapshots of it, which are much fewer.
func (s changes) feed(ctx context.Context, q changelog.FeedQuery) (changelog.Feed, error) {
	near := q
	near.Window = 0
	feed, err := s.Changelog.Feed(ctx, near)
	if err != nil || len(feed.Rows) == q.Limit || !feed.WindowTruncated || q.Window == 0 {
		return feed, err
	}
	return s.Changelog.Feed(ctx, q)
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
