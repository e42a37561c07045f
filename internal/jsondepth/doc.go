// Package jsondepth measures how deep JSON lies in itself before anything
// recurses into it.
//
// It owns the counting of brackets, and no opinion on how deep is too deep.
package jsondepth
