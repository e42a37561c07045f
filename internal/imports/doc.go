// Package imports manages imported lists of apps: it finds and tracks the apps that a user
// lists or has on a device.
//
// It owns the [Service]: imports and their items, the choice of an app for an item, the
// queue of items whose app waits to be read, and the completion of an import with its
// notification. It does not own how an app is read and stored (fleet), how work survives
// the end of a process (fleet/runner: the queue is a job of that engine, see
// [Service.Job]), or the devices (internal/device: it puts the apps of an import on the
// device that the import names).
//
// # The queue
//
// Items in the state [storage.ImportQueued] are worked on by runs of the engine, one run at
// a time across all processes on a database. A run takes the items that are due when it
// begins; the next one, which follows at once, takes those that were queued meanwhile. One
// transaction tracks the app, marks the item as imported, completes the import and
// ends the item of the run, so a crash loses nothing and repeats nothing. If a user changes
// an item while its app is read, the listing is dropped.
//
// When the App Store is rate limiting, the run is interrupted, and resumes after the
// cooldown.
package imports
