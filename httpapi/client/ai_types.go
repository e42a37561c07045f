// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// ModelLogAnswer is what [Client.ModelLog] returns. The requests to models, newest first.
type ModelLogAnswer struct {
	Rows []ModelLogRow `json:"rows"` // The rows
}

// ModelAnswer is what [Client.Models] returns. The outcome of an exchange with the provider of a model.
type ModelAnswer struct {
	Error       *string `json:"error,omitzero"`       // Same as message; missing: it succeeded
	LatencyMs   *int64  `json:"latencyMs,omitzero"`   // How long the model took to answer, in milliseconds
	Message     *string `json:"message,omitzero"`     // What happened, in a sentence
	Models      []Model `json:"models,omitzero"`      // The models of the provider
	ModelsCount *int64  `json:"modelsCount,omitzero"` // The number of models of the provider
	Ok          bool    `json:"ok"`                   // Whether it succeeded
	Status      *int64  `json:"status,omitzero"`      // The HTTP status of the response of the provider
}

// TrialAnswer is what [Client.TrySamplePolicy] returns. A summary of the sample.
type TrialAnswer struct {
	DurationMs int64         `json:"durationMs"` // How long it took, in milliseconds
	Mode       *string       `json:"mode"`       // direct, chunked, imported, null: How the policy was summarised: as a whole or in parts
	Model      string        `json:"model"`      // The language model; empty: none
	Ok         bool          `json:"ok"`         // Whether it succeeded
	Phases     []PolicyStep  `json:"phases"`     // The steps, in order
	Provider   string        `json:"provider"`   // The provider of the language model
	Sample     SamplePolicy  `json:"sample"`     // The policy that was summarised
	Summary    PolicySummary `json:"summary"`    // The summary
}

// ModelLogRow is a part of [ModelLogAnswer]. A request to a language model. Members that are not known are missing..
type ModelLogRow struct {
	AppID      *int64  `json:"appId,omitzero"`   // The ID of the app
	AppName    *string `json:"appName,omitzero"` // The name of the app
	CreatedAt  Time    `json:"createdAt"`
	DurationMs int64   `json:"durationMs"`        // How long it took, in milliseconds
	Error      *string `json:"error,omitzero"`    // What went wrong, in a sentence
	ID         string  `json:"id"`                // The ID
	Model      *string `json:"model,omitzero"`    // The language model; missing or empty: none
	Phase      *string `json:"phase,omitzero"`    // The phase of the work
	Prompt     *string `json:"prompt,omitzero"`   // What the model was asked
	Provider   *string `json:"provider,omitzero"` // The provider of the language model
	Response   *string `json:"response,omitzero"` // What the model answered
}

// Model is a part of [ModelAnswer]. A model in the list of a target.
type Model struct {
	ID     string `json:"id"`     // The ID
	Label  string `json:"label"`  // A name for people
	Source string `json:"source"` // openai-compat, ollama, anthropic: The interface of the provider: openai-compat, ollama or anthropic
}

// SamplePolicy is a part of [TrialAnswer]. A policy of a fictitious app, to try a model with.
type SamplePolicy struct {
	AppName         string   `json:"appName"`         // The name of the app
	Developer       string   `json:"developer"`       // The developer of the app
	ExpectedSignals []string `json:"expectedSignals"` // What a good summary mentions
	PolicyText      string   `json:"policyText"`      // The text of the policy
	PolicyURL       string   `json:"policyUrl"`       // The URL of the policy
	ReviewChecklist []string `json:"reviewChecklist"` // What to look for in the summary
	Scenario        string   `json:"scenario"`        // What the sample shows
	WordCount       int64    `json:"wordCount"`       // Number of words
}
