// Package host sends paced requests to a store of apps and turns refusals into the errors that
// package fleet knows.
package host
