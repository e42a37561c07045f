package httpapi

import (
	"encoding/json"
	"reflect"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/fleet/policy/textdiff"
	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// errorAnswer is the body of every refusal.
type errorAnswer struct {
	Error        string `json:"error"`
	RetryAfterMs *int64 `json:"retryAfterMs,omitempty"` // with 503, where the wait is known
}

// newDescriber knows the types that do not say themselves how they are written.
// A new one that writes itself, and a text with few values, is added here.
func newDescriber() *describer {
	moment := openapi.Moment()
	number := openapi.IntegerOf(0, int64(storage.MaxAppID))
	d := &describer{types: openapi.Reflector{
		Types: map[reflect.Type]openapi.Known{
			reflect.TypeFor[storage.Time]():            {Schema: moment},
			reflect.TypeFor[storage.NullTime]():        {Schema: openapi.OrNull(moment)},
			reflect.TypeFor[storage.Text]():            {Schema: openapi.OrNull(openapi.Text())},
			reflect.TypeFor[storage.AppID]():           {Schema: number.Says("The number of an app in the store")},
			reflect.TypeFor[storage.SnapshotID]():      {Schema: openapi.Text()},
			reflect.TypeFor[storage.PolicyVersionID](): {Schema: openapi.Text()},
			reflect.TypeFor[storage.ImportItemID]():    {Schema: openapi.Text()},
			reflect.TypeFor[json.RawMessage]():         {Schema: openapi.Any()},
			reflect.TypeFor[json.Number]():             {Schema: openapi.Integer()},
			reflect.TypeFor[offset]():                  {Schema: openapi.IntegerFrom(0).Says("As it was sent, however large")},
			reflect.TypeFor[notify.Switches]():         {Schema: openapi.Map(openapi.Boolean())},

			reflect.TypeFor[storage.Entry]():                 {Name: "Entry", Schema: entrySchema()},
			reflect.TypeFor[storage.ManualPolicyVersionID](): {Schema: openapi.Text()},
			reflect.TypeFor[storage.Digest]():                {Schema: openapi.Matching("^[0-9a-f]{64}$")},
			reflect.TypeFor[storage.Modes]():                 {Schema: openapi.List(openapi.OneOf("privacy", "accessibility"))},

			reflect.TypeFor[profile.Privacy](): {Name: "PrivacyProfile", Schema: openapi.Closed(openapi.Members{
				"profile":   openapi.OrNull(openapi.Map(tiers())),
				"retention": retentions(),
			}, "retention")},
			reflect.TypeFor[profile.Accessibility](): {Name: "AccessibilityProfile", Schema: openapi.Closed(openapi.Members{
				"profile": openapi.OrNull(openapi.Map(openapi.OneOf(profile.Required, profile.Nice))),
			})},
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[errorAnswer]():            "Error",
			reflect.TypeFor[appsPage]():               "AppsPage",
			reflect.TypeFor[fleet.Slot]():             "ComparedApp",
			reflect.TypeFor[fleet.Query]():            "SearchQuery",
			reflect.TypeFor[fleet.Match]():            "SearchMatch",
			reflect.TypeFor[changelog.Comparison]():   "SinceFirstSeen",
			reflect.TypeFor[fleet.RelatedEntry]():     "RelatedApp",
			reflect.TypeFor[device.Summary]():         "DeviceSummary",
			reflect.TypeFor[device.Detail]():          "DeviceDetail",
			reflect.TypeFor[device.ImportHistory]():   "DeviceImports",
			reflect.TypeFor[device.App]():             "DeviceApp",
			reflect.TypeFor[device.Scope]():           "DeviceScope",
			reflect.TypeFor[device.Scoped]():          "DeviceScopeAnswer",
			reflect.TypeFor[device.Diff]():            "DeviceDiff",
			reflect.TypeFor[device.Addition]():        "DeviceAddition",
			reflect.TypeFor[device.Removal]():         "DeviceRemoval",
			reflect.TypeFor[device.Merge]():           "DeviceMerge",
			reflect.TypeFor[device.Done]():            "DeviceSynced",
			reflect.TypeFor[device.Gate]():            "UninstallGate",
			reflect.TypeFor[imports.List]():           "Import",
			reflect.TypeFor[imports.Details]():        "ImportDetails",
			reflect.TypeFor[imports.Item]():           "ImportItem",
			reflect.TypeFor[itemsAnswer]():            "ImportItemsAnswer",
			reflect.TypeFor[itemAnswer]():             "ImportItemAnswer",
			reflect.TypeFor[imports.Queue]():          "ImportQueue",
			reflect.TypeFor[imports.Worked]():         "ImportsWorkedOn",
			reflect.TypeFor[imports.Retried]():        "RetriedImportItem",
			reflect.TypeFor[imports.Wait]():           "StoreWait",
			reflect.TypeFor[imports.Rematched]():      "RematchedImportItem",
			reflect.TypeFor[notify.Page]():            "NotificationsPage",
			reflect.TypeFor[inboxAnswer]():            "NotificationsPage",
			reflect.TypeFor[notify.Item]():            "Notification",
			reflect.TypeFor[profile.Comparison]():     "ProfileComparison",
			reflect.TypeFor[feature.State]():          "FeatureFlag",
			reflect.TypeFor[preferences.Candidate]():  "TaskCandidate",
			reflect.TypeFor[policy.Shown]():           "ShownPolicy",
			reflect.TypeFor[runOfPolicy]():            "PolicyProgress",
			reflect.TypeFor[policy.Version]():         "PolicyVersion",
			reflect.TypeFor[policy.Comparison]():      "PolicyComparison",
			reflect.TypeFor[policy.Side]():            "ComparedVersion",
			reflect.TypeFor[textdiff.Stats]():         "DiffStats",
			reflect.TypeFor[textdiff.Line]():          "DiffLine",
			reflect.TypeFor[textdiff.Run]():           "DiffRun",
			reflect.TypeFor[llm.Listed]():             "Model",
			reflect.TypeFor[llm.Sample]():             "SamplePolicy",
			reflect.TypeFor[aiLogRow]():               "ModelLogRow",
			reflect.TypeFor[aiLogAnswer]():            "ModelLogAnswer",
			reflect.TypeFor[manual.Source]():          "ManualAppSource",
			reflect.TypeFor[manual.Version]():         "ManualPolicyVersion",
			reflect.TypeFor[changelog.Point]():        "CalendarPoint",
			reflect.TypeFor[backup.Plan]():            "BackupPlan",
			reflect.TypeFor[backup.File]():            "BackupFile",
			reflect.TypeFor[filesAnswer]():            "BackupFilesAnswer",
			reflect.TypeFor[madeAnswer]():             "BackupMadeAnswer",
			reflect.TypeFor[policy.Totals]():          "PolicyTotals",
			reflect.TypeFor[review.ShortlistEntry]():  "ShortlistEntry",
			reflect.TypeFor[fleet.HistoryResult]():    "HistoryResult",
			reflect.TypeFor[storage.PolicyAnalysis](): "PolicyAnalysis",
		},
	}}
	for t, known := range enums() {
		d.types.Types[t] = openapi.Known{Schema: known}
	}
	d.types.Members = d.members()
	return d
}

// enums are the texts that have few values.
func enums() map[reflect.Type]*openapi.Schema {
	return map[reflect.Type]*openapi.Schema{
		reflect.TypeFor[storage.Source]():       openapi.OneOf(storage.SourceLive, storage.SourceWayback),
		reflect.TypeFor[storage.Origin]():       openapi.OneOf(storage.OriginUser, storage.OriginImported),
		reflect.TypeFor[storage.ImportSource](): openapi.OneOf(storage.ImportScreenshots, storage.ImportFile, storage.ImportManual),
		reflect.TypeFor[storage.ImportStatus](): openapi.OneOf(storage.ImportMatched, storage.ImportUnmatched, storage.ImportSkipped, storage.ImportImported,
			storage.ImportFailed, storage.ImportPendingSearch, storage.ImportQueued, storage.ImportRemoved),
		reflect.TypeFor[fleet.RelatedMode]():  openapi.OneOf(fleet.TopInCategory, fleet.MayAlsoLike),
		reflect.TypeFor[storage.Visibility](): openapi.OneOf(storage.VisibilityExport, storage.VisibilityPrivate),
		reflect.TypeFor[storage.Decision]():   decisions(),
		reflect.TypeFor[storage.ReviewAction](): openapi.OneOf(storage.ReviewReviewed, storage.ReviewDismissed,
			storage.ReviewSnoozed, storage.ReviewUnsnoozed),
		reflect.TypeFor[storage.Tag](): openapi.OrNull(openapi.OneOf(storage.TagConcern, storage.TagPositive,
			storage.TagFollowUp, storage.TagOther)),
		reflect.TypeFor[storage.Trigger](): openapi.OrNull(openapi.OneOf(storage.TriggerScheduled, storage.TriggerManual,
			storage.TriggerImport, storage.TriggerWayback, storage.TriggerSample)),
		reflect.TypeFor[storage.NotificationType](): openapi.OneOf(storage.NoticeLabelChanges, storage.NoticeProfileMismatch,
			storage.NoticePolicyUpdates, storage.NoticeVersionUpdates, storage.NoticeImportCompleted, storage.NoticeManualAppsPrompt,
			storage.NoticeAITimeout, storage.NoticeJobResumed, storage.NoticeParserFallthrough, storage.NoticeAccessibilityChanges,
			storage.NoticeNewPrivacyTypes, storage.NoticeTokenGuesses),
		reflect.TypeFor[storage.DeliveryKind](): openapi.OneOf(storage.DeliveryImmediate, storage.DeliveryDaily, storage.DeliveryWeekly),
		reflect.TypeFor[storage.DeliveryState](): openapi.OneOf(storage.DeliveryPending, storage.DeliveryDelivered,
			storage.DeliveryDead),
		reflect.TypeFor[storage.PolicyOrigin](): openapi.OrNull(openapi.OneOf(storage.PolicyDirect, storage.PolicyBrowserRetry,
			storage.PolicyWayback)),
		reflect.TypeFor[storage.PolicyStatus](): openapi.OneOf(storage.PolicyPending, storage.PolicySourceReady, storage.PolicyReady,
			storage.PolicyNeedsAIConfig, storage.PolicyFetchError, storage.PolicyUnsupported, storage.PolicyTooShort, storage.PolicyAnalysisError),
		reflect.TypeFor[profile.Tone](): openapi.OneOf(profile.ToneOK, profile.ToneWarn, profile.ToneBad),
		reflect.TypeFor[profile.Kind](): openapi.OneOf(profile.KindNoProfile, profile.KindMatch, profile.KindMismatches,
			profile.KindMissingRequired, profile.KindMissingNice),
		reflect.TypeFor[profile.Tier]():       tiers(),
		reflect.TypeFor[profile.Preference](): openapi.OneOf(profile.Required, profile.Nice),
		reflect.TypeFor[feature.Value]():      openapi.OneOf(feature.On, feature.Off, feature.Collapsed),
		reflect.TypeFor[backup.Trust]():       openapi.OneOf(backup.Trusted, backup.Untrusted),
		reflect.TypeFor[policy.Phase]():       openapi.OneOf(policy.FetchPhase, policy.AllPhases),
		reflect.TypeFor[preferences.TaskState](): openapi.OneOf(preferences.TaskCompleted, preferences.TaskDismissed,
			preferences.TaskBlocked, preferences.TaskInProgress, preferences.TaskReady),
		reflect.TypeFor[changelog.TimelineKind](): openapi.OneOf(changelog.TimelineSnapshot, changelog.TimelineReview),
		reflect.TypeFor[storage.PolicyMode]():     openapi.OrNull(openapi.OneOf(storage.PolicyDirectly, storage.PolicyChunked, storage.PolicyImported)),
		reflect.TypeFor[storage.PolicyLensKey]():  openapi.OneOf(storage.PolicyLensKeys()...),
		reflect.TypeFor[storage.PolicyRating](): openapi.OneOf(storage.RatingFavorable, storage.RatingMixed, storage.RatingConcerning,
			storage.RatingUnclear),
		reflect.TypeFor[storage.ManualSource]():    manualSources(),
		reflect.TypeFor[storage.ManualEventType](): openapi.OneOf(storage.ManualFieldChange, storage.ManualScrape),
		reflect.TypeFor[textdiff.Kind]():           openapi.OneOf(textdiff.Unchanged, textdiff.Added, textdiff.Removed),
		reflect.TypeFor[changelog.Bucket]():        openapi.OneOf(changelog.ByDay, changelog.ByWeek, changelog.ByMonth),
	}
}

// entrySchema is a change. Some types have members of their own.
func entrySchema() *openapi.Schema {
	return openapi.Object(openapi.Members{
		"type":        openapi.OneOf(storage.EntryAdded, storage.EntryRemoved, storage.EntryModified, storage.EntryPolicy, storage.EntryWayback),
		"description": openapi.Text(),
		"category": openapi.OneOf(storage.CategoryPrivacyLabel, storage.CategoryPrivacyPolicy, storage.CategoryWaybackAttempt,
			storage.CategoryAccessibility, storage.CategoryAgeRating).Says("Missing: privacy-label"),
		"details":   openapi.List(openapi.Text()),
		"storeWide": openapi.Boolean().Says("A change of the store's own doing"),
	}, "type", "description").Says("A change. Some types have members of their own")
}

// noticeSchema is what a notification tells: a change, or something else.
func noticeSchema() *openapi.Schema {
	s := entrySchema().Says("What a notification tells: a change, or something else, such as version_update or sync_resumed")
	s.Properties["type"], s.Properties["category"] = openapi.Text(), openapi.Text() // a sample may have others
	return s
}

func decisions() *openapi.Schema {
	return openapi.OneOf(storage.DecisionSafe, storage.DecisionReplace, storage.DecisionUninstall)
}

func tiers() *openapi.Schema {
	return openapi.OneOf(profile.NotCollected.String(), profile.NotLinked.String(), profile.Linked.String(), profile.Tracking.String())
}

func retentions() *openapi.Schema {
	return openapi.OneOf(profile.RetentionAny, profile.RetentionLimited, profile.RetentionNone)
}

// members are those of structs whose Go type does not say enough: they may be
// anything, or a list that may be missing. What is looked at to say so is not
// among those structs itself.
func (d *describer) members() map[openapi.Member]*openapi.Schema {
	totals := openapi.AnyOf(of[fleet.SyncTotals](d), of[fleet.HistoryTotals](d), of[policy.Totals](d), &openapi.Schema{Type: openapi.Types{"null"}})
	runStates := openapi.OneOf("idle", "running")
	return map[openapi.Member]*openapi.Schema{
		{Of: reflect.TypeFor[runnerStatus](), Name: "totals"}:               totals,
		{Of: reflect.TypeFor[runState](), Name: "totals"}:                   totals,
		{Of: reflect.TypeFor[bulkAnswer](), Name: "totals"}:                 totals,
		{Of: reflect.TypeFor[summaryLine](), Name: "totals"}:                totals,
		{Of: reflect.TypeFor[changelog.SnapshotPart](), Name: "snapshot"}:   openapi.OrNull(of[[]changelog.LabelHeading](d)),
		{Of: reflect.TypeFor[searchAnswer](), Name: "results"}:              openapi.AnyOf(of[[]fleet.Match](d), of[[]fleet.BundleMatch](d)),
		{Of: reflect.TypeFor[fleet.RelatedApps](), Name: "reason"}:          openapi.OneOf(fleet.NotScrapedYet),
		{Of: reflect.TypeFor[imports.Worked](), Name: "skipped"}:            openapi.OneOf(imports.SkippedPaused, imports.SkippedBusy, imports.SkippedEmpty),
		{Of: reflect.TypeFor[device.Scope](), Name: "mode"}:                 openapi.OneOf(device.ScopeAll, device.ScopeSubset),
		{Of: reflect.TypeFor[device.Gate](), Name: "reason"}:                openapi.OneOf(device.GateAudience, device.GateFlag, device.GateMissing, device.GateStale),
		{Of: reflect.TypeFor[device.Gate](), Name: "activeAudience"}:        openapi.OneOf(feature.AudienceLovedOne, feature.AudienceGuardian),
		{Of: reflect.TypeFor[storage.Notification](), Name: "changes"}:      openapi.List(d.types.Define("Notice", nil, noticeSchema)),
		{Of: reflect.TypeFor[bundleAnswer](), Name: "errorLog"}:             openapi.OrNull(of[[]health.Line](d)),
		{Of: reflect.TypeFor[bundleAnswer](), Name: "backgroundJobs"}:       openapi.OrNull(of[map[string]bundleJob](d)),
		{Of: reflect.TypeFor[bundleAnswer](), Name: "featureFlagOverrides"}: openapi.OrNull(of[[]bundleFlag](d)),
		{Of: reflect.TypeFor[storage.ManualAppEvent](), Name: "detail"}:     manualReading(),
		{Of: reflect.TypeFor[policy.Shown](), Name: "runStatus"}:            runStates,
		{Of: reflect.TypeFor[runOfPolicy](), Name: "runStatus"}:             runStates,
		{Of: reflect.TypeFor[policy.Shown](), Name: "sourceOrigin"}:         openapi.OneOf(storage.PolicyDirect, storage.PolicyBrowserRetry, storage.PolicyWayback),
		{Of: reflect.TypeFor[policy.Shown](), Name: "analysisMode"}:         openapi.OneOf(storage.PolicyDirectly, storage.PolicyChunked, storage.PolicyImported),
		{Of: reflect.TypeFor[llm.Listed](), Name: "source"}:                 openapi.OneOf("openai-compat", "ollama", "anthropic"),
		{Of: reflect.TypeFor[sampleRow](), Name: "status"}:                  openapi.OneOf(fleet.SampleInserted, fleet.SampleSkipped, fleet.SampleFailed),
		{Of: reflect.TypeFor[samplesAnswer](), Name: "regionSource"}:        openapi.OneOf("query", "setting", "default"),
		{Of: reflect.TypeFor[sampleNotice](), Name: "changes"}:              openapi.List(sampleChange()),
		{Of: reflect.TypeFor[supportError](), Name: "fetchDiagnostics"}:     openapi.OrNull(openapi.Map(openapi.Any())),
	}
}
