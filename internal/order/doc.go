// Package order sorts slices by comparisons of their own.
//
// The functions of package slices that take a comparison are compiled again for each type that they sort, 17 KB of
// code each time. Here only the comparison and the exchange of two elements are compiled for each type, less than 1 KB, and the
// order is found with indexes. So elements are moved little, and a sort is stable without being much slower.
package order
