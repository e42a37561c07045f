package program

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/privacylabels/auditor/internal/checksums"
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/internal/streams"
	"github.com/privacylabels/auditor/internal/tempfile"
	"github.com/privacylabels/auditor/internal/terminal"
)

// signedPackage is a data set or evidence: a folder or a zip.
type signedPackage struct {
	fs.FS
	close func() error
}

// openPackage opens a folder with checksums or a zip. It reports false for anything else, such as
// a backup. The error is of a folder without checksums, or of a zip that cannot be looked into.
func openPackage(path string) (pkg signedPackage, ok bool, err error) {
	info, err := os.Stat(path)
	if path == stdio || err != nil {
		return pkg, false, nil
	}
	if info.IsDir() {
		if _, err := os.Stat(filepath.Join(path, checksums.ListName)); errors.Is(err, fs.ErrNotExist) {
			return pkg, false, fmt.Errorf("%s is a folder without %s, so it is neither a data set nor evidence", path, checksums.ListName)
		}
		return signedPackage{os.DirFS(path), func() error { return nil }}, true, nil
	}
	if !info.Mode().IsRegular() {
		return pkg, false, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return pkg, false, nil
	}
	z, err := checksums.OpenZip(f, info.Size())
	switch {
	case errors.Is(err, zip.ErrFormat) && beginsZip(f):
		return pkg, false, errors.Join(fmt.Errorf("%w: it begins as a zip, and its end is missing or damaged", checksums.ErrContent), f.Close())
	case errors.Is(err, zip.ErrFormat):
		return pkg, false, f.Close()
	case err != nil:
		return pkg, false, errors.Join(err, f.Close())
	}
	return signedPackage{z, f.Close}, true, nil
}

// beginsZip reports whether a file begins as a zip does.
func beginsZip(f io.ReaderAt) bool {
	begin := make([]byte, 4)
	n, _ := f.ReadAt(begin, 0)
	return string(begin[:n]) == "PK\x03\x04"
}

// verifiedPackage is the result of verify for a data set or evidence.
type verifiedPackage struct {
	Valid   bool   `json:"valid"`
	Trusted bool   `json:"trusted"` // whether the signature is by the key that was asked for
	KeyID   string `json:"keyId"`
	Files   int    `json:"files"`
}

// verifyPackage verifies a package with the key of the command line or, without one, that of the
// data folder. If there is neither, no signature is trusted.
func (b backupCommand) verifyPackage(ctx context.Context, pkg signedPackage) (code int, err error) {
	defer func() { err = errors.Join(err, pkg.close()) }()
	trusted, err := b.trustedKey(ctx)
	if err != nil {
		return exitFault, err
	}
	found, err := checksums.Verify(ctx, pkg.FS, nil)
	if err != nil {
		return exitFault, err
	}
	v := verifiedPackage{Valid: true, Trusted: trusted != nil && trusted.ID() == found.Key.ID(), KeyID: found.Key.ID(), Files: found.Files}
	signer := "signed by this installation"
	switch {
	case v.Trusted && b.Verify.Key != "":
		signer = "signed with this key"
	case !v.Trusted && trusted == nil:
		code, signer = exitUntrusted, "signed with a key that is not known here; compare its ID with that at /api/signing-key of the installation, or use --key"
	case !v.Trusted:
		code, signer = exitUntrusted, "signed with another key than "+trusted.ID()
	}
	if b.Verify.JSON {
		return code, commands.PrintJSON(b.stdout, v)
	}
	_, err = fmt.Fprintf(b.stdout, "complete: %d files\nkey %s\n%s\n", v.Files, v.KeyID, terminal.Printable(signer))
	return code, err
}

// trustedKey returns the key of the command line or of the data folder, nil if there is none.
func (b backupCommand) trustedKey(ctx context.Context) (*checksums.PublicKey, error) {
	var public checksums.PublicKey
	if text := b.Verify.Key; text != "" {
		if content, err := readKey(ctx, text); err == nil {
			text = content
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		} else if _, notKey := checksums.ParsePublicKey(text); notKey != nil {
			return nil, fmt.Errorf("--key %.80s: there is no such file, and it is %w", text, notKey)
		}
		public, err := checksums.ParsePublicKey(text)
		if err != nil {
			return nil, fmt.Errorf("--key %.80s: %w", b.Verify.Key, err)
		}
		return &public, nil
	}
	secret, err := readSecret(filepath.Join(b.DataDir, secretName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	key, err := checksums.NewKey(secret)
	public = key.Public()
	return &public, err
}

// readKey reads a small file.
func readKey(ctx context.Context, path string) (string, error) {
	f, _, err := streams.Open(ctx, path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, 64<<10))
	return string(content), err
}

// unpack unpacks a signed zip to a folder, as [commands.Env.Unpack] describes.
func (c config) unpack(ctx context.Context, dir string, write func(io.Writer) error) (err error) {
	if err := c.refuseOwn(dir); err != nil {
		return err
	}
	dir = filepath.Clean(dir)
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty; name a new folder", dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parent := filepath.Dir(dir)
	zipped, err := scratchBeside(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, zipped.Close()) }()
	z, err := verifiedZip(ctx, zipped, write)
	if err != nil {
		return err
	}
	draft, err := tempfile.DraftFolder(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, draft.Discard()) }()
	if err := os.CopyFS(draft.Path, z); err != nil {
		return err
	}
	if err := draft.Publish(); err != nil {
		return err
	}
	return syncDir(parent)
}

// scratchBeside creates a temporary file in the folder of a path, and removes those that killed
// processes have left there.
func scratchBeside(path string) (*os.File, error) {
	dir := filepath.Dir(path)
	_ = tempfile.RemoveLeftovers(dir) // fails for those of other users
	return tempfile.Create(dir, "unpack")
}

// verifiedZip writes a signed zip to a file and verifies it.
func verifiedZip(ctx context.Context, to *os.File, write func(io.Writer) error) (*zip.Reader, error) {
	size, err := buffered(to, write)
	if err != nil {
		return nil, err
	}
	z, err := checksums.OpenZip(to, size)
	if err != nil {
		return nil, fmt.Errorf("the answer is not complete: %w", err)
	}
	_, err = checksums.Verify(ctx, z, nil)
	return z, err
}

// writePackage writes a signed zip to a file, as [commands.Env.WriteSigned] describes. That of a
// service elsewhere is verified first, in a temporary file beside it.
func (c config) writePackage(ctx context.Context, path string, write func(io.Writer) error) error {
	verified := write
	if c.ServiceURL != "" {
		verified = func(w io.Writer) (err error) {
			zipped, err := scratchBeside(path)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, zipped.Close()) }()
			if _, err := verifiedZip(ctx, zipped, write); err != nil {
				return err
			}
			if _, err := zipped.Seek(0, io.SeekStart); err != nil {
				return err
			}
			_, err = io.Copy(w, zipped)
			return err
		}
	}
	_, err := c.write(ctx, path, verified)
	return err
}
