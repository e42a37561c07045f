package access

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// SealLife is how long a sealed text is accepted.
const SealLife = time.Minute

// Seals seals texts that a client keeps for a moment, such as the message for the next screen.
// A seal is an expiry and an HMAC-SHA256 (RFC 2104) under a key that is derived from the
// install's secret (RFC 5869), over the text and the client that it was sealed for. So other
// services on the same host cannot make one, and what one client has is of no use to another.
// All processes that share the secret accept each other's.
type Seals struct {
	now func() time.Time
	key []byte
}

// NewSeals returns the seals of an install with a secret.
func NewSeals(now func() time.Time, secret []byte) (*Seals, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "page message", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("derive the key of the page: %w", err)
	}
	return &Seals{now, key}, nil
}

// Seal returns the value of a cookie that carries a text for a client.
func (s *Seals) Seal(text []byte, client string) string {
	claim := strconv.FormatInt(s.now().Add(SealLife).Unix(), 10) + "." + base64.RawURLEncoding.EncodeToString(text)
	return claim + "." + s.sign(claim, client)
}

// Open returns the text of a value that was sealed for a client. It returns false for one that
// is not authentic, that was sealed for another client, or that has expired.
func (s *Seals) Open(value, client string) (text []byte, ok bool) {
	dot := strings.LastIndexByte(value, '.')
	if dot < 0 || len(value)-dot-1 != macLength || strings.Count(value, ".") != 2 { // before the costly part
		return nil, false
	}
	claim, mac := value[:dot], value[dot+1:]
	if !hmac.Equal([]byte(mac), []byte(s.sign(claim, client))) {
		return nil, false
	}
	expiry, encoded, _ := strings.Cut(claim, ".")
	expires, err := strconv.ParseInt(expiry, 10, 64)
	if err != nil || s.now().Unix() >= expires {
		return nil, false
	}
	text, err = base64.RawURLEncoding.DecodeString(encoded)
	return text, err == nil
}

// sign authenticates a claim, which has no line break, for a client.
func (s *Seals) sign(claim, client string) string {
	mac := hmac.New(sha256.New, s.key)
	io.WriteString(mac, claim+"\n"+client) // a hash never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
