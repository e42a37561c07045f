package program

import (
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/storage"
)

const (
	longestEstimate = 30 * 24 * time.Hour // longer estimates are not shown
	longestName     = 60                  // maximum length of an app's name, in columns
	barSize         = 20                  // in columns
	mostApps        = 1 << 29             // limits the counts of a damaged row
)

// progress is the progress of a run.
type progress struct {
	Run     storage.Run
	Before  int           // apps done before this process started to follow the run
	Elapsed time.Duration // since then
	Waiting time.Duration // until the run continues, if it waits
}

// done returns the number of apps that are done, with whatever result.
func (p progress) done() int {
	return bounded(p.Run.Completed) + bounded(p.Run.Failed) + bounded(p.Run.Skipped)
}

// total returns the number of apps, which is at least the number of those done.
func (p progress) total() int { return max(bounded(p.Run.Total), p.done()) }

func bounded(n int) int { return min(max(n, 0), mostApps) }

// percent returns the percentage of apps that are done, rounded down.
func (p progress) percent() int {
	if p.total() == 0 {
		return 100
	}
	return int(int64(p.done()) * 100 / int64(p.total()))
}

// left estimates the remaining time from the pace so far.
func (p progress) left() (estimate time.Duration, ok bool) {
	seen, rest := p.done()-p.Before, p.total()-p.done()
	if seen <= 0 || rest == 0 || p.Elapsed <= 0 {
		return 0, false
	}
	seconds := p.Elapsed.Seconds() / float64(seen) * float64(rest)
	if seconds > longestEstimate.Seconds() {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}

// String returns the progress as a line of text.
func (p progress) String() string {
	s := fmt.Sprintf("%d of %d apps", p.done(), p.total())
	if p.Run.Failed > 0 {
		s += fmt.Sprintf(", %d failed", p.Run.Failed)
	}
	s += ", " + clock(p.Elapsed)
	if p.Waiting > 0 {
		s += ", waits for " + clock(p.Waiting)
	} else if left, ok := p.left(); ok {
		s += ", " + clock(left) + " left"
	}
	if current := terminal.Clip(p.Run.Current, longestName); current != "" {
		s += ": " + current
	}
	return s
}

// bar returns the progress as a bar for a terminal. It leaves the last column free, because
// some terminals wrap there.
func (p progress) bar(columns int) string {
	full := barSize * p.percent() / 100
	bar := strings.Repeat("#", full) + strings.Repeat("-", barSize-full)
	return terminal.Clip(fmt.Sprintf("%s [%s] %s", p.Run.Runner, bar, p), max(columns, 1)-1)
}

// clock returns a duration as minutes and seconds, with hours if there are any.
func clock(d time.Duration) string {
	seconds := int64(max(d, 0).Round(time.Second) / time.Second)
	if hours := seconds / 3600; hours > 0 {
		return fmt.Sprintf("%d:%02d:%02d", hours, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
