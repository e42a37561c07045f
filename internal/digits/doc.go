// Package digits reads numbers that are written in the digits of other scripts, as storefronts
// write prices and versions.
package digits
