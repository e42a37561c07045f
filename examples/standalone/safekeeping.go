package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/storage"
)

// standard is the name of standard input and output.
const standard = "-"

// safekeeping is the commands on backups.
type safekeeping struct {
	config
	stdin  io.Reader
	stdout io.Writer
	log    *slog.Logger
}

// vault is what they work on: a data folder, or a running service.
type vault interface {
	// backup writes a bundle.
	backup(ctx context.Context, w io.Writer) error
	// restore takes one in, of so many bytes; a negative number is not known.
	restore(ctx context.Context, r io.Reader, size int64, allowUntrusted bool) (holdings, error)
	// verify reads one to its end.
	verify(ctx context.Context, r io.Reader, size int64) (holdings, error)
	close() error
}

// holdings are what a bundle holds.
type holdings struct {
	ExportedAt storage.Time   `json:"exportedAt"` // with verify
	Trust      backup.Trust   `json:"trust"`
	Signed     bool           `json:"signaturePresent"` // with verify
	Counts     map[string]int `json:"counts"`           // records by kind
}

// do does the command and returns the exit code.
func (s safekeeping) do(ctx context.Context) int {
	code, err := s.work(ctx)
	if err == nil {
		return code
	}
	var untrusted *backup.UntrustedError
	switch {
	case errors.As(err, &untrusted):
		s.log.ErrorContext(ctx, "the backup is not trusted; -allow-untrusted takes it all the same", "file", s.File, "error", err)
		return exitUntrusted
	case errors.Is(err, runner.ErrBusy):
		s.log.ErrorContext(ctx, "somebody works on a run: nothing was changed", "error", err)
		return exitBusy
	}
	s.log.ErrorContext(ctx, "the command failed", "command", s.Command, "file", s.File, "error", err)
	return exitFault
}

func (s safekeeping) work(ctx context.Context) (code int, err error) {
	v, err := s.open(ctx)
	if err != nil {
		return exitFault, err
	}
	defer func() { err = errors.Join(err, v.close()) }()
	if s.Command == cmdBackup {
		return exitDone, s.write(ctx, v)
	}
	from, size, err := s.input()
	if err != nil {
		return exitFault, err
	}
	defer from.Close() // nothing is lost: it was read
	if s.Command == cmdRestore {
		held, err := v.restore(ctx, from, size, s.AllowUntrusted)
		if err != nil {
			return exitFault, err
		}
		return exitDone, s.tell(fmt.Sprintf("restored, %s\n", held.Trust), held.Counts)
	}
	held, err := v.verify(ctx, from, size)
	if err != nil {
		return exitFault, err
	}
	code, whose := exitDone, "signed by this installation"
	if held.Trust != backup.Trusted {
		code, whose = exitUntrusted, "not signed"
		if held.Signed {
			whose = "signed by somebody else, or changed since"
		}
	}
	made := held.ExportedAt.Std().Format(time.RFC3339)
	return code, s.tell(fmt.Sprintf("%s: %s\nmade %s\n", held.Trust, whose, made), held.Counts)
}

// write writes a backup to its file.
func (s safekeeping) write(ctx context.Context, v vault) error {
	if s.File == standard {
		return buffered(s.stdout, func(w io.Writer) error { return v.backup(ctx, w) })
	}
	var size int64
	err := writeWhole(s.File, func(w io.Writer) error {
		counted := &counter{to: w}
		err := v.backup(ctx, counted)
		size = counted.n
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "wrote %s, %d bytes\n", s.File, size)
	return err
}

// counter counts what is written through it.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// input opens the file, and returns how long it is; negative when that is not known.
func (s safekeeping) input() (io.ReadCloser, int64, error) {
	if s.File == standard {
		return io.NopCloser(s.stdin), -1, nil
	}
	f, err := os.Open(s.File)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a folder", s.File)
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	if !info.Mode().IsRegular() {
		return f, -1, nil
	}
	return f, info.Size(), nil
}

// tell says something, and how many records there are of each kind.
func (s safekeeping) tell(what string, counts map[string]int) error {
	var b strings.Builder
	b.WriteString(what)
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		if counts[kind] > 0 {
			fmt.Fprintf(&b, "%8d %s\n", counts[kind], kind)
		}
	}
	_, err := io.WriteString(s.stdout, b.String())
	return err
}

