package commands

import (
	"context"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
)

// Audit is the command audit.
type Audit struct {
	Since  Since  `placeholder:"WHEN" help:"Lines since then: 30d, 2w, 12h, a date or a time. Default: all."`
	Action string `placeholder:"ACTION" help:"Lines whose action begins with this, such as backup."`
	Failed bool   `help:"Failures and refusals only."`
	Limit  Count  `default:"100" placeholder:"N" help:"At most so many, the newest; 0 is all. Default: 100."`
	JSON   bool   `help:"Print a JSON array. The lines are as GET /api/audit has them."`
}

// Help returns examples.
func (Audit) Help() string {
	return `With --url, the service requires the admin token. Examples:

  auditor audit
  auditor audit --since 1d --failed
  auditor audit --action backup.restore --limit 0 --json`
}

// Do runs the command. It writes each page before it requests the next one.
func (a Audit) Do(ctx context.Context, e *Env) error {
	params := client.AuditParams{Limit: pageSize, Action: a.Action, Since: a.Since.from(e.Now()), Until: client.TimeOf(e.Now())}
	if a.Failed {
		params.Success = "0"
	}
	array, shown := &jsonArray{out: e.Out}, int64(0)
	for left := turns(maxTurns); ; {
		if err := left.next(); err != nil {
			return err
		}
		params.Offset = shown
		page, err := e.Client.Audit(ctx, params)
		if err != nil {
			return err
		}
		rows := page.Rows
		if a.Limit > 0 {
			rows = rows[:min(int64(len(rows)), int64(a.Limit)-shown)]
		}
		for _, row := range rows {
			if err := a.show(e, array, row); err != nil {
				return err
			}
		}
		shown += int64(len(rows))
		if len(rows) == 0 || shown == int64(a.Limit) || shown >= page.Total {
			break
		}
	}
	if a.JSON {
		return array.end()
	}
	if shown == 0 {
		e.say("no lines")
	}
	return nil
}

// show prints a line.
func (a Audit) show(e *Env, array *jsonArray, line client.Audit) error {
	if a.JSON {
		return array.add(line)
	}
	outcome := "ok"
	if !line.Success {
		outcome = "FAILED"
	}
	who := line.ActorIP
	if user := value(line.ActorUser); user != "" {
		who = user + " at " + who
	}
	return e.print("%s  %-6s %s  %s  %s", minute(line.CreatedAt), outcome, line.Action, who, terminal.Clip(line.Detail, textColumns))
}
