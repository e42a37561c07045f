// Package notify is who is told what.
//
// It owns the notifications: which change makes one of which type, how often at
// most, how long they are kept, and the inbox in which they are read and marked.
// It does not own the causes: a service posts with its own transaction, so that
// what happened and what is told of it are kept together or not at all.
package notify
