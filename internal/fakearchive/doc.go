// Package fakearchive is a fake web archive for tests and demos: an [http.Handler] with the
// protocol of the Wayback Machine and the captures that the caller adds, with the faults of
// the real one.
//
// It owns the form of the responses of the index, replay and saving, and counts requests. It
// does not own how they are parsed, and shares no code with the parsers, so that mistakes
// in one show in the other. Pages of apps are those of
// [github.com/privacylabels/auditor/internal/fakestore].
//
// The index supports url, matchType exact and prefix, from, to, limit, output,
// showResumeKey and resumeKey.
package fakearchive
