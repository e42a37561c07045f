package backup

import (
	"fmt"
	"io"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Vault] needs.
type Config struct {
	Store  storage.Store    // required
	Now    func() time.Time // required
	Random io.Reader        // required, safe for concurrent use: what identifiers are made from
	Key    []byte           // required, KeySize random bytes: what bundles are signed with
	Dir    string           // folder of the files in which bundles lie; empty: the system's own for such files
}

// Vault makes bundles and restores them. It is safe for concurrent use.
type Vault struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
	key    []byte
	dir    string
}

// New returns the vault of a store. It starts nothing. It fails when the key is
// not KeySize bytes long.
func New(c Config) (*Vault, error) {
	if len(c.Key) != KeySize {
		return nil, fmt.Errorf("backup: the key has %d bytes, not %d", len(c.Key), KeySize)
	}
	return &Vault{store: c.Store, now: c.Now, random: c.Random, key: c.Key, dir: c.Dir}, nil
}

func (v *Vault) stamp() storage.Time { return storage.TimeOf(v.now()) }
