package history

import (
	"cmp"
	"slices"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// MaxMonths is the maximum distance between the targets of an import, in months.
const MaxMonths = 6

const (
	// maxDrift is how far from a target a capture may lie to stand for it.
	maxDrift = 45 * 24 * time.Hour
	// minDistance is the distance within which two targets are one.
	minDistance = 24 * time.Hour
	// maxTries is how many captures are tried for a target.
	maxTries = 3
)

// firstTarget returns the first target: the App Store introduced labels in the weeks
// before.
func firstTarget() time.Time { return time.Date(2021, time.February, 1, 0, 0, 0, 0, time.UTC) }

// Targets returns the targets of an import, in order: steps of so many calendar
// months (at least one) back from now, without now, as long as they are after 1
// February 2021; that day; and the moment at which the app was first seen, if that
// lies between (zero: unknown). Of two within a day of each other the earlier counts.
//
// Months are those of [time.Time.AddDate]: three months before 31 May is 3 March, and
// the steps before it stay on the 3rd.
func Targets(now, firstSeen storage.Time, months int) []storage.Time {
	months = max(months, 1)
	floor := firstTarget()
	all := []storage.Time{storage.TimeOf(floor)}
	if firstSeen > 0 && firstSeen >= all[0] && firstSeen <= now {
		all = append(all, firstSeen)
	}
	for t := now.Std().AddDate(0, -months, 0); t.After(floor); t = t.AddDate(0, -months, 0) {
		all = append(all, storage.TimeOf(t))
	}
	slices.Sort(all)
	targets := all[:1]
	for _, t := range all[1:] {
		if t.Sub(targets[len(targets)-1]) > minDistance {
			targets = append(targets, t)
		}
	}
	return targets
}

// monthsOf returns the months that were asked for, or zero for a survey if they are out
// of range.
func monthsOf(asked int) int {
	if asked < 1 || asked > MaxMonths {
		return 0
	}
	return asked
}

func distance(a, b storage.Time) time.Duration { return max(a.Sub(b), b.Sub(a)) }

// near reports whether a capture at a moment may stand for a target.
func near(at, target storage.Time) bool { return distance(at, target) <= maxDrift }

// choice is the captures that may stand for a target.
type choice struct {
	Near []Capture `json:"near,omitempty"` // the nearest first, at equal distance the earlier
	Miss *Capture  `json:"miss,omitempty"` // the nearest that is too far away; nil: none
}

// choose returns the choice for each target. A capture is tried for one target only, so
// a target whose reach overlaps with earlier ones gets as many more captures as those
// can use up.
func choose(captures []Capture, targets []storage.Time) map[storage.Time]choice {
	choices := make(map[storage.Time]choice, len(targets))
	for i, target := range targets {
		most := maxTries
		for _, earlier := range targets[:i] {
			if distance(earlier, target) <= 2*maxDrift {
				most += maxTries
			}
		}
		choices[target] = chooseFor(captures, target, most)
	}
	return choices
}

func chooseFor(captures []Capture, target storage.Time, most int) choice {
	nearest := nearest(target)
	var c choice
	for _, capture := range captures {
		switch {
		case near(capture.At, target):
			c.Near = append(c.Near, capture)
		case c.Miss == nil || nearest(capture, *c.Miss) < 0:
			c.Miss = &capture
		}
	}
	slices.SortFunc(c.Near, nearest)
	c.Near = slices.Clone(c.Near[:min(len(c.Near), most)])
	return c
}

// nearest compares captures by their distance from a moment. At equal distance the
// earlier is first.
func nearest(to storage.Time) func(a, b Capture) int {
	return func(a, b Capture) int {
		return cmp.Or(cmp.Compare(distance(a.At, to), distance(b.At, to)), cmp.Compare(a.At, b.At))
	}
}
