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

// Do runs the command.
func (l List) Do(ctx context.Context, e *Env) error {
	params := client.PageOfAppsParams{
		Q: l.Search, Sort: l.Sort, Changed: on(l.Changed), Failed: on(l.Failed), Delisted: on(l.Delisted),
	}
	if l.Risk != anyRisk {
		params.Risk = l.Risk
	}
	apps := []client.App{}
	for left := turns(maxTurns); ; {
		if err := left.next(); err != nil {
			return err
		}
		params.Offset = int64(len(apps))
		page, err := e.Client.PageOfApps(ctx, pageSize, params)
		if err != nil {
			return err
		}
		apps = append(apps, page.Apps...)
		if len(page.Apps) == 0 || int64(len(apps)) >= page.Total {
			break
		}
	}
	if l.JSON {
		return e.printJSON(apps)
	}
	switch {
	case len(apps) > 0:
	case l.Search != "" || l.Risk != anyRisk || l.Changed || l.Failed || l.Delisted:
		e.say("no apps match")
		return nil
	default:
		e.say("no apps; track one with: auditor track URL")
		return nil
	}
	rows := [][]string{{"ID", "NAME", "DEVELOPER", "STORE", "LABEL", "CHANGES", "CHECKED", "STATE"}}
	for _, app := range apps {
		rows = append(rows, []string{
			strconv.FormatInt(app.ID, 10), terminal.Clip(app.Name, nameColumns), terminal.Clip(value(app.Developer), nameColumns),
			cmp.Or(value(app.AppSource), storage.MainStore), declared(app),
			strconv.FormatInt(app.ChangeCount, 10), minute(app.LastSynced), state(app),
		})
	}
	return e.table(rows)
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
