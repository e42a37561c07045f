// Package wayback reads the past of an app's page from the Wayback Machine of the
// Internet Archive: the default [github.com/privacylabels/auditor/internal/history.Archive].
//
// It owns the requests to the archive's index, replay and Save Page Now, their rate, and
// the interpretation of the responses. It does not own how a page is parsed (see
// [Config]), which captures are wanted, what happens to them, or who waits when the
// archive has limited the rate.
//
// # Index
//
// A page is captured under many addresses: with and without the app's name and storefront,
// on the old host, and under earlier names of the app. So the index is queried for several
// addresses, and for a few more to which archived redirects lead, but only until there are
// enough captures: a query is the most expensive request. Invalid rows, which the real
// index contains, are skipped.
//
// # Replay
//
// The header Memento-Datetime (RFC 7089, section 2.1.1) marks an archived response. Its
// status is archived, too: an archived 429 came from the App Store years ago, and is no
// reason to pause.
//
// # Rate
//
// Requests to the index and those to pages have a pace each, which adapts. It begins with
// 15 requests a minute and rises while the archive answers, for pages to 60 at most and for
// the index to 24, which is four fifths of its limit. A server error or a timeout takes a
// fifth off, and a 429 halves it. A 403 that is about the client and a refused connection,
// which is how the archive blocks clients that ignore its limits, halve both paces. None is
// ever below 4. After a refusal no request of either kind is sent for 5 minutes, or as long
// as the archive says; the time doubles with each further refusal, to an hour at most. The
// paces and the time survive a restart ([archive.Paced]).
//
// A 429 to Save Page Now, whose limit is far lower, pauses saves only. Temporary errors
// are tried three times in all.
package wayback
