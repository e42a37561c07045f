package people

import (
	"reflect"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// types are the types of answers that do not describe themselves.
func types() op.Types {
	return op.Types{
		Names: map[reflect.Type]string{
			reflect.TypeFor[review.Reader]():         "ChangelogReader",
			reflect.TypeFor[profile.Privacy]():       "PrivacyProfile",
			reflect.TypeFor[profile.Accessibility](): "AccessibilityProfile",

			reflect.TypeFor[device.Summary]():       "DeviceSummary",
			reflect.TypeFor[device.Detail]():        "DeviceDetail",
			reflect.TypeFor[device.ImportHistory](): "DeviceImports",
			reflect.TypeFor[device.App]():           "DeviceApp",
			reflect.TypeFor[device.Scope]():         "DeviceScope",
			reflect.TypeFor[device.Scoped]():        "DeviceScopeAnswer",
			reflect.TypeFor[device.Diff]():          "DeviceDiff",
			reflect.TypeFor[device.Addition]():      "DeviceAddition",
			reflect.TypeFor[device.Removal]():       "DeviceRemoval",
			reflect.TypeFor[device.Merge]():         "DeviceMerge",
			reflect.TypeFor[device.Done]():          "DeviceSynced",
			reflect.TypeFor[device.Gate]():          "UninstallGate",

			reflect.TypeFor[readtoken.Created](): "CreatedReadToken",

			reflect.TypeFor[notify.Page]():         "NotificationsPage",
			reflect.TypeFor[notificationsAnswer](): "NotificationsPage",
			reflect.TypeFor[notify.Item]():         "Notification",
			reflect.TypeFor[prefsAnswer]():         "NotificationPrefs",
		},
		Schemas: map[reflect.Type]*openapi.Schema{
			reflect.TypeFor[profile.Privacy](): openapi.Closed(openapi.Members{
				"profile": openapi.OrNull(openapi.Map(tiers())), "retention": retentions(),
			}, "retention"),
			reflect.TypeFor[profile.Accessibility](): openapi.Closed(openapi.Members{"profile": openapi.OrNull(openapi.Map(needs()))}),
			reflect.TypeFor[review.ConcernState]():   openapi.OneOf(review.ConcernOpen, review.ConcernAccepted, review.ConcernDeferred),
			reflect.TypeFor[profile.Tone]():          openapi.OneOf(profile.ToneOK, profile.ToneWarn, profile.ToneBad),
			reflect.TypeFor[profile.Kind](): openapi.OneOf(profile.KindNoProfile, profile.KindMatch, profile.KindMismatches,
				profile.KindMissingRequired, profile.KindMissingNice),
			reflect.TypeFor[profile.Tier]():          tiers(),
			reflect.TypeFor[profile.Preference]():    needs(),
			reflect.TypeFor[prefsAnswer]():           prefsSchema(),
			reflect.TypeFor[storage.ReadTokenKind](): openapi.OneOf(storage.ReadTokenProgram, storage.ReadTokenBrowser),
		},
		Members: func(*openapi.Reflector) map[openapi.Member]*openapi.Schema {
			return map[openapi.Member]*openapi.Schema{
				{Of: reflect.TypeFor[device.Scope](), Name: "mode"}:          openapi.OneOf(device.ScopeAll, device.ScopeSubset),
				{Of: reflect.TypeFor[device.Gate](), Name: "reason"}:         openapi.OneOf(device.GateAudience, device.GateFlag, device.GateMissing, device.GateStale),
				{Of: reflect.TypeFor[device.Gate](), Name: "activeAudience"}: openapi.OneOf(feature.AudienceLovedOne, feature.AudienceGuardian),
			}
		},
	}
}
