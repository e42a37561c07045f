package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/storage"
)

const (
	secretName = "secret.key" // in the data folder, as in that of an installation with SQLite
	secretSize = 32           // bytes
)

// openSecret returns the key of the installation. One in the data folder is created if it
// is missing; of several processes that start at once, one creates it.
func openSecret(c config) ([]byte, error) {
	if c.SecretFile != "" {
		return readSecret(c.SecretFile)
	}
	path := filepath.Join(c.DataDir, secretName)
	secret, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	if err := publish(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("create the key: %w", err)
	}
	return readSecret(path)
}

func readSecret(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // to open a pipe would wait
		return nil, fmt.Errorf("read the key: %s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	defer f.Close()
	secret, err := io.ReadAll(io.LimitReader(f, secretSize+1))
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	if len(secret) != secretSize {
		return nil, fmt.Errorf("read the key: %s does not have %d bytes; make one with: head -c %[2]d /dev/urandom", path, secretSize)
	}
	return secret, nil
}

// publish writes a new key to a file of mode 0600 that appears when it is complete, unless
// the name is taken.
func publish(path string) error {
	secret := make([]byte, secretSize)
	if _, err := rand.Read(secret); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), secretName+".*.tmp") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(secret)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Link(tmp.Name(), path) // unlike a rename, it does not replace a file
}

// keyLease is the task whose owner is the fingerprint of the key that the replicas have.
var keyLease = storage.TaskID{Kind: "key"}

// keyLasts is how long after the last replica another key is refused.
const keyLasts = 2 * time.Minute

// errOtherKey means that the replicas do not have the same key, so that a session of one
// would be none of another.
var errOtherKey = errors.New("another replica has a different key: give all of them the same file (AUDITOR_SECRET_FILE), " +
	"or stop them and wait two minutes to change the key")

// inUse reports whether a replica has recorded its key lately. A time that is far in the
// future was written by a clock that was set back since.
func inUse(key storage.Task, now storage.Time) bool {
	return key.Due > now && key.Due <= now.Add(keyLasts+5*time.Minute)
}

// agree records the key that is in use, or fails with [errOtherKey].
func agree(ctx context.Context, store storage.Store, secret []byte, now func() time.Time) error {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("fingerprint"))
	fingerprint := hex.EncodeToString(mac.Sum(nil)[:16])
	return store.Update(ctx, func(tx *storage.Tx) error {
		now := storage.TimeOf(now())
		key, _, err := storage.Find(tx.Tasks, keyLease)
		if err != nil {
			return err
		}
		if key.Owner != fingerprint {
			if inUse(key, now) {
				return errOtherKey
			}
			key.Attempts++
		}
		key.Kind, key.Owner, key.Due = keyLease.Kind, fingerprint, now.Add(keyLasts)
		return tx.Tasks.Put(key)
	})
}

// stayAgreed adjusts the clock and repeats agree until the context ends. It fails if another
// key is in use by now, as after a failure of the database that lasted longer than the
// record.
func stayAgreed(ctx context.Context, store storage.Store, secret []byte, clock *replicaClock) error {
	ticker := time.NewTicker(keyLasts / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		err := clock.adjust(ctx)
		if err == nil {
			err = agree(ctx, store, secret, clock.Now)
		}
		if errors.Is(err, errOtherKey) {
			return err
		}
		if err != nil && ctx.Err() == nil {
			clock.log.WarnContext(ctx, "the key was not recorded", "error", err)
		}
	}
}
