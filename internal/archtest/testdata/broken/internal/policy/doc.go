// Package policy is in its place.
package policy
