// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// FlagsAnswer is what [Client.FeatureFlags] returns. An answer of `featureFlags`: List feature flags.
type FlagsAnswer struct {
	Flags []FeatureFlag `json:"flags"` // The feature flags
}

// ClearOverridesAnswer is what [Client.ClearOverrides] returns.
type ClearOverridesAnswer struct {
	Ok    bool   `json:"ok"`    // Whether it succeeded
	Scope string `json:"scope"` // Which apps it is about
}

// OneOverrideAnswer is what [Client.OverrideFlags] returns. An answer of `overrideFlags`: Override feature flags.
type OneOverrideAnswer struct {
	Key   string `json:"key"`   // The key that names it
	Ok    bool   `json:"ok"`    // Whether it succeeded
	Value string `json:"value"` // on, off, collapsed: The value
}

// OverridesAnswer is what [Client.OverrideFlags] returns. An answer of `overrideFlags`: Override feature flags.
type OverridesAnswer struct {
	Applied     int64    `json:"applied"`     // Number of flags that were set
	Ok          bool     `json:"ok"`          // Whether it succeeded
	Skipped     int64    `json:"skipped"`     // Number that were skipped
	SkippedKeys []string `json:"skippedKeys"` // The keys of flags that do not exist
}

// ClearFlagAnswer is what [Client.ClearOverride] returns. An answer of `clearOverride`: Clear the override of a feature flag.
type ClearFlagAnswer struct {
	Key string `json:"key"` // The key that names it
	Ok  bool   `json:"ok"`  // Whether it succeeded
}

// FocusAnswer is what [Client.Focus] returns. An answer of `focus`: Get the focus.
type FocusAnswer struct {
	Accessibility bool    `json:"accessibility"` // What the app declares about accessibility
	AIConfigured  bool    `json:"aiConfigured"`  // Whether a language model is configured
	Audience      string  `json:"audience"`      // For whom the user checks apps; empty: self
	ChildAgeBand  *string `json:"childAgeBand"`  // Null: unknown
	Cleanup       bool    `json:"cleanup"`       // The user wants to remove apps
	Minimal       bool    `json:"minimal"`       // Excludes Monitor and Cleanup
	Monitor       bool    `json:"monitor"`       // The user wants to hear of changes
	Workflow      string  `json:"workflow"`      // Empty: derived from the rest
}

// Focus is what [Client.SetFocus] returns. For whom the user checks apps, and why. The zero value, and that of each field, is the default..
type Focus struct {
	Accessibility bool    `json:"accessibility"` // The user checks what apps declare about accessibility
	Audience      string  `json:"audience"`      // For whom the user checks apps; empty: self
	ChildAgeBand  *string `json:"childAgeBand"`  // Null: unknown
	Cleanup       bool    `json:"cleanup"`       // The user wants to remove apps
	Minimal       bool    `json:"minimal"`       // Excludes Monitor and Cleanup
	Monitor       bool    `json:"monitor"`       // The user wants to hear of changes
	Workflow      string  `json:"workflow"`      // Empty: derived from the rest
}

// FeatureFlag is a part of [FlagsAnswer]. Describes a flag.
type FeatureFlag struct {
	CurrentValue string  `json:"currentValue"` // on, off, collapsed: The value in force
	FocusValue   string  `json:"focusValue"`   // on, off, collapsed: The value without its own override
	HardDefault  string  `json:"hardDefault"`  // on, off, collapsed: The value without any setting
	Key          string  `json:"key"`          // The key that names it
	Override     *string `json:"override"`     // on, off, collapsed, null: Null: none
	Surface      string  `json:"surface"`      // The part of the user interface that the flag is for
	Wired        bool    `json:"wired"`        // Whether the flag has an effect: always true
}
