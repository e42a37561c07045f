// Package compress compresses texts, also as the difference to another text. It uses
// zstd, which finds what two texts have in common however far apart it is.
package compress
