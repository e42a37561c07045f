// Package streams opens files for a command that ends with its context even while it waits for the
// other side of a pipe, which the operating system does not interrupt.
package streams
