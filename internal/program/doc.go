// Package program is the program auditor: the service, and the commands on its data folder
// or on a running service.
//
// It owns what a library must not: flags and environment variables, the listening
// socket, signals, files, and the choice of a database. The commands on apps are in
// package commands. They talk to the HTTP API, that of a running service or that of one in
// this process over the data folder, so that both give the same answers.
package program
