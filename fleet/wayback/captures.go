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
	"github.com/privacylabels/auditor/storage"
)

const (
	indexTimeout = 30 * time.Second
	maxIndex     = 4 << 20
	// maxRows are asked for at once, and maxPages times that of one address.
	maxRows  = 3000
	maxPages = 5
	// maxHints redirects are replayed to learn other addresses of the page, of
	// which at most maxFound are asked about.
	maxHints = 3
	maxFound = 2
	// enough is how far captures may be from each other for more to be of no use.
	enough = 30 * 24 * time.Hour
)

// Captures lists when the page of an app was captured, as of
// [fleet.Archive.Captures]: whatever the address, the storefront being the app's
// own or the one for us. What was captured as an error or a redirect is left
// out. Of an address with more than 15,000 captures the rest is not seen.
//
// Each address is a question of its own, so no more are asked about when those
// before have a capture for every 30 days since pages have a label, 14 December
// 2020: then some others are left out. Where there are fewer, all of the store's
// addresses are asked about, and those of its old host, which has led to the new
// one since before there were labels, if there was nothing under the others.
func (a *Archive) Captures(ctx context.Context, target fleet.Target, from, to storage.Time) ([]fleet.Capture, error) {
	last := storage.TimeOf(time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC))
	want := span{id: target.ID, from: max(from, 0), to: min(to, last)}
	if want.id <= 0 || want.id > storage.MaxAppID || want.from > want.to {
		return nil, nil
	}
	asked, old := forms(target)
	all, err := a.listAll(ctx, nil, asked, want)
	if err == nil && len(pages(all)) == 0 {
		asked = append(asked, old)
		all, err = a.listAll(ctx, all, []string{old}, want)
	}
	if err != nil {
		return nil, err
	}
	if !ample(pages(all), want) {
		found, err := a.otherForms(ctx, all, want.id, asked)
		if err != nil {
			return nil, err
		}
		if all, err = a.listAll(ctx, all, found, want); err != nil {
			return nil, err
		}
	}
	var captures []fleet.Capture
	for _, r := range pages(all) {
		captures = append(captures, fleet.Capture{At: r.at, URL: r.url, View: a.publicURL(place{stamp: stamp(r.at), original: r.url})})
	}
	return captures, nil
}

// listAll asks about one address after the other, until there is enough, and
// returns what it finds with what was found before.
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

// pages returns the rows that are no redirects, in order of time.
func pages(rows []row) []row { return slices.DeleteFunc(merge(rows), row.redirect) }

// labelsBegan is when the store's pages began to tell labels.
func labelsBegan() storage.Time {
	return storage.TimeOf(time.Date(2020, time.December, 14, 0, 0, 0, 0, time.UTC))
}

// ample says whether pages, in order of time, leave no gap in what is wanted.
func ample(pages []row, want span) bool {
	last := max(want.from, labelsBegan())
	if last >= want.to {
		return false
	}
	for _, p := range pages {
		if p.at.Sub(last) > enough {
			return false
		}
		last = max(last, p.at)
	}
	return want.to.Sub(last) <= enough
}

// list asks the index about one address, page by page.
func (a *Archive) list(ctx context.Context, form string, want span) ([]row, error) {
	query := url.Values{
		"url": {form}, "matchType": {"prefix"}, // a query makes another address
		"from": {stamp(want.from)}, "to": {stamp(want.to)},
		"limit": {strconv.Itoa(maxRows)}, "showResumeKey": {"true"},
	}
	var all []row
	var seen []string
	for range maxPages {
		got, err := a.get(ctx, request{a.base + "/cdx/search/cdx?" + query.Encode(), a.index, indexTimeout, maxIndex})
		if err != nil {
			return nil, err
		}
		if absent, err := indexStatus(got); absent || err != nil {
			return all, err
		}
		rows, next, err := parseIndex(got.body, want)
		if err != nil {
			return nil, &fleet.ArchiveError{Cause: fleet.ErrLayout, Status: got.status, Err: err}
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

// indexStatus says whether an answer of the index means that there are no
// captures, or that there is no telling.
func indexStatus(got answer) (absent bool, err error) {
	switch {
	case got.status == http.StatusOK:
		return false, nil
	case got.status == http.StatusNotFound:
		return true, nil
	case got.status == http.StatusForbidden && strings.Contains(string(got.body), "AccessControlException"):
		return true, nil // the site, or its robots.txt, does not want to be archived
	}
	return false, &fleet.ArchiveError{Cause: fleet.ErrArchiveUnavailable, Status: got.status}
}

// otherForms replays some of the redirects among the rows, from the whole time,
// and returns the addresses of the page that they lead to and that were not asked
// about. It fails only when the archive is not to be asked any more.
func (a *Archive) otherForms(ctx context.Context, all []row, id storage.AppID, asked []string) ([]string, error) {
	redirects := slices.DeleteFunc(merge(all), func(r row) bool { return !r.redirect() })
	var found []string
	for _, r := range spread(redirects, maxHints) {
		got, err := a.get(ctx, request{a.rawURL(place{stamp(r.at), r.url}), a.other, replayTimeout, 0})
		if ctx.Err() != nil || errors.Is(err, fleet.ErrArchiveThrottled) {
			return nil, err
		}
		if err != nil {
			continue // it was only a hint
		}
		to, ok := a.parsePlace(got.header.Get("Location"))
		if !ok {
			continue
		}
		at, ok := parseAddress(to.original, id)
		form := at.form(id)
		same := func(other string) bool { return canonical(form) == canonical(other) }
		if ok && !slices.ContainsFunc(asked, same) && !slices.ContainsFunc(found, same) && len(found) < maxFound {
			found = append(found, form)
		}
	}
	return found, nil
}

// spread returns n rows from the first to the last, or all when there are fewer.
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
