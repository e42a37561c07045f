// Package terms has the words by which privacy policies are recognized, in the
// languages in which most of them are written.
package terms
