// Package policy reads the privacy policies of tracked apps: the page that an
// app's developer names, as text, kept in every version that was ever seen.
//
// It owns the fetch and who may be asked how often, what of a page is text, when
// two texts are the same, which texts are too little to be a policy, what is kept
// of a summary, and the job that goes through all apps. It does not own the
// address of a policy, which is on the app, the engine of runs, nor what models
// are asked, which is package llm's.
//
// A [Fetcher] gets a [Document]; [Web] is the one that asks the sites themselves,
// at public addresses only, and an [Archive] for what they do not show. [Judge]
// says whether a document is a policy, whoever it belongs to. The [Reader] judges the document and keeps it: the
// text as a [storage.PolicyVersion], where the app stands as its
// [storage.PolicyAnalysis], both in one transaction, so that neither is ever
// seen without the other. A fetch that fails keeps the text of the last one. What
// is news goes on the app's timeline in the same transaction: the first text, each
// other one, and that none can be had any more. Only another text is a change.
//
// # Summaries
//
// A [Summarizer] makes the summary of a text: [Extractive], which asks nobody, or
// one that asks a model. What it makes is kept when it is there; when there is
// none, what was there stays, and the status says why. Of those who would
// summarise a policy at the same time, one does.
//
// # When two texts are the same
//
// A version is named by the digest of its words ([Digest]). What a page changes
// without changing its policy makes no new version: space, line ends, bullets and
// the marks of headings, invisible characters, how an accent is encoded, where
// links lead, queries in addresses that the text shows, and the date after words
// such as "last updated", as well as the year of a copyright and how often the page
// was read.
//
// # Who is asked
//
// Whatever a site says leads on (a redirect, a refresh, a script, a frame, a link)
// goes past the same guard as the address itself, counts against the time of the
// same try, and is bounded in number. The archive is asked only after the site,
// and never about an address that may not be asked. A copy of a text is asked for
// in the background, by [Reader.KeepCopies].
package policy
