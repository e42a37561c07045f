// Package mystery has no place in the columns.
package mystery
