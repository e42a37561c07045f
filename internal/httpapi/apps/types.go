package apps

import (
	"reflect"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/overview"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// types are the types of answers that do not describe themselves.
func types() op.Types {
	return op.Types{
		Names: map[reflect.Type]string{
			reflect.TypeFor[storage.ShownApp]():       "App",
			reflect.TypeFor[overview.Notifications](): "NotificationCounts",
			reflect.TypeFor[overview.Runs]():          "RunCounts",
			reflect.TypeFor[overview.Sync]():          "SyncTimes",
			reflect.TypeFor[tracked.Counts]():         "AppCounts",
			reflect.TypeFor[tracked.Slot]():           "ComparedApp",
			reflect.TypeFor[tracked.Query]():          "SearchQuery",
			reflect.TypeFor[tracked.Match]():          "SearchMatch",
			reflect.TypeFor[changelog.Comparison]():   "SinceFirstSeen",
			reflect.TypeFor[tracked.RelatedEntry]():   "RelatedApp",
			reflect.TypeFor[profile.Comparison]():     "ProfileComparison",
			reflect.TypeFor[changelog.Point]():        "CalendarPoint",
			reflect.TypeFor[policy.Trust]():           "LabelTrust",
			reflect.TypeFor[policy.Claim]():           "LabelClaim",
			reflect.TypeFor[policy.Evidence]():        "ClaimEvidence",
		},
		Schemas: map[reflect.Type]*openapi.Schema{
			reflect.TypeFor[storage.Platform]():       openapi.OrNull(openapi.OneOf(storage.PlatformIOS, storage.PlatformMac, storage.PlatformTV, storage.PlatformVision, storage.PlatformWatch)),
			reflect.TypeFor[storage.Risk]():           openapi.OneOf(storage.Risks()...),
			reflect.TypeFor[tracked.RelatedMode]():    openapi.OneOf(tracked.TopInCategory, tracked.MayAlsoLike),
			reflect.TypeFor[policy.ClaimKind]():       openapi.OneOf(policy.ClaimNotCollected, policy.ClaimNotTracking, policy.ClaimCategoryNotCollected),
			reflect.TypeFor[policy.Verdict]():         openapi.OneOf(policy.Agrees, policy.Disagrees, policy.Unknown),
			reflect.TypeFor[changelog.TimelineKind](): openapi.OneOf(changelog.TimelineSnapshot, changelog.TimelineReview),
			reflect.TypeFor[changelog.Bucket]():       openapi.OneOf(changelog.ByDay, changelog.ByWeek, changelog.ByMonth),
		},
		Members: func(r *openapi.Reflector) map[openapi.Member]*openapi.Schema {
			return map[openapi.Member]*openapi.Schema{
				{Of: reflect.TypeFor[tracked.Page](), Name: "apps"}:               op.Of[[]storage.ShownApp]()(r),
				{Of: reflect.TypeFor[changelog.SnapshotPart](), Name: "snapshot"}: openapi.OrNull(op.Of[[]changelog.LabelHeading]()(r)),
				{Of: reflect.TypeFor[searchAnswer](), Name: "results"}:            openapi.AnyOf(op.Of[[]tracked.Match]()(r), op.Of[[]tracked.BundleMatch]()(r)),
				{Of: reflect.TypeFor[tracked.RelatedApps](), Name: "reason"}:      openapi.OneOf(tracked.NotScrapedYet),
			}
		},
	}
}
