// Package fakedns resolves names for tests from a table, without a network.
//
// It owns the DNS messages that a [net.Resolver] exchanges. It supports addresses only
// (A and AAAA), and shares no code with what checks the addresses.
package fakedns
