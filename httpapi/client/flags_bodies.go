// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// OverrideFlagsBody is what [Client.OverrideFlags] sends. Alternatively an object with flag names as members and their values; null clears an override..
type OverrideFlagsBody struct {
	Flags []OverrideFlagsBodyFlagsItem `json:"flags,omitzero"` // Instead of key: the complete list of overrides. Unknown flags are skipped.
	Key   *string                      `json:"key,omitzero"`   // The name of a single flag to override, with value.
	Value *string                      `json:"value,omitzero"` // on, off, collapsed: The value
}

// SetFocusBody is what [Client.SetFocus] sends. The body of `setFocus`: Set the focus.
type SetFocusBody struct {
	Accessibility *bool            `json:"accessibility,omitzero"` // The user checks what apps declare about accessibility. Defaults to false.
	Audience      string           `json:"audience"`               // self, loved_one, guardian: For whom the user checks apps: self, loved_one or guardian
	ChildAgeBand  Optional[string] `json:"childAgeBand,omitzero"`  // under_9, 9_12, 13_15, 16_17, 18_plus, , null: Unchanged if missing.
	Cleanup       *bool            `json:"cleanup,omitzero"`       // The user wants to remove apps
	Minimal       *bool            `json:"minimal,omitzero"`       // The user wants to see little. It excludes monitor and cleanup.
	Monitor       *bool            `json:"monitor,omitzero"`       // The user wants to hear of changes
	Workflow      *string          `json:"workflow,omitzero"`      // self_monitor, self_cleanup, other_handoff, other_monitor, custom: The way in which the user works
}

// OverrideFlagsBodyFlagsItem is a part of [OverrideFlagsBody].
type OverrideFlagsBodyFlagsItem struct {
	Key      *string          `json:"key,omitzero"`      // The key that names it
	Override Optional[string] `json:"override,omitzero"` // on, off, collapsed, null: The value that the user has set; null: none
}
