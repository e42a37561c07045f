package health

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Limits of the check.
const (
	largestChecked = 256 << 20 // bytes of a database whose integrity is checked
	largeLog       = 64 << 20  // bytes of a write-ahead log that should have been checkpointed
	largeProcess   = 2048      // MiB
	fullHeap       = 0.85      // of its limit
	fullDisk       = 5         // percent free
	emptyPages     = 25        // percent
	fewPages       = 1000      // a database with fewer is not called fragmented
	maxFaults      = 5         // of the database that are listed
)

// isDamaged is the sentence about a damaged database.
const isDamaged = "The database is damaged: restore a backup."

const statusOK, statusError = "ok", "error"

// inspect fills in the checks of a report. A check that fails is a fault.
func (c *Checker) inspect(ctx context.Context, r *Report) {
	c.inspectProcess(r)
	if c.config.Dir != "" {
		if space, err := c.config.Space(c.config.Dir); err == nil { // otherwise it is unknown
			r.Checks.Disk = &space
			r.warnIf(space.FreePct < fullDisk, "The disk has %d %% free space left.", space.FreePct)
		}
	}
	layout, err := Inspect(ctx, c.config.Store)
	if err != nil {
		c.fail(ctx, r, "The database could not be inspected.", err)
	}
	if layout != nil {
		r.Checks.Database = databaseOf(*layout)
		r.warnIf(!layout.ForeignKeys, "The database does not enforce foreign keys.")
		r.warnIf(layout.LogBytes > largeLog, "The write-ahead log of the database has %d MiB.", layout.LogBytes>>20)
	}
	var whole, bulk bool
	err = c.config.Store.View(ctx, func(tx *storage.Tx) (err error) {
		if r.Checks.Counts, err = counts(tx); err != nil {
			return err
		}
		unused, err := tx.Labels.Count(storage.LabelQuery{Unused: true})
		if err != nil {
			return err
		}
		r.Checks.Orphans = map[string]int{"labels": unused}
		if whole, err = settings.Flag(tx, settings.HealthCheckIntegrity); err != nil {
			return err
		}
		refusal, err := settings.Text(tx, settings.AppStoreRefusal)
		if err != nil {
			return err
		}
		r.warnIf(refusal != "", "%s.", refusal)
		bulk, err = bulkActive(tx)
		return err
	})
	if err != nil {
		c.fail(ctx, r, "The records could not be counted.", err)
		return
	}
	r.Checks.Database.Integrity = c.integrity(ctx, layout, whole, bulk)
	r.warnIf(r.Checks.Database.Integrity.Status == statusError, isDamaged)
}

// fail records a step that failed.
func (c *Checker) fail(ctx context.Context, r *Report, what string, err error) {
	if errors.Is(err, storage.ErrDamaged) {
		what = isDamaged
	}
	if r.Error == "" {
		r.Error = what
	}
	c.config.Logger.ErrorContext(ctx, "health check step failed", "step", what, "error", err)
}

// warnIf adds a warning.
func (r *Report) warnIf(wrong bool, format string, args ...any) {
	if wrong {
		r.Checks.Warnings = append(r.Checks.Warnings, fmt.Sprintf(format, args...))
	}
}

func (c *Checker) inspectProcess(r *Report) {
	now := c.config.Process()
	p := Process{RSS: now.Memory.RSS, HeapUsed: now.Memory.LimitUsed, HeapBreach: now.Memory.LimitUsed > fullHeap}
	if d := now.Scheduling; d != nil {
		p.DelayP99, p.DelaySevere = &d.P99, &d.Severity
		r.warnIf(d.Severity != statusOK, "Goroutines that were ready had to wait for a processor.")
	}
	r.warnIf(p.HeapBreach, "The heap has nearly reached its memory limit.")
	r.warnIf(p.RSS > largeProcess, "The process uses %.0f MiB of memory.", p.RSS)
	r.Checks.Runtime = p
}

// Inspect returns the layout of a database on disk, nil if the store does not support that.
func Inspect(ctx context.Context, store storage.Store) (*storage.Layout, error) {
	inspector, ok := storage.As[storage.Inspector](store)
	if !ok {
		return nil, nil
	}
	layout, err := inspector.Inspect(ctx)
	if err != nil {
		return nil, err
	}
	return &layout, nil
}

