// Package inprocess serves HTTP to the same process: its connections are pipes, no port is opened, and nothing outside the
// process can connect.
package inprocess
