package dataset

import (
	"fmt"

	"github.com/privacylabels/auditor/internal/checksums"
	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Service] needs.
type Config struct {
	storage.Env

	Secret []byte // required: of the installation; the key that signs derives from it
	Dir    string // folder of temporary files; empty: the system's
}

// Service writes data sets. It is safe for concurrent use.
type Service struct {
	config Config
	key    checksums.Key
	panels *derived.Values[panelKey, Panel] // without groups

	developers *derived.Values[string, []Developer] // by the key of a search
}

// New returns a service over a store. It starts nothing.
func New(c Config) (*Service, error) {
	key, err := checksums.NewKey(c.Secret)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	return &Service{
		config: c, key: key, panels: derived.New[panelKey, Panel](c.Store, panelTables, maxPanels),
		developers: derived.New[string, []Developer](c.Store, panelTables, maxSearches),
	}, nil
}

// SigningKey is the public key that verifies what an installation signs.
type SigningKey struct {
	Algorithm string `json:"algorithm"` // always Ed25519
	ID        string `json:"keyId"`     // SHA-256 of the key, hexadecimal
	PublicKey string `json:"publicKey"` // the 32 bytes of the key in base64 (RFC 4648, section 4)
	PEM       string `json:"pem"`       // the key in the form that OpenSSL reads
}

// SigningKey returns the public key of the installation.
func (s *Service) SigningKey() (SigningKey, error) {
	public := s.key.Public()
	text, err := public.PEM()
	return SigningKey{checksums.Algorithm, public.ID(), public.Base64(), text}, err
}
