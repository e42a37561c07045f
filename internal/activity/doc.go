// Package activity writes the user-visible log of what the service did.
//
// It owns how long the log is kept. It does not own what is worth a line: the
// services decide that, and hand over the transaction of its cause.
package activity
