package main

import (
	"fmt"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// progress is how far a run is, as it is shown.
type progress struct {
	Run     storage.Run
	Before  int           // apps that were done when this process began to look
	Elapsed time.Duration // since then
}

// mostApps is how many apps a count is believed to be of: a damaged row is no
// reason to show nonsense.
const mostApps = 1 << 29

// done returns how many apps are done with, whatever came of them.
func (p progress) done() int {
	return believable(p.Run.Completed) + believable(p.Run.Failed) + believable(p.Run.Skipped)
}

// total returns how many apps there are, never less than are done with.
func (p progress) total() int { return max(believable(p.Run.Total), p.done()) }

func believable(n int) int { return min(max(n, 0), mostApps) }

// percent returns the part that is done, rounded down: 100 is all of it.
func (p progress) percent() int {
	if p.total() == 0 {
		return 100
	}
	return int(int64(p.done()) * 100 / int64(p.total()))
}

// longestEstimate is the longest time that is worth telling.
const longestEstimate = 30 * 24 * time.Hour

// left estimates how long the rest takes, from the pace since this process looks.
func (p progress) left() (estimate time.Duration, ok bool) {
	seen, rest := p.done()-p.Before, p.total()-p.done()
	if seen <= 0 || rest == 0 || p.Elapsed <= 0 {
		return 0, false
	}
	took := p.Elapsed.Seconds() / float64(seen) * float64(rest)
	if took > longestEstimate.Seconds() {
		return 0, false
	}
	return time.Duration(took * float64(time.Second)), true
}

// times returns how long it took and how long it is going to take.
func (p progress) times() string {
	s := clock(p.Elapsed)
	if left, ok := p.left(); ok {
		s += ", " + clock(left) + " left"
	}
	return s
}

// String returns it as a line of text.
func (p progress) String() string {
	s := fmt.Sprintf("%d of %d apps", p.done(), p.total())
	if p.Run.Failed > 0 {
		s += fmt.Sprintf(", %d failed", p.Run.Failed)
	}
	s += ", " + p.times()
	if current := clip(p.Run.Current, longestName); current != "" {
		s += ": " + current
	}
	return s
}

// apps counts apps.
func apps(n int) string {
	if n == 1 {
		return "1 app"
	}
	return fmt.Sprintf("%d apps", n)
}

// longestName is how many cells of a name a line shows.
const longestName = 60

// clock returns a duration as minutes and seconds, and hours when there are any.
func clock(d time.Duration) string {
	seconds := int64(max(d, 0).Round(time.Second) / time.Second)
	if hours := seconds / 3600; hours > 0 {
		return fmt.Sprintf("%d:%02d:%02d", hours, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
