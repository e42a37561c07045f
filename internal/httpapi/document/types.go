package document

import (
	"encoding/json"
	"maps"
	"reflect"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// errorAnswer is the body of every refusal.
type errorAnswer struct {
	Error string `json:"error"` // what went wrong, in a sentence
	// What to do about it: which header to send, which setting allows it, or which ID was not found.
	Hint string `json:"hint,omitempty"`
	// How long to wait, in milliseconds; only with status 503, and only if known.
	RetryAfterMs *int64 `json:"retryAfterMs,omitempty"`
}

// newDescriber knows the types that do not say themselves how they are written.
// A new one that writes itself, and a text with few values, is added here.
func newDescriber(types []op.Types) *describer {
	moment := openapi.Moment()
	number := openapi.IntegerOf(0, int64(storage.MaxAppID))
	d := &describer{types: openapi.Reflector{
		Types: map[reflect.Type]*openapi.Schema{
			reflect.TypeFor[storage.Time]():            moment,
			reflect.TypeFor[storage.NullTime]():        openapi.OrNull(moment),
			reflect.TypeFor[storage.Text]():            openapi.OrNull(openapi.Text()),
			reflect.TypeFor[storage.AppID]():           number,
			reflect.TypeFor[storage.SnapshotID]():      openapi.Text(),
			reflect.TypeFor[storage.PolicyVersionID](): openapi.Text(),
			reflect.TypeFor[storage.ImportItemID]():    openapi.Text(),
			reflect.TypeFor[json.RawMessage]():         openapi.Any(),
			reflect.TypeFor[json.Number]():             openapi.Integer(),
			reflect.TypeFor[op.Offset]():               openapi.IntegerFrom(0).Says("As it was sent, however large"),
			reflect.TypeFor[notify.Switches]():         openapi.Map(openapi.Boolean()),

			reflect.TypeFor[storage.Availability]():          availabilitySchema(),
			reflect.TypeFor[storage.Entry]():                 entrySchema(),
			reflect.TypeFor[storage.ManualPolicyVersionID](): openapi.Text(),
			reflect.TypeFor[storage.Digest]():                openapi.Matching("^[0-9a-f]{64}$"),
			reflect.TypeFor[storage.Modes]():                 openapi.List(openapi.OneOf("privacy", "accessibility")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[errorAnswer](): "Error",
			reflect.TypeFor[op.OK]():       "OkAnswer",
			reflect.TypeFor[op.Success]():  "SuccessAnswer",

			reflect.TypeFor[storage.Availability](): "Availability",
			reflect.TypeFor[storage.Entry]():        "Entry",
		},
		Comments: comment,
	}}
	maps.Copy(d.types.Types, enums())
	members := map[openapi.Member]*openapi.Schema{
		{Of: reflect.TypeFor[storage.Notification](), Name: "changes"}: openapi.List(d.types.Define("Notice", nil, noticeSchema)),
	}
	for _, t := range types {
		maps.Copy(d.types.Names, t.Names)
		maps.Copy(d.types.Types, t.Schemas)
	}
	for _, t := range types {
		if t.Members != nil {
			maps.Copy(members, t.Members(&d.types))
		}
	}
	d.types.Members = members
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
		reflect.TypeFor[storage.Visibility](): openapi.OneOf(storage.VisibilityExport, storage.VisibilityPrivate),
		reflect.TypeFor[storage.Decision]():   openapi.OneOf(storage.DecisionSafe, storage.DecisionReplace, storage.DecisionUninstall),
		reflect.TypeFor[storage.AccessibilityStatus](): openapi.OneOf(storage.AccessibilityDeclared, storage.AccessibilityNone,
			storage.AccessibilityNotIndicated),
		reflect.TypeFor[storage.Audience](): openapi.OrNull(openapi.OneOf(storage.AudienceSelf, storage.AudienceLovedOne, storage.AudienceGuardian)),
		reflect.TypeFor[storage.ReviewAction](): openapi.OneOf(storage.ReviewReviewed, storage.ReviewDismissed,
			storage.ReviewSnoozed, storage.ReviewUnsnoozed),
		reflect.TypeFor[storage.Tag](): openapi.OrNull(openapi.OneOf(storage.TagConcern, storage.TagPositive,
			storage.TagFollowUp, storage.TagOther)),
		reflect.TypeFor[storage.Trigger](): openapi.OrNull(openapi.OneOf(storage.TriggerScheduled, storage.TriggerManual,
			storage.TriggerImport, storage.TriggerWayback, storage.TriggerSample)),
		reflect.TypeFor[storage.NotificationType](): openapi.OneOf(storage.NotificationTypes()...),
		reflect.TypeFor[storage.FailureCode]():      openapi.OneOf(storage.FailureCodes()...),
		reflect.TypeFor[storage.DeliveryKind]():     openapi.OneOf(storage.DeliveryImmediate, storage.DeliveryDaily, storage.DeliveryWeekly),
		reflect.TypeFor[storage.DeliveryState](): openapi.OneOf(storage.DeliveryPending, storage.DeliveryDelivered,
			storage.DeliveryDead),
		reflect.TypeFor[storage.PolicyOrigin](): openapi.OrNull(openapi.OneOf(storage.PolicyDirect, storage.PolicyBrowserRetry,
			storage.PolicyWayback)),
		reflect.TypeFor[storage.PolicyStatus](): openapi.OneOf(storage.PolicyPending, storage.PolicySourceReady, storage.PolicyReady,
			storage.PolicyNeedsAIConfig, storage.PolicyFetchError, storage.PolicyUnsupported, storage.PolicyTooShort, storage.PolicyAnalysisError),
		reflect.TypeFor[storage.PolicyMode]():    openapi.OrNull(openapi.OneOf(storage.PolicyDirectly, storage.PolicyChunked, storage.PolicyImported)),
		reflect.TypeFor[storage.PolicyLensKey](): openapi.OneOf(storage.PolicyLensKeys()...),
		reflect.TypeFor[storage.PolicyRating](): openapi.OneOf(storage.RatingFavorable, storage.RatingMixed, storage.RatingConcerning,
			storage.RatingUnclear),
		reflect.TypeFor[changelog.Earlier]():       openapi.OneOf(changelog.NotAsked, changelog.NotArchived, changelog.NotRead),
		reflect.TypeFor[storage.ManualEventType](): openapi.OneOf(storage.ManualFieldChange, storage.ManualScrape),
	}
}

// availabilitySchema is whether the App Store lists an app.
func availabilitySchema() *openapi.Schema {
	return openapi.Object(openapi.Members{
		"state":      openapi.OneOf(storage.Listed, storage.Unlisted),
		"delistedAt": openapi.OrNull(openapi.Moment()).Says("When the app was found to be delisted; null: it is listed"),
	}, "state", "delistedAt").Says("Whether the App Store lists an app")
}

// entrySchema is a change. Some types have members of their own.
func entrySchema() *openapi.Schema {
	return openapi.Object(openapi.Members{
		"type":        openapi.OneOf(storage.EntryTypes()...),
		"description": openapi.Text(),
		"category": openapi.OneOf(storage.CategoryPrivacyLabel, storage.CategoryPrivacyPolicy, storage.CategoryWaybackAttempt,
			storage.CategoryAccessibility, storage.CategoryAgeRating, storage.CategoryBackgroundLocation, storage.CategoryAvailability,
			storage.CategoryListing, storage.CategorySecurityPractice, storage.CategoryPair, storage.CategoryService).
			Says("service is in notifications only: what is not about an app, such as a run that was resumed"),
		"privacyType":  openapi.Text().Says("The identifier of the privacy type, such as DATA_LINKED_TO_YOU"),
		"dataCategory": openapi.Text().Says("The identifier of the data category, such as LOCATION"),
		"purpose":      openapi.Text().Says("The identifier of the purpose, such as ANALYTICS, if the parts name only one"),
		"dataType":     openapi.Text().Says("The identifier of the data type, such as PRECISE_LOCATION, if the parts name only one"),
		"feature":      openapi.Text().Says("The identifier of the feature: one of accessibility, such as voiceover, or background_location or age_rating_descriptors"),
		"fact": openapi.OneOf(storage.FactDeveloper, storage.FactName, storage.FactBundleID, storage.FactPolicy, storage.FactPrice,
			storage.FactIAP, storage.FactEntity).Says("The fact of the listing that changed; only of the category listing"),
		"from": openapi.Text().Says("The value before: a fact of the listing, an age rating, a state of the availability or the accessibility, or the ID of a version of the policy"),
		"to":   openapi.Text().Says("The value after"),
		"parts": openapi.List(openapi.Object(openapi.Members{
			"type":         openapi.OneOf(storage.EntryAdded, storage.EntryRemoved).Says("The type"),
			"dataCategory": openapi.Text().Says("If the entry is about a whole privacy type"),
			"purpose":      openapi.Text().Says("The identifier of the purpose, such as ANALYTICS"),
			"dataType":     openapi.Text().Says("The identifier of the data type, such as PRECISE_LOCATION"),
			"optional":     openapi.Boolean().Says("Whether the change is that the data type became optional (added) or required (removed); missing: false"),
		}, "type")).Says("The single changes that an entry about a privacy type or data category sums up"),

		"policyEvent":        openapi.OneOf(policy.First, policy.Changed, policy.Failed, policy.Settled).Says("What a fetch of the policy found, settled if an unstable policy has come to rest; only of the type policy"),
		"policyVersionId":    openapi.Text().Says("The ID of the version of the policy that was fetched"),
		"previousVersionId":  openapi.Text().Says("The ID of the version of the policy before, if that is another one"),
		"policyUrl":          openapi.Text().Says("The URL of the policy, if its text changed or can no longer be read"),
		"unstable":           openapi.Boolean().Says("Whether what changed goes back and forth, or a policy changes at each fetch, so that there was no notification of this change; missing: false"),
		"disagreementsAdded": openapi.IntegerFrom(0).Says("How many of these the text before did not disagree with; missing: none"),
		"disagreements":      openapi.IntegerFrom(0).Says("How many claims of the label the new text of the policy disagrees with; missing: none"),
		"difference": openapi.Object(openapi.Members{
			"added":   openapi.IntegerFrom(0).Says("Paragraphs that are new"),
			"changed": openapi.IntegerFrom(0).Says("Paragraphs that were rewritten"),
			"removed": openapi.IntegerFrom(0).Says("Paragraphs that are gone"),
			"moved":   openapi.IntegerFrom(0).Says("Paragraphs that are elsewhere now"),
		}).Says("How many paragraphs of the policy differ"),

		"between": openapi.Object(openapi.Members{
			"after": openapi.Moment().Says("When the state before was last observed"),
			"at":    openapi.Moment().Says("When the new state was first observed"),
		}, "after", "at").Says("Between which observations the change was made; only of a change that a page in the web archive shows"),

		"direction": openapi.OneOf(storage.Worse, storage.Neutral, storage.Better).Says("What the change means for the user"),
		"weight":    openapi.OneOf(changelog.Weights()...).Says("What kind of change it is, the heaviest first. An entry about several things has the worst"),
		"details":   openapi.List(openapi.Text()),
		"storeWide": openapi.Boolean().Says("A change of the store's own doing"),
	}, "type", "description", "category").Says("A change. Some types have members of their own")
}

// noticeSchema is what a notification tells: a change, or something else.
func noticeSchema() *openapi.Schema {
	s := entrySchema().Says("What a notification tells: a change, or something else, such as version_update or sync_resumed")
	delete(s.Properties, "between")                                                 // archived changes are not notified
	s.Properties["type"], s.Properties["category"] = openapi.Text(), openapi.Text() // a sample may have others
	return s
}
