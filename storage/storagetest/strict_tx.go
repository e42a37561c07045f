package storagetest

import (
	"slices"
	"sync"

	"github.com/privacylabels/auditor/storage"
)

// strictTx is a Tx that watches what is done with it.
type strictTx struct {
	store     *strict
	how       string // View or Update
	inner     storage.Tx
	goroutine string // the one it is for

	mu      sync.Mutex
	ended   bool
	failed  error          // the first write that failed
	listing map[string]int // by table, the lists that go on
}

func (t *strictTx) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
}

func (t *strictTx) failure() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// alive reports the use of a transaction that is over, at a place as in reportAt.
func (t *strictTx) alive(place, call string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.ended:
		return t.store.reportAt(place, "%s after the end of its %s", call, t.how)
	case t.failed != nil:
		return t.store.reportAt(place, "%s goes on after a write that failed: %v", call, t.failed)
	}
	return nil
}

// mine reports a call by another goroutine, or in a transaction that is over.
func (t *strictTx) mine(call string) error {
	if err := t.alive("", call); err != nil {
		return err
	}
	if goroutine() != t.goroutine {
		return t.store.report("%s by another goroutine than the one its %s is for", call, t.how)
	}
	return nil
}

// write makes a change to tables, none of which may be listed meanwhile.
func (t *strictTx) write(call string, tables []string, change func() error) error {
	if err := t.mine(call); err != nil {
		return err
	}
	if t.how != "Update" {
		return t.store.report("%s in a %s", call, t.how)
	}
	if at := slices.IndexFunc(tables, t.listed); at >= 0 {
		return t.store.report("%s while %s is listed", call, tables[at])
	}
	err := change()
	if err != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.failed = err
	}
	return err
}

func (t *strictTx) listed(table string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.listing[table] > 0
}

// list notes that a list of the table goes on, until done is called.
func (t *strictTx) list(table string) (done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listing[table]++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.listing[table]--
	}
}

func (t *strictTx) Apps() storage.Table[storage.AppID, storage.App, storage.AppQuery] {
	return watch(t, "Apps", t.inner.Apps(), "Features", "RelatedApps", "Snapshots", "Changes", "Reviews",
		"Annotations", "Verdicts", "Shortlist", "PolicyVersions", "PolicyAnalyses", "DeviceLinks", "ImportItems")
}

func (t *strictTx) Labels() storage.Table[storage.Digest, storage.LabelBody, storage.LabelQuery] {
	return watch(t, "Labels", t.inner.Labels())
}

func (t *strictTx) Features() storage.Table[storage.FeatureID, storage.Feature, storage.FeatureQuery] {
	return watch(t, "Features", t.inner.Features())
}

func (t *strictTx) RelatedApps() storage.Table[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery] {
	return watch(t, "RelatedApps", t.inner.RelatedApps())
}

func (t *strictTx) Snapshots() storage.Table[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery] {
	return watch(t, "Snapshots", t.inner.Snapshots(), "Changes")
}

func (t *strictTx) Changes() storage.Table[storage.ChangeID, storage.Change, storage.ChangeQuery] {
	return watch(t, "Changes", t.inner.Changes())
}

func (t *strictTx) Reviews() storage.Table[string, storage.Review, storage.ReviewQuery] {
	return watch(t, "Reviews", t.inner.Reviews())
}

func (t *strictTx) Annotations() storage.Table[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery] {
	return watch(t, "Annotations", t.inner.Annotations())
}

func (t *strictTx) Verdicts() storage.Table[storage.VerdictID, storage.Verdict, storage.VerdictQuery] {
	return watch(t, "Verdicts", t.inner.Verdicts())
}

func (t *strictTx) Shortlist() storage.Table[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery] {
	return watch(t, "Shortlist", t.inner.Shortlist())
}

func (t *strictTx) PolicyVersions() storage.Table[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery] {
	return watch(t, "PolicyVersions", t.inner.PolicyVersions())
}

func (t *strictTx) PolicyAnalyses() storage.Table[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery] {
	return watch(t, "PolicyAnalyses", t.inner.PolicyAnalyses())
}

func (t *strictTx) Devices() storage.Table[string, storage.Device, storage.DeviceQuery] {
	return watch(t, "Devices", t.inner.Devices(), "DeviceLinks")
}

func (t *strictTx) DeviceLinks() storage.Table[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery] {
	return watch(t, "DeviceLinks", t.inner.DeviceLinks())
}

func (t *strictTx) Imports() storage.Table[string, storage.Import, storage.ImportQuery] {
	return watch(t, "Imports", t.inner.Imports(), "ImportItems")
}

func (t *strictTx) ImportItems() storage.Table[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery] {
	return watch(t, "ImportItems", t.inner.ImportItems())
}

func (t *strictTx) ManualApps() storage.Table[string, storage.ManualApp, storage.ManualAppQuery] {
	return watch(t, "ManualApps", t.inner.ManualApps(), "ManualAppEvents", "ManualPolicyVersions")
}

func (t *strictTx) ManualAppEvents() storage.Table[string, storage.ManualAppEvent, storage.ManualAppEventQuery] {
	return watch(t, "ManualAppEvents", t.inner.ManualAppEvents())
}

func (t *strictTx) ManualPolicyVersions() storage.Table[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery] {
	return watch(t, "ManualPolicyVersions", t.inner.ManualPolicyVersions())
}

func (t *strictTx) Notifications() storage.Table[string, storage.Notification, storage.NotificationQuery] {
	return watch(t, "Notifications", t.inner.Notifications())
}

func (t *strictTx) Deliveries() storage.Table[string, storage.Delivery, storage.DeliveryQuery] {
	return watch(t, "Deliveries", t.inner.Deliveries())
}

func (t *strictTx) Activities() storage.Table[string, storage.Activity, storage.ActivityQuery] {
	return watch(t, "Activities", t.inner.Activities())
}

func (t *strictTx) Audits() storage.Table[string, storage.Audit, storage.AuditQuery] {
	return watch(t, "Audits", t.inner.Audits())
}

func (t *strictTx) AILogs() storage.Table[string, storage.AILog, storage.AILogQuery] {
	return watch(t, "AILogs", t.inner.AILogs())
}

func (t *strictTx) Settings() storage.Table[string, storage.Setting, storage.SettingQuery] {
	return watch(t, "Settings", t.inner.Settings())
}

func (t *strictTx) FlagOverrides() storage.Table[string, storage.FlagOverride, storage.FlagOverrideQuery] {
	return watch(t, "FlagOverrides", t.inner.FlagOverrides())
}

func (t *strictTx) Revocations() storage.Table[string, storage.Revocation, storage.RevocationQuery] {
	return watch(t, "Revocations", t.inner.Revocations())
}

func (t *strictTx) Runs() storage.Table[string, storage.Run, storage.RunQuery] {
	return watch(t, "Runs", t.inner.Runs(), "RunItems")
}

func (t *strictTx) RunItems() storage.Table[storage.RunItemID, storage.RunItem, storage.RunItemQuery] {
	return watch(t, "RunItems", t.inner.RunItems())
}

func (t *strictTx) Leases() storage.Table[string, storage.Lease, storage.LeaseQuery] {
	return watch(t, "Leases", t.inner.Leases())
}
