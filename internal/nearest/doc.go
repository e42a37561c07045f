// Package nearest finds the known name that a wrong one probably stands for, for error messages.
// It owns how spellings are compared, and neither the names nor the sentences.
package nearest
