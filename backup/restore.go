package backup

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/privacylabels/auditor/backup/internal/legacy"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Trust distinguishes backups of this installation from others.
type Trust string

// The values of [Trust].
const (
	Trusted   Trust = "trusted"   // signed with this installation's key
	Untrusted Trust = "untrusted" // not signed, or with another key
)

// Findings are what a backup contains.
type Findings struct {
	ExportedAt storage.Time
	Trust      Trust
	Signed     bool           // whether there is a signature, valid or not
	Counts     map[string]int // the number of records in each member that a restore writes
	Beyond     map[string]int // the number of records in each member that it leaves out because there are too many, or because they belong to such records
	Dropped    map[string]int // the number of records in each member that it leaves out: candidates on the shortlist without an http or https URL
	Unknown    int            // the number of changes with a type that is not known here, which it writes as they are
	Ignored    map[string]int // the number of records in each unknown member, 1 for one that is not a list
	Left       map[string]int // for a legacy backup, the number of rows in each table that have no equivalent; otherwise nil
	Untold     int            // for a legacy backup, the number of changes that it leaves out, because neither they nor their sentences tell a type
	Derived    int            // for a legacy backup, the number of changes whose type it derives from their sentences
	Later      int            // for a legacy backup, the number of snapshots that it moves, because another of the app has their time
}

// Records returns the number of all records.
func (f Findings) Records() (n int) {
	for _, of := range f.Counts {
		n += of
	}
	return n
}

// Warnings returns a sentence for each part of the backup that a restore would leave out, derive or
// not understand, with the number of records. It is never nil.
func (f Findings) Warnings() []string { return f.leftOut("would be", "would be") }

