// Package proctest builds and starts the programs that tests are about.
package proctest
