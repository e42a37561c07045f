// Package memtest measures the memory that tests hold.
package memtest
