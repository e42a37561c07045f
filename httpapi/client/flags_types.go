// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// FlagsAnswer is what [Client.FeatureFlags] returns. An answer of `featureFlags`: List feature flags.
type FlagsAnswer struct {
	Flags []FeatureFlag `json:"flags"` // The feature flags
}

// ClearOverridesAnswer is what [Client.ClearOverrides] returns.
type ClearOverridesAnswer struct {
	Ok    bool   `json:"ok"`    // Whether it succeeded
	Scope string `json:"scope"` // The surface whose overrides were cleared, or all.
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
	Accessibility bool    `json:"accessibility"` // Whether the user checks what apps declare about accessibility
	AIConfigured  bool    `json:"aiConfigured"`  // Whether a language model is configured
	Audience      string  `json:"audience"`      // For whom the user checks apps; empty: self
	ChildAgeBand  *string `json:"childAgeBand"`  // The age of the child; null: not known
	Cleanup       bool    `json:"cleanup"`       // Whether the user wants to remove apps
	Minimal       bool    `json:"minimal"`       // Whether the user wants to see little. Excludes monitor and cleanup
	Monitor       bool    `json:"monitor"`       // Whether the user wants to be notified of changes
	Workflow      string  `json:"workflow"`      // The way in which the user works; empty: derived from the other members
}

// Focus is what [Client.SetFocus] returns. For whom the user checks apps, and why. Each member is optional..
type Focus struct {
	Accessibility bool    `json:"accessibility"` // Whether the user checks what apps declare about accessibility
	Audience      string  `json:"audience"`      // For whom the user checks apps; empty: self
	ChildAgeBand  *string `json:"childAgeBand"`  // The age of the child; null: not known
	Cleanup       bool    `json:"cleanup"`       // Whether the user wants to remove apps
	Minimal       bool    `json:"minimal"`       // Whether the user wants to see little. Excludes monitor and cleanup
	Monitor       bool    `json:"monitor"`       // Whether the user wants to be notified of changes
	Workflow      string  `json:"workflow"`      // The way in which the user works; empty: derived from the other members
}

// FeatureFlag is a part of [FlagsAnswer]. A feature flag.
type FeatureFlag struct {
	CurrentValue string  `json:"currentValue"` // on, off, collapsed: The value in force
	FocusValue   string  `json:"focusValue"`   // on, off, collapsed: The value without the override of this flag
	HardDefault  string  `json:"hardDefault"`  // on, off, collapsed: The value without any setting
	Key          string  `json:"key"`          // The key that names it
	Override     *string `json:"override"`     // on, off, collapsed, null: The value that the user has set; null: none
	Surface      string  `json:"surface"`      // The part of the user interface that the flag is for
	Wired        bool    `json:"wired"`        // Whether the flag has an effect: always true
}
