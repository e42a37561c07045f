package policies

import (
	"reflect"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/policy/textdiff"
	"github.com/privacylabels/auditor/storage"
)

// types are the types of answers that do not describe themselves.
func types() op.Types {
	return op.Types{
		Names: map[reflect.Type]string{
			reflect.TypeFor[policy.Shown]():        "ShownPolicy",
			reflect.TypeFor[policy.ShownBlock]():   "PolicyPageBlock",
			reflect.TypeFor[blocksAnswer]():        "PolicyPageBlocks",
			reflect.TypeFor[progressAnswer]():      "PolicyProgress",
			reflect.TypeFor[policy.Version]():      "PolicyVersion",
			reflect.TypeFor[policy.Comparison]():   "PolicyComparison",
			reflect.TypeFor[policy.Side]():         "ComparedVersion",
			reflect.TypeFor[textdiff.Stats]():      "DiffStats",
			reflect.TypeFor[textdiff.Paragraphs](): "DiffParagraphs",
			reflect.TypeFor[textdiff.Line]():       "DiffLine",
			reflect.TypeFor[textdiff.Run]():        "DiffRun",
			reflect.TypeFor[llm.Listed]():          "Model",
			reflect.TypeFor[llm.Sample]():          "SamplePolicy",
			reflect.TypeFor[logRow]():              "ModelLogRow",
			reflect.TypeFor[logAnswer]():           "ModelLogAnswer",
		},
		Schemas: map[reflect.Type]*openapi.Schema{
			reflect.TypeFor[policy.Phase]():  openapi.OneOf(policy.FetchPhase, policy.AllPhases),
			reflect.TypeFor[textdiff.Kind](): openapi.OneOf(textdiff.Unchanged, textdiff.Added, textdiff.Removed),
		},
		Members: func(r *openapi.Reflector) map[openapi.Member]*openapi.Schema {
			runStates := openapi.OneOf("idle", "running")
			return map[openapi.Member]*openapi.Schema{
				{Of: reflect.TypeFor[policy.Shown](), Name: "runStatus"}:    runStates,
				{Of: reflect.TypeFor[progressAnswer](), Name: "runStatus"}:  runStates,
				{Of: reflect.TypeFor[policy.Shown](), Name: "sourceOrigin"}: openapi.OneOf(storage.PolicyDirect, storage.PolicyBrowserRetry, storage.PolicyWayback),
				{Of: reflect.TypeFor[policy.Shown](), Name: "analysisMode"}: openapi.OneOf(storage.PolicyDirectly, storage.PolicyChunked, storage.PolicyImported),
				{Of: reflect.TypeFor[llm.Listed](), Name: "source"}:         openapi.OneOf("openai-compat", "ollama", "anthropic"),
			}
		},
	}
}
