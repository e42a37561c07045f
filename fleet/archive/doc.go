// Package archive says what a web archive of the pages of apps is: the interface [Archive], what it returns and why it
// fails ([Error]). Package wayback has one.
package archive
