package readtoken

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// A secret is Prefix, the ID of its token without hyphens, an underscore, and random bytes
// in hexadecimal digits. The ID makes it found by key; only the rest is secret.
const (
	// Prefix is what every secret begins with, so that scanners of published text find it.
	Prefix = "auditor_read_"

	idDigits    = 32
	secretBytes = 32

	// Length is the length of every secret.
	Length = len(Prefix) + idDigits + 1 + 2*secretBytes
)

// IsSecret reports whether a text has the form of a secret.
func IsSecret(text string) bool {
	return len(text) == Length && strings.HasPrefix(text, Prefix)
}

// newSecret makes the secret of a token, and its digest.
func newSecret(id string, random io.Reader) (string, storage.Digest, error) {
	var b [secretBytes]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", storage.Digest{}, fmt.Errorf("make a read token: %w", err)
	}
	secret := Prefix + strings.ReplaceAll(id, "-", "") + "_" + hex.EncodeToString(b[:])
	return secret, sha256.Sum256([]byte(secret)), nil
}

// parse returns the ID of the token that a secret is of, and the digest of the secret.
// The random part is long enough that a plain digest reveals nothing.
func parse(secret string) (id string, digest storage.Digest, ok bool) {
	if !IsSecret(secret) {
		return "", storage.Digest{}, false
	}
	d, random, ok := strings.Cut(secret[len(Prefix):], "_")
	if !ok || len(d) != idDigits || !isHex(d) || !isHex(random) {
		return "", storage.Digest{}, false
	}
	return d[:8] + "-" + d[8:12] + "-" + d[12:16] + "-" + d[16:20] + "-" + d[20:], sha256.Sum256([]byte(secret)), true
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }
