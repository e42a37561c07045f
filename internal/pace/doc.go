// Package pace spaces requests to an outside service, and decides which goes first
// when several wait.
//
// It has the classes of requests and the queue, and lets the caller of a piece of work
// observe when that only waits: the engine of bulk runs does, because a process that
// ends during a wait was not brought down by the item that waits.
package pace
