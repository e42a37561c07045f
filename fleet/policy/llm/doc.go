// Package llm asks language models to summarise privacy policies.
//
// It owns which model the settings name, what it is asked, over which of two
// protocols (OpenAI's chat completions, which most local servers speak too, and
// Anthropic's messages), and whether an answer is a summary. It does not own when
// a policy is summarised nor what is kept of that: [policy.Reader] does.
//
// [Models] has the [policy.Choice] for a reader. While the settings name no
// provider, nobody is asked, and the choice is [policy.Extractive].
//
// # What leaves the installation
//
// The name of the app and of its developer, the address of the policy and its
// text go to the base URL of the settings, in one request, or in several for a
// long text. Nothing else does, and nothing goes anywhere else: redirects are not
// followed, addresses that are not public must be allowed ([Config.Allowed]), and
// the metadata services of clouds are refused always. The key goes into the
// header of those requests, and into no log and no error.
//
// # Hostile text
//
// A policy may hold instructions for the model. What comes from outside stands
// between marks that nobody can guess, as data. And whatever the model answers is
// either a summary of the form that was asked for, without addresses, or an error.
package llm
