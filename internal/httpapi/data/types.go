package data

import (
	"reflect"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// types are the types of answers that do not describe themselves.
func types() op.Types {
	return op.Types{
		Names: map[reflect.Type]string{
			reflect.TypeFor[imports.List]():      "Import",
			reflect.TypeFor[imports.Details]():   "ImportDetails",
			reflect.TypeFor[imports.Item]():      "ImportItem",
			reflect.TypeFor[imports.Queue]():     "ImportQueue",
			reflect.TypeFor[imports.Worked]():    "ImportsWorkedOn",
			reflect.TypeFor[imports.Retried]():   "RetriedImportItem",
			reflect.TypeFor[imports.Wait]():      "StoreWait",
			reflect.TypeFor[imports.Rematched](): "RematchedImportItem",

			reflect.TypeFor[manual.Source]():  "ManualAppSource",
			reflect.TypeFor[manual.Version](): "ManualPolicyVersion",

			reflect.TypeFor[restoredAnswer]():     "Restored",
			reflect.TypeFor[snapshots.Plan]():     "BackupPlan",
			reflect.TypeFor[snapshots.File]():     "BackupFile",
			reflect.TypeFor[filesAnswer]():        "BackupFilesAnswer",
			reflect.TypeFor[madeAnswer]():         "BackupMadeAnswer",
			reflect.TypeFor[dataset.SigningKey](): "SigningKey",
			reflect.TypeFor[bundle.Info]():        "AuditBundleInfo",
			reflect.TypeFor[bundle.Summary]():     "AuditBundleSummary",
			reflect.TypeFor[bundle.Imported]():    "ImportedAuditBundle",
			reflect.TypeFor[bundlePreview]():      "AuditBundlePreview",
		},
		Schemas: map[reflect.Type]*openapi.Schema{
			reflect.TypeFor[storage.ManualSource](): manualSource(),
			reflect.TypeFor[backup.Trust]():         openapi.OneOf(backup.Trusted, backup.Untrusted),
		},
		Members: func(*openapi.Reflector) map[openapi.Member]*openapi.Schema {
			return map[openapi.Member]*openapi.Schema{
				{Of: reflect.TypeFor[sampleRow](), Name: "status"}:              openapi.OneOf(tracked.SampleInserted, tracked.SampleSkipped, tracked.SampleFailed),
				{Of: reflect.TypeFor[samplesAnswer](), Name: "regionSource"}:    openapi.OneOf("query", "setting", "default"),
				{Of: reflect.TypeFor[noticeAnswer](), Name: "changes"}:          sampleChanges{}.Schema(),
				{Of: reflect.TypeFor[storage.ManualAppEvent](), Name: "detail"}: manualReading(),
				{Of: reflect.TypeFor[imports.Worked](), Name: "skipped"}:        openapi.OneOf(imports.SkippedPaused, imports.SkippedBusy, imports.SkippedEmpty),
			}
		},
	}
}
