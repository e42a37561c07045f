package backup_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/backup"
)

// endless is a file without an end, such as a device or a pipe. Its reader is called off.
type endless struct {
	cancel context.CancelFunc
	of     byte
}

func (e endless) Read(p []byte) (int, error) {
	e.cancel()
	for i := range p {
		p[i] = e.of
	}
	return len(p), nil
}

// A device such as /dev/zero is refused by its beginning, and not copied until the disk is full.
func TestEndlessFileThatIsNoBackup(t *testing.T) {
	t.Parallel()
	for _, of := range []byte{0, ' ', 'y', '['} {
		_, err := backup.Verify(t.Context(), endless{func() {}, of}, make([]byte, backup.KeySize), t.TempDir())
		if _, ok := errors.AsType[*backup.FormatError](err); !ok {
			t.Errorf("an endless row of %q: %v, want a FormatError", of, err)
		}
	}
}

// A program that passes nothing to read gets an error, and no panic.
func TestNothingToReadOrWrite(t *testing.T) {
	t.Parallel()
	s := newService(t, backends["memory"](t))
	for what, err := range map[string]error{
		"verify":  second(backup.Verify(t.Context(), nil, make([]byte, backup.KeySize), t.TempDir())),
		"preview": second(s.Preview(t.Context(), nil)),
		"restore": second(s.Restore(t.Context(), nil, true)),
		"stream":  s.Stream(t.Context(), nil, 1),
	} {
		if err == nil || !strings.Contains(err.Error(), "is nil") {
			t.Errorf("%s: error %v, want one that says what is nil", what, err)
		}
	}
}

// second returns the error of a call.
func second[T any](_ T, err error) error { return err }

func TestVerifyOfAnEndlessFileEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := backup.Verify(ctx, endless{cancel, '{'}, make([]byte, backup.KeySize), t.TempDir())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want context.Canceled", err)
	}
}
