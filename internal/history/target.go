package history

import (
	"cmp"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// MaxMonths is the maximum distance between the targets of an import, in months.
const MaxMonths = 6

const (
	// maxDrift is the maximum distance of a usable capture from its target.
	maxDrift = 45 * 24 * time.Hour
	// minDistance is the minimum distance between two targets.
	minDistance = 24 * time.Hour
	// maxTries is the maximum number of captures that are tried for a target.
	maxTries = 3
)

// firstTarget returns the earliest target, some weeks after a store introduced labels.
func firstTarget(source string) time.Time {
	began := vocabulary.LabelsBegan(source)
	return time.Date(began.Year(), began.Month()+2, 1, 0, 0, 0, 0, time.UTC)
}

// Targets returns the targets of an import of an app of a source, in order of time. They are the
// times before now at steps of months calendar months (at least one) that are after the first
// target; that itself; and firstSeen, if it is in between and not zero. Of two targets within a
// day of each other only the earlier one remains. The first target is 1 February 2021 for the
// App Store, and 1 June 2022 for Google Play.
//
// Months are those of [time.Time.AddDate]: three months before 31 May is 3 March, and
// earlier steps stay on the 3rd.
func Targets(source string, now, firstSeen storage.Time, months int) []storage.Time {
	months = max(months, 1)
	floor := firstTarget(source)
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

// monthsOf returns the requested number of months or, if it is out of range, zero for a
// survey.
func monthsOf(asked int) int {
	if asked < 1 || asked > MaxMonths {
		return 0
	}
	return asked
}

func distance(a, b storage.Time) time.Duration { return max(a.Sub(b), b.Sub(a)) }

// near reports whether a capture at this time is usable for a target.
func near(at, target storage.Time) bool { return distance(at, target) <= maxDrift }

// choice is the captures that may stand for a target.
type choice struct {
	Near []archive.Capture `json:"near,omitempty"` // the nearest first, at equal distance the earlier
	Miss *archive.Capture  `json:"miss,omitempty"` // the nearest that is too far away; nil: none
}

// choose returns the choice for each target. A capture is tried for one target only. Earlier
// targets whose range overlaps may use up captures, so a target gets maxTries more captures
// for each of them.
func choose(captures []archive.Capture, targets []storage.Time) map[storage.Time]choice {
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

func chooseFor(captures []archive.Capture, target storage.Time, most int) choice {
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
	order.Sort(c.Near, nearest)
	c.Near = slices.Clone(c.Near[:min(len(c.Near), most)])
	return c
}

// nearest returns a function that compares captures by their distance from a time. At equal
// distance the earlier one comes first.
func nearest(to storage.Time) func(a, b archive.Capture) int {
	return func(a, b archive.Capture) int {
		return cmp.Or(cmp.Compare(distance(a.At, to), distance(b.At, to)), cmp.Compare(a.At, b.At))
	}
}
