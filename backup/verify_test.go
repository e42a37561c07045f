package backup_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
)

// Verify returns what Preview does, without a store.
func TestVerify(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	fleet(t, s, 61)
	v := newService(t, s)
	text := export(t, v)
	want, err := v.Preview(t.Context(), bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	got, err := backup.Verify(t.Context(), bytes.NewReader(text), key, dir)
	if diff := cmp.Diff(want, got); err != nil || diff != "" || got.Trust != backup.Trusted {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	want.Trust = backup.Untrusted
	got, err = backup.Verify(t.Context(), bytes.NewReader(text), bytes.Repeat([]byte{8}, backup.KeySize), dir)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("with another key: error %v (-want +got):\n%s", err, diff)
	}
	for _, size := range []int{0, 1, backup.KeySize - 1, backup.KeySize + 1} { // an empty one is not a key
		if _, err := backup.Verify(t.Context(), bytes.NewReader(text), make([]byte, size), dir); err == nil {
			t.Errorf("a key of %d bytes was taken", size)
		}
	}
	if _, err := backup.Verify(t.Context(), bytes.NewReader(text[:len(text)-9]), key, dir); err == nil {
		t.Error("half a backup was taken")
	}
	isEmpty(t, dir)
}
