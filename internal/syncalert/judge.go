package syncalert

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// progress is how recently a sync that is running must have stored something to count as
// working.
const progress = time.Hour

// state is what users were notified of. It is comparable.
type state struct {
	// Since is when syncs were first expected: there are apps, and a limit.
	Since storage.Time `json:"since,omitzero"`
	// Overdue and Failing are when the alerts were posted; zero: there is none.
	Overdue storage.Time `json:"overdue,omitzero"`
	Failing storage.Time `json:"failing,omitzero"`
}

// verdict is the state before and after a check, and what users should hear of.
type verdict struct {
	before, after state
	news          []storage.Entry
}

func (v *verdict) post(kind storage.EntryType, format string, of ...any) {
	v.news = append(v.news, storage.Entry{Type: kind, Description: fmt.Sprintf(format, of...)})
}

// The types of the entries.
const (
	entryOverdue   storage.EntryType = "sync_overdue"
	entryFailing   storage.EntryType = "sync_failing"
	entryRecovered storage.EntryType = "sync_recovered"
)

// judge compares the syncs with the limits and with what users know.
func judge(tx *storage.Tx, now storage.Time) (v verdict, err error) {
	if v.before, err = load(tx); err != nil {
		return v, err
	}
	v.after = v.before
	longest, err := longestPause(tx)
	if err != nil {
		return v, err
	}
	percent, err := settings.Number(tx, settings.SyncAlertPercent)
	if err != nil {
		return v, err
	}
	_, tracked, err := storage.FindFirst(tx.Apps.List(storage.AppQuery{Limit: 1}))
	if err != nil {
		return v, err
	}
	if !tracked { // nothing is expected
		v.after = state{}
		return v, nil
	}
	syncs, err := read(tx, now)
	if err != nil {
		return v, err
	}
	v.overdue(now, longest, syncs)
	refusal, err := settings.Text(tx, settings.AppStoreRefusal)
	if err != nil {
		return v, err
	}
	v.failing(now, percent, syncs, refusal != "")
	return v, nil
}

// overdue decides about the time without a success.
func (v *verdict) overdue(now storage.Time, longest time.Duration, s syncs) {
	if longest <= 0 {
		v.after.Since, v.after.Overdue = 0, 0
		return
	}
	if v.after.Since == 0 || v.after.Since > now { // or the clock was set back
		v.after.Since = now
	}
	late := now.Sub(max(v.after.Since, s.succeeded)) > longest
	switch {
	case late && v.after.Overdue == 0 && !s.working:
		v.after.Overdue = now
		if s.succeeded == 0 {
			v.post(entryOverdue, "No refresh of all apps has succeeded so far, for more than %s", inWords(longest))
		} else {
			v.post(entryOverdue, "No refresh of all apps has succeeded for more than %s: the last was on %s", inWords(longest), onDate(s.succeeded))
		}
	case !late && v.after.Overdue != 0:
		v.after.Overdue = 0
		if s.succeeded <= v.before.Overdue { // only the limit has changed
			return
		}
		if s.last.Failed > 0 {
			v.post(entryRecovered, "Apps are refreshed again: %d of %d on %s", s.last.Completed, s.last.Completed+s.last.Failed, onDate(s.succeeded))
			return
		}
		v.post(entryRecovered, "All apps are refreshed again: a refresh succeeded on %s", onDate(s.succeeded))
	}
}

// failing decides about the share of apps that failed in the last sync. If told, another
// notification says why they did.
func (v *verdict) failing(now storage.Time, percent int64, s syncs, told bool) {
	tried := s.last.Completed + s.last.Failed
	switch {
	case percent <= 0:
		v.after.Failing = 0
	case tried == 0:
	case int64(s.last.Failed)*100 > percent*int64(tried):
		if v.after.Failing == 0 {
			v.after.Failing = now
			if told {
				return
			}
			v.post(entryFailing, "%d of %d apps could not be refreshed, which is more than %d%%", s.last.Failed, tried, percent)
		}
	case v.after.Failing != 0:
		v.after.Failing = 0
		if len(v.news) == 0 { // otherwise overdue has said it
			v.post(entryRecovered, "%d of %d apps were refreshed again", s.last.Completed, tried)
		}
	}
}

// syncs are the syncs so far.
type syncs struct {
	succeeded storage.Time // when the last one ended that refreshed at least one app; zero: never
	last      storage.Run  // the last one that ended by itself; zero: none
	working   bool         // one is running, and has stored something lately
}

func read(tx *storage.Tx, now storage.Time) (s syncs, err error) {
	for run, err := range tx.Runs.List(storage.RunQuery{Runner: tracked.SyncRunner}) {
		if err != nil {
			return s, err
		}
		if run.Status == storage.RunRunning && now.Sub(run.UpdatedAt) < progress {
			s.working = true
		}
		if run.Status != storage.RunDone {
			continue
		}
		if s.last.ID == "" {
			s.last = run
		}
		if run.Completed > 0 {
			s.succeeded = run.EndedAt
			break
		}
	}
	return s, nil
}

// longestPause returns how long there may be no successful sync, zero for no limit: as the
// setting says, or twice the interval of the schedule.
func longestPause(tx *storage.Tx) (time.Duration, error) {
	text, err := settings.Text(tx, settings.SyncAlertHours)
	if err != nil {
		return 0, err
	}
	if hours, err := strconv.Atoi(text); err == nil {
		return time.Duration(hours) * time.Hour, nil
	}
	schedule, err := settings.Text(tx, settings.SyncSchedule)
	switch schedule {
	case settings.Daily:
		return 2 * 24 * time.Hour, err
	case settings.Weekly:
		return 2 * 7 * 24 * time.Hour, err
	}
	return 0, err
}

func load(tx *storage.Tx) (s state, err error) {
	text, err := settings.Text(tx, settings.SyncAlertState)
	if err != nil || text == "" {
		return s, err
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return s, fmt.Errorf("%w: setting %s: %w", storage.ErrDamaged, settings.SyncAlertState, err)
	}
	return s, nil
}

// inWords returns a duration in days if it is some, else in hours.
func inWords(d time.Duration) string {
	n, unit := int(d/time.Hour), "hour"
	if n >= 48 && n%24 == 0 {
		n, unit = n/24, "day"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

func onDate(t storage.Time) string { return t.Std().UTC().Format("2 January 2006 at 15:04 UTC") }
