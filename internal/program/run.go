package program

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/internal/program/serving"
)

// runCommand executes a bulk run, or resumes the open one, and returns the exit code. Terminal
// is the value of TERM and may be empty.
func runCommand(ctx context.Context, c config, terminal string, stdout, stderr io.Writer) int {
	show := newDisplay(terminal, stdout)
	if c.LogLevel == slog.LevelInfo {
		c.LogLevel = slog.LevelWarn // the display already shows when the run starts and ends
	}
	log := serving.NewLogger(show.beside(stderr), c.LogFormat, c.LogLevel)
	code, err := followRun(ctx, c, log, show)
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		show.print(c.Run.Runner + ": stopped before it started")
		return exitOpen
	case err != nil:
		return fail(stderr, exitFault, "run %s: %v", c.Run.Runner, err)
	}
	return code
}

// followRun executes the run on an auditor that starts no scheduled work.
func followRun(ctx context.Context, c config, log *slog.Logger, show *display) (code int, err error) {
	defer show.end()
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
	return newFollower(a, i.store, c.Run.Runner, show, time.Now).do(ctx)
}
