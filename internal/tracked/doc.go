// Package tracked manages the tracked apps: it adds, refreshes, lists, compares and removes
// them.
//
// It owns the [Service], the rules of a refresh (a listing becomes a label, a snapshot,
// changes, counters, notifications and an activity entry, in one transaction), the job
// that refreshes all apps ([Service.SyncJob], for the engine in fleet/runner), and the
// related apps of an app ([Service.Related]). It does not own what a source of apps is
// (fleet), how a page is parsed (fleet/appstore), the import of an app's past
// (internal/history), what counts as a difference (changelog), who is notified (notify),
// or the review of changes (internal/review).
//
// # The order of states
//
// The snapshots of an app are ordered by time, whatever their source. The changes of a
// snapshot are the differences of its label from the newest earlier known label. The feed
// never shows the first snapshot. When a snapshot from the archive is inserted or deleted,
// the next one is compared again in the same transaction. Notifications are different: a
// refresh compares with the last state that the App Store itself showed, and snapshots
// from the archive cause no notifications.
package tracked
