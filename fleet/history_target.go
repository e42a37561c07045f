package fleet

import (
	"slices"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// How far apart the moments are that an import of history aims at, in months.
const (
	DefaultHistoryMonths = 3
	MaxHistoryMonths     = 6
)

// historyDrift is how far from a target a capture may lie to stand for it.
const historyDrift = 45 * 24 * time.Hour

// sameTarget is how far apart two targets have to be not to be one.
const sameTarget = 24 * time.Hour

// historyFloor is the first target: labels came up in the weeks before.
func historyFloor() time.Time { return time.Date(2021, time.February, 1, 0, 0, 0, 0, time.UTC) }

// HistoryTargets returns the moments that an import of an app's past aims at, in
// order: steps of so many calendar months (at least one) back from now, which is
// none itself, as long as they are after 1 February 2021; that day; and the
// moment at which the app was first seen, when it lies between that day and now
// (zero: it is not known). Of two that are not more than a day apart the earlier
// one counts.
//
// Months are those of [time.Time.AddDate]: three months before 31 May is 3 March,
// and the steps before it stay on a third.
func HistoryTargets(now, firstSeen storage.Time, months int) []storage.Time {
	months = max(months, 1)
	floor := historyFloor()
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
		if t.Sub(targets[len(targets)-1]) > sameTarget {
			targets = append(targets, t)
		}
	}
	return targets
}

// historyMonths returns how far apart targets are when so much was asked for.
func historyMonths(asked int) int {
	if asked < 1 || asked > MaxHistoryMonths {
		return DefaultHistoryMonths
	}
	return asked
}

// apart returns how far two moments are from each other.
func apart(a, b storage.Time) time.Duration { return max(a.Sub(b), b.Sub(a)) }

// near says whether something at a moment stands for a target.
func near(at, target storage.Time) bool { return apart(at, target) <= historyDrift }
