package snapshots

import (
	"context"
	"strconv"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The defaults and limits of a [Plan]. The minimum of both numbers is 1.
const (
	DefaultIntervalHours  = 24
	MaxIntervalHours      = 720
	DefaultRetentionCount = 10
	MaxRetentionCount     = 100
)

// The names of the settings that hold the plan.
const (
	enabledSetting   = "backupSnapshotEnabled"
	intervalSetting  = "backupSnapshotIntervalHours"
	retentionSetting = "backupSnapshotRetentionCount"
	lastRunSetting   = settings.BackupSnapshotLastRun
)

// Plan is the schedule of backups and how many are retained.
type Plan struct {
	Enabled bool `json:"enabled"` // whether backups are made on schedule
	// The interval of scheduled backups in hours, from 1 to 720.
	IntervalHours  int              `json:"intervalHours"`
	RetentionCount int              `json:"retentionCount"` // how many files are retained, from 1 to 100
	LastRunAt      storage.NullTime `json:"lastRunAt"`      // when this installation last made a backup, scheduled or not
	// When the next scheduled backup is or was due; null: the schedule is disabled.
	NextRunAt storage.NullTime `json:"nextRunAt"`
}

// PlanChange is a change of a [Plan]. A nil member leaves its value as it is; a
// number out of range becomes the nearest one in range.
type PlanChange struct {
	Enabled        *bool
	IntervalHours  *int
	RetentionCount *int
}

// Plan returns the current plan.
func (s *Service) Plan(ctx context.Context) (p Plan, err error) {
	if err := s.supported(); err != nil {
		return p, err
	}
	return storage.View(ctx, s.config.Store, func(tx *storage.Tx) (Plan, error) { return planOf(tx, s.timestamp()) })
}

// ChangePlan changes the plan and returns the new one.
func (s *Service) ChangePlan(ctx context.Context, c PlanChange) (p Plan, err error) {
	if err := s.supported(); err != nil {
		return p, err
	}
	return storage.Update(ctx, s.config.Store, func(tx *storage.Tx) (Plan, error) {
		if err := c.write(tx); err != nil {
			return Plan{}, err
		}
		return planOf(tx, s.timestamp())
	})
}

// planOf reads the plan. An invalid setting, which a restored backup may contain,
// counts as the default.
func planOf(tx *storage.Tx, now storage.Time) (p Plan, err error) {
	enabled, err := settings.Text(tx, enabledSetting)
	if err != nil {
		return p, err
	}
	p.Enabled = enabled == "true"
	if p.IntervalHours, err = numberOf(tx, intervalSetting, DefaultIntervalHours, MaxIntervalHours); err != nil {
		return p, err
	}
	if p.RetentionCount, err = numberOf(tx, retentionSetting, DefaultRetentionCount, MaxRetentionCount); err != nil {
		return p, err
	}
	last, err := settings.Time(tx, lastRunSetting)
	p.LastRunAt = storage.NullTime(last)
	switch {
	case !p.Enabled:
	case last == 0 || last > now:
		p.NextRunAt = storage.NullTime(now)
	default:
		p.NextRunAt = storage.NullTime(last.Add(time.Duration(p.IntervalHours) * time.Hour))
	}
	return p, err
}

func numberOf(tx *storage.Tx, setting string, byDefault, most int) (int, error) {
	text, err := settings.Text(tx, setting)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return byDefault, nil
	}
	return n, nil
}

// due reports whether a backup is due. A last run in the future means that the
// clock was wrong then: without the second condition the next backup could be
// years away.
func (p Plan) due(now storage.Time) bool {
	return p.NextRunAt != 0 && (storage.Time(p.NextRunAt) <= now || storage.Time(p.LastRunAt) > now)
}

func (c PlanChange) write(tx *storage.Tx) error {
	if c.Enabled != nil {
		if err := settings.PutText(tx, enabledSetting, strconv.FormatBool(*c.Enabled)); err != nil {
			return err
		}
	}
	for _, number := range []struct {
		setting string
		n       *int
		most    int
	}{{intervalSetting, c.IntervalHours, MaxIntervalHours}, {retentionSetting, c.RetentionCount, MaxRetentionCount}} {
		if number.n == nil {
			continue
		}
		if err := settings.PutText(tx, number.setting, strconv.Itoa(min(max(*number.n, 1), number.most))); err != nil {
			return err
		}
	}
	return nil
}
