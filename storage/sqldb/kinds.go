package sqldb

import "github.com/privacylabels/auditor/storage"

// kinds are the declarations of all kinds of record, compiled for a dialect.
type kinds struct {
	apps           kind[storage.AppID, storage.App, storage.AppQuery]
	labels         kind[storage.Digest, storage.LabelBody, storage.LabelQuery]
	features       kind[storage.FeatureID, storage.Feature, storage.FeatureQuery]
	relatedApps    kind[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery]
	snapshots      kind[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery]
	changes        kind[storage.ChangeID, storage.Change, storage.ChangeQuery]
	reviews        kind[string, storage.Review, storage.ReviewQuery]
	annotations    kind[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery]
	verdicts       kind[storage.VerdictID, storage.Verdict, storage.VerdictQuery]
	shortlist      kind[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery]
	policyVersions kind[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery]
	policyAnalyses kind[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery]
	devices        kind[string, storage.Device, storage.DeviceQuery]
	deviceLinks    kind[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery]
	imports        kind[string, storage.Import, storage.ImportQuery]
	importItems    kind[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery]
	manualApps     kind[string, storage.ManualApp, storage.ManualAppQuery]
	manualEvents   kind[string, storage.ManualAppEvent, storage.ManualAppEventQuery]
	manualVersions kind[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery]
	notifications  kind[string, storage.Notification, storage.NotificationQuery]
	deliveries     kind[string, storage.Delivery, storage.DeliveryQuery]
	activities     kind[string, storage.Activity, storage.ActivityQuery]
	audits         kind[string, storage.Audit, storage.AuditQuery]
	aiLogs         kind[string, storage.AILog, storage.AILogQuery]
	settings       kind[string, storage.Setting, storage.SettingQuery]
	flagOverrides  kind[string, storage.FlagOverride, storage.FlagOverrideQuery]
	revocations    kind[string, storage.Revocation, storage.RevocationQuery]
	runs           kind[string, storage.Run, storage.RunQuery]
	runItems       kind[storage.RunItemID, storage.RunItem, storage.RunItemQuery]
	leases         kind[string, storage.Lease, storage.LeaseQuery]
}

func newKinds(d Dialect) *kinds {
	k := &kinds{
		apps: apps(), labels: labels(), features: features(), relatedApps: relatedApps(),
		snapshots: snapshots(), changes: changes(), reviews: reviews(),
		annotations: annotations(), verdicts: verdicts(), shortlist: shortlist(),
		policyVersions: policyVersions(), policyAnalyses: policyAnalyses(),
		devices: devices(), deviceLinks: deviceLinks(),
		imports: imports(), importItems: importItems(),
		manualApps: manualApps(), manualEvents: manualAppEvents(), manualVersions: manualPolicyVersions(),
		notifications: notifications(), deliveries: deliveries(),
		activities: activities(), audits: audits(), aiLogs: aiLogs(), settings: settings(), flagOverrides: flagOverrides(), revocations: revocations(),
		runs: runs(), runItems: runItems(), leases: leases(),
	}
	for _, each := range []interface{ compile(Dialect) }{
		&k.apps, &k.labels, &k.features, &k.relatedApps, &k.snapshots, &k.changes, &k.reviews,
		&k.annotations, &k.verdicts, &k.shortlist, &k.policyVersions, &k.policyAnalyses,
		&k.devices, &k.deviceLinks,
		&k.imports, &k.importItems,
		&k.manualApps, &k.manualEvents, &k.manualVersions,
		&k.notifications, &k.deliveries,
		&k.activities, &k.audits, &k.aiLogs, &k.settings, &k.flagOverrides, &k.revocations, &k.runs, &k.runItems, &k.leases,
	} {
		each.compile(d)
	}
	return k
}

// Each accessor is a table over the transaction.

func (t *tx) Apps() storage.Table[storage.AppID, storage.App, storage.AppQuery] {
	return over(t, &t.kinds.apps)
}

func (t *tx) Labels() storage.Table[storage.Digest, storage.LabelBody, storage.LabelQuery] {
	return over(t, &t.kinds.labels)
}

