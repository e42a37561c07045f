// Package fleet is the tracked apps: they are added, refreshed, listed, shown,
// compared and removed here.
//
// It owns the [Library], the rules of a refresh (what was read becomes labels, a
// snapshot, changes, counters, notifications and a line in the activity log, in
// one transaction), the job that refreshes all apps ([Library.SyncJob], for the
// engine in fleet/runner), and the interfaces through which apps are read from
// outside: [Scraper], [Lookuper] and [Searcher]. It does not own how a page is
// read (fleet/appstore), what a difference is (changelog), who is told of it
// (notify), or what people say of an app (fleet/review).
package fleet
