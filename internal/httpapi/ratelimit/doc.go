// Package ratelimit counts calls in memory, per client and bucket.
//
// It does not own the limits, which are part of the operations, nor what a refused
// client is answered.
package ratelimit
