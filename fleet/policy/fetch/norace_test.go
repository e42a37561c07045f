//go:build !race

package fetch_test

// scale is the part of what is allowed that hostile pages and texts take. What they
// cost grows with their length, and less than that beyond the limits. For a table of
// what they cost at their full length, set it to 1.
const scale = 8
