package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
)

// Changes is the command changes.
type Changes struct {
	Since Since    `placeholder:"WHEN" help:"Changes since then: 30d, 2w, 12h, a date or a time. Default: all."`
	App   AppID    `placeholder:"ID" help:"Changes of this app only."`
	Type  []string `enum:"added,modified,policy,removed,wayback" placeholder:"TYPE,..." help:"Changes of these types only: added, modified, policy, removed, wayback."`
	Limit Count    `placeholder:"N" help:"At most so many, the newest; 0 is all, the default."`
	JSON  bool     `help:"Print a JSON array, as the rows of GET /api/changelog."`
}

// Help returns examples.
func (Changes) Help() string {
	return `The exit code is 0 also when there are no changes. Examples:

  auditor changes --since 30d
  auditor changes --since 2026-05-01 --app 310633997
  auditor changes --since 1d --json | jq length`
}

const (
	feedPage = 500 // number of changes in one request
	// feedWindow is the minimum number of observations that the feed reads for a page of
	// that size. Older ones are requested by time.
	feedWindow = 8 * feedPage
)

// Do runs the command. It writes each page before it requests the next one.
func (c Changes) Do(ctx context.Context, e *Env) error {
	params := client.ChangelogParams{From: c.Since.from(e.Now()), Limit: feedPage}
	if c.App > 0 {
		params.AppID = strconv.FormatInt(int64(c.App), 10)
	}
	shown, array, left := 0, &jsonArray{out: e.Out}, turns(maxPrints)
	for done := false; !done; {
		if err := left.next(); err != nil {
			return err
		}
		page, err := e.Client.Changelog(ctx, params)
		if err != nil {
			return err
		}
		for _, row := range page.Rows {
			if row.ScrapedAt != params.To {
				params.To, params.Offset = row.ScrapedAt, 0
			}
			params.Offset++ // the next page starts after the rows with this time
			if len(c.Type) > 0 && !slices.Contains(c.Type, row.Entry.Type) {
				continue // filtered here and not by the API, so that the rows lead through all windows
			}
			if err := c.show(e, array, row); err != nil {
				return err
			}
			if shown++; c.Limit > 0 && shown >= int(c.Limit) {
				done = true
				break
			}
		}
		switch {
		case len(page.Rows) > 0: // there may be more rows
		case page.Total < feedWindow || params.To <= 1:
			done = true
		default: // all rows of the window have the same time
			params.To, params.Offset = params.To-1, 0
		}
	}
	if c.JSON {
		return array.end()
	}
	if shown == 0 {
		e.say("no changes")
	}
	return nil
}

// show prints a change.
func (c Changes) show(e *Env, array *jsonArray, row client.FeedRow) error {
	if c.JSON {
		return array.add(row)
	}
	by := ""
	if wide := row.Entry.StoreWide; wide != nil && *wide {
		by = " (by the App Store)"
	}
	return e.print("%s  %s: %s %s"+by, minute(row.ScrapedAt), terminal.Clip(row.AppName, nameColumns), row.Entry.Type,
		sentence(row.Entry))
}

// sentence returns what an entry says, with what changed where the entry only names a category.
func sentence(e client.Entry) string {
	text := e.Description
	if e.Type == "modified" && len(e.Details) > 0 {
		text += " (" + strings.Join(e.Details, "; ") + ")"
	}
	return terminal.Clip(text, sentenceColumns)
}
