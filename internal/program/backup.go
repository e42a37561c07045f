package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/internal/streams"
	"github.com/privacylabels/auditor/internal/terminal"
)

// stdio is the file name that stands for standard input and output.
const stdio = "-"

// backupArgs are the arguments of the command backup.
type backupArgs struct {
	File string `arg:"" help:"The backup; - is standard output."`
	JSON bool   `help:"Print JSON: file and sizeBytes. Not with - as the file."`
}

// Help returns examples.
func (backupArgs) Help() string {
	return `Examples:

  auditor backup /backup/auditor.json
  auditor backup --url http://127.0.0.1:3000 - | gzip > auditor.json.gz`
}

// restoreArgs are the arguments of the command restore.
type restoreArgs struct {
	File string `arg:"" help:"The backup; - is standard input."`
	JSON bool   `help:"Print JSON, as POST /api/backup/restore answers."`
}

// Help returns examples.
func (restoreArgs) Help() string {
	return `All data is replaced in one transaction, or nothing if that fails. The exit code is 7 if the backup is not trusted, and 8
while a run is in progress. Examples:

  auditor restore --data-dir drill /backup/auditor.json
  gunzip < auditor.json.gz | auditor restore --url http://127.0.0.1:3000 -
  auditor restore --allow-untrusted /backup/other.json`
}

// verifyArgs are the arguments of the command verify.
type verifyArgs struct {
	File string `arg:"" help:"The backup, or the zip or folder of a data set or of evidence; - is a backup from standard input."`
	Key  string `placeholder:"KEY" help:"The public key that must have signed the data set or evidence, as a file or in base64, as GET /api/signing-key has it. Default: that of the data folder."`
	JSON bool   `help:"Print JSON; for a backup as POST /api/backup/preview answers."`
}

// Help returns examples.
func (verifyArgs) Help() string {
	return `Nothing is changed. The exit code is 7 if the file is complete, but not signed by this installation or with the key, or
changed since. A data set or evidence is verified without a service. Examples:

  auditor verify /backup/auditor.json
  auditor verify --key signing-key.pem panel/
  auditor verify --json /backup/auditor.json | jq .counts.apps`
}

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
	restore(ctx context.Context, r io.Reader, size int64, allowUntrusted bool) (client.Restored, error)
	verify(ctx context.Context, r io.Reader, size int64) (contents, error)
}

// contents describes a backup.
type contents struct {
	client.BackupAnswer
	noKey bool // there was no key to check the signature with
}

// do runs the command and returns the exit code.
func (b backupCommand) do(ctx context.Context) int {
	var to target = folder{b.config}
	if b.ServiceURL != "" {
		at := newRemote(b.ServiceURL, b.AdminToken)
		at.stderr = b.stderr
		to = at
	}
	code, file, err := exitDone, "", error(nil)
	switch b.Command {
	case "backup":
		if file = b.Backup.File; file == stdio && b.Backup.JSON {
			return fail(b.stderr, exitUsage, "backup -: --json needs a file, because the backup itself is written to standard output")
		}
		err = b.write(ctx, to, file)
	case "restore":
		file = b.Restore.File
		err = b.restore(ctx, to, file)
	case "verify":
		file = b.Verify.File
		pkg, ok, failed := openPackage(file)
		switch {
		case failed != nil:
			err = failed
		case ok:
			code, err = b.verifyPackage(ctx, pkg)
		default:
			code, err = b.verify(ctx, to, file)
		}
	}
	var untrusted *backup.UntrustedError
	switch {
	case err == nil:
		return code
	case errors.As(err, &untrusted):
		return fail(b.stderr, exitUntrusted, "%s is not trusted: %v; use --allow-untrusted to restore it anyway", file, err)
	case errors.Is(err, runner.ErrBusy):
		return fail(b.stderr, exitBusy, "a run is in progress, so nothing was restored: %v", err)
	case ctx.Err() != nil:
		return stopped(b.config, b.stderr)
	}
	return fail(b.stderr, exitFault, "%s %s: %v", b.Command, file, describe(err, b.config))
}

