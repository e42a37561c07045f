// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// FlagsAnswer is what [Client.FeatureFlags] returns.
type FlagsAnswer struct {
	Flags []FeatureFlag `json:"flags"`
}

// ClearOverridesAnswer is what [Client.ClearOverrides] returns.
type ClearOverridesAnswer struct {
	Ok    bool   `json:"ok"`
	Scope string `json:"scope"`
}

// OneOverrideAnswer is what [Client.OverrideFlags] returns.
type OneOverrideAnswer struct {
	Key   string `json:"key"`
	Ok    bool   `json:"ok"`
	Value string `json:"value"` // on, off, collapsed
}

// OverridesAnswer is what [Client.OverrideFlags] returns.
type OverridesAnswer struct {
	Applied     int64    `json:"applied"`
	Ok          bool     `json:"ok"`
	Skipped     int64    `json:"skipped"`
	SkippedKeys []string `json:"skippedKeys"`
}

// ClearFlagAnswer is what [Client.ClearOverride] returns.
type ClearFlagAnswer struct {
	Key string `json:"key"`
	Ok  bool   `json:"ok"`
}

// FocusAnswer is what [Client.Focus] returns.
type FocusAnswer struct {
	Accessibility bool    `json:"accessibility"`
	AIConfigured  bool    `json:"aiConfigured"`
	Audience      string  `json:"audience"`
	ChildAgeBand  *string `json:"childAgeBand"`
	Cleanup       bool    `json:"cleanup"`
	Minimal       bool    `json:"minimal"`
	Monitor       bool    `json:"monitor"`
	Workflow      string  `json:"workflow"`
}

// Focus is what [Client.SetFocus] returns.
type Focus struct {
	Accessibility bool    `json:"accessibility"`
	Audience      string  `json:"audience"`
	ChildAgeBand  *string `json:"childAgeBand"`
	Cleanup       bool    `json:"cleanup"`
	Minimal       bool    `json:"minimal"`
	Monitor       bool    `json:"monitor"`
	Workflow      string  `json:"workflow"`
}

// FeatureFlag is a part of [FlagsAnswer].
type FeatureFlag struct {
	CurrentValue string  `json:"currentValue"` // on, off, collapsed
	FocusValue   string  `json:"focusValue"`   // on, off, collapsed
	HardDefault  string  `json:"hardDefault"`  // on, off, collapsed
	Key          string  `json:"key"`
	Override     *string `json:"override"` // on, off, collapsed, null
	Surface      string  `json:"surface"`
	Wired        bool    `json:"wired"`
}