// leftOut returns the sentences of Warnings, with other verbs for one thing and for many.
func (f Findings) leftOut(one, verb string) []string {
	sentences := []string{}
	for _, name := range slices.Sorted(maps.Keys(f.Ignored)) {
		sentences = append(sentences, fmt.Sprintf("%.100q is not known here and %s left out: %d", name, one, f.Ignored[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Dropped)) {
		sentences = append(sentences, fmt.Sprintf("%q has entries without an http or https URL, which %s left out: %d", name, verb, f.Dropped[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Beyond)) {
		sentences = append(sentences, fmt.Sprintf("%q has entries beyond the limits of this service, or that belong to such entries, which %s left out: %d", name, verb, f.Beyond[name]))
	}
	for _, table := range slices.Sorted(maps.Keys(f.Left)) {
		sentences = append(sentences, fmt.Sprintf("There is no place here for some rows of the table %.100q, which %s left out: %d", table, verb, f.Left[table]))
	}
	if f.Untold > 0 {
		sentences = append(sentences, fmt.Sprintf("Some changes have no type, and their sentences tell none, so they %s left out: %d", verb, f.Untold))
	}
	if f.Derived > 0 {
		sentences = append(sentences, fmt.Sprintf("Some changes have no type. Their types %s derived from their sentences: %d", verb, f.Derived))
	}
	if f.Unknown > 0 {
		sentences = append(sentences, fmt.Sprintf("Some changes have a type that is not known here, with which they %s restored: %d", verb, f.Unknown))
	}
	if f.Later > 0 {
		sentences = append(sentences, fmt.Sprintf("Some snapshots have the time of another one of the same app. Their times %s moved to the next free millisecond: %d", verb, f.Later))
	}
	return sentences
}

// detail returns what a restore has left out, for the log of activities, or nil.
func (f Findings) detail() json.RawMessage {
	all := make(map[string]int, len(f.Dropped)+len(f.Beyond)+len(f.Left)+len(f.Ignored))
	maps.Copy(all, f.Ignored)
	maps.Copy(all, f.Left)
	maps.Copy(all, f.Dropped)
	for name, n := range f.Beyond {
		all[name] += n
	}
	if f.Untold > 0 {
		all["changes"] = f.Untold
	}
	if len(all) == 0 {
		return nil
	}
	return activity.Detail(map[string]any{"leftOut": all})
}

// Restored is the outcome of a restore.
type Restored struct {
	RestoredAt storage.Time   `json:"restoredAt"` // when the backup was restored
	Trust      Trust          `json:"trust"`      // whether the signature is that of this installation
	Counts     map[string]int `json:"counts"`     // number of records by kind
	LeftOut    []string       `json:"leftOut"`    // what was left out, derived, moved or not understood, as sentences with the number of records
}

// Preview reads a whole backup and returns what it contains, without changing anything. It
// fails with a [FormatError] if [Service.Restore] would.
func (s *Service) Preview(ctx context.Context, r io.Reader) (Findings, error) {
	_, end := s.begin(Checking)
	defer end()
	return s.preview(ctx, r)
}

func (s *Service) preview(ctx context.Context, r io.Reader) (Findings, error) {
	c, err := s.examine(ctx, r, true)
	if err != nil {
		return Findings{}, err
	}
	return c.findings, c.close()
}

// Restore replaces all records with those of a backup, in one transaction. Logs, sessions
// and settings that belong to this installation stay. Secret settings are cleared, because
// they belong to the replaced data. Open runs are cancelled.
//
// Restore fails with a [FormatError] if the backup is invalid, with an [UntrustedError] if
// it is untrusted and allowUntrusted is false (a legacy backup is refused before its rows are
// read), and with [runner.ErrBusy] while a process works on a run. It wraps an error of r.
func (s *Service) Restore(ctx context.Context, r io.Reader, allowUntrusted bool) (Restored, error) {
	return s.RestoreAfter(ctx, r, allowUntrusted, func(context.Context) error { return nil })
}

// RestoreAfter is [Service.Restore] that calls a function once the backup is known to be good, before anything
// is replaced. It fails with the error of the function.
func (s *Service) RestoreAfter(ctx context.Context, r io.Reader, allowUntrusted bool, before func(context.Context) error) (_ Restored, err error) {
	c, err := s.examineShown(ctx, r, allowUntrusted)
	if err != nil {
		return Restored{}, err
	}
	work, end := s.begin(Restoring)
	defer end()
	for _, n := range c.findings.Counts {
		work.total.Add(int64(n))
	}
	defer func() { err = errors.Join(err, c.close()) }()
	if c.findings.Trust == Untrusted && !allowUntrusted {
		return Restored{}, &UntrustedError{Signed: c.findings.Signed}
	}
	if before == nil {
		return Restored{}, errors.New("before a restore: the function is nil")
	}
	if err := before(ctx); err != nil {
		return Restored{}, fmt.Errorf("before a restore: %w", err)
	}
	done := Restored{Trust: c.findings.Trust, Counts: c.findings.Counts, LeftOut: c.findings.leftOut("was", "were")}
	err = s.config.Store.Update(ctx, func(tx *storage.Tx) error {
		work.records.Store(0) // the transaction may be running for the second time
		done.RestoredAt = s.timestamp()
		if err := runner.CancelOpen(tx, done.RestoredAt); err != nil {
			return err
		}
		if err := clearKinds(tx, func(kind) bool { return true }); err != nil {
			return err
		}
		if err := c.write(ctx, tx, work); err != nil {
			return err
		}
		if err := appdata.ForgetTracked(tx); err != nil {
			return fmt.Errorf("forget the removed apps that the backup has: %w", err)
		}
		if _, err := tx.Settings.Delete(settings.EntrySubjects); err != nil { // the entries of an old backup have no subjects
			return err
		}
		if err := s.restartChangeLog(tx, done.RestoredAt); err != nil {
			return err
		}
		return activity.Record(tx, s.config.Random, storage.Activity{
			Type: "backup_restore", Status: activity.OK, StartedAt: done.RestoredAt, EndedAt: storage.NullTime(done.RestoredAt),
			Summary: storage.Text(fmt.Sprintf("Restored %d apps from a backup", done.Counts[memberApps])), Detail: c.findings.detail(),
		})
	})
	if err != nil {
		return Restored{}, fmt.Errorf("restore: %w", err)
	}
	return done, nil
}

// restartChangeLog numbers the restored changes as new commits, which invalidates cursors from
// before the restore.
func (s *Service) restartChangeLog(tx *storage.Tx, now storage.Time) error {
	generation, err := storage.NewID(now, s.config.Random)
	if err != nil {
		return err
	}
	return commitlog.Restart(tx, generation)
}

// checked is a backup that can be restored.
type checked struct {
	*envelope
	facts    facts
	findings Findings
}

// examineShown is [Service.examine] as work in progress, which ends even if the reader of the caller panics.
func (s *Service) examineShown(ctx context.Context, r io.Reader, allowUntrusted bool) (*checked, error) {
	_, end := s.begin(Checking)
	defer end()
	return s.examine(ctx, r, allowUntrusted)
}

// examine copies a backup to a temporary file and checks all of it. A legacy backup is
// refused without a check unless untrusted backups are allowed. The caller must close the
// result.
func (s *Service) examine(ctx context.Context, r io.Reader, allowUntrusted bool) (*checked, error) {
	if r == nil {
		return nil, errors.New("no backup to read: the io.Reader is nil")
	}
	in := bufio.NewReaderSize(r, headSize)
	if err := checkHead(in); err != nil {
		return nil, err
	}
	f, err := newFile(s.config.Dir)
	if err != nil {
		return nil, err
	}
	for err == nil { // the file may be endless
		var n int64
		if err = ctx.Err(); err == nil {
			n, err = io.CopyN(f.file, in, 1<<20)
		}
		f.size += n
	}
	if !errors.Is(err, io.EOF) {
		return nil, errors.Join(fmt.Errorf("receive a backup: %w", err), f.Close())
	}
	c, err := s.check(ctx, f, allowUntrusted)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return c, nil
}

// headSize is how much of a backup is checked before the rest is copied, in bytes.
const headSize = 64 << 10

// checkHead returns an error if what comes from a reader does not begin as a backup, which a
// device without an end, such as /dev/zero, would not show before the disk is full. What is shorter
// than headSize is copied in any case.
func checkHead(in *bufio.Reader) error {
	head, err := in.Peek(headSize)
	if err != nil { // the copy gets it, too
		return nil
	}
	if start := bytes.TrimLeft(head, " \t\r\n"); len(start) > 0 && start[0] == '{' {
		return nil
	}
	return &FormatError{Index: -1, Err: errors.New("not valid JSON: it does not begin with {")}
}

func (s *Service) check(ctx context.Context, f *File, allowUntrusted bool) (*checked, error) {
	e, err := open(f)
	if err != nil {
		return nil, err
	}
	found := Findings{ExportedAt: e.exportedAt, Trust: Untrusted, Signed: e.signed}
	if found.Ignored, err = e.ignored(ctx); err != nil {
		return nil, err
	}
	var k *checker
	if e.isLegacy() {
		if !allowUntrusted {
			return nil, &UntrustedError{Signed: e.signed} // before the translation, which takes long
		}
		var of legacy.Result
		if e, of, err = e.translate(ctx, s.config.Dir); err != nil {
			return nil, err
		}
		found.Left, found.Untold, found.Derived, found.Later = of.Left, of.Untold, of.Derived, of.Later
		if k, err = check(ctx, e, false); err != nil {
			return nil, errors.Join(e.rowError(err), e.file.Close())
		}
	} else if k, err = s.checkOwn(ctx, e); err != nil {
		return nil, err
	}
	if k.trusted {
		found.Trust = Trusted
	}
	found.Counts, found.Dropped, found.Beyond, found.Unknown = k.counts, k.dropped, k.left, k.unknown
	return &checked{e, k.facts, found}, nil
}

// checkOwn checks the records of a backup and its signature at the same time.
func (s *Service) checkOwn(ctx context.Context, e *envelope) (*checker, error) {
	var (
		verifying errgroup.Group
		trusted   bool
	)
	verifying.Go(func() (err error) {
		trusted, err = e.trusted(ctx, s.config.Key)
		return err
	})
	claimed := e.claims(s.config.Key)
	k, failed := check(ctx, e, claimed)
	if err := verifying.Wait(); err != nil {
		return nil, err
	}
	if claimed && !trusted { // the checks assumed that it is trusted, so do them again
		return check(ctx, e, false)
	}
	return k, failed
}

// close removes the temporary files.
func (c *checked) close() error {
	err := c.file.Close()
	if c.legacy != nil {
		err = errors.Join(err, c.legacy.file.Close())
	}
	return err
}

// clearKinds removes all records of some kinds. Kinds that others refer to come last.
func clearKinds(tx *storage.Tx, which func(kind) bool) error {
	for _, k := range slices.Backward(kinds(tx)) {
		if !which(k) {
			continue
		}
		if err := k.clear(); err != nil {
			return fmt.Errorf("clear %s: %w", k.member, err)
		}
	}
	return nil
}

// write writes all records of a backup.
func (c *checked) write(ctx context.Context, tx *storage.Tx, work *task) error {
	for _, k := range kinds(tx) {
		err := k.restore(ctx, &c.facts, counted(work, func(yield func([]byte) error) error { return c.records(ctx, k.member, yield) }))
		if err != nil {
			return err
		}
	}
	focus, err := c.focus()
	if err != nil || focus == nil {
		return err
	}
	_, err = feature.PutFocus(tx, *focus)
	return err
}
