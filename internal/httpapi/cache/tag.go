package cache

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// digestSize is the size of a digest in bytes.
const digestSize = aes.BlockSize

// digests makes the digests for entity tags: the hash of GCM, encrypted with a second key. That is
// several times as fast as SHA-256, and two bodies with the same digest can be found only with the
// keys, so that the developer of an app cannot hide a change from clients. It is safe for
// concurrent use.
type digests struct {
	hash cipher.AEAD
	last cipher.Block
}

// newDigests returns the digests of an installation with a secret.
func newDigests(secret []byte) (*digests, error) {
	keys, err := hkdf.Key(sha256.New, secret, nil, "entity tags", 2*sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("derive the keys of entity tags: %w", err)
	}
	first, err := aes.NewCipher(keys[:sha256.Size])
	if err != nil {
		return nil, fmt.Errorf("entity tags: %w", err)
	}
	d := new(digests)
	if d.last, err = aes.NewCipher(keys[sha256.Size:]); err != nil {
		return nil, fmt.Errorf("entity tags: %w", err)
	}
	if d.hash, err = cipher.NewGCM(first); err != nil {
		return nil, fmt.Errorf("entity tags: %w", err)
	}
	return d, nil
}

// of returns the digest of a text.
func (d *digests) of(text []byte) (digest [digestSize]byte) {
	var nonce [12]byte // always the same, because the tag of GCM does not leave this function
	d.hash.Seal(digest[:0], nonce[:], nil, text)
	d.last.Encrypt(digest[:], digest[:])
	return digest
}

// tagOf returns an entity tag.
func tagOf(digest [digestSize]byte) string {
	return `"` + base64.RawURLEncoding.EncodeToString(digest[:]) + `"`
}

// pieces makes the digest of a text that is written in pieces: that of the digests of pieces of
// the same size.
type pieces struct {
	of      *digests
	piece   []byte // that is not complete
	digests []byte
}

// Write implements [io.Writer].
func (p *pieces) Write(text []byte) (int, error) {
	size := len(text)
	for len(p.piece)+len(text) >= pieceSize {
		n := pieceSize - len(p.piece)
		whole := text[:n]
		if len(p.piece) > 0 {
			whole = append(p.piece, whole...)
			p.piece = p.piece[:0]
		}
		p.add(whole)
		text = text[n:]
	}
	p.piece = append(p.piece, text...)
	return size, nil
}

func (p *pieces) add(piece []byte) {
	digest := p.of.of(piece)
	p.digests = append(p.digests, digest[:]...)
}

func (p *pieces) sum() [digestSize]byte {
	p.add(p.piece)
	return p.of.of(p.digests)
}