// written describes a backup that was written.
type written struct {
	File      string `json:"file"`
	SizeBytes int64  `json:"sizeBytes"`
}

// write writes a backup to a file.
func (b backupCommand) write(ctx context.Context, from target, file string) error {
	if file == stdio {
		_, err := buffered(terminal.Data(b.stdout), func(w io.Writer) error { return from.backup(ctx, w) })
		return err
	}
	size, err := b.config.write(ctx, file, func(w io.Writer) error { return from.backup(ctx, w) })
	if err != nil {
		return err
	}
	if b.Backup.JSON {
		return commands.PrintJSON(b.stdout, written{file, size})
	}
	_, err = fmt.Fprintf(b.stdout, "wrote %s, %d bytes\n", terminal.Printable(file), size)
	return err
}

func (b backupCommand) restore(ctx context.Context, to target, file string) error {
	in, size, err := b.open(ctx, file)
	if err != nil {
		return err
	}
	defer in.Close()
	found, err := to.restore(ctx, in, size, b.AllowUntrusted)
	if err != nil {
		return err
	}
	if b.Restore.JSON {
		return commands.PrintJSON(b.stdout, found)
	}
	return b.print(fmt.Sprintf("restored, %s\n", terminal.Line(found.Trust)), found.Counts, found.LeftOut)
}

func (b backupCommand) verify(ctx context.Context, with target, file string) (code int, err error) {
	in, size, err := b.open(ctx, file)
	if err != nil {
		return exitFault, err
	}
	defer in.Close()
	found, err := with.verify(ctx, in, size)
	if err != nil {
		return exitFault, err
	}
	code, signer := exitDone, "signed by this installation"
	if found.Trust != string(backup.Trusted) {
		code, signer = exitUntrusted, "not signed"
		switch {
		case found.SignaturePresent && found.noKey:
			signer = fmt.Sprintf("signed, but there is no %s in %s to check the signature with; --data-dir names another folder", secretName, b.DataDir)
		case found.SignaturePresent:
			signer = "signed by another installation, or changed since"
		}
	}
	if b.Verify.JSON {
		if found.noKey {
			fail(b.stderr, code, "no %s in %s, so no signature is trusted; --data-dir names another folder", secretName, b.DataDir)
		}
		return code, commands.PrintJSON(b.stdout, found.BackupAnswer)
	}
	made := found.ExportedAt.Std().Format(time.RFC3339)
	return code, b.print(fmt.Sprintf("%s: %s\nmade %s\n", terminal.Line(found.Trust), signer, made), found.Counts, found.Warnings)
}

// open opens a backup and returns its size, which is negative if it is unknown.
func (b backupCommand) open(ctx context.Context, file string) (io.ReadCloser, int64, error) {
	if file == stdio {
		return io.NopCloser(streams.Reader(ctx, b.stdin)), -1, nil
	}
	f, info, err := streams.Open(ctx, file)
	if err != nil {
		return nil, 0, err
	}
	if info.IsDir() {
		return nil, 0, errors.Join(fmt.Errorf("%s is a folder", file), f.Close())
	}
	if !info.Mode().IsRegular() {
		return f, -1, nil
	}
	return f, info.Size(), nil
}

// print prints a text, the number of records of each kind, and what is left out or derived.
func (b backupCommand) print(text string, counts map[string]int64, notes []string) error {
	var out strings.Builder
	out.WriteString(text)
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		if counts[kind] > 0 {
			fmt.Fprintf(&out, "%8d %s\n", counts[kind], terminal.Line(kind))
		}
	}
	for _, sentence := range notes {
		fmt.Fprintf(&out, "note: %s\n", terminal.Line(sentence))
	}
	_, err := io.WriteString(b.stdout, out.String())
	return err
}