func (t *tx) Features() storage.Table[storage.FeatureID, storage.Feature, storage.FeatureQuery] {
	return over(t, &t.kinds.features)
}

func (t *tx) RelatedApps() storage.Table[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery] {
	return over(t, &t.kinds.relatedApps)
}

func (t *tx) Snapshots() storage.Table[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery] {
	return over(t, &t.kinds.snapshots)
}

func (t *tx) Changes() storage.Table[storage.ChangeID, storage.Change, storage.ChangeQuery] {
	return over(t, &t.kinds.changes)
}

func (t *tx) Reviews() storage.Table[string, storage.Review, storage.ReviewQuery] {
	return over(t, &t.kinds.reviews)
}

func (t *tx) Annotations() storage.Table[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery] {
	return over(t, &t.kinds.annotations)
}

func (t *tx) Verdicts() storage.Table[storage.VerdictID, storage.Verdict, storage.VerdictQuery] {
	return over(t, &t.kinds.verdicts)
}

func (t *tx) Shortlist() storage.Table[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery] {
	return over(t, &t.kinds.shortlist)
}

func (t *tx) PolicyVersions() storage.Table[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery] {
	return over(t, &t.kinds.policyVersions)
}

func (t *tx) PolicyAnalyses() storage.Table[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery] {
	return over(t, &t.kinds.policyAnalyses)
}

func (t *tx) Devices() storage.Table[string, storage.Device, storage.DeviceQuery] {
	return over(t, &t.kinds.devices)
}

func (t *tx) DeviceLinks() storage.Table[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery] {
	return over(t, &t.kinds.deviceLinks)
}

func (t *tx) Imports() storage.Table[string, storage.Import, storage.ImportQuery] {
	return over(t, &t.kinds.imports)
}

func (t *tx) ImportItems() storage.Table[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery] {
	return over(t, &t.kinds.importItems)
}

func (t *tx) ManualApps() storage.Table[string, storage.ManualApp, storage.ManualAppQuery] {
	return over(t, &t.kinds.manualApps)
}

func (t *tx) ManualAppEvents() storage.Table[string, storage.ManualAppEvent, storage.ManualAppEventQuery] {
	return over(t, &t.kinds.manualEvents)
}

func (t *tx) ManualPolicyVersions() storage.Table[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery] {
	return over(t, &t.kinds.manualVersions)
}

func (t *tx) Notifications() storage.Table[string, storage.Notification, storage.NotificationQuery] {
	return over(t, &t.kinds.notifications)
}

func (t *tx) Deliveries() storage.Table[string, storage.Delivery, storage.DeliveryQuery] {
	return over(t, &t.kinds.deliveries)
}

func (t *tx) Activities() storage.Table[string, storage.Activity, storage.ActivityQuery] {
	return over(t, &t.kinds.activities)
}

func (t *tx) Audits() storage.Table[string, storage.Audit, storage.AuditQuery] {
	return over(t, &t.kinds.audits)
}

func (t *tx) AILogs() storage.Table[string, storage.AILog, storage.AILogQuery] {
	return over(t, &t.kinds.aiLogs)
}

func (t *tx) Settings() storage.Table[string, storage.Setting, storage.SettingQuery] {
	return over(t, &t.kinds.settings)
}

func (t *tx) FlagOverrides() storage.Table[string, storage.FlagOverride, storage.FlagOverrideQuery] {
	return over(t, &t.kinds.flagOverrides)
}

func (t *tx) Revocations() storage.Table[string, storage.Revocation, storage.RevocationQuery] {
	return over(t, &t.kinds.revocations)
}

func (t *tx) Runs() storage.Table[string, storage.Run, storage.RunQuery] {
	return over(t, &t.kinds.runs)
}

func (t *tx) RunItems() storage.Table[storage.RunItemID, storage.RunItem, storage.RunItemQuery] {
	return over(t, &t.kinds.runItems)
}

func (t *tx) Leases() storage.Table[string, storage.Lease, storage.LeaseQuery] {
	return over(t, &t.kinds.leases)
}
