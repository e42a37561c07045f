package backup

import (
	"context"
	"fmt"
	"io"
)

// Verify is [Service.Preview] without a store. The key has KeySize bytes. Dir is the folder of
// temporary files; if it is empty, that of the system is used.
func Verify(ctx context.Context, r io.Reader, key []byte, dir string) (Findings, error) {
	if len(key) != KeySize {
		return Findings{}, fmt.Errorf("backup: the key has %d bytes, not %d", len(key), KeySize)
	}
	return (&Service{key: key, dir: dir}).preview(ctx, r)
}
