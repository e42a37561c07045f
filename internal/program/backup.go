package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// stdio is the file name that stands for standard input and output.
const stdio = "-"

// backupCommand implements the commands backup, restore and verify.
type backupCommand struct {
	config
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// target is what the commands work on: a data folder or a running service.
type target interface {
	backup(ctx context.Context, w io.Writer) error
	// restore reads a backup of size bytes, or of unknown size if that is negative.
	restore(ctx context.Context, r io.Reader, size int64, allowUntrusted bool) (summary, error)
	verify(ctx context.Context, r io.Reader, size int64) (summary, error)
}

// summary describes a backup.
type summary struct {
	ExportedAt storage.Time   `json:"exportedAt"` // of verify only
	Trust      backup.Trust   `json:"trust"`
	Signed     bool           `json:"signaturePresent"` // of verify only
	Counts     map[string]int `json:"counts"`           // records by kind

	noKey bool // there was no key to check the signature with
}

// do runs the command and returns the exit code.
func (b backupCommand) do(ctx context.Context) int {
	var to target = folder{b.config}
	if b.ServiceURL != "" {
		to = newRemote(b.ServiceURL, b.AdminToken)
	}
	code, file, err := exitDone, "", error(nil)
	switch b.Command {
	case "backup":
		file = b.Backup.File
		err = b.write(ctx, to, file)
	case "restore":
		file = b.Restore.File
		err = b.restore(ctx, to, file)
	case "verify":
		file = b.Verify.File
		code, err = b.verify(ctx, to, file)
	}
	var untrusted *backup.UntrustedError
	switch {
	case err == nil:
		return code
	case errors.As(err, &untrusted):
		return fail(b.stderr, exitUntrusted, "%s is not trusted: %v; use --allow-untrusted to restore it anyway", file, err)
	case errors.Is(err, runner.ErrBusy):
		return fail(b.stderr, exitBusy, "a run is in progress, so nothing was restored: %v", err)
	}
	return fail(b.stderr, exitFault, "%s %s: %v", b.Command, file, describe(err, b.config))
}

// write writes a backup to a file.
func (b backupCommand) write(ctx context.Context, from target, file string) error {
	if file == stdio {
		_, err := buffered(b.stdout, func(w io.Writer) error { return from.backup(ctx, w) })
		return err
	}
	size, err := writeAtomic(file, func(w io.Writer) error { return from.backup(ctx, w) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(b.stdout, "wrote %s, %d bytes\n", file, size)
	return err
}

func (b backupCommand) restore(ctx context.Context, to target, file string) error {
	in, size, err := b.open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	found, err := to.restore(ctx, in, size, b.AllowUntrusted)
	if err != nil {
		return err
	}
	return b.print(fmt.Sprintf("restored, %s\n", found.Trust), found.Counts)
}

func (b backupCommand) verify(ctx context.Context, with target, file string) (code int, err error) {
	in, size, err := b.open(file)
	if err != nil {
		return exitFault, err
	}
	defer in.Close()
	found, err := with.verify(ctx, in, size)
	if err != nil {
		return exitFault, err
	}
	code, signer := exitDone, "signed by this installation"
	if found.Trust != backup.Trusted {
		code, signer = exitUntrusted, "not signed"
		switch {
		case found.Signed && found.noKey:
			signer = fmt.Sprintf("signed, but no %s in %s tells by whom; --data-dir names another folder", secretName, b.DataDir)
		case found.Signed:
			signer = "signed by another installation, or changed since"
		}
	}
	made := found.ExportedAt.Std().Format(time.RFC3339)
	return code, b.print(fmt.Sprintf("%s: %s\nmade %s\n", found.Trust, signer, made), found.Counts)
}

// open opens a backup and returns its size, which is negative if it is unknown.
func (b backupCommand) open(file string) (io.ReadCloser, int64, error) {
	if file == stdio {
		return io.NopCloser(b.stdin), -1, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a folder", file)
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	if !info.Mode().IsRegular() {
		return f, -1, nil
	}
	return f, info.Size(), nil
}

// print prints a text and the number of records of each kind.
func (b backupCommand) print(text string, counts map[string]int) error {
	var out strings.Builder
	out.WriteString(text)
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		if counts[kind] > 0 {
			fmt.Fprintf(&out, "%8d %s\n", counts[kind], kind)
		}
	}
	_, err := io.WriteString(b.stdout, out.String())
	return err
}
