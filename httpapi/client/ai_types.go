// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// ModelLogAnswer is what [Client.ModelLog] returns.
type ModelLogAnswer struct {
	Rows []ModelLogRow `json:"rows"`
}

// ModelAnswer is what [Client.Models] returns.
type ModelAnswer struct {
	Error       *string `json:"error,omitzero"`
	LatencyMs   *int64  `json:"latencyMs,omitzero"`
	Message     *string `json:"message,omitzero"`
	Models      []Model `json:"models,omitzero"`
	ModelsCount *int64  `json:"modelsCount,omitzero"`
	Ok          bool    `json:"ok"`
	Status      *int64  `json:"status,omitzero"`
}

// TrialAnswer is what [Client.TrySamplePolicy] returns.
type TrialAnswer struct {
	DurationMs int64         `json:"durationMs"`
	Mode       *string       `json:"mode"` // direct, chunked, imported, null
	Model      string        `json:"model"`
	Ok         bool          `json:"ok"`
	Phases     []PolicyStep  `json:"phases"`
	Provider   string        `json:"provider"`
	Sample     SamplePolicy  `json:"sample"`
	Summary    PolicySummary `json:"summary"`
}

// ModelLogRow is a part of [ModelLogAnswer].
type ModelLogRow struct {
	AppID      *int64  `json:"appId,omitzero"` // The number of an app in the store
	AppName    *string `json:"appName,omitzero"`
	CreatedAt  Time    `json:"createdAt"`
	DurationMs int64   `json:"durationMs"`
	Error      *string `json:"error,omitzero"`
	ID         string  `json:"id"`
	Model      *string `json:"model,omitzero"`
	Phase      *string `json:"phase,omitzero"`
	Prompt     *string `json:"prompt,omitzero"`
	Provider   *string `json:"provider,omitzero"`
	Response   *string `json:"response,omitzero"`
}

// Model is a part of [ModelAnswer].
type Model struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Source string `json:"source"` // openai-compat, ollama, anthropic
}

// SamplePolicy is a part of [TrialAnswer].
type SamplePolicy struct {
	AppName         string   `json:"appName"`
	Developer       string   `json:"developer"`
	ExpectedSignals []string `json:"expectedSignals"`
	PolicyText      string   `json:"policyText"`
	PolicyURL       string   `json:"policyUrl"`
	ReviewChecklist []string `json:"reviewChecklist"`
	Scenario        string   `json:"scenario"`
	WordCount       int64    `json:"wordCount"`
}
