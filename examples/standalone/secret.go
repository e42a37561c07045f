package main

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

// openSecret returns the secret of the installation, which signs backups and
// sessions. It is a file beside the database, not in it, so that a reset or a
// restore keeps old backups trusted. When there is none it is made, all of it or
// nothing: of several processes that start at once, one makes it and all return
// the same.
func openSecret(dir string, random io.Reader) ([]byte, error) {
	path := filepath.Join(dir, secretName)
	secret, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	secret = make([]byte, secretSize)
	if _, err := io.ReadFull(random, secret); err != nil {
		return nil, fmt.Errorf("make a secret: %w", err)
	}
	err = publish(path, secret)
	if errors.Is(err, fs.ErrExist) { // another process was quicker
		return readSecret(path)
	}
	if err != nil {
		return nil, fmt.Errorf("make a secret: %w", err)
	}
	return secret, nil
}

func readSecret(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	defer f.Close()
	if err := f.Chmod(0o600); err != nil { // it may have been copied with other rights
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	secret, err := io.ReadAll(io.LimitReader(f, secretSize+1))
	if err != nil {
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	if len(secret) != secretSize {
		return nil, fmt.Errorf("%s is damaged, since it does not have %d bytes: put your copy of it there, or move it away so that a new one is made; "+
			"backups signed with the old one are then restored with -allow-untrusted", path, secretSize)
	}
	return secret, nil
}

// publish writes a file of mode 0600 that appears under its name only when it is
// complete and on the disk. The error wraps [fs.ErrExist] when the name is taken.
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
	// A link, unlike a rename, does not replace what is there.
	if err := os.Link(tmp.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir makes a new name in a folder last. Windows writes names through, and
// cannot flush a folder.
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

// openDir makes the folder for all that the program keeps, for its user alone. A
// folder that is there already is made so too, if it is empty or holds what the
// program keeps: one that holds other things, or is for everybody as /tmp is, is
// somebody else's to decide on.
func openDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("look at the data folder: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("look at the data folder: %w", err)
	}
	ours := len(entries) == 0 || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == secretName || e.Name() == databaseName })
	if !ours || info.Mode()&fs.ModeSticky != 0 || info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("close the data folder to others: %w", err)
	}
	return nil
}
