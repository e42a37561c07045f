package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/searchterm"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/web/applist"
	"github.com/privacylabels/auditor/storage"
)

// The states of items that are sent.
const (
	queued    = "queued"
	unmatched = "unmatched"
)

const (
	searchBatch = 10   // names in one request; the App Store needs a request for each
	lookupBatch = 100  // bundle IDs in one request
	maxReason   = 1000 // maximum length of the reason of an item

	longestPause = 2 * time.Hour // maximum wait because of a rate limit of the App Store, which is asked again then
)

// itemsOf returns the items for the apps of a list. It searches for the apps of which only the
// name or the bundle ID is known.
func itemsOf(ctx context.Context, e *Env, apps []applist.App) ([]client.AddImportItemsBodyItemsItem, error) {
	var names []client.SearchBodyRowsItem
	var bundles []string
	for _, app := range apps {
		switch {
		case app.Address != "" || app.ID != "" || app.Play != "":
		case app.BundleID != "":
			bundles = append(bundles, app.BundleID)
		default:
			names = append(names, client.SearchBodyRowsItem{Name: &app.Name, Developer: &app.Developer})
		}
	}
	byBundle, err := lookup(ctx, e, bundles)
	if err != nil {
		return nil, err
	}
	byName, err := search(ctx, e, names)
	if err != nil {
		return nil, err
	}
	items := make([]client.AddImportItemsBodyItemsItem, len(apps))
	queries := applist.Queries(apps)
	for i, app := range apps {
		item := client.AddImportItemsBodyItemsItem{Query: queries[i], Status: queued}
		if app.Developer != "" {
			item.Developer = client.Some(app.Developer)
		}
		address, err := addressOf(app, byBundle, byName)
		if err != nil {
			reason := []rune(err.Error())
			item.Status, item.ScrapeError = unmatched, client.Some(string(reason[:min(len(reason), maxReason)]))
		} else {
			item.URL = client.Some(address)
		}
		items[i] = item
	}
	return items, nil
}

// addressOf returns the URL of an app, or an error that explains why there is none.
func addressOf(app applist.App, byBundle map[string]string, byName map[string]tracked.Match) (string, error) {
	switch {
	case app.Play != "":
		return app.Play, nil
	case app.Address != "":
		return app.Address, nil
	case app.ID != "":
		return "https://apps.apple.com/app/id" + app.ID, nil
	case app.BundleID != "":
		if address := byBundle[app.BundleID]; address != "" {
			return address, nil
		}
		if storage.IsPackage(app.BundleID) { // of an app that the App Store does not have
			return app.BundleID, nil
		}
		return "", fmt.Errorf("the App Store has no app with the bundle ID %s", app.BundleID)
	}
	found, ok := byName[nameKey(app.Name)]
	if !ok {
		return "", errors.New("this is not a name that the App Store can be searched for")
	}
	one, err := found.Choice()
	return one.URL, err
}

// nameKey returns a name in the form that matches those in answers.
func nameKey(name string) string { return strings.ToLower(searchterm.Clean(name)) }

// search searches for names, and returns the matches by [nameKey].
func search(ctx context.Context, e *Env, names []client.SearchBodyRowsItem) (map[string]tracked.Match, error) {
	all := make(map[string]tracked.Match)
	done := 0
	for batch := range slices.Chunk(names, searchBatch) {
		again, asked := turns(maxTurns), make(map[string]client.SearchBodyRowsItem, len(batch))
		for _, row := range batch {
			asked[nameKey(*row.Name)] = row
		}
		for left := batch; len(left) > 0; {
			if err := again.next(); err != nil {
				return nil, err
			}
			var found []tracked.Match
			rest, err := searchOnce(ctx, e, client.SearchBody{Rows: left}, &found)
			if err != nil {
				return nil, err
			}
			for _, match := range found {
				if key := nameKey(match.Query); asked[key].Name != nil { // a service may answer anything
					all[key] = match
				}
			}
			queued := make(map[string]bool)
			if rest != nil {
				for _, q := range rest.Queued {
					queued[nameKey(q.Name)] = true
				}
			}
			left = slices.DeleteFunc(slices.Clone(left), func(row client.SearchBodyRowsItem) bool { return !queued[nameKey(*row.Name)] })
		}
		if done += len(batch); len(names) > searchBatch {
			e.say("%d of %d names searched for", done, len(names))
		}
	}
	return all, nil
}

// lookup returns the URLs of apps by their bundle IDs.
func lookup(ctx context.Context, e *Env, bundles []string) (map[string]string, error) {
	all := make(map[string]string)
	for batch := range slices.Chunk(bundles, lookupBatch) {
		again := turns(maxTurns)
		for left := batch; len(left) > 0; {
			if err := again.next(); err != nil {
				return nil, err
			}
			var found []tracked.BundleMatch
			rest, err := searchOnce(ctx, e, client.SearchBody{BundleIDs: left}, &found)
			if err != nil {
				return nil, err
			}
			for _, match := range found {
				if match.Match != nil && slices.Contains(batch, match.BundleID) {
					all[match.BundleID] = match.Match.URL
				}
			}
			var queued []string
			if rest != nil {
				queued = rest.QueuedBundleIDs
			}
			left = slices.DeleteFunc(slices.Clone(left), func(id string) bool { return !slices.Contains(queued, id) })
		}
	}
	return all, nil
}

// searchOnce sends one search request. If the App Store is rate limiting, it waits afterwards,
// and returns what the service did not search for.
func searchOnce(ctx context.Context, e *Env, body client.SearchBody, found any) (rest *client.SearchRest, err error) {
	answer, err := withinLimits(ctx, e, func() (client.SearchAnswer, error) { return e.Client.Search(ctx, body) })
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(answer.Results, found); err != nil {
		return nil, fmt.Errorf("decode the search results: %w", err)
	}
	if rest = answer.RateLimited; rest != nil {
		wait := time.Duration(min(max(rest.RetryAfterMs, 0), longestPause.Milliseconds())) * time.Millisecond
		e.say("the App Store is rate limiting; waiting for %s", wait.Round(time.Second))
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
	return rest, nil
}