// Utilisation returns how many of the pages of a database are in use, in percent.
func Utilisation(l storage.Layout) int {
	if l.Pages <= 0 {
		return 0
	}
	return int((l.Pages - l.FreePages) * 100 / l.Pages)
}

func databaseOf(l storage.Layout) Database {
	used := Utilisation(l)
	return Database{
		Utilisation: &used, FreePages: &l.FreePages, LogBytes: &l.LogBytes, Bytes: &l.Bytes, ForeignKeys: &l.ForeignKeys,
		Fragmented: l.Pages >= fewPages && used < 100-emptyPages,
	}
}

// counts returns the number of records of the kinds that grow.
func counts(tx *storage.Tx) (map[string]int, error) {
	found := make(map[string]int)
	for kind, count := range map[string]func() (int, error){
		"apps":             func() (int, error) { return tx.Apps.Count(storage.AppQuery{}) },
		"privacySnapshots": func() (int, error) { return tx.Snapshots.Count(storage.SnapshotQuery{}) },
		"labels":           func() (int, error) { return tx.Labels.Count(storage.LabelQuery{}) },
		"notifications":    func() (int, error) { return tx.Notifications.Count(storage.NotificationQuery{}) },
		"deliveries":       func() (int, error) { return tx.Deliveries.Count(storage.DeliveryQuery{}) },
		"activityLog":      func() (int, error) { return tx.Activities.Count(storage.ActivityQuery{}) },
		"aiDebugLog":       func() (int, error) { return tx.AILogs.Count(storage.AILogQuery{}) },
		"auditLog":         func() (int, error) { return tx.Audits.Count(storage.AuditQuery{}) },
	} {
		n, err := count()
		if err != nil {
			return nil, err
		}
		found[kind] = n
	}
	return found, nil
}

// bulkActive reports whether a bulk run is under way, which slow work would delay.
func bulkActive(tx *storage.Tx) (bool, error) {
	for run, err := range tx.Runs.List(storage.RunQuery{Open: true}) {
		if err != nil || run.Status == storage.RunRunning {
			return err == nil, err
		}
	}
	return false, nil
}

// integrity checks the whole database, if that is wanted and does not delay other work.
func (c *Checker) integrity(ctx context.Context, layout *storage.Layout, wanted, bulk bool) Integrity {
	switch {
	case !wanted:
		return Integrity{Skipped: "disabled"}
	case bulk:
		return Integrity{Skipped: "bulk-active"}
	case layout != nil && layout.Bytes > largestChecked:
		return Integrity{Skipped: "too-large"}
	}
	found, ok, err := Verify(ctx, c.config.Store, c.config.Now)
	if !ok {
		return Integrity{Skipped: "not-supported"}
	}
	if err != nil {
		c.config.Logger.ErrorContext(ctx, "database integrity check failed", "error", err)
	}
	found.Fresh = true
	return found
}

// Verify checks the integrity of a database. Ok is false if the store does not support
// that. The result of an error says only that the check failed.
func Verify(ctx context.Context, store storage.Store, now func() time.Time) (found Integrity, ok bool, err error) {
	checker, ok := storage.As[storage.Checker](store)
	if !ok {
		return Integrity{}, false, nil
	}
	began := now()
	wrong, err := checker.Check(ctx)
	ended := now()
	found = Integrity{
		Status: statusOK, CheckedAt: storage.NullTime(storage.TimeOf(ended)), DurationMs: new(max(ended.Sub(began), 0).Milliseconds()),
	}
	switch {
	case err != nil:
		found.Status, found.Detail = statusError, "The database could not be checked."
	case len(wrong) > 0:
		found.Status, found.Detail = statusError, strings.Join(wrong[:min(len(wrong), maxFaults)], "; ")
		if more := len(wrong) - maxFaults; more > 0 {
			found.Detail += fmt.Sprintf("; and %d more", more)
		}
	}
	if timed, ok := storage.As[*TimedStore](store); ok && err == nil {
		timed.checked(ctx, len(wrong) == 0, found.Detail)
	}
	return found, true, err
}
