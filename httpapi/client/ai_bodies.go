// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// ModelTarget is what [Client.Models] sends. A language model and how to reach it.
type ModelTarget struct {
	APIKey   Optional[string] `json:"apiKey,omitzero"`   // __SET__ stands for the saved key, and works only for the provider and URL it was saved for. A key that is too long is refused.
	BaseURL  Optional[string] `json:"baseUrl,omitzero"`  // Defaults to the provider's own URL; required for custom. An invalid URL is refused.
	Model    Optional[string] `json:"model,omitzero"`    // Defaults to a model of the provider. A name that is too long is refused.
	Provider *string          `json:"provider,omitzero"` // openai, anthropic, custom, ollama: Without a provider no request is made. ollama is an alias of custom.
}
