// Package policy tracks the privacy policies of apps: it fetches them, saves every
// version of their text, and summarizes them.
//
// A [Service] gets the page at an app's policy URL with a [Fetcher], such as a
// [fetch.Client], and saves the text as a [storage.PolicyVersion] and the state as
// the app's [storage.PolicyAnalysis] in one transaction. A fetch that fails keeps the
// last text. The first text, another text, and a failure go on the app's timeline in
// the same transaction; only another text is a change. Two texts are the same version
// if [digest.Of] is the same.
//
// A [summary.Summarizer] makes the summary of a text. A summary stays until another
// one replaces it; the status says why there is none. A claim makes sure that one
// caller at a time summarizes a policy.
//
// [Service.PolicyJob] goes through all apps. [Service.Follow] and
// [Service.FollowRequests] start it, and [Service.KeepCopies] asks the web archive
// for copies of the texts.
//
// The parts are packages of their own: fetch gets and judges a page, digest compares
// texts, textdiff shows their difference, summary quotes a text, and llm asks a model.
package policy
