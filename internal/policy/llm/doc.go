// Package llm asks language models to summarize privacy policies.
//
// It speaks OpenAI's chat completions, which most local servers support, and
// Anthropic's messages. [Models.Choose] is the [summary.Choice] for the settings;
// while they name no provider, it is [summary.Extractive].
//
// # What leaves the installation
//
// The names of the app and of its developer, the URL of the policy and its text go to
// the base URL of the settings, in one request, or in several for a long text. Nothing
// else leaves, and to nowhere else: redirects are not followed, URLs that are not
// public must be allowed ([Config.Allowed]), and the metadata services of clouds are
// always refused. The key is in the header of these requests, and in no log and no
// error.
//
// # Hostile text
//
// A policy may contain instructions for the model. Text from outside is quoted as data
// between marks that cannot be guessed. An answer is a summary in the requested form,
// without URLs, or an error.
package llm
