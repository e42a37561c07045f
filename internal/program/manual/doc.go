// Package manual makes the help of a command line, its manual page, and the scripts that complete
// it in a shell, from its description by package cmdline.
package manual
