package program

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

const (
	secretName = "secret.key"
	secretSize = 32 // bytes
)

// openSecret returns the secret of the installation, which signs backups and sessions. It
// creates the secret if it is missing. The secret is a file beside the database, so that
// backups stay trusted after a reset or a restore. If several processes start at the same
// time, one creates it and all return the same secret.
func openSecret(dir string, random io.Reader) ([]byte, error) {
	path := filepath.Join(dir, secretName)
	secret, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	secret = make([]byte, secretSize)
	if _, err := io.ReadFull(random, secret); err != nil {
		return nil, fmt.Errorf("create the secret: %w", err)
	}
	err = publish(path, secret)
	if errors.Is(err, fs.ErrExist) { // another process was first
		return readSecret(path)
	}
	if err != nil {
		return nil, fmt.Errorf("create the secret: %w", err)
	}
	return secret, nil
}

func readSecret(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // to open a pipe would wait
		return nil, fmt.Errorf("read the secret: %s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.Mode().Perm()&0o077 != 0 { // it may have been copied with another mode
		err = f.Chmod(0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	secret, err := io.ReadAll(io.LimitReader(f, secretSize+1))
	if err != nil {
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	if len(secret) != secretSize {
		return nil, fmt.Errorf("%s is damaged: it does not have %d bytes; replace it by a copy, or move it away so that a new one is created "+
			"(backups signed with the old one then need -allow-untrusted)", path, secretSize)
	}
	return secret, nil
}

// publish writes a file of mode 0600 that appears under its name only when it is
// complete and synced. The error wraps [fs.ErrExist] if the name is taken.
func publish(path string, data []byte) error {
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, secretName+".*.tmp") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	// Unlike a rename, a link does not replace an existing file.
	if err := os.Link(tmp.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir syncs a folder after a change of names. On Windows that is neither needed nor
// possible.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// openDir creates the data folder with mode 0700. It changes an existing folder to this mode
// if the folder is empty or is a data folder. It does not change the mode of other folders, or
// of sticky ones such as /tmp.
func openDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("create the data folder: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("read the data folder: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("read the data folder: %w", err)
	}
	ours := len(entries) == 0 || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == secretName || e.Name() == databaseName })
	if !ours || info.Mode()&fs.ModeSticky != 0 || info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("set the mode of the data folder: %w", err)
	}
	return nil
}
