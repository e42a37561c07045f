// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// ExcludePolicyBlockBody is what [Client.ExcludePolicyBlock] sends. The body of `excludePolicyBlock`: Mark a block of the page as not part of the policy.
type ExcludePolicyBlockBody struct {
	Block    *string `json:"block,omitzero"`    // The ID of a changing block. Either this or selector is required.
	Selector *string `json:"selector,omitzero"` // What to leave out of the page: #id or .class of elements; the text of a heading, for its section; the words of a paragraph; or the words that paragraphs begin with, followed by an ellipsis (…).
}

// RegenerateBody is what [Client.Regenerate] sends. The body of `regenerate`: Regenerate policy summaries.
type RegenerateBody struct {
	AppID  *int64           `json:"appId,omitzero"`  // A single app, instead of appIds. If it fails, so does the request.
	AppIDs []int64          `json:"appIds,omitzero"` // The IDs of the apps
	Phase  Optional[string] `json:"phase,omitzero"`  // fetch, summarise, all, null: Which phases to run. Defaults to all.
	Stream *bool            `json:"stream,omitzero"` // Stream the steps as NDJSON.
}

// ReadPoliciesBody is what [Client.ReadPolicies] sends. The body of `readPolicies`: Fetch the policies of all apps.
type ReadPoliciesBody struct {
	Force  *bool   `json:"force,omitzero"`  // Also fetch policies that were fetched recently.
	Phase  *string `json:"phase,omitzero"`  // fetch, all: The phase of the work
	Stream *bool   `json:"stream,omitzero"` // Stream the progress of the run as NDJSON.
}
