// Package paneltest makes records whose truth is known, for tests of what is made of them: data
// sets, views and statistics.
package paneltest
