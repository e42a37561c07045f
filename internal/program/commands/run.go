package commands

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/internal/tracked"
)

const (
	// runInterval is how often the progress of a run is asked for.
	runInterval = time.Second
	// maxOutage is how long the service, or its database, may not answer meanwhile.
	maxOutage = 2 * time.Minute
)

// The errors of a run that ended or was left open without being done.
var (
	ErrInterrupted = errors.New("the run was interrupted; the service resumes it")
	ErrCancelled   = errors.New("the run was cancelled")
)

// Run is the command run.
type Run struct {
	Runner string `arg:"" enum:"sync,wayback,policy" help:"What to run: sync, wayback or policy."`
	JSON   bool   `help:"Print JSON at the end: the run, as GET /api/runs/ID answers. The progress goes to standard error."`
}

// Help returns examples.
func (Run) Help() string {
	return `sync refreshes all apps, wayback imports their past from the web archive, and policy fetches and summarises their
policies. If a service works on the run already, its progress is shown. With --url the service does the run, and a signal ends
the command but not the run. Examples:

  auditor run sync
  auditor run wayback --data-dir /var/lib/auditor
  auditor run policy --url http://127.0.0.1:3000
  auditor run sync --json | jq .summary.failed`
}

// Do starts the run in a running service, and follows it.
func (r Run) Do(ctx context.Context, e *Env) error {
	run, err := r.start(ctx, e)
	if err != nil {
		return err
	}
	said := ""
	var failing time.Time // since when the service does not answer; zero: it does
	for {
		if now := r.progress(run); now != said {
			e.say("%s", now)
			said = now
		}
		switch run.Status {
		case "running", "pause_requested", "cancel_requested":
		default:
			return r.end(ctx, e, run)
		}
		if err := sleep(ctx, runInterval); err != nil {
			e.say("%s: continues in the service", r.Runner)
			return ErrStopped
		}
		next, err := e.Client.Run(ctx, run.ID)
		if ctx.Err() != nil {
			continue // the wait above will return the error
		}
		switch {
		case err == nil:
			run, failing = next, time.Time{}
		case !temporary(err):
			return err
		case failing.IsZero():
			failing = e.Now()
			e.say("%s: %v; the run does not depend on this command, which asks again", r.Runner, err)
		case e.Now().Sub(failing) > maxOutage:
			return err
		}
	}
}

// temporary reports whether a service may answer later: it restarts, its database does, or a
// proxy does not reach it.
func temporary(err error) bool {
	refused, ok := errors.AsType[*client.Error](err)
	return !ok || refused.Status >= http.StatusInternalServerError || refused.Status == http.StatusTooManyRequests
}

// start starts a run, or returns the one that is open.
func (r Run) start(ctx context.Context, e *Env) (run client.RunRecord, err error) {
	var begun client.StartedAnswer
	switch r.Runner {
	case "sync":
		begun, err = e.Client.StartSync(ctx)
	case "wayback":
		begun, err = e.Client.StartHistoryImport(ctx, client.StartHistoryImportParams{})
	default:
		begun, err = e.Client.StartPolicies(ctx, client.ReadPoliciesBody{Phase: new("all")})
	}
	if refused, ok := errors.AsType[*client.Error](err); ok && refused.Status == http.StatusConflict {
		recent, failed := e.Client.Runs(ctx, client.RunsParams{Runner: r.Runner, Limit: 1})
		if failed == nil && len(recent.Runs) > 0 && recent.Runs[0].EndedAt == nil && recent.Runs[0].Status == "running" {
			e.say("%s: in progress in the service; showing its progress", r.Runner)
			return recent.Runs[0], nil
		}
	}
	if err != nil {
		return run, err
	}
	return e.Client.Run(ctx, begun.RunID)
}

func (r Run) progress(run client.RunRecord) string {
	s := run.Summary
	line := fmt.Sprintf("%s: %d of %d apps", r.Runner, s.Completed+s.Failed+s.Skipped, s.Total)
	if name := terminal.Clip(value(run.CurrentAppName), nameColumns); name != "" {
		line += ": " + name
	}
	return line
}

// end prints how a run was left, and returns it as an error unless all is well.
func (r Run) end(ctx context.Context, e *Env, run client.RunRecord) error {
	if err := r.print(ctx, e, run); err != nil {
		return err
	}
	switch {
	case run.Status == "interrupted":
		return ErrInterrupted
	case run.Status == "cancelled":
		return ErrCancelled
	case run.Status == "paused":
		return ErrStopped
	case run.Status == "error":
		return errors.New("the run failed; the log of the service has the cause")
	case run.Status != "done":
		return fmt.Errorf("the service left the run in a state that is not known: %.20q", run.Status)
	case run.Summary.Failed > 0:
		return ErrPartial
	}
	return nil
}

// print prints a run that has ended or was left open.
func (r Run) print(ctx context.Context, e *Env, run client.RunRecord) error {
	if r.JSON {
		return e.printJSON(run)
	}
	s := run.Summary
	line := fmt.Sprintf("%s: %s, %d of %d apps", r.Runner, run.Status, s.Completed+s.Failed+s.Skipped, s.Total)
	if s.Failed > 0 {
		line += fmt.Sprintf(", %d failed", s.Failed)
	}
	if why := value(run.Reason); why != "" {
		line += ": " + terminal.Clip(reasonOf(ctx, e, why), textColumns)
	}
	return e.print("%s", line)
}

// reasonOf returns why a run was left open, with the time at which the App Store may be asked
// again if that is the reason and the service knows it.
func reasonOf(ctx context.Context, e *Env, reason string) string {
	if reason != tracked.InterruptRateLimited && reason != tracked.InterruptCooldown {
		return reason
	}
	found, err := e.Client.Cooldowns(ctx)
	if err != nil || !found.Scrape.Active {
		return "the App Store was rate limiting"
	}
	return "the App Store is rate limiting; retry after " + minute(found.Scrape.ResumeAt)
}
