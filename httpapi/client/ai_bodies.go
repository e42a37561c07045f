// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// ModelTarget is what [Client.Models] sends.
type ModelTarget struct {
	APIKey   Optional[string] `json:"apiKey,omitzero"`   // __SET__: the key that is set, where it is set for. One that is too long is refused
	BaseURL  Optional[string] `json:"baseUrl,omitzero"`  // Else that of the provider; custom has none. A text that is no address is refused
	Model    Optional[string] `json:"model,omitzero"`    // Else one that suits the provider. One that is too long is refused
	Provider *string          `json:"provider,omitzero"` // openai, anthropic, custom, ollama: Without one nobody is asked; ollama is custom
}
