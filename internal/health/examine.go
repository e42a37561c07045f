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

// From where on something is worth a warning.
const (
	largestChecked = 256 << 20 // bytes of a database that the daily check reads whole
	largeLog       = 64 << 20  // bytes of a log that should move to the file by itself
	largeProcess   = 2048      // MiB
	fullHeap       = 0.85      // of what it may have
	fullDisk       = 5         // percent free
	emptyPages     = 25        // percent
	fewPages       = 1000      // of which it does not matter how many are empty
	mostFaults     = 5         // of the database that are named
)

// isDamaged is what a report says of a database with faults.
const isDamaged = "The database is damaged: restore a backup."

const statusOK, statusError = "ok", "error"

// examine looks at all there is to look at. What cannot be looked at is a fault.
func (c *Checker) examine(ctx context.Context, r *Report) {
	c.examineProcess(r)
	if c.dir != "" {
		if space, err := SpaceOf(c.dir); err == nil { // elsewhere it is not known
			r.Checks.Disk = &space
			r.warnIf(space.FreePct < fullDisk, "The disk has %d %% left.", space.FreePct)
		}
	}
	layout, err := Inspect(ctx, c.store)
	if err != nil {
		c.fail(ctx, r, "The database could not be looked at.", err)
	}
	if layout != nil {
		r.Checks.Database = databaseOf(*layout)
		r.warnIf(!layout.ForeignKeys, "The database does not check what hangs on what.")
		r.warnIf(layout.LogBytes > largeLog, "The log of the database has %d MiB.", layout.LogBytes>>20)
	}
	var whole, bulk bool
	err = c.store.View(ctx, func(tx storage.Tx) (err error) {
		if r.Checks.Counts, err = counts(tx); err != nil {
			return err
		}
		unused, err := tx.Labels().Count(storage.LabelQuery{Unused: true})
		if err != nil {
			return err
		}
		r.Checks.Orphans = map[string]int{"labels": unused}
		if whole, err = settings.Flag(tx, settings.HealthCheckIntegrity); err != nil {
			return err
		}
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

// fail notes that a step could not be done.
func (c *Checker) fail(ctx context.Context, r *Report, what string, err error) {
	if errors.Is(err, storage.ErrDamaged) {
		what = isDamaged
	}
	if r.Error == "" {
		r.Error = what
	}
	c.log.ErrorContext(ctx, "a step of the health check failed", "step", what, "error", err)
}

// warnIf adds a warning.
func (r *Report) warnIf(wrong bool, format string, args ...any) {
	if wrong {
		r.Checks.Warnings = append(r.Checks.Warnings, fmt.Sprintf(format, args...))
	}
}

func (c *Checker) examineProcess(r *Report) {
	now := c.process()
	p := Process{RSS: now.Memory.RSS, HeapUsed: now.Memory.LimitUsed, HeapBreach: now.Memory.LimitUsed > fullHeap}
	if d := now.Scheduling; d != nil {
		p.DelayP99, p.DelaySevere = &d.P99, &d.Severity
		r.warnIf(d.Severity != statusOK, "Work that was ready had to wait for a processor.")
	}
	r.warnIf(p.HeapBreach, "The heap has nearly all the memory that it may have.")
	r.warnIf(p.RSS > largeProcess, "The process has %.0f MiB of memory.", p.RSS)
	r.Checks.Runtime = p
}

// Inspect returns how a store lies on the disk, nil when it does not tell.
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

// Utilisation returns how much of a database holds something, in percent.
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

// counts returns how many records there are of the kinds that grow.
func counts(tx storage.Tx) (map[string]int, error) {
	found := make(map[string]int)
	for kind, count := range map[string]func() (int, error){
		"apps":             func() (int, error) { return tx.Apps().Count(storage.AppQuery{}) },
		"privacySnapshots": func() (int, error) { return tx.Snapshots().Count(storage.SnapshotQuery{}) },
		"labels":           func() (int, error) { return tx.Labels().Count(storage.LabelQuery{}) },
		"notifications":    func() (int, error) { return tx.Notifications().Count(storage.NotificationQuery{}) },
		"deliveries":       func() (int, error) { return tx.Deliveries().Count(storage.DeliveryQuery{}) },
		"activityLog":      func() (int, error) { return tx.Activities().Count(storage.ActivityQuery{}) },
		"aiDebugLog":       func() (int, error) { return tx.AILogs().Count(storage.AILogQuery{}) },
		"auditLog":         func() (int, error) { return tx.Audits().Count(storage.AuditQuery{}) },
	} {
		n, err := count()
		if err != nil {
			return nil, err
		}
		found[kind] = n
	}
	return found, nil
}

// bulkActive says whether a bulk run is under way, so that it is no time for work
// that takes long.
func bulkActive(tx storage.Tx) (bool, error) {
	for run, err := range tx.Runs().List(storage.RunQuery{Open: true}) {
		if err != nil || run.Status == storage.RunRunning {
			return err == nil, err
		}
	}
	return false, nil
}

// integrity reads the whole database, if it is wanted and no time for other work.
func (c *Checker) integrity(ctx context.Context, layout *storage.Layout, wanted, bulk bool) Integrity {
	switch {
	case !wanted:
		return Integrity{Skipped: "disabled"}
	case bulk:
		return Integrity{Skipped: "bulk-active"}
	case layout != nil && layout.Bytes > largestChecked:
		return Integrity{Skipped: "too-large"}
	}
	found, ok, err := Verify(ctx, c.store, c.now)
	if !ok {
		return Integrity{Skipped: "not-supported"}
	}
	if err != nil {
		c.log.ErrorContext(ctx, "the database could not be checked", "error", err)
	}
	found.Fresh = true
	return found
}

// Verify lets a store examine itself. It is false when the store cannot. An error
// is told in the result too, without saying which.
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
		found.Status, found.Detail = statusError, strings.Join(wrong[:min(len(wrong), mostFaults)], "; ")
		if more := len(wrong) - mostFaults; more > 0 {
			found.Detail += fmt.Sprintf("; and %d more", more)
		}
	}
	return found, true, err
}