// open returns what the command works on.
func (s safekeeping) open(ctx context.Context) (vault, error) {
	switch {
	case s.ServiceURL != "":
		return newRemote(s.ServiceURL, s.AdminToken), nil
	case s.Command == cmdVerify:
		return s.openKey()
	case s.Command == cmdBackup:
		if err := hasDatabase(s.config); err != nil {
			return nil, err
		}
	}
	h, err := openFolder(ctx, s.config)
	if err != nil {
		return nil, err
	}
	v, err := backup.New(backup.Config{Store: h.store, Now: time.Now, Random: rand.Reader, Key: h.secret, Dir: s.DataDir})
	if err != nil {
		return nil, errors.Join(err, h.store.Close())
	}
	return local{v, h}, nil
}

// local is a data folder.
type local struct {
	of *backup.Vault
	home
}

func (l local) backup(ctx context.Context, w io.Writer) error {
	bundle, err := l.of.Export(ctx)
	if errors.Is(err, backup.ErrTempFile) { // a full disk must not prevent a backup to another one
		return l.of.Stream(ctx, w, storage.TimeOf(time.Now()))
	}
	if err != nil {
		return err
	}
	_, err = bundle.WriteTo(w)
	return errors.Join(err, bundle.Close())
}

func (l local) restore(ctx context.Context, r io.Reader, _ int64, allowUntrusted bool) (holdings, error) {
	done, err := l.of.Restore(ctx, r, allowUntrusted)
	if err != nil {
		return holdings{}, err
	}
	return holdings{Trust: done.Trust, Counts: done.Counts}, l.note(ctx, done)
}

// note leaves a line in the audit log, as the service does when it restores.
func (l local) note(ctx context.Context, done backup.Restored) error {
	action := "backup.restore"
	if done.Trust == backup.Untrusted {
		action += ".untrusted"
	}
	lines := audit.New(audit.Config{Store: l.store, Now: time.Now, Random: rand.Reader})
	lines.Add(audit.Line{
		Actor: audit.Actor{UserAgent: "command line"}, Action: action, Success: true,
		Detail: fmt.Sprintf("apps=%d, snapshots=%d", done.Counts["apps"], done.Counts["snapshots"]),
	})
	return lines.Close(ctx)
}

func (l local) verify(ctx context.Context, r io.Reader, _ int64) (holdings, error) {
	found, err := l.of.Preview(ctx, r)
	return holdingsOf(found), err
}

func (l local) close() error { return l.store.Close() }

func holdingsOf(f backup.Findings) holdings {
	return holdings{ExportedAt: f.ExportedAt, Trust: f.Trust, Signed: f.Signed, Counts: f.Counts}
}

// keyOnly is the key of a data folder: what it takes to verify a backup, which
// touches nothing.
type keyOnly struct{ key []byte }

// openKey reads the key. Where there is none, nothing can be trusted: so a key does
// that nobody has.
func (s safekeeping) openKey() (vault, error) {
	key, err := os.ReadFile(filepath.Join(s.DataDir, secretName))
	if errors.Is(err, fs.ErrNotExist) {
		key = make([]byte, backup.KeySize)
		_, err = rand.Read(key)
	}
	return keyOnly{key}, err
}

func (k keyOnly) verify(ctx context.Context, r io.Reader, _ int64) (holdings, error) {
	found, err := backup.Verify(ctx, r, k.key, "")
	return holdingsOf(found), err
}

func (keyOnly) backup(context.Context, io.Writer) error { return errors.ErrUnsupported }

func (keyOnly) restore(context.Context, io.Reader, int64, bool) (holdings, error) {
	return holdings{}, errors.ErrUnsupported
}

func (keyOnly) close() error { return nil }
