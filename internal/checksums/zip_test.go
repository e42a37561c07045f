package checksums_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/privacylabels/auditor/internal/checksums"
)

// zipped returns a zip of files.
func zipped(t testing.TB, files int, content io.Reader) *bytes.Reader {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := range files {
		w, err := z.Create(fmt.Sprintf("%0200d", i))
		if err == nil {
			_, err = io.Copy(w, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(out.Bytes())
}

func TestOpenZip(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		zip  *bytes.Reader
		want error
	}{
		{name: "of a package", zip: zipped(t, 100, strings.NewReader("app_id\n1\n"))},
		{name: "of very many files", zip: zipped(t, 50_000, strings.NewReader("")), want: checksums.ErrNoList},
		{name: "that unpacks to far more", zip: zipped(t, 1, io.LimitReader(zeros{}, 300<<20)), want: checksums.ErrNoList},
		{name: "no zip", zip: bytes.NewReader([]byte("{}")), want: zip.ErrFormat},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			z, err := checksums.OpenZip(test.zip, test.zip.Size())
			if !errors.Is(err, test.want) {
				t.Fatalf("the error is %v, want %v", err, test.want)
			}
			if err == nil && len(z.File) != 100 {
				t.Errorf("%d files", len(z.File))
			}
		})
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// A file that never ends is read until the context ends, and a device or a pipe not at all.
func TestVerifyEnds(t *testing.T) {
	t.Parallel()
	key := newKey(t, 1)
	pkg := signed(t, key, map[string]string{"apps.csv": "app_id\n"}, "apps.csv")
	pkg["apps.csv"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	if _, err := checksums.Verify(t.Context(), pkg, nil); !errors.Is(err, checksums.ErrContent) {
		t.Errorf("a pipe: %v, want ErrContent", err)
	}
	pkg[checksums.ListName] = &fstest.MapFile{Mode: fs.ModeDevice}
	if _, err := checksums.Verify(t.Context(), pkg, nil); !errors.Is(err, checksums.ErrContent) {
		t.Errorf("a device: %v, want ErrContent", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	endless := growing{signed(t, key, map[string]string{"apps.csv": "app_id\n"}, "apps.csv"), cancel}
	if _, err := checksums.Verify(ctx, endless, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an endless file: %v, want context.Canceled", err)
	}
}

// growing is a package whose table has no end. The context is cancelled when it is read.
type growing struct {
	fs.FS
	cancel context.CancelFunc
}

func (g growing) Open(name string) (fs.File, error) {
	f, err := g.FS.Open(name)
	if name == "apps.csv" {
		return unending{f, g.cancel}, err
	}
	return f, err
}

type unending struct {
	fs.File
	cancel context.CancelFunc
}

func (u unending) Read(p []byte) (int, error) {
	u.cancel()
	return len(p), nil
}
