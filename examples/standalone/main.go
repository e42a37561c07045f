package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // quiet hours go by any time zone, also where the machine has none
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr))
}

// run is the program without the process: it returns the exit code, see [usage].
func run(ctx context.Context, args []string, lookup func(string) (string, bool), stdin io.Reader, stdout, stderr io.Writer) int {
	c, err := readConfig(args, lookup, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "%v\nRun with -help for all commands and settings.\n", err)
		return exitUsage
	case c.Version, c.Command == cmdVersion:
		return sayVersion(stdout)
	case c.Command == cmdRun:
		terminal, _ := lookup("TERM")
		return runCommand(ctx, c, terminal, stdout, stderr)
	case c.Command == cmdHealthcheck:
		return healthcheck(ctx, c, stdout, stderr)
	case c.Command != "":
		return safekeeping{c, stdin, stdout, newLogger(c, stderr)}.do(ctx)
	}
	log := newLogger(c, stderr)
	if err := serve(ctx, c, log, stdout); err != nil {
		log.ErrorContext(ctx, "the service failed", "error", err)
		return exitFault
	}
	return exitDone
}

func newLogger(c config, w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
