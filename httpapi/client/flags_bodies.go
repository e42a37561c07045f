// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// OverrideFlagsBody is what [Client.OverrideFlags] sends. Or an object of values by the names of flags, where null drops an override.
type OverrideFlagsBody struct {
	Flags []OverrideFlagsBodyFlagsItem `json:"flags,omitzero"` // In place of key: all overrides. What is no flag is skipped
	Key   *string                      `json:"key,omitzero"`   // One flag, with its value
	Value *string                      `json:"value,omitzero"` // on, off, collapsed
}

// SetFocusBody is what [Client.SetFocus] sends.
type SetFocusBody struct {
	Accessibility *bool            `json:"accessibility,omitzero"`
	Audience      string           `json:"audience"`              // self, loved_one, guardian
	ChildAgeBand  Optional[string] `json:"childAgeBand,omitzero"` // under_9, 9_12, 13_15, 16_17, 18_plus, , null: Missing: as it is
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
