package system

import (
	"reflect"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/preferences"
)

func types() op.Types {
	return op.Types{
		Names: map[reflect.Type]string{
			reflect.TypeFor[feature.State]():         "FeatureFlag",
			reflect.TypeFor[preferences.Candidate](): "TaskCandidate",
		},
		Schemas: map[reflect.Type]*openapi.Schema{
			reflect.TypeFor[feature.Value](): openapi.OneOf(feature.On, feature.Off, feature.Collapsed),
			reflect.TypeFor[locale]():        openapi.OneOf(supportedLocales()...),
			reflect.TypeFor[preferences.TaskState](): openapi.OneOf(preferences.TaskCompleted, preferences.TaskDismissed,
				preferences.TaskBlocked, preferences.TaskInProgress, preferences.TaskReady),
		},
		Members: func(r *openapi.Reflector) map[openapi.Member]*openapi.Schema {
			return map[openapi.Member]*openapi.Schema{
				{Of: reflect.TypeFor[bundleAnswer](), Name: "errorLog"}:             openapi.OrNull(op.Of[[]health.Line]()(r)),
				{Of: reflect.TypeFor[bundleAnswer](), Name: "backgroundJobs"}:       openapi.OrNull(op.Of[map[string]bundleJob]()(r)),
				{Of: reflect.TypeFor[bundleAnswer](), Name: "featureFlagOverrides"}: openapi.OrNull(op.Of[[]bundleFlag]()(r)),
				{Of: reflect.TypeFor[supportError](), Name: "fetchDiagnostics"}:     openapi.OrNull(openapi.Map(openapi.Any())),
			}
		},
	}
}
