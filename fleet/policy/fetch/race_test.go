//go:build race

package fetch_test

// scale is the part of what is allowed that hostile pages and texts take: less with
// the race detector, which makes each many times as slow.
const scale = 128
