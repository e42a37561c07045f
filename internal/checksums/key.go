package checksums

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"strings"
)

// Algorithm is the name of the algorithm of signatures.
const Algorithm = "Ed25519"

// Key signs the packages of an installation.
type Key struct{ private ed25519.PrivateKey }

// purpose separates the key from others that derive from the same secret.
const purpose = "auditor: signature of data sets and evidence"

// NewKey derives the key from the secret of the installation, so that it is kept as the secret
// is: beside the database, and in no backup.
func NewKey(secret []byte) (Key, error) {
	seed, err := hkdf.Key(sha256.New, secret, nil, purpose, ed25519.SeedSize)
	if err != nil {
		return Key{}, fmt.Errorf("derive the signing key: %w", err)
	}
	return Key{ed25519.NewKeyFromSeed(seed)}, nil
}

// Public returns the public half.
func (k Key) Public() PublicKey { return PublicKey{k.private.Public().(ed25519.PublicKey)} }

// PublicKey verifies the packages of an installation.
type PublicKey struct{ key ed25519.PublicKey }

// ID returns the SHA-256 of the 32 bytes of the key in hexadecimal digits.
func (p PublicKey) ID() string {
	digest := sha256.Sum256(p.key)
	return hex.EncodeToString(digest[:])
}

// Base64 returns the 32 bytes of the key (RFC 4648, section 4).
func (p PublicKey) Base64() string { return base64.StdEncoding.EncodeToString(p.key) }

const pemType = "PUBLIC KEY"

// PEM returns the key in the form that OpenSSL reads (RFC 8410).
func (p PublicKey) PEM() (string, error) {
	der, err := x509.MarshalPKIXPublicKey(p.key)
	if err != nil {
		return "", fmt.Errorf("encode the public key: %w", err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: pemType, Bytes: der})), nil
}

// maxKey is the maximum length of a key in a text form, in bytes.
const maxKey = 4 << 10

// ParsePublicKey parses the form of Base64 or PEM, or the statement of an installation about its key:
// a JSON object with the form of Base64 as publicKey.
func ParsePublicKey(text string) (PublicKey, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxKey {
		return PublicKey{}, fmt.Errorf("a public key has at most %d bytes", maxKey)
	}
	var statement struct {
		PublicKey string `json:"publicKey"`
	}
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &statement) == nil {
		text = statement.PublicKey
	}
	if raw, err := base64.StdEncoding.DecodeString(text); err == nil && len(raw) == ed25519.PublicKeySize {
		return PublicKey{raw}, nil
	}
	block, _ := pem.Decode([]byte(text))
	if block == nil || block.Type != pemType {
		return PublicKey{}, fmt.Errorf("not an %s public key as PEM, as the base64 of 32 bytes, or as the answer of /api/signing-key", Algorithm)
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return PublicKey{}, fmt.Errorf("parse the public key: %w", err)
	}
	own, ok := key.(ed25519.PublicKey)
	if !ok {
		return PublicKey{}, fmt.Errorf("the public key is of another algorithm than %s", Algorithm)
	}
	return PublicKey{own}, nil
}
