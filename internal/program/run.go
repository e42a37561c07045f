package program

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/internal/program/serving"
)

// runCommand executes a bulk run, or resumes the open one, and returns the exit code. Kind
// is the value of TERM and may be empty.
func runCommand(ctx context.Context, c config, kind string, stdout, stderr io.Writer) int {
	show := newDisplay(kind, stdout)
	if c.Run.JSON {
		show = newDisplay(kind, stderr)
	}
	if c.LogLevel == slog.LevelInfo {
		c.LogLevel = slog.LevelError // the display already shows the run, and why apps failed
	}
	log := serving.NewLogger(show.beside(stderr), c.LogFormat, c.LogLevel)
	code, err := followRun(ctx, c, log, show, stdout)
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		show.print(c.Run.Runner + ": stopped before it started")
		return exitOpen
	case err != nil:
		return fail(stderr, exitFault, "run %s: %v", c.Run.Runner, err)
	}
	return code
}

// followRun executes the run on an auditor that starts no scheduled work. With --json it
// writes to stdout how the run was left.
func followRun(ctx context.Context, c config, log *slog.Logger, show *display, stdout io.Writer) (code int, err error) {
	defer show.end()
	c.Settings = c.Unguarded()
	i, err := openInstallation(ctx, c)
	if err != nil {
		return exitFault, err
	}
	defer func() { err = errors.Join(err, i.store.Close()) }()
	a, err := i.auditor(ctx, log)
	if err != nil {
		return exitFault, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	f := newFollower(a, i.store, c.Run.Runner, show, time.Now)
	code, err = f.do(ctx)
	if c.Run.JSON && f.run.ID != "" {
		err = errors.Join(err, printRun(ctx, a.Handler(), log, f.run.ID, stdout))
	}
	return code, err
}

// printRun prints a run as the API answers it, also if the context has ended.
func printRun(ctx context.Context, api http.Handler, log *slog.Logger, id string, stdout io.Writer) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finalTimeout)
	defer cancel()
	at, stop := serveInProcess(api, log)
	defer func() { err = errors.Join(err, stop()) }()
	service, err := client.New(at.url, client.WithHTTPClient(at.client))
	if err != nil {
		return err
	}
	run, err := service.Run(ctx, id)
	if err != nil {
		return err
	}
	return commands.PrintJSON(stdout, run)
}
