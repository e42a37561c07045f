// Package plaintext cleans, cuts and measures text that comes from outside.
package plaintext
