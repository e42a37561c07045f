package backup

import (
	"context"
	"fmt"
	"io"
)

// Verify is [Vault.Preview] for who has the key of an installation, KeySize bytes,
// and not its store. What does not fit in memory lies in files in a folder, the
// system's own for such files when it is empty.
func Verify(ctx context.Context, r io.Reader, key []byte, dir string) (Findings, error) {
	if len(key) != KeySize {
		return Findings{}, fmt.Errorf("backup: the key has %d bytes, not %d", len(key), KeySize)
	}
	return (&Vault{key: key, dir: dir}).Preview(ctx, r)
}
