// Package checksums lists the SHA-256 of the files of a package, signs the list with the
// Ed25519 key of an installation, and verifies both without the installation.
//
// It owns the key, the list and the signature. It does not own what is in the files.
package checksums
