// Package summary defines how a privacy policy is summarized, and summarizes one
// without a model.
//
// A [Summarizer] makes the summary of a text: [Extractive], which quotes the text, or
// one that asks a model, as in package llm. A [Choice] picks it from the settings.
package summary
