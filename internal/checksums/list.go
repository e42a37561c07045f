package checksums

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// The files that a signed package has besides its own. They are not in the list.
const (
	ListName      = "SHA256SUMS"      // the list, as sha256sum writes it
	SignatureName = "SHA256SUMS.sig"  // the 64 bytes of the signature of the list
	KeyName       = "signing-key.pem" // the public key that the signature was made with
)

// List is a list of the SHA-256 of files.
type List struct{ lines bytes.Buffer }

// Add adds a file. The caller must add the files in a fixed order.
func (l *List) Add(name string, sum [sha256.Size]byte) {
	fmt.Fprintf(&l.lines, "%x  %s\n", sum, name)
}

// File is a file of a package.
type File struct {
	Name    string
	Content []byte
}

// Sign returns the files [ListName], [SignatureName] and [KeyName].
func (l *List) Sign(key Key) ([]File, error) {
	public, err := key.Public().PEM()
	if err != nil {
		return nil, err
	}
	list := slices.Clone(l.lines.Bytes())
	return []File{{ListName, list}, {SignatureName, ed25519.Sign(key.private, list)}, {KeyName, []byte(public)}}, nil
}

// The reasons for which a package is not valid.
var (
	ErrNoList    = errors.New("it is not a signed package")
	ErrSignature = errors.New("the signature does not match")
	ErrContent   = errors.New("a file is not the one that was signed")
)

// Report is what [Verify] found in a valid package.
type Report struct {
	Key   PublicKey // that the signature was made with
	Files int       // in the list
}

const (
	maxList  = 1 << 20 // of the list, in bytes
	maxFiles = 10_000
)

// Verify verifies the signature of a package and the files that it lists. A package with a file
// that is not listed is not valid. Trusted is the key that must have made the signature; nil: the
// key in the package, of which the caller must find out whose it is.
func Verify(ctx context.Context, pkg fs.FS, trusted *PublicKey) (Report, error) {
	list, err := read(pkg, ListName, maxList)
	if err != nil {
		return Report{}, err
	}
	signature, err := read(pkg, SignatureName, ed25519.SignatureSize)
	if err != nil {
		return Report{}, err
	}
	own, err := read(pkg, KeyName, maxKey)
	if err != nil {
		return Report{}, err
	}
	key, err := ParsePublicKey(string(own))
	if err != nil {
		return Report{}, fmt.Errorf("%s: %w", KeyName, err)
	}
	if text, err := key.PEM(); err != nil || text != string(own) { // the list does not cover it
		return Report{}, fmt.Errorf("%w: %s has more than the key", ErrContent, KeyName)
	}
	if trusted != nil {
		if key.ID() != trusted.ID() {
			return Report{}, fmt.Errorf("%w: it was made with the key %s, not with %s", ErrSignature, key.ID(), trusted.ID())
		}
		key = *trusted
	}
	if !ed25519.Verify(key.key, list, signature) {
		return Report{}, fmt.Errorf("%w: %s was changed after it was signed", ErrSignature, ListName)
	}
	listed, err := parse(string(list))
	if err != nil {
		return Report{}, err
	}
	return Report{key, len(listed)}, check(ctx, pkg, listed)
}

// open opens a file of a package, unless reading it may never end: in a folder, a file may be a
// named pipe, or a link to a device.
func open(pkg fs.FS, name string) (fs.File, error) {
	info, err := fs.Stat(pkg, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrContent, name)
	}
	return pkg.Open(name)
}

// read reads a small file of a package.
func read(pkg fs.FS, name string, most int64) ([]byte, error) {
	f, err := open(pkg, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: it has no file %s", ErrNoList, name)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("%w: %s has more than %d bytes", ErrNoList, name, most)
	}
	return content, err
}

// parse returns the sums of a list by file.
func parse(list string) (map[string]string, error) {
	sums := make(map[string]string)
	for line := range strings.Lines(list) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if _, err := hex.DecodeString(sum); !ok || err != nil || len(sum) != hex.EncodedLen(sha256.Size) || !fs.ValidPath(name) {
			return nil, fmt.Errorf("%w: %s has a line that is not a sum and a name: %.80q", ErrNoList, ListName, line)
		}
		if _, twice := sums[name]; twice || len(sums) == maxFiles {
			return nil, fmt.Errorf("%w: %s names %.80q twice, or too many files", ErrNoList, ListName, name)
		}
		sums[name] = sum
	}
	return sums, nil
}

// check compares the files of a package with their sums.
func check(ctx context.Context, pkg fs.FS, sums map[string]string) error {
	found := 0
	err := fs.WalkDir(pkg, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == ListName || name == SignatureName || name == KeyName {
			return err
		}
		want, listed := sums[name]
		if !listed {
			return fmt.Errorf("%w: %s is not in %s", ErrContent, name, ListName)
		}
		found++
		return compare(ctx, pkg, name, want)
	})
	if err == nil && found < len(sums) {
		err = fmt.Errorf("%w: %d of %d files are missing", ErrContent, len(sums)-found, len(sums))
	}
	return err
}

func compare(ctx context.Context, pkg fs.FS, name, want string) error {
	f, err := open(pkg, name)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	for !errors.Is(err, io.EOF) {
		if err = ctx.Err(); err == nil {
			_, err = io.CopyN(sum, f, 1<<20)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read %s: %w", name, err)
		}
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		return fmt.Errorf("%w: %s has the SHA-256 %s, not %s", ErrContent, name, got, want)
	}
	return nil
}
