// Package program implements the program auditor: the service, and the commands that work on
// its data folder or on a running service.
//
// It owns what a library must not: flags and environment variables, the listening socket,
// signals, files, and the choice of a database. The commands on apps are in package commands.
// They call the HTTP API of a running service, or of a service in this process over the data
// folder, so that both give the same results.
package program
