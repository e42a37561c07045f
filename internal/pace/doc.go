// Package pace spaces requests to an outside service, and decides who goes first
// when several wait.
//
// It owns the classes of requests and the queue. It does not make requests and
// does not know the service.
package pace
