package wayback

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
)

const (
	indexTimeout = 30 * time.Second
	maxIndex     = 4 << 20
	// maxRows is the number of rows per query, and maxPages the number of queries per
	// address.
	maxRows  = 3000
	maxPages = 5
	// maxHints is the number of redirects replayed to find other addresses of the page.
	maxHints = 3
	// enough is the distance between captures below which more captures are not needed.
	enough = 30 * 24 * time.Hour
)

// Captures implements [archive.Archive]. It finds captures under all addresses of the
// page, in the app's storefront and the US one. Captures of errors and redirects are
// left out. For an address with more than 15,000 captures the rest is left out.
//
// Other addresses of a renamed app's page, [history.MaxOtherURLs] at most, are those of the
// target and those to which some of the captured redirects lead.
//
// Each address needs a separate query. The queries end once there is a capture for every
// 30 days of the wanted time; further captures are then left out. Otherwise all addresses
// are queried, and those of the old host if the others have no captures: the old host has
// redirected to the new one since before labels were introduced.
func (a *Archive) Captures(ctx context.Context, target fleet.Target, from, to storage.Time) ([]archive.Capture, error) {
	of, err := a.pagesOf(target)
	want := span{is: func(address string) bool { return of.Is(target, address) }, from: max(from, 0), to: min(to, lastStamp)}
	if err != nil || target.ID <= 0 || target.ID > storage.MaxAppID || want.from > want.to {
		return nil, err
	}
	if target.Source != "" {
		all, err := a.listAll(ctx, nil, of.Addresses(target), want)
		return a.capturesOf(pages(all)), err
	}
	asked, old := forms(target)
	others := otherForms(target, asked)
	all, err := a.listAll(ctx, nil, asked, want)
	if err == nil && !ample(pages(all), want) {
		asked = append(asked, others...)
		all, err = a.listAll(ctx, all, others, want)
	}
	if err == nil && len(pages(all)) == 0 {
		asked = append(asked, old)
		all, err = a.listAll(ctx, all, []string{old}, want)
	}
	if err != nil {
		return nil, err
	}
	if !ample(pages(all), want) && len(others) < history.MaxOtherURLs {
		found, err := a.redirectForms(ctx, all, target.ID, asked, history.MaxOtherURLs-len(others))
		if err != nil {
			return nil, err
		}
		if all, err = a.listAll(ctx, all, found, want); err != nil {
			return nil, err
		}
	}
	return a.capturesOf(pages(all)), nil
}

func (a *Archive) capturesOf(rows []row) (captures []archive.Capture) {
	for _, r := range rows {
		captures = append(captures, archive.Capture{At: r.at, URL: r.url, View: a.publicURL(place{stamp: stamp(r.at), original: r.url})})
	}
	return captures
}

// listAll queries addresses in turn until there are enough captures, and returns them
// together with all.
func (a *Archive) listAll(ctx context.Context, all []row, asked []string, want span) ([]row, error) {
	for _, form := range asked {
		rows, err := a.list(ctx, form, want)
		if err != nil {
			return nil, err
		}
		if all = append(all, rows...); ample(pages(all), want) {
			break
		}
	}
	return all, nil
}

// pages returns the rows that are not redirects, in order of time.
func pages(rows []row) []row { return slices.DeleteFunc(merge(rows), row.redirect) }

// ample reports whether pages, in order of time, leave no gap in the wanted span.
func ample(pages []row, want span) bool {
	last := want.from
	for _, p := range pages {
		if p.at.Sub(last) > enough {
			return false
		}
		last = max(last, p.at)
	}
	return want.to.Sub(last) <= enough
}

// list queries the index for one address, page by page.
func (a *Archive) list(ctx context.Context, form string, want span) ([]row, error) {
	query := url.Values{
		"url": {form}, "matchType": {"prefix"}, // a query makes another address
		"from": {stamp(want.from)}, "to": {stamp(want.to)},
		"limit": {strconv.Itoa(maxRows)}, "showResumeKey": {"true"},
	}
	var all []row
	var seen []string
	for range maxPages {
		rows, next, err := a.index(ctx, query, want)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
		if next == "" || slices.Contains(seen, next) || len(all) >= maxRows*maxPages {
			break
		}
		seen = append(seen, next)
		query.Set("resumeKey", next)
	}
	return all, nil
}

// index sends a query to the index, and returns the selected rows and the resume key. There
// are none if the archive has no captures.
func (a *Archive) index(ctx context.Context, query url.Values, want span) (rows []row, next string, err error) {
	got, err := a.get(ctx, request{url: a.base + "/cdx/search/cdx?" + query.Encode(), timeout: indexTimeout, limit: maxIndex, lane: ofIndex})
	if err != nil {
		return nil, "", err
	}
	if absent, err := indexStatus(got); absent || err != nil {
		return nil, "", err
	}
	rows, next, err = parseIndex(got.body, want)
	if err != nil {
		return nil, "", &archive.Error{Cause: fleet.ErrLayout, Status: got.status, Err: err}
	}
	return rows, next, nil
}

// indexStatus reports whether the response of the index means that there are no
// captures. It returns an error if the response is inconclusive.
func indexStatus(got answer) (absent bool, err error) {
	switch {
	case got.status == http.StatusOK:
		return false, nil
	case got.status == http.StatusNotFound:
		return true, nil
	case got.status == http.StatusForbidden && strings.Contains(string(got.body), "AccessControlException"):
		return true, nil // the site or its robots.txt does not allow archiving
	}
	return false, &archive.Error{Cause: archive.ErrUnavailable, Status: got.status}
}

// redirectForms replays some of the redirects among the rows, spread over the whole time,
// and returns the page's other addresses to which they lead, most at most. It fails only if
// no more requests may be sent.
func (a *Archive) redirectForms(ctx context.Context, all []row, id storage.AppID, asked []string, most int) ([]string, error) {
	redirects := slices.DeleteFunc(merge(all), func(r row) bool { return !r.redirect() })
	var found []string
	for _, r := range spread(redirects, maxHints) {
		got, err := a.get(ctx, request{url: a.rawURL(place{stamp(r.at), r.url}), timeout: replayTimeout, limit: 0})
		if ctx.Err() != nil || errors.Is(err, archive.ErrThrottled) {
			return nil, err
		}
		if err != nil {
			continue // a redirect is only a hint
		}
		to, ok := a.parsePlace(got.header.Get("Location"))
		if !ok {
			continue
		}
		at, ok := history.ParseAddress(to.original, id)
		if form := at.Form(); ok && !asks(asked, form) && !asks(found, form) && len(found) < most {
			found = append(found, form)
		}
	}
	return found, nil
}

// spread returns n rows spread evenly from the first to the last, or all if there are
// fewer.
func spread(rows []row, n int) []row {
	if len(rows) <= n {
		return rows
	}
	some := make([]row, 0, n)
	for i := range n {
		some = append(some, rows[i*(len(rows)-1)/(n-1)])
	}
	return some
}
