// Command app is an example, and takes what it needs.
package main
