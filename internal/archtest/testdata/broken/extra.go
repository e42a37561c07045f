// Package auditor has a second comment here.
package auditor
