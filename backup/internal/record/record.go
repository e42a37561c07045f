package record

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"github.com/privacylabels/auditor/internal/jsonread"
)

// Limits apply to one record. The longest is the text of a policy, of up to 4 MiB in
// older backups; the one with the most values is a review of many snapshots.
var Limits = jsonread.Limits{Bytes: 16 << 20, Depth: 32, Values: 200_000, Members: 256}

// The causes of an invalid backup, besides those of package jsonread.
var (
	ErrMissing   = errors.New("missing")
	ErrVersion   = errors.New("unsupported version of the format")
	ErrDuplicate = errors.New("duplicate ID")
	ErrReference = errors.New("unknown reference")
	ErrInvalid   = errors.New("invalid record")
)

// UnnamedApp is the name of an app whose name is not known.
const UnnamedApp = "Unknown App"

// Fingerprint returns eight bytes of a cryptographic hash of an ID, so that two
// IDs with the same fingerprint cannot be made on purpose.
func Fingerprint(id string) uint64 {
	digest := sha256.Sum256([]byte(id))
	return binary.BigEndian.Uint64(digest[:])
}
