// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// RegenerateBody is what [Client.Regenerate] sends.
type RegenerateBody struct {
	AppID  *int64           `json:"appId,omitzero"` // In place of appIds: what is wrong with the app is then a refusal
	AppIDs []int64          `json:"appIds,omitzero"`
	Phase  Optional[string] `json:"phase,omitzero"`  // fetch, summarise, all, null: How far; else all
	Stream *bool            `json:"stream,omitzero"` // Tell the steps line by line
}

// ReadPoliciesBody is what [Client.ReadPolicies] sends.
type ReadPoliciesBody struct {
	Force  *bool   `json:"force,omitzero"`  // Also those that were read a short time ago
	Phase  *string `json:"phase,omitzero"`  // fetch, all
	Stream *bool   `json:"stream,omitzero"` // Tell the run line by line
}
