package backup_test

import (
	"context"
	"errors"
	"testing"

	"github.com/privacylabels/auditor/backup"
)

// endless is a file without an end, such as a device or a pipe. Its reader is called off.
type endless struct{ cancel context.CancelFunc }

func (e endless) Read(p []byte) (int, error) {
	e.cancel()
	return len(p), nil
}

func TestVerifyOfAnEndlessFileEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := backup.Verify(ctx, endless{cancel}, make([]byte, backup.KeySize), t.TempDir())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want context.Canceled", err)
	}
}
