package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/privacylabels/auditor/internal/checksums"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/tempfile"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := 0
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "dataset:", err)
		code = 1
	}
	stop()
	os.Exit(code)
}

// run converts the data set that the arguments name.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: dataset FROM TO: FROM is a data set, a folder or a zip, and TO a new folder")
	}
	from, to := args[0], filepath.Clean(args[1])
	pkg, closePackage, err := open(from)
	if err != nil {
		return fmt.Errorf("open %s: %w", from, err)
	}
	rows, err := convert(ctx, pkg, to)
	if err = errors.Join(err, closePackage()); err != nil {
		return fmt.Errorf("convert %s: %w", from, err)
	}
	for i, t := range dataset.Tables() {
		if _, err := fmt.Fprintf(out, "%s.parquet: %d rows\n", t.Name, rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// open opens a data set.
func open(path string) (fs.FS, func() error, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		return os.DirFS(path), func() error { return nil }, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	z, err := checksums.OpenZip(f, info.Size())
	if errors.Is(err, zip.ErrFormat) {
		err = errors.New("it is neither a folder nor a zip")
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return z, f.Close, nil
}

// convert verifies a data set and writes its tables to a new folder, which exists only when all of
// them are complete. It returns the number of rows of each table.
func convert(ctx context.Context, pkg fs.FS, to string) (rows []int64, err error) {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("%s exists already; name a new folder", to), err)
	}
	if _, err := checksums.Verify(ctx, pkg, nil); err != nil {
		return nil, err
	}
	draft, err := tempfile.DraftFolder(to)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, draft.Discard()) }()
	for _, t := range dataset.Tables() {
		n, err := convertTable(ctx, pkg, t, filepath.Join(draft.Path, t.Name+".parquet"))
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", t.Name, err)
		}
		rows = append(rows, n)
	}
	if err := os.Chmod(draft.Path, 0o755); err != nil {
		return nil, err
	}
	return rows, draft.Publish()
}
