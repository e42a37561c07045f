package backup

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"hash"
	"slices"
	"unicode/utf16"

	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/order"
)

// KeySize is the length of a key in bytes.
const KeySize = 32

const algorithm = "HMAC-SHA256"

// signature is the member of an envelope.
type signature struct {
	Algorithm string `json:"alg"`
	KeyID     string `json:"keyId"` // SHA-256 of the key, hexadecimal
	MAC       string `json:"mac"`   // base64 (RFC 4648, section 4)
}

// readable reports whether the signature has the form that this package writes, for any key.
func (s signature) readable() bool {
	_, err := base64.StdEncoding.DecodeString(s.MAC)
	return s.Algorithm == algorithm && s.MAC != "" && err == nil
}

func newMAC(key []byte) hash.Hash { return hmac.New(sha256.New, key) }

func keyID(key []byte) string {
	digest := sha256.Sum256(key)
	return hex.EncodeToString(digest[:])
}

func sign(key []byte, mac hash.Hash) signature {
	return signature{algorithm, keyID(key), base64.StdEncoding.EncodeToString(mac.Sum(nil))}
}

// matches reports whether the signature was made with the key and the data that was written
// to mac.
func (s signature) matches(key []byte, mac hash.Hash) bool {
	own := sign(key, mac)
	return s.Algorithm == own.Algorithm && s.KeyID == own.KeyID && hmac.Equal([]byte(s.MAC), []byte(own.MAC))
}

// canonicalText returns a text as a JSON string in the form of RFC 8785.
func canonicalText(s string) (string, error) {
	quoted, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	quoted, err = jsonread.Canonical(quoted)
	return string(quoted), err
}

// sortNames sorts names of members as RFC 8785 does, by their UTF-16 code units.
func sortNames(names []string) {
	order.Sort(names, func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
}
