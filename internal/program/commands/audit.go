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

// Do runs the command.
func (a Audit) Do(ctx context.Context, e *Env) error {
	params := client.AuditParams{Limit: pageSize, Action: a.Action, Since: a.Since.from(e.Now()), Until: client.TimeOf(e.Now())}
	if a.Failed {
		params.Success = "0"
	}
	lines := []client.Audit{}
	for left := turns(maxTurns); ; {
		if err := left.next(); err != nil {
			return err
		}
		params.Offset = int64(len(lines))
		page, err := e.Client.Audit(ctx, params)
		if err != nil {
			return err
		}
		lines = append(lines, page.Rows...)
		if a.Limit > 0 && len(lines) >= int(a.Limit) {
			lines = lines[:a.Limit]
			break
		}
		if len(page.Rows) == 0 || int64(len(lines)) >= page.Total {
			break
		}
	}
	if a.JSON {
		return e.printJSON(lines)
	}
	if len(lines) == 0 {
		e.say("no lines")
	}
	for _, line := range lines {
		outcome := "ok"
		if !line.Success {
			outcome = "FAILED"
		}
		who := line.ActorIP
		if user := value(line.ActorUser); user != "" {
			who = user + " at " + who
		}
		if err := e.print("%s  %-6s %s  %s  %s", minute(line.CreatedAt), outcome, line.Action, who, terminal.Clip(line.Detail, textColumns)); err != nil {
			return err
		}
	}
	return nil
}
