package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
)

// Trust says whether a bundle is signed with this installation's key.
type Trust string

// The two kinds of bundle.
const (
	Trusted   Trust = "trusted"
	Untrusted Trust = "untrusted"
)

// Findings are what a bundle holds, all of it looked at.
type Findings struct {
	ExportedAt storage.Time
	Trust      Trust
	Signed     bool           // it has a signature, whoever made it
	Counts     map[string]int // records of each member that is a list of them
	Ignored    []string       // members that are not known here, sorted
	Left       map[string]int // of another service's tables, rows that there is no place for here; nil: all are its own
}

// Restored is what a restore did.
type Restored struct {
	RestoredAt storage.Time   `json:"restoredAt"`
	Trust      Trust          `json:"trust"`
	Counts     map[string]int `json:"counts"`
}

// Preview reads a bundle to its end and returns what it holds. It fails with a
// [FormatError] when [Vault.Restore] would. It changes nothing.
func (v *Vault) Preview(ctx context.Context, r io.Reader) (Findings, error) {
	b, err := v.receive(r)
	if err != nil {
		return Findings{}, err
	}
	defer b.Close()
	c, _, found, err := v.examine(ctx, b)
	return found, errors.Join(err, c.release())
}

// Restore replaces everything by what is in a bundle, in one transaction: when it
// fails, everything is as it was. What stays are the logs, the sessions, and what
// concerns this installation alone, see settings.Local; the settings that are
// secrets are emptied, for they belong to what was there. Open runs are cancelled.
//
// It fails with a [FormatError] when the bundle is not fit to be restored; with
// an [UntrustedError] when it is not signed with this installation's key, unless
// the caller allows that; and with [runner.ErrBusy] while anybody works on a run.
// An error of r is returned wrapped.
func (v *Vault) Restore(ctx context.Context, r io.Reader, allowUntrusted bool) (_ Restored, err error) {
	b, err := v.receive(r)
	if err != nil {
		return Restored{}, err
	}
	defer b.Close()
	c, k, found, err := v.examine(ctx, b)
	if err != nil {
		return Restored{}, err
	}
	defer func() { err = errors.Join(err, c.release()) }()
	if found.Trust == Untrusted && !allowUntrusted {
		return Restored{}, &UntrustedError{Signed: found.Signed}
	}
	done := Restored{Trust: found.Trust, Counts: found.Counts}
	err = v.store.Update(ctx, func(tx storage.Tx) error {
		done.RestoredAt = v.stamp()
		if err := runner.Vacate(tx, done.RestoredAt); err != nil {
			return err
		}
		if err := empty(tx, func(kind) bool { return true }); err != nil {
			return err
		}
		if err := c.write(ctx, tx, &k.facts); err != nil {
			return err
		}
		return activity.Record(tx, v.random, storage.Activity{
			Type: "backup_restore", Status: activity.OK, StartedAt: done.RestoredAt, EndedAt: storage.NullTime(done.RestoredAt),
			Summary: storage.Text(fmt.Sprintf("Restored %d apps from a backup", found.Counts[memberApps])),
		})
	})
	if err != nil {
		return Restored{}, fmt.Errorf("restore: %w", err)
	}
	return done, nil
}

// receive takes a whole bundle in.
func (v *Vault) receive(r io.Reader) (*Bundle, error) {
	b, err := newBundle(v.dir)
	if err != nil {
		return nil, err
	}
	if err := b.fill(r); err != nil {
		return nil, errors.Join(fmt.Errorf("take a backup in: %w", err), b.Close())
	}
	return b, nil
}

// examine looks at all that is in a bundle. The caller releases the contents.
func (v *Vault) examine(ctx context.Context, b *Bundle) (*contents, *checker, Findings, error) {
	c, err := open(b)
	if err != nil {
		return nil, nil, Findings{}, err
	}
	found := Findings{ExportedAt: c.exportedAt, Trust: Untrusted, Signed: c.signed}
	trusted := false
	if c.foreign() {
		c, found.Left, err = c.translate(ctx, v.dir)
	} else {
		trusted, err = c.trusted(ctx, v.key)
	}
	if err != nil {
		return nil, nil, Findings{}, err
	}
	if trusted {
		found.Trust = Trusted
	}
	k, err := check(ctx, c, trusted)
	if err != nil {
		return nil, nil, Findings{}, errors.Join(c.ofTheRow(err), c.release())
	}
	found.Counts, found.Ignored = k.counts, c.ignored()
	return c, k, found, nil
}

// release gives up what was made of a foreign envelope. There may be no contents.
func (c *contents) release() error {
	if c == nil || c.origin == nil {
		return nil
	}
	return c.bundle.Close()
}

// empty removes all records of some of the kinds that go with a backup, what
// hangs on something first.
func empty(tx storage.Tx, which func(kind) bool) error {
	all := kinds()
	slices.Reverse(all)
	for _, k := range all {
		if !which(k) {
			continue
		}
		if err := k.clear(tx); err != nil {
			return fmt.Errorf("clear %s: %w", k.member(), err)
		}
	}
	return nil
}

// write writes all records of a bundle.
func (c *contents) write(ctx context.Context, tx storage.Tx, f *facts) error {
	for _, k := range kinds() {
		add, end := k.restore(tx, f)
		err := c.records(ctx, k.member(), func(value []byte) error {
			if err := add(value); err != nil {
				return &outside{err} // the store's: the record itself was looked at
			}
			return nil
		})
		if err == nil {
			err = end()
		}
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
