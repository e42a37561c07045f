// Package policy tracks the privacy policies of apps: it fetches them, saves every
// version of their text, and summarizes them.
//
// A [Service] fetches the page at an app's policy URL with a [Fetcher], such as a
// [fetch.Client]. In one transaction it saves the text as a [storage.PolicyVersion], the
// state as the app's [storage.PolicyAnalysis], and an entry on the app's timeline for the
// first text, for another text, and for a failure. Only another text is a change. A fetch
// that fails leaves the last text in place. Two texts are the same version if their
// [digest.Of] is equal.
//
// A [summary.Summarizer] makes the summary of a text. A summary stays until another one
// replaces it; the status shows why there is none. A claim makes sure that only one caller
// at a time summarizes a policy.
//
// [Service.PolicyJob] fetches the policies of all apps. [Service.Follow] and
// [Service.FollowRequests] start runs of it, and [Service.KeepCopies] asks the web archive
// for copies of the texts.
//
// Subpackages do the parts: fetch gets a page and checks that it is a policy, digest
// identifies texts, textdiff compares them, summary quotes from a text, and llm asks a model.
package policy
