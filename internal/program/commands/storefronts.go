package commands

import (
	"context"

	"github.com/privacylabels/auditor/httpapi/client"
)

// Storefronts is the command storefronts.
type Storefronts struct {
	ID        AppID  `arg:"" help:"The ID of the app, as list shows it."`
	Countries string `arg:"" optional:"" help:"The storefronts to read now: up to 20 countries, separated by commas. Without, those that were read before are shown."`
	JSON      bool   `help:"Print JSON, as GET /api/apps/{id}/storefronts answers."`
}

// Help returns examples.
func (Storefronts) Help() string {
	return `What storefronts show is stored beside the record of the app, and is no change of it. Examples:

  auditor storefronts 310633997 us,de,jp
  auditor storefronts 310633997
  auditor storefronts 310633997 --json | jq '.storefronts[] | {country, differences}'`
}

// Do runs the command.
func (s Storefronts) Do(ctx context.Context, e *Env) error {
	found, err := e.Client.AppStorefronts(ctx, int64(s.ID), client.AppStorefrontsParams{Countries: s.Countries})
	if err != nil {
		return err
	}
	if s.JSON {
		return e.printJSON(found)
	}
	rows := [][]string{{"COUNTRY", "READ", "WHAT", "IN " + found.Base, "HERE"}}
	for _, side := range found.Storefronts {
		read := ""
		if side.ObservedAt != nil {
			read = side.ObservedAt.Std().UTC().Format("2006-01-02 15:04")
		}
		begin := []string{side.Country, read}
		row := func(what, base, here string) { rows = append(rows, append(begin[:2:2], what, base, here)) }
		for _, d := range side.Differences {
			row(d.What, d.Base, d.Here)
		}
		switch {
		case side.Failure != nil:
			row("failed", "", side.Failure.Message)
		case side.Country == found.Base:
			row("compared with", "", "")
		case len(side.Differences) == 0 && side.ObservedAt != nil:
			row("the same", "", "")
		}
	}
	return e.table(rows)
}
