// Package address decides which URLs from another installation are taken over.
//
// It judges by what a URL looks like. Whether a request may go there is decided
// again when it is made, by internal/netguard.
package address
