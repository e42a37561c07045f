package backup

import (
	"context"
	"io"
)

// Verify is [Service.Preview] without a store. The key has KeySize bytes. Dir is the folder of
// temporary files; if it is empty, that of the system is used.
func Verify(ctx context.Context, r io.Reader, key []byte, dir string) (Findings, error) {
	s, err := New(Config{Key: key, Dir: dir})
	if err != nil {
		return Findings{}, err
	}
	return s.preview(ctx, r)
}
