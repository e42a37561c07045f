package commands

import (
	"context"
	"strconv"

	"github.com/privacylabels/auditor/httpapi/client"
)

// Developers is the command developers.
type Developers struct {
	Search string `arg:"" optional:"" name:"name" help:"Only developers whose name contains this text."`
	Sort   string `enum:"apps,risk,changes,last,name" default:"apps" placeholder:"apps|risk|changes|last|name" help:"What to sort by: the number of apps (the default), the worst risk, the number of changes, the last change, or the name."`
	Limit  int    `default:"50" placeholder:"N" help:"How many to show, at most 200. Default: 50."`
	JSON   bool   `help:"Print JSON, as GET /api/developers answers."`
}

// Help returns examples.
func (Developers) Help() string {
	return `Apps count for the developer that was observed last, in each store apart. Examples:

  auditor developers
  auditor developers --sort risk --limit 10
  auditor developers meta --json | jq '.developers[].changes'`
}

// Do runs the command.
func (d Developers) Do(ctx context.Context, e *Env) error {
	found, err := e.Client.ListDevelopers(ctx, client.ListDevelopersParams{Q: d.Search, Sort: d.Sort, Limit: int64(d.Limit)})
	if err != nil {
		return err
	}
	if d.JSON {
		return e.printJSON(found)
	}
	if len(found.Developers) == 0 {
		e.say("no developers match")
		return nil
	}
	rows := [][]string{{"DEVELOPER", "SOURCE", "APPS", "WORST RISK", "CHANGES", "WORSE", "LAST CHANGE"}}
	for _, one := range found.Developers {
		last := ""
		if one.LastChange != nil {
			last = one.LastChange.Std().UTC().Format("2006-01-02")
		}
		rows = append(rows, []string{
			one.Name, one.Source, strconv.FormatInt(one.Apps, 10), one.WorstRisk, strconv.FormatInt(one.Changes, 10), strconv.FormatInt(one.Worse, 10), last,
		})
	}
	if more := found.Total - int64(len(found.Developers)); more > 0 {
		e.say("%d more developers are not shown", more)
	}
	return e.table(rows)
}
