// The comment does not open as it should.
package fleet
