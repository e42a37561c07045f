package postgres_test

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/sqldb"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestStoreWithinStrict(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("TestStore runs the same suite, with each transaction once")
	}
	pgtest.URL(t)
	storagetest.Run(t, func(t testing.TB) storage.Store { return storagetest.Strict(t, newStore(t)) })
}

func putting(name, value string) func(*storage.Tx) error {
	return func(tx *storage.Tx) error { return tx.Settings.Put(storage.Setting{Name: name, Value: value}) }
}

func set(t testing.TB, s storage.Store, name, value string) {
	t.Helper()
	if err := s.Update(t.Context(), putting(name, value)); err != nil {
		t.Fatal(err)
	}
}

// value returns a setting, empty when there is none.
func value(t testing.TB, s storage.Store, name string) (value string) {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		r, err := tx.Settings.Get(name)
		value = r.Value
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestRevisionOfAnotherReplica reads the revision at one replica as soon as the other has
// committed.
func TestRevisionOfAnotherReplica(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	a, b := openStore(t, address), openStore(t, address)
	last := [2]uint64{}
	for i := range 100 {
		set(t, a, "n", fmt.Sprint(i))
		all, err := b.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		settings, err := b.TableRevision(t.Context(), storage.TablesOf("Settings"))
		if err != nil {
			t.Fatal(err)
		}
		if all <= last[0] || settings <= last[1] {
			t.Fatalf("after commit %d the revisions are %d and %d, before they were %v", i, all, settings, last)
		}
		last = [2]uint64{all, settings}
	}
	other, err := b.TableRevision(t.Context(), storage.TablesOf("Runs"))
	if err != nil || other != 0 {
		t.Errorf("the revision of a table without writes is %d, %v", other, err)
	}
}

// TestRevisionsShareQueries asks many times at the same time, beside a writer: none is
// given a revision from before the last commit that is known.
func TestRevisionsShareQueries(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	a, b := openStore(t, address), openStore(t, address)
	var known atomic.Uint64
	done := make(chan error, 8)
	for range cap(done) {
		go func() {
			for range 50 {
				before := known.Load()
				now, err := b.Revision(context.Background())
				if err == nil && now < before {
					err = fmt.Errorf("revision %d, and %d was committed before", now, before)
				}
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for i := range 50 {
		set(t, a, "n", fmt.Sprint(i))
		now, err := a.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		known.Store(now)
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestUpdateRunsAgain lets an Update lose against a transaction of another program, which
// takes no lock: each reads what the other writes.
func TestUpdateRunsAgain(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	s := openStore(t, address)
	set(t, s, "a", "0")
	set(t, s, "b", "0")
	db := database(t, address)
	runs := 0
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		runs++
		read, err := tx.Settings.Get("a")
		if err != nil {
			return err
		}
		if runs == 1 {
			if err := beside(t.Context(), db); err != nil {
				return err
			}
		}
		return putting("b", "a was "+read.Value)(tx)
	})
	if err != nil || runs != 2 || value(t, s, "b") != "a was b was 0" {
		t.Errorf("%d runs, b is %q, %v; want 2 runs and the values of one order", runs, value(t, s, "b"), err)
	}
}

// beside reads b and writes a in a serializable transaction.
func beside(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE settings SET value = 'b was ' || (SELECT value FROM settings WHERE name = 'b') WHERE name = 'a'"); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// TestConnectionsAreLost ends every session of a store between transactions.
func TestConnectionsAreLost(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	name := strings.ToLower(t.Name())
	s := openStore(t, pgtest.With(t, address, "application_name", name), postgres.WithReaders(2))
	set(t, s, "a", "1")
	if _, err := s.Revision(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		pgtest.Execute(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '"+name+"'")
		if got := value(t, s, "a"); got != "1" {
			t.Errorf("a is %q", got)
		}
		set(t, s, "a", "1")
		if _, err := s.Revision(t.Context()); err != nil {
			t.Errorf("Revision: %v", err)
		}
	}
}

// TestStoppedWriter stops a writer in the middle of an Update, as a process does that is
// suspended: the server ends it, others write, and it has written nothing.
func TestStoppedWriter(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	stopped := openStore(t, address, postgres.WithIdleTimeout(100*time.Millisecond))
	other := openStore(t, address)
	err := stopped.Update(t.Context(), func(tx *storage.Tx) error {
		if err := putting("a", "of the one that stopped")(tx); err != nil {
			return err
		}
		return other.Update(t.Context(), putting("b", "1")) // waits until the server has ended this Update
	})
	if err == nil || value(t, other, "a") != "" || value(t, other, "b") != "1" {
		t.Errorf("Update: %v, a is %q, b is %q; want an error, nothing and 1", err, value(t, other, "a"), value(t, other, "b"))
	}
	set(t, stopped, "a", "2")
}

// TestLockTimeout waits for a writer that goes on.
func TestLockTimeout(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	s, other := openStore(t, address), openStore(t, address, postgres.WithLockTimeout(10*time.Millisecond))
	err := s.Update(t.Context(), func(*storage.Tx) error {
		if err := other.Update(t.Context(), putting("a", "1")); !errors.Is(err, storage.ErrUnavailable) {
			t.Errorf("Update beside another: %v, want %v", err, storage.ErrUnavailable)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	set(t, other, "a", "2")
}

// TestTextsThatCannotBeStored are found nowhere and refused, as by SQLite.
func TestTextsThatCannotBeStored(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	set(t, s, "a", "1")
	for _, text := range []string{"a\x00", "\xff", "\x00"} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			if _, err := tx.Settings.Get(text); !errors.Is(err, storage.ErrNotFound) {
				t.Errorf("Get(%q): %v, want %v", text, err, storage.ErrNotFound)
			}
			if n, err := tx.Settings.Delete(text); n != 0 || err != nil {
				t.Errorf("Delete(%q): %d, %v", text, n, err)
			}
			if n, err := tx.Settings.Count(storage.SettingQuery{Prefix: text}); n != 0 || err != nil {
				t.Errorf("Count of the prefix %q: %d, %v", text, n, err)
			}
			if n, err := tx.Notifications.Count(storage.NotificationQuery{Without: []storage.NotificationType{storage.NotificationType(text)}}); n != 0 || err != nil {
				t.Errorf("Count without %q: %d, %v", text, n, err)
			}
			if all, err := storage.Collect(tx.Apps.List(storage.AppQuery{Search: text, Devices: []string{text}})); len(all) != 0 || err != nil {
				t.Errorf("List of apps with %q: %v, %v", text, all, err)
			}
			return putting("b", text)(tx)
		})
		if !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("Put of %q: %v, want %v", text, err, storage.ErrInvalid)
		}
	}
}

// TestTextsThatAreTooLong are refused where an index would have to hold them.
func TestTextsThatAreTooLong(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	noise := make([]byte, 4000) // which the server cannot compress
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	for bytes, want := range map[int]error{2500: nil, 4000: storage.ErrInvalid} {
		developer := base64.StdEncoding.EncodeToString(noise)[:bytes] // of an index, unlike the name, which has a bounded key there
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			return tx.Apps.Put(storage.App{ID: 1, Name: "One", Developer: storage.Text(developer), URL: "https://apps.apple.com/app/id1", Country: "us", FirstSeen: 1, LastSynced: 1})
		})
		if !errors.Is(err, want) {
			t.Errorf("Put with a developer of %d bytes: %v, want %v", bytes, err, want)
		}
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()
	s := openStore(t, pgtest.NewSchema(t))
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.View(t.Context(), func(*storage.Tx) error { return nil }); !errors.Is(err, sqldb.ErrClosed) {
		t.Errorf("View: %v, want %v", err, sqldb.ErrClosed)
	}
	if _, err := s.Revision(t.Context()); !errors.Is(err, sqldb.ErrClosed) {
		t.Errorf("Revision: %v, want %v", err, sqldb.ErrClosed)
	}
}
