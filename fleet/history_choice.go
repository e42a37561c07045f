package fleet

import (
	"cmp"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// maxTries is how many captures are tried for a target.
const maxTries = 3

// choice is which captures may stand for a target.
type choice struct {
	Near []Capture `json:"near,omitempty"` // the nearest first, of two as near the earlier
	Miss *Capture  `json:"miss,omitempty"` // the nearest of those that may not; nil: there is none
}

// choose returns, for each target, which captures may stand for it. A capture is
// tried for one target only, so a target whose reach overlaps that of others
// before it has as many more to choose from as those can use up.
func choose(captures []Capture, targets []storage.Time) map[storage.Time]choice {
	choices := make(map[storage.Time]choice, len(targets))
	for i, target := range targets {
		most := maxTries
		for _, earlier := range targets[:i] {
			if apart(earlier, target) <= 2*historyDrift {
				most += maxTries
			}
		}
		choices[target] = chooseFor(captures, target, most)
	}
	return choices
}

func chooseFor(captures []Capture, target storage.Time, most int) choice {
	var c choice
	for _, capture := range captures {
		switch {
		case near(capture.At, target):
			c.Near = append(c.Near, capture)
		case c.Miss == nil || nearer(capture, *c.Miss, target) < 0:
			c.Miss = &capture
		}
	}
	slices.SortFunc(c.Near, func(a, b Capture) int { return nearer(a, b, target) })
	c.Near = slices.Clone(c.Near[:min(len(c.Near), most)])
	return c
}

// nearer orders captures by how near they are to a target, and by time.
func nearer(a, b Capture, target storage.Time) int {
	return cmp.Or(cmp.Compare(apart(a.At, target), apart(b.At, target)), cmp.Compare(a.At, b.At))
}
