package netguard_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/privacylabels/auditor/internal/netguard"
)

func pack(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadAll(t *testing.T) {
	t.Parallel()
	empty := pack(t, "")
	tests := []struct {
		name, body, want string
		err              error
	}{
		{"empty", "", "", nil},
		{"short", "ab", "ab", nil},
		{"the limit", "0123456789", "0123456789", nil},
		{"over the limit", "0123456789x", "", netguard.ErrTooLarge},
		{"packed", pack(t, "hello"), "hello", nil},
		{"packed, over the limit", pack(t, strings.Repeat("0", 1<<20)), "", netguard.ErrTooLarge},
		{"compressed, truncated", pack(t, "hello")[:14], "", io.ErrUnexpectedEOF},
		{"packed, endless nothing", strings.Repeat(empty, 1<<10), "", io.ErrUnexpectedEOF},
		{"not packed after all", "\x1f\x8b\x08", "", io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := netguard.ReadAll(iotest.OneByteReader(strings.NewReader(tt.body)), 10)
			if !errors.Is(err, tt.err) || string(got) != tt.want {
				t.Errorf("ReadAll = %q, %v, want %q, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

func TestReadAll_broken(t *testing.T) {
	t.Parallel()
	if b, err := netguard.ReadAll(iotest.ErrReader(io.ErrClosedPipe), 10); !errors.Is(err, io.ErrClosedPipe) || b != nil {
		t.Errorf("ReadAll = %q, %v, want no bytes and %v", b, err, io.ErrClosedPipe)
	}
}

func FuzzReadAll(f *testing.F) {
	f.Add([]byte("plain"))
	f.Add([]byte(pack(f, "packed")))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := netguard.ReadAll(bytes.NewReader(body), 64)
		if len(got) > 64 || (err != nil && got != nil) {
			t.Errorf("ReadAll(%x) = %d bytes, %v", body, len(got), err)
		}
	})
}
