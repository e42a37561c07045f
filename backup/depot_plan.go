package backup

import (
	"strconv"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The plan of a [Depot] until somebody changes it, and within what it is changed.
const (
	DefaultIntervalHours  = 24
	MaxIntervalHours      = 720
	DefaultRetentionCount = 10
	MaxRetentionCount     = 100
)

// The settings that the plan is kept in.
const (
	planEnabled   = "backupSnapshotEnabled"
	planInterval  = "backupSnapshotIntervalHours"
	planRetention = "backupSnapshotRetentionCount"
	planLastRun   = settings.BackupSnapshotLastRun
)

// Plan is when backups are made by themselves, and how many are kept.
type Plan struct {
	Enabled        bool             `json:"enabled"`        // whether any is made by itself
	IntervalHours  int              `json:"intervalHours"`  // from 1 to MaxIntervalHours
	RetentionCount int              `json:"retentionCount"` // files, from 1 to MaxRetentionCount
	LastRunAt      storage.NullTime `json:"lastRunAt"`      // when this installation made the last one, also by hand
	NextRunAt      storage.NullTime `json:"nextRunAt"`      // when the next is due, or was; null: none is planned
}

// PlanChange is what is to change of a [Plan]. A nil member stays as it is.
type PlanChange struct {
	Enabled        *bool
	IntervalHours  *int
	RetentionCount *int
}

// planOf reads the plan as it stands now. What a bundle from another person brought along and is no
// plan counts as the default.
func planOf(tx storage.Tx, now storage.Time) (p Plan, err error) {
	enabled, err := settings.Text(tx, planEnabled)
	if err != nil {
		return p, err
	}
	p.Enabled = enabled == "true"
	if p.IntervalHours, err = planNumber(tx, planInterval, DefaultIntervalHours, MaxIntervalHours); err != nil {
		return p, err
	}
	if p.RetentionCount, err = planNumber(tx, planRetention, DefaultRetentionCount, MaxRetentionCount); err != nil {
		return p, err
	}
	last, err := settings.Time(tx, planLastRun)
	p.LastRunAt = storage.NullTime(last)
	switch {
	case !p.Enabled:
	case last == 0 || last > now:
		p.NextRunAt = storage.NullTime(now)
	default:
		p.NextRunAt = storage.NullTime(last.Add(p.interval()))
	}
	return p, err
}

func planNumber(tx storage.Tx, name string, standard, most int) (int, error) {
	text, err := settings.Text(tx, name)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return standard, nil
	}
	return n, nil
}

func (p Plan) interval() time.Duration { return time.Duration(p.IntervalHours) * time.Hour }

// due reports whether a backup is due. After a clock that was ahead has been
// corrected, it is at once, and not in years.
func (p Plan) due(now storage.Time) bool {
	return p.NextRunAt != 0 && (storage.Time(p.NextRunAt) <= now || storage.Time(p.LastRunAt) > now)
}

func (c PlanChange) write(tx storage.Tx) error {
	if c.Enabled != nil {
		if err := settings.PutText(tx, planEnabled, strconv.FormatBool(*c.Enabled)); err != nil {
			return err
		}
	}
	for _, number := range []struct {
		name string
		n    *int
		most int
	}{{planInterval, c.IntervalHours, MaxIntervalHours}, {planRetention, c.RetentionCount, MaxRetentionCount}} {
		if number.n == nil {
			continue
		}
		if err := settings.PutText(tx, number.name, strconv.Itoa(min(max(*number.n, 1), number.most))); err != nil {
			return err
		}
	}
	return nil
}
