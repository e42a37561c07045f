package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
)

// The exit codes of the program. The service has the first three; the next four
// say how a run was left, the others what became of a backup.
const (
	exitDone      = 0
	exitFault     = 1
	exitUsage     = 2
	exitPartial   = 3 // done, but some apps failed
	exitOpen      = 4 // stopped or paused: it stays open, to be gone on with
	exitCutOff    = 5 // open as well: the store or the archive wants to be left alone
	exitCancelled = 6
	exitUntrusted = 7 // a backup is whole, and not signed by this installation
	exitBusy      = 8 // somebody works on a run, so that nothing was restored
)

// The commands.
const (
	cmdRun         = "run"
	cmdBackup      = "backup"
	cmdRestore     = "restore"
	cmdVerify      = "verify"
	cmdHealthcheck = "healthcheck"
	cmdVersion     = "version"
)

// usage is how the program is called.
const usage = `Usage:
  standalone [flags]
    	serve the HTTP API, and do what is due by itself
  standalone run sync|wayback|policy [flags]
    	do one bulk run in this process, or go on with the one that is open, and show how far it is
  standalone backup FILE [flags]
    	write all that is known into a file, signed; it is there when it is whole, and for its user alone
  standalone restore FILE [flags]
    	replace everything by a backup; refuses one that this installation did not sign, unless -allow-untrusted
  standalone verify FILE [flags]
    	read a backup to its end, and say whether it could be restored, who signed it and what it holds
  standalone healthcheck [flags]
    	say whether the service can work
  standalone version
    	say which version this is

FILE may be - for standard output or input. backup, restore, verify and healthcheck work on the data folder, also while
a service runs on it, or with -url on a running service, with the admin token if it has one.

What commands end with: 0 done, 1 a fault, 2 not understood, 7 a backup that this installation did not sign, 8 somebody
works on a run. What run ends with: 0 all is done, 1 a fault, 2 not understood, 3 done but some apps failed, 4 stopped or
paused, 5 cut off by a store or an archive that wants to be left alone, 6 cancelled. After 4 and 5 the run stays open, and
the same command goes on where it was.
`

// runners are the bulk runs that there are.
func runners() []string { return []string{fleet.SyncRunner, fleet.HistoryRunner, policy.Runner} }

// readCommand reads what the words of the command line ask for. None: to serve.
func (c *config) readCommand(words []string) error {
	if len(words) == 0 {
		return nil
	}
	name, rest := words[0], words[1:]
	var into *string
	var what string
	switch name {
	case cmdRun:
		into, what = &c.Runner, "what to run is missing: "+strings.Join(runners(), ", ")
	case cmdBackup, cmdRestore, cmdVerify:
		into, what = &c.File, "the file is missing"
	case cmdHealthcheck, cmdVersion:
	default:
		return fmt.Errorf("unexpected argument %.80q", name)
	}
	c.Command = name
	if into != nil {
		if len(rest) == 0 {
			return fmt.Errorf("%s: %s", name, what)
		}
		*into, rest = rest[0], rest[1:]
	}
	switch {
	case len(rest) > 0:
		return fmt.Errorf("%s: unexpected argument %.80q", name, rest[0])
	case name == cmdRun && !slices.Contains(runners(), c.Runner):
		return fmt.Errorf("run: %.80q is none of %s", c.Runner, strings.Join(runners(), ", "))
	}
	return nil
}
