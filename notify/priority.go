package notify

import (
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// priority is how urgent a message is.
type priority int8

const (
	low    priority = iota - 1 // everything got better, or is neither better nor worse
	normal                     // something got worse, or nothing about an app changed
	high                       // more data is used to track people or is linked to them, or a policy contradicts its label
)

// priorityOf returns the priority of a message, which is that of its worst change.
func priorityOf(m message) priority {
	var all []storage.Entry
	for _, item := range m.items {
		if len(item.Changes) == 0 { // about the service, or too large to be included
			return normal
		}
		all = append(all, item.Changes...)
	}
	if len(all) == 0 {
		return normal
	}
	worst := changelog.WorstFirst(all)[0]
	switch {
	case worst.Direction != storage.Worse:
		return low
	case worst.Weight == changelog.WeightTracking, worst.Weight == changelog.WeightLinked, worst.Weight == changelog.WeightContradiction:
		return high
	}
	return normal
}
