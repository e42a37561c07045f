package commands

import (
	"cmp"
	"context"
	"strconv"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/storage"
)

// anyRisk selects apps of every risk.
const anyRisk = "any"

// pageSize is the number of apps or lines in one request.
const pageSize = 500

// List is the command list.
type List struct {
	Search   string `placeholder:"TEXT" help:"Apps whose name, developer or bundle ID contains this."`
	Risk     string `enum:"any,high,moderate,low,minimal,unknown" default:"any" placeholder:"RISK" help:"Apps of this risk: high, moderate, low, minimal or unknown. Default: any."`
	Changed  bool   `help:"Apps with changes that were not reviewed."`
	Failed   bool   `help:"Apps whose last refresh failed."`
	Delisted bool   `help:"Apps that their store no longer lists."`
	Sort     string `enum:"name,developer,risk,changed,checked,added" default:"name" placeholder:"ORDER" help:"Order: name, developer, risk, changed, checked or added. Default: name."`
	JSON     bool   `help:"Print a JSON array of apps, as GET /api/apps answers."`
}

// Help returns examples.
func (List) Help() string {
	return `Examples:

  auditor list
  auditor list --risk high --sort changed
  auditor list --failed --json | jq -r '.[].id'`
}

// Do runs the command. It keeps of each page only what a table shows, and nothing with --json.
func (l List) Do(ctx context.Context, e *Env) error {
	params := client.PageOfAppsParams{
		Q: l.Search, Sort: l.Sort, Changed: on(l.Changed), Failed: on(l.Failed), Delisted: on(l.Delisted),
	}
	if l.Risk != anyRisk {
		params.Risk = l.Risk
	}
	array, rows, shown := &jsonArray{out: e.Out}, [][]string{listHeading}, int64(0)
	for left := turns(maxTurns); ; {
		if err := left.next(); err != nil {
			return err
		}
		params.Offset = shown
		page, err := e.Client.PageOfApps(ctx, pageSize, params)
		if err != nil {
			return err
		}
		if err := wanted(page.Apps); err != nil {
			return err
		}
		for _, app := range page.Apps {
			if !l.JSON {
				rows = append(rows, listRow(app))
			} else if err := array.add(app); err != nil {
				return err
			}
		}
		shown += int64(len(page.Apps))
		if len(page.Apps) == 0 || shown >= page.Total {
			break
		}
	}

	switch {
	case l.JSON:
		return array.end()
	case shown > 0:
		return e.table(rows)
	case l.Search != "" || l.Risk != anyRisk || l.Changed || l.Failed || l.Delisted:
		e.say("no apps match")
	default:
		e.say("no apps; track one with: auditor track URL")
	}
	return nil
}

// listHeading names the columns of [listRow].
var listHeading = []string{"ID", "NAME", "DEVELOPER", "STORE", "LABEL", "CHANGES", "CHECKED", "STATE"}

// listRow returns the row of an app in the table. All of its texts are short.
func listRow(app client.App) []string {
	return []string{
		strconv.FormatInt(app.ID, 10), terminal.Clip(app.Name, nameColumns), terminal.Clip(value(app.Developer), nameColumns),
		terminal.Clip(cmp.Or(value(app.AppSource), storage.MainStore), nameColumns), declared(app),
		strconv.FormatInt(app.ChangeCount, 10), minute(app.LastSynced), terminal.Clip(state(app), nameColumns),
	}
}

// declared says in few words what the label of an app declares.
func declared(app client.App) string {
	switch provided := app.HasPrivacyDetails; {
	case provided == nil:
		return "not known"
	case !*provided:
		return "not filled in"
	case app.CategoryCount == 0:
		return "nothing collected"
	}
	return "data collected"
}

// state describes what is wrong with an app, if anything.
func state(app client.App) string {
	switch {
	case app.Availability.State == "unlisted":
		return "delisted"
	case app.LastError != nil:
		return "failed: " + app.LastError.Code
	}
	return "ok"
}

// on formats a switch as a parameter.
func on(b bool) string {
	if b {
		return "1"
	}
	return ""
}
