// Package fakearchive is a web archive for tests and trials: an [http.Handler]
// that speaks what the Wayback Machine speaks, over captures that the caller
// adds, with the faults that the real one has.
//
// It owns what the answers of the index, of the replay and of saving look like,
// and counts who asked for what. It does not own how they are read, and shares no
// code with what reads them, so that one cannot hide the other's mistakes. Pages
// of apps are those of [github.com/privacylabels/auditor/internal/fakestore].
//
// Of the index it knows url, matchType exact and prefix, from, to, limit,
// output, showResumeKey and resumeKey.
package fakearchive
