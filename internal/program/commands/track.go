package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/internal/terminal"
)

// trackBatch is the number of apps in one request. It is small, so that progress is visible.
const trackBatch = 5

// Track is the command track.
type Track struct {
	Apps []string `arg:"" name:"app" help:"Addresses in the App Store or on Google Play, IDs, names of packages, or names."`
	JSON bool     `help:"Print a JSON array, as the results of POST /api/scrape."`
}

// Help returns examples.
func (Track) Help() string {
	return `An app that is tracked already is refreshed. A name has to stand for one app of the App Store: the one that is called
so, or the only one whose name begins with it. Otherwise the apps that were found are listed with their IDs, and the exit code is 3.
Examples:

  auditor track https://apps.apple.com/us/app/whatsapp-messenger/id310633997
  auditor track 'https://play.google.com/store/apps/details?id=org.example.notes' org.example.maps
  auditor track 310633997 'Signal - Private Messenger'
  auditor track --url https://labels.example.org 310633997`
}

// Do runs the command.
func (t Track) Do(ctx context.Context, e *Env) error {
	all := []client.ScrapeResult{}
	failed := false
	for batch := range slices.Chunk(t.Apps, trackBatch) {
		body, err := scrapeOf(batch)
		if err != nil {
			return err
		}
		answer, err := withinLimits(ctx, e, func() (client.ScrapeAnswer, error) { return e.Client.Scrape(ctx, body) })
		if err != nil {
			return err
		}
		if len(answer.Results) == 0 { // another server may answer every request
			return errNoResults
		}
		for _, result := range answer.Results {
			failed = failed || result.Status != "success"
			if t.JSON {
				continue
			}
			if err := e.showResult(result); err != nil {
				return err
			}
		}
		all = append(all, answer.Results...)
	}
	if t.JSON {
		if err := e.printJSON(all); err != nil {
			return err
		}
	}
	if failed {
		return ErrPartial
	}
	return nil
}

// scrapeOf sorts the arguments into URLs, IDs and names.
func scrapeOf(apps []string) (body client.ScrapeBody, err error) {
	for _, app := range apps {
		app = storeaddress.Trim(app)
		digits, notID := storeaddress.ID(app)
		_, onPlay := storeaddress.OnPlay(app)
		switch {
		case strings.Contains(app, "://"), storeaddress.Is(app), onPlay, storeaddress.IsPackage(app):
			body.URLs = append(body.URLs, app)
		case errors.Is(notID, storeaddress.ErrRounded):
			return body, fmt.Errorf("%s: %w", app, notID)
		case notID == nil:
			id, err := strconv.ParseInt(digits, 10, 64)
			if err != nil {
				return body, fmt.Errorf("%s is too large for an ID", app)
			}
			body.IDs = append(body.IDs, id)
		default:
			body.Names = append(body.Names, app)
		}
	}
	return body, nil
}

// showResult prints the outcome of an app.
func (e *Env) showResult(r client.ScrapeResult) error {
	if r.Status != "success" {
		e.say("%s: %s", cmp.Or(value(r.Query), value(r.URL), "a blank name"), value(r.Error))
		return nil
	}
	did := "refreshed"
	if value(r.IsNew) {
		did = "tracked"
	}
	line := fmt.Sprintf("%s %s (%d)", did, terminal.Clip(value(r.Name), nameColumns), value(r.ID))
	if n := value(r.ChangeCount); n > 0 {
		line += ", " + Plural(n, "change")
	}
	if other := value(r.OtherPlatform); other != "" {
		line += fmt.Sprintf("; it is tracked on another platform than the address names (%s), and stays there", other)
	}
	return e.print("%s", line)
}
