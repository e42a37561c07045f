// Package fleet is the tracked apps: they are added, refreshed, listed, shown,
// compared and removed here.
//
// It owns the [Library], the rules of a refresh (what was read becomes labels, a
// snapshot, changes, counters, notifications and a line in the activity log, in
// one transaction), the import of what an archive of the web knows of an app's
// past, the jobs that do either for all apps ([Library.SyncJob] and
// [Library.HistoryJob], for the engine in fleet/runner), which apps there are
// beside one ([Library.Related]), and the interfaces through which apps are read
// from outside: [Scraper], [Lookuper], [Searcher], [Charter] and [Archive]. It does
// not own how a page is read (fleet/appstore, fleet/wayback), what a difference is
// (changelog), who is told of it (notify), or what people say of an app
// (fleet/review).
//
// # The order of states
//
// The snapshots of an app are in the order of time, wherever they are from. Each
// tells what its label adds to that of the newest earlier one whose label is
// known; the first of all is never one that the feed shows. So when a state from
// the archive comes in between, or goes, the one after it is compared again in
// the same transaction. What people are told is another matter: a refresh
// compares with the last state that the store itself showed, and what comes from
// the archive is news to nobody.
package fleet
