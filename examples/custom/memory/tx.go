package memory

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/privacylabels/auditor/storage"
)

var (
	errEnded    = errors.New("the transaction has ended")
	errReadOnly = errors.New("nothing can be written in a view")
)

// state is everything the store holds. Once it is the store's current one,
// neither it nor any of its maps changes.
type state struct {
	revision uint64 // of an Update under way: the one it will be

	apps           rows[storage.AppID, storage.App]
	labels         rows[storage.Digest, storage.LabelBody]
	features       rows[storage.FeatureID, storage.Feature]
	related        rows[storage.RelatedID, storage.RelatedApp]
	snapshots      rows[storage.SnapshotID, storage.Snapshot]
	changes        rows[storage.ChangeID, storage.Change]
	reviews        rows[string, storage.Review]
	annotations    rows[storage.AnnotationID, storage.Annotation]
	verdicts       rows[storage.VerdictID, storage.Verdict]
	shortlist      rows[storage.ShortlistID, storage.ShortlistEntry]
	policies       rows[storage.PolicyVersionID, storage.PolicyVersion]
	analyses       rows[storage.AppID, storage.PolicyAnalysis]
	devices        rows[string, storage.Device]
	deviceLinks    rows[storage.DeviceLinkID, storage.DeviceLink]
	imports        rows[string, storage.Import]
	importItems    rows[storage.ImportItemID, storage.ImportItem]
	manualApps     rows[string, storage.ManualApp]
	manualEvents   rows[string, storage.ManualAppEvent]
	manualVersions rows[storage.ManualPolicyVersionID, storage.ManualPolicyVersion]
	notifications  rows[string, storage.Notification]
	deliveries     rows[string, storage.Delivery]
	activities     rows[string, storage.Activity]
	audits         rows[string, storage.Audit]
	aiLogs         rows[string, storage.AILog]
	settings       rows[string, storage.Setting]
	flagOverrides  rows[string, storage.FlagOverride]
	revocations    rows[string, storage.Revocation]
	runs           rows[string, storage.Run]
	runItems       rows[storage.RunItemID, storage.RunItem]
	leases         rows[string, storage.Lease]
}

// rows are the records of one kind. The map may be shared with other states
// unless it was made for this revision.
type rows[K comparable, R any] struct {
	byKey   map[K]R
	madeFor uint64
}

func (r *rows[K, R]) has(key K) bool {
	_, ok := r.byKey[key]
	return ok
}

// own makes the map fit to be written to by the Update of a revision.
func (r *rows[K, R]) own(revision uint64) map[K]R {
	if r.byKey == nil {
		r.byKey = make(map[K]R)
	} else if r.madeFor != revision {
		r.byKey = maps.Clone(r.byKey)
	}
	r.madeFor = revision
	return r.byKey
}

// tx is a storage.Tx: a state that is its own, but for the maps it only reads.
type tx struct {
	ctx      context.Context // ends with the View or Update that holds the tx
	state    state
	writable bool
	written  bool
	failed   error // the first write that failed
	ended    bool
}

func (t *tx) end() { t.ended = true }

// readable says why nothing can be read any more.
func (t *tx) readable() error {
	if t.ended {
		return errEnded
	}
	if err := t.ctx.Err(); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}

// write makes a change, unless the transaction is over or cannot write.
func (t *tx) write(change func() error) error {
	switch {
	case t.ended:
		return errEnded
	case !t.writable:
		return errReadOnly
	case t.failed != nil:
		return t.failed
	}
	err := t.ctx.Err()
	if err == nil {
		err = change()
	}
	if err != nil {
		t.failed = fmt.Errorf("write: %w", err)
		return t.failed
	}
	return nil
}
