// Package imports takes in lists of apps: what somebody wrote down, or has on a
// device, becomes apps that are tracked.
//
// It owns the [Intake]: imports and their items, which app an item is taken for,
// the queue of items whose app waits to be read, and when an import is complete
// and who is told. It does not own how an app is read and kept (fleet), how work
// survives a process (fleet/runner: the queue is a job of that engine, see
// [Intake.Job]), or whose devices there are (fleet/device, which [Devices] tells
// of imports).
//
// # The queue
//
// Items in the state [storage.ImportQueued] are worked on by runs of the engine,
// one run at a time over all processes on a store. A run takes what is due when
// it begins; what is queued meanwhile is for the next one, which follows at once.
// That an app is tracked, that its item is imported and that its import is
// complete are one transaction with the item of the run, so a crash loses none
// of it and repeats none. Between reading an app and keeping it the item may be
// changed by somebody: then what was read is dropped, and the item is as they
// want it.
//
// When the store throttles, the run is cut off, and goes on when the store may be
// asked again.
package imports
