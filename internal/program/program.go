package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // for quiet hours on machines without a time zone database

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/flags"
	"github.com/privacylabels/auditor/internal/program/serving"
	"github.com/privacylabels/auditor/internal/streams"
	"github.com/privacylabels/auditor/internal/terminal"
)

// programName is the name under which the program is installed.
const programName = "auditor"

// Main runs the program with the arguments, environment and standard streams of the
// process, and ends the process.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills the program
	os.Exit(run(ctx, os.Args[1:], os.LookupEnv, os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// run is the program without the process. It reads variables through lookup; environ, in the
// form of [os.Environ], is only searched for unknown ones. It returns the exit code.
func run(ctx context.Context, args []string, lookup func(string) (string, bool), environ []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stdout, stderr = terminal.NewWriter(streams.Writer(ctx, stdout)), terminal.NewWriter(streams.Writer(ctx, stderr))
	c, err := readConfig(args, lookup, stdout)
	switch {
	case errors.Is(err, cmdline.ErrHelp):
		return exitDone
	case err != nil:
		serving.ReportSettings(ctx, stderr, programName, c.Command == "serve" && c.LogFormat == "json", err)
		return exitUsage
	}
	log := serving.NewLogger(stderr, c.LogFormat, c.LogLevel)
	if command := c.appsCommands()[c.Command]; command != nil && (c.Command != "run" || c.ServiceURL != "") {
		return onApps(ctx, c, command, stdin, stdout, stderr)
	}

	switch c.Command {
	case "completion":
		return printCompletion(c.Completion.Shell, stdout, stderr)
	case "man":
		return printManual(stdout, stderr)
	case "run":
		kind, _ := lookup("TERM")
		return runCommand(ctx, c, kind, stdout, stderr)
	case "healthcheck":
		return healthcheck(ctx, c, stdout, stderr)
	case "version":
		return printVersion(c.VersionCommand.JSON, stdout, stderr)
	case "backup", "restore", "verify":
		return backupCommand{c, stdin, stdout, stderr}.do(ctx)
	case "serve":
	default: // so that a command without a case does not start a service
		return fail(stderr, exitFault, "the command %s is not known", c.Command)
	}
	serving.Warn(ctx, log, slices.Concat(c.Warnings(), flags.UnknownVariables(newProgram(new(config)), environ)))
	if err := serve(ctx, c, log, stdout); err != nil {
		log.ErrorContext(ctx, "service failed", "error", err)
		return exitFault
	}
	return exitDone
}

// fail prints an error for users as one line, and returns the exit code.
func fail(stderr io.Writer, code int, format string, args ...any) int {
	fmt.Fprintf(stderr, "%s: %s\n", programName, oneLine(fmt.Sprintf(format, args...)))
	return code
}

// oneLine returns a text whose lines, such as those of joined errors, follow each other on one.
// It is a [terminal.Line].
func oneLine(text string) string {
	return terminal.Line(strings.ReplaceAll(strings.TrimSpace(text), "\n", "; "))
}

// stopped says that a signal ended a command, and returns the exit code.
func stopped(c config, stderr io.Writer) int {
	return fail(stderr, exitOpen, "%s: stopped", c.Command)
}

// exitOf prints an error, if there is one, and returns the exit code.
func exitOf(err error, stderr io.Writer) int {
	if err != nil {
		return fail(stderr, exitFault, "%v", err)
	}
	return exitDone
}
