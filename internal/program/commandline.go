package program

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/flags"
	"github.com/privacylabels/auditor/internal/program/manual"
)

// The exit codes. All commands use the first three. Commands on apps also use exitPartial and
// exitOpen, run uses exitPartial to exitCancelled, and the commands on backups exitOpen and the last two.
const (
	exitDone        = 0
	exitFault       = 1
	exitUsage       = 2
	exitPartial     = 3 // done, but some apps failed
	exitOpen        = 4 // stopped or paused; the rest can be done later
	exitInterrupted = 5 // interrupted by rate limiting; the run can be resumed
	exitCancelled   = 6
	exitUntrusted   = 7 // the backup is complete, but not signed by this installation
	exitBusy        = 8 // a run is in progress, so nothing was restored
)

const description = `Watches the privacy labels of apps in the App Store and Google Play.

The commands work on the data folder, also while a service uses it, or with --url on a running service, whose token they
take from AUDITOR_ADMIN_TOKEN or its file. Flags may stand anywhere, with one dash or two. "auditor list --help" shows the
flags of a command, and examples.

Exit codes: 0 done, 1 fault, 2 command line not understood, 3 done but some apps failed, 4 stopped or paused, 5 run
interrupted by rate limiting, 6 run cancelled, 7 backup not signed by this installation, 8 a run is in progress. After 4
and 5, the same command or the service resumes the run.`

// exitMeanings describes the exit codes, by code.
var exitMeanings = []string{
	exitDone:        "Done.",
	exitFault:       "A fault. Standard error says which.",
	exitUsage:       "The command line or a setting was not understood.",
	exitPartial:     "Done, but some apps failed, or were not found.",
	exitOpen:        "Stopped or paused. The same command or the service does the rest.",
	exitInterrupted: "A run was interrupted by rate limiting, and can be resumed.",
	exitCancelled:   "A run was cancelled.",
	exitUntrusted:   "The backup is complete, but not signed by this installation.",
	exitBusy:        "A run is in progress, so nothing was restored.",
}

// readConfig reads the command line and, through lookup, the environment. It joins all
// errors, each with the name of its flag or variable. If help is requested, it writes it to
// output and returns [cmdline.ErrHelp].
func readConfig(args []string, lookup func(string) (string, bool), output io.Writer) (c config, err error) {
	p := newProgram(&c)
	command, err := p.Parse(args, lookup)
	switch {
	case errors.Is(err, cmdline.ErrHelp):
		_, wrong := io.WriteString(output, manual.Help(p, command, uses))
		return config{}, cmp.Or(wrong, err)
	case err == nil:
		c.Command = command.Name
		if c.Version {
			c.Command = "version"
		}
		if !usesSettings(c.Command) {
			return c, p.ArgFaults(command)
		}
	}
	// A command on a running service works with any database.
	if remote := err == nil && c.ServiceURL != "" && c.Command != "serve"; !remote {
		if err := refusePostgres(args, lookup); err != nil {
			return config{}, err
		}
	}
	faults := []error{c.Complete(p, command, err)}
	if c.Command == "serve" && c.ServiceURL != "" && !p.Flag("url").FromVariable() {
		faults = append(faults, errors.New("-url: serve starts a service and does not use a running one; commands such as list and healthcheck do"))
	}
	c.Proxy, err = readProxy(lookup)
	return c, errors.Join(append(faults, err)...)
}

// refusePostgres refuses the URL of a PostgreSQL database in any argument or variable.
// Otherwise this program would ignore it and store everything in the data folder.
func refusePostgres(args []string, lookup func(string) (string, bool)) error {
	isPostgres := func(text string) bool {
		return strings.Contains(text, "postgres://") || strings.Contains(text, "postgresql://")
	}
	const instead = "this program stores in SQLite. For PostgreSQL run the one of examples/cluster, see docs/OPERATIONS.md"
	if slices.ContainsFunc(args, isPostgres) {
		return errors.New("an argument is the URL of a PostgreSQL database: " + instead)
	}
	for _, name := range []string{"DATABASE_URL", "SERVICE_DATA_DIR"} {
		if value, ok := lookup(name); ok && isPostgres(value) {
			return errors.New(name + " is the URL of a PostgreSQL database: " + instead + ", or unset it")
		}
	}
	return nil
}

// newProgram returns the command line of the program, which is read into c.
func newProgram(c *config) *cmdline.Program {
	return cmdline.New(programName, description, c, flags.Types())
}
