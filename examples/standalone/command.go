package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
)

// The exit codes of the program. The service has the first three; those after
// them say how a run was left.
const (
	exitDone      = 0
	exitFault     = 1
	exitUsage     = 2
	exitPartial   = 3 // done, but some apps failed
	exitOpen      = 4 // stopped or paused: it stays open, to be gone on with
	exitCutOff    = 5 // open as well: the store or the archive wants to be left alone
	exitCancelled = 6
)

// usage is how the program is called.
const usage = `Usage:
  standalone [flags]
    	serve the HTTP API, and do what is due by itself
  standalone run sync|wayback|policy [flags]
    	do one bulk run in this process, or go on with the one that is open, and show how far it is

What run ends with: 0 all is done, 1 a fault, 2 not understood, 3 done but some apps failed, 4 stopped or paused,
5 cut off by a store or an archive that wants to be left alone, 6 cancelled. After 4 and 5 the run stays open, and the
same command goes on where it was.
`

// runners are the bulk runs that there are.
func runners() []string { return []string{fleet.SyncRunner, fleet.HistoryRunner, policy.Runner} }

// readCommand returns which bulk run the words of the command line ask for;
// empty, when there are none: to serve.
func readCommand(words []string) (string, error) {
	switch {
	case len(words) == 0:
		return "", nil
	case words[0] != "run":
		return "", fmt.Errorf("unexpected argument %.80q", words[0])
	case len(words) == 1:
		return "", fmt.Errorf("run: what to run is missing: %s", strings.Join(runners(), ", "))
	case len(words) > 2:
		return "", fmt.Errorf("run: unexpected argument %.80q", words[2])
	case !slices.Contains(runners(), words[1]):
		return "", fmt.Errorf("run: %.80q is none of %s", words[1], strings.Join(runners(), ", "))
	}
	return words[1], nil
}
