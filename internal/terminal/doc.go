// Package terminal makes untrusted text safe to show on a terminal: one line, without
// control characters, and no wider than there is room.
package terminal
