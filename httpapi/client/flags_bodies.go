// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// OverrideFlagsBody is what [Client.OverrideFlags] sends. Alternatively an object with flag names as members and their values; null clears an override..
type OverrideFlagsBody struct {
	Flags []OverrideFlagsBodyFlagsItem `json:"flags,omitzero"` // In place of key: the complete list of overrides. Unknown flags are skipped.
	Key   *string                      `json:"key,omitzero"`   // The name of a single flag to override, with value.
	Value *string                      `json:"value,omitzero"` // on, off, collapsed
}

// SetFocusBody is what [Client.SetFocus] sends.
type SetFocusBody struct {
	Accessibility *bool            `json:"accessibility,omitzero"`
	Audience      string           `json:"audience"`              // self, loved_one, guardian
	ChildAgeBand  Optional[string] `json:"childAgeBand,omitzero"` // under_9, 9_12, 13_15, 16_17, 18_plus, , null: Unchanged if missing.
	Cleanup       *bool            `json:"cleanup,omitzero"`
	Minimal       *bool            `json:"minimal,omitzero"`
	Monitor       *bool            `json:"monitor,omitzero"`
	Workflow      *string          `json:"workflow,omitzero"` // self_monitor, self_cleanup, other_handoff, other_monitor, custom
}

// OverrideFlagsBodyFlagsItem is a part of [OverrideFlagsBody].
type OverrideFlagsBodyFlagsItem struct {
	Key      *string          `json:"key,omitzero"`
	Override Optional[string] `json:"override,omitzero"` // on, off, collapsed, null
}
