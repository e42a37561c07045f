package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	_ "time/tzdata" // for quiet hours on machines without a time zone database

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/flags"
	"github.com/privacylabels/auditor/internal/program/serving"
)

// programName is the name of the program in its messages.
const programName = "cluster"

// The exit codes.
const (
	exitDone  = 0
	exitFault = 1
	exitUsage = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills the program
	os.Exit(run(ctx, os.Args[1:], os.LookupEnv, os.Environ(), os.Stdout, os.Stderr))
}

// run is the program without the process. It reads variables through lookup; environ, in the
// form of [os.Environ], is only searched for unknown ones. It returns the exit code.
func run(ctx context.Context, args []string, lookup func(string) (string, bool), environ []string, stdout, stderr io.Writer) int {
	c, err := readConfig(args, lookup, stdout)
	switch {
	case errors.Is(err, cmdline.ErrHelp):
		return exitDone
	case err != nil:
		serving.ReportSettings(ctx, stderr, programName, c.command == "serve" && c.LogFormat == "json", err)
		return exitUsage
	}
	log := serving.NewLogger(stderr, c.LogFormat, c.LogLevel)
	if c.command == "move" {
		err = move(ctx, c, stdout)
	} else {
		serving.Warn(ctx, log, slices.Concat(c.Warnings(), flags.UnknownVariables(newProgram(new(config)), environ)))
		err = serve(ctx, c, log, stdout)
	}
	if err != nil {
		log.ErrorContext(ctx, "command failed", "command", c.command, "error", err)
		return exitFault
	}
	return exitDone
}
