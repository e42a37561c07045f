package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
)

// Changes is the command changes.
type Changes struct {
	Since Since    `placeholder:"WHEN" help:"Changes since then: 30d, 2w, 12h, a date or a time. Default: all."`
	App   int64    `placeholder:"ID" help:"Changes of this app only."`
	Type  []string `enum:"added,modified,policy,removed,wayback" placeholder:"TYPE" help:"Changes of these types only: added, modified, policy, removed, wayback."`
	Limit int      `placeholder:"N" help:"At most so many. Default: all."`
	JSON  bool     `help:"Print a JSON array, as the rows of GET /api/changelog."`
}

// Help returns examples.
func (Changes) Help() string {
	return `The exit code is 0 also when there are no changes. Examples:

  auditor changes --since 30d
  auditor changes --since 2026-05-01 --app 310633997
  auditor changes --since 1d --json | jq length`
}

// feedPage is how many changes are asked for at once.
const feedPage = 500

// Do does the command.
func (c Changes) Do(ctx context.Context, e *Env) error {
	params := client.ChangelogParams{From: c.Since.from(e.Now()), Type: strings.Join(c.Type, ","), Limit: feedPage}
	if c.App > 0 {
		params.AppID = strconv.FormatInt(c.App, 10)
	}
	rows := []client.FeedRow{}
	for {
		params.Offset = int64(len(rows))
		page, err := e.Client.Changelog(ctx, params)
		if err != nil {
			return err
		}
		rows = append(rows, page.Rows...)
		if len(page.Rows) == 0 || int64(len(rows)) >= page.Total || c.Limit > 0 && len(rows) >= c.Limit {
			break
		}
	}
	if c.Limit > 0 && len(rows) > c.Limit {
		rows = rows[:c.Limit]
	}
	if c.JSON {
		return e.printJSON(rows)
	}
	if len(rows) == 0 {
		e.say("no changes")
	}
	for _, row := range rows {
		_, err := fmt.Fprintf(e.Out, "%s  %s: %s %s\n", minute(row.ScrapedAt), terminal.Clip(row.AppName, nameColumns), row.Entry.Type,
			terminal.Clip(row.Entry.Description, textColumns))
		if err != nil {
			return err
		}
	}
	return nil
}
