// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// ReadPoliciesBody is what [Client.ReadPolicies] sends.
type ReadPoliciesBody struct {
	Force  *bool   `json:"force,omitzero"`  // Also those that were read a short time ago
	Phase  *string `json:"phase,omitzero"`  // fetch, all
	Stream *bool   `json:"stream,omitzero"` // Tell the run line by line
}
