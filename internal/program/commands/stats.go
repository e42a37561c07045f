package commands

import (
	"context"
	"fmt"
	"strconv"

	"github.com/privacylabels/auditor/httpapi/client"
)

// Stats is the command stats.
type Stats struct {
	From     Since  `placeholder:"WHEN" help:"A time in the first period: 90d, a date or a time. Default: a year ago."`
	To       Since  `placeholder:"WHEN" help:"A time in the last period. Default: now."`
	Interval string `enum:"week,month" default:"month" placeholder:"week|month" help:"The length of a period: week, from Monday, or month. Default: month."`
	By       string `enum:",genre,price,rating,developer,tag,country" default:"" placeholder:"genre|price|rating|developer|tag|country" help:"Group the apps by what was observed last. Of many groups, those with the most apps are shown."`
	Kind     string `enum:"privacyType,category,purpose,dataType" default:"privacyType" placeholder:"KIND" help:"What is counted: privacyType (the default), category, purpose or dataType."`
	Carry    int    `default:"45" placeholder:"DAYS" help:"For how many days before a period an app may have been observed last. Default: 45."`
	JSON     bool   `help:"Print JSON, as GET /api/stats/panel answers."`
}

// Help returns examples.
func (Stats) Help() string {
	return `A share is of the apps with a label. Apps of two sources are never counted together. Examples:

  auditor stats
  auditor stats --from 2025-01-01 --by price
  auditor stats --by tag --kind category
  auditor stats --interval week --kind category --json | jq '.rows[-1].items'`
}

// Do runs the command.
func (s Stats) Do(ctx context.Context, e *Env) error {
	now := e.Now()
	panel, err := e.Client.PanelStats(ctx, client.PanelStatsParams{
		From: s.From.from(now), To: s.To.from(now), Interval: s.Interval, By: s.By, Carry: int64(s.Carry),
	})
	if err != nil {
		return err
	}
	if s.JSON {
		return e.printJSON(panel)
	}
	rows := [][]string{{"PERIOD", "SOURCE", "GROUP", "OBSERVED", "WITH LABEL", "ITEM", "APPS", "SHARE"}}
	for _, row := range panel.Rows {
		begin := []string{row.Start.Std().UTC().Format("2006-01-02"), row.Source, row.Group, strconv.FormatInt(row.Observed, 10), strconv.FormatInt(row.Labelled, 10)}
		for _, item := range row.Items {
			if item.Kind == s.Kind {
				rows = append(rows, append(begin[:len(begin):len(begin)], item.Item, strconv.FormatInt(item.Apps, 10), fmt.Sprintf("%.1f%%", 100*item.Share)))
			}
		}
	}
	if panel.Omitted > 0 {
		e.say("%d groups with fewer apps are left out", panel.Omitted)
	}
	return e.table(rows)
}
