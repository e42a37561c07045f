// Package searchterm makes terms to search the App Store for.
package searchterm
