// Package waiting tells who started a piece of work when that work only waits:
// for its turn at a host, or for the end of a rate limit.
//
// It owns a value of a context. What waits calls [For]. Who wants to know of it
// passes a context from [Observe]; without one, For just waits.
//
// The engine of bulk runs observes its items, because a process that ends during a
// wait was not brought down by the item that waits.
package waiting
