// Package terminal makes untrusted text safe to show on a terminal, without control and
// formatting characters. A [Writer] is what a program writes everything through; [Printable]
// and [Clip] also make one line of a text, no wider than there is room.
package terminal
