package bundle_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/memtest"
)

// gauged is a file that is measured when it is read or written.
type gauged struct {
	*os.File
	*memtest.Gauge
}

func (g gauged) Write(p []byte) (int, error) {
	g.Measure(8)
	return g.File.Write(p)
}

func (g gauged) ReadAt(p []byte, at int64) (int, error) {
	g.Measure(200)
	return g.File.ReadAt(p, at)
}

// manyApps writes a bundle of so many apps, 12 MiB and more, to a file.
func manyApps(t *testing.T, apps int) (file *os.File, size int64) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "bundle"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	to := bufio.NewWriter(file)
	fmt.Fprint(to, `{"version":2,"exported_at":"2026-09-20T00:00:00Z","annotations":[],"apps":[`)
	for i := range apps {
		if i > 0 {
			fmt.Fprint(to, ",")
		}
		fmt.Fprint(to, arriving(i+1, `,"whatever":"`+strings.Repeat("x", 12<<20/apps)+`"`))
	}
	fmt.Fprint(to, `]}`)
	if err := to.Flush(); err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return file, info.Size()
}

// Neither direction holds more than a few apps at once: all of them would be twice
// as much as there is room for.
func TestMemoryIsFlat(t *testing.T) { // not parallel: others would be measured, too
	if testing.Short() {
		t.Skip("so many apps take a while")
	}
	const room = 4 << 20
	file, size := manyApps(t, many)
	h := onDisk(t)
	in := memtest.New()
	b, err := bundle.Open(gauged{file, in}, size, bundle.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := h.Import(t.Context(), b, false); err != nil || s.AppsAdded != many {
		t.Fatalf("%+v, %v", s, err)
	}
	out := memtest.New()
	for _, write := range []func(io.Writer) error{
		func(w io.Writer) error { return h.Export(t.Context(), w, bundle.Options{}) },
		func(w io.Writer) error { return h.WriteCSV(t.Context(), w) },
		func(w io.Writer) error { return h.WriteJSON(t.Context(), w) },
	} {
		to, err := os.Create(filepath.Join(t.TempDir(), "export"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(write(gauged{to, out}), to.Close()); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d apps in %d KB: %d KB held when reading, %d KB when writing", many, size>>10, in.Peak>>10, out.Peak>>10)
	if in.Measurements < 10 || out.Measurements < 2 || max(in.Peak, out.Peak) > room {
		t.Errorf("measured %d times when reading and %d times when writing; there is room for %d KB", in.Measurements, out.Measurements, room>>10)
	}
}
