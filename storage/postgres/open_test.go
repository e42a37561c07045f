package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// TestOpenTogether lets several processes create the tables at the same time.
func TestOpenTogether(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := postgres.Open(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	var versions int
	if err := database(t, address).QueryRowContext(t.Context(), "SELECT count(*) FROM schema_version").Scan(&versions); err != nil || versions != 1 {
		t.Errorf("the schema has %d versions, %v; want 1", versions, err)
	}
}

// database opens the database of a URL beside a store.
func database(t testing.TB, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		script  string // run before
		url     func(string) string
		options []postgres.Option
		want    error
		says    string
	}{
		"a newer schema": {
			script: "CREATE TABLE schema_version (version INT NOT NULL); INSERT INTO schema_version VALUES (99)",
			want:   postgres.ErrNewer, says: "version 99",
		},
		"an older schema without migration": {
			script:  "CREATE TABLE schema_version (version INT NOT NULL); INSERT INTO schema_version VALUES (0)",
			options: []postgres.Option{postgres.WithoutMigration()},
			want:    postgres.ErrOlder, says: "start the service to migrate it",
		},
		"a version before the first": {
			script: "CREATE TABLE schema_version (version INT NOT NULL); INSERT INTO schema_version VALUES (3)",
			want:   postgres.ErrOlder,
			says:   "make a backup with the program that wrote it, start this one with an empty database, and restore the backup there",
		},
		"tables of another program": {script: "CREATE TABLE apps (n INT)", says: "search_path"},
		"a schema that does not exist": {
			url:  func(address string) string { return pgtest.With(t, address, "search_path", "auditor_missing") },
			says: "create it",
		},
		"no URL":               {url: func(string) string { return "" }, says: "no URL"},
		"not a URL":            {url: func(string) string { return "postgres://:secret@[/" }, says: "cannot parse"},
		"an @ in the password": {url: func(string) string { return "postgres://auditor:the@secret@127.0.0.1/auditor" }, says: "write %40"},
		"wrong keywords":       {url: func(string) string { return "host=127.0.0.1 password = secret sslmode=secret" }, says: "cannot parse"},
		"a missing password":   {options: []postgres.Option{postgres.WithPasswordFile(filepath.Join(t.TempDir(), "password"))}, says: "read the password"},
		"a password device":    {options: []postgres.Option{postgres.WithPasswordFile(os.DevNull)}, says: "not a regular file"},
		"two passwords":        {url: withPassword, options: []postgres.Option{postgres.WithPasswordFile("password")}, says: "remove it from the URL"},
		"too few readers":      {options: []postgres.Option{postgres.WithReaders(0)}, says: "0 readers"},
		"no statement timeout": {options: []postgres.Option{postgres.WithStatementTimeout(0)}, says: "statement timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := pgtest.NewSchema(t)
			if test.script != "" {
				pgtest.Execute(t, address, test.script)
			}
			if test.url != nil {
				address = test.url(address)
			}
			s, err := postgres.Open(t.Context(), address, test.options...)
			if err == nil {
				t.Fatal(errors.Join(errors.New("Open succeeds"), s.Close()))
			}
			if test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("Open: %v, want %v", err, test.want)
			}
			if !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "secret") {
				t.Errorf("Open: %v, want a sentence with %q and without the password", err, test.says)
			}
		})
	}
}

func withPassword(address string) string {
	return strings.Replace(address, "@", ":secret@", 1)
}

// TestOpenRefusesAnotherEncoding opens a database that would store any bytes.
func TestOpenRefusesAnotherEncoding(t *testing.T) {
	t.Parallel()
	s, err := postgres.Open(t.Context(), pgtest.NewDatabase(t, "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'"))
	if err == nil {
		t.Fatal(errors.Join(errors.New("Open succeeds"), s.Close()))
	}
	if says := "encoding SQL_ASCII: create one with UTF8"; !strings.Contains(err.Error(), says) {
		t.Errorf("Open: %v, want a sentence with %q", err, says)
	}
}

// TestSessions reads the settings of the sessions: those with which the server ends the session
// of a process that it can no longer reach, and how a parameter of the URL comes before.
func TestSessions(t *testing.T) {
	t.Parallel()
	address := pgtest.With(t, pgtest.NewSchema(t), "tcp_keepalives_count", "4")
	s := openStore(t, address, postgres.WithStatementTimeout(time.Minute), postgres.WithLockTimeout(2*time.Second), postgres.WithIdleTimeout(time.Second))
	type sessions struct{ Views, Updates map[string]string }
	got := sessions{map[string]string{}, map[string]string{}}
	read := func(into map[string]string) func(*storage.Tx) error {
		return func(tx *storage.Tx) error {
			conn, err := postgres.Conn(tx)
			if err != nil {
				return err
			}
			for _, name := range []string{
				"tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout",
			} {
				var value string
				if err := conn.QueryRow(t.Context(), "SELECT current_setting($1)", name).Scan(&value); err != nil {
					return err
				}
				into[name] = value
			}
			return nil
		}
	}
	if err := errors.Join(s.View(t.Context(), read(got.Views)), s.Update(t.Context(), read(got.Updates))); err != nil {
		t.Fatal(err)
	}
	session := func(idle string) map[string]string {
		return map[string]string{
			"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4",
			"statement_timeout": "1min", "lock_timeout": "2s", "idle_in_transaction_session_timeout": idle,
		}
	}
	if diff := cmp.Diff(sessions{session("10min"), session("1s")}, got); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}

// TestOpenThroughAPooler connects to what treats the settings of a session as PgBouncer
// does by default, and as one does that is configured to ignore them.
func TestOpenThroughAPooler(t *testing.T) {
	t.Parallel()
	for name, refuses := range map[string]bool{"that refuses settings": true, "that drops settings": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := postgres.Open(t.Context(), throughPooler(t, pgtest.NewSchema(t), refuses))
			if err == nil {
				t.Fatal(errors.Join(errors.New("Open succeeds"), s.Close()))
			}
			if !errors.Is(err, postgres.ErrPooler) {
				t.Errorf("Open: %v, want %v", err, postgres.ErrPooler)
			}
		})
	}
}

// throughPooler returns the URL with a pooler between.
func throughPooler(t *testing.T, address string, refuses bool) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	server := u.Host
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	t.Cleanup(func() {
		_ = listener.Close()
		all.Wait()
	})
	all.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer client.Close()
				if err := pool(client, server, refuses); err != nil {
					t.Log(err)
				}
			})
		}
	})
	u.Host = listener.Addr().String()
	return pgtest.With(t, u.String(), "sslmode", "disable")
}

// pool serves a connection of a pooler.
func pool(client net.Conn, server string, refuses bool) error {
	backend := pgproto3.NewBackend(client, client)
	message, err := backend.ReceiveStartupMessage()
	if err != nil {
		return err
	}
	startup, ok := message.(*pgproto3.StartupMessage)
	if !ok {
		return errors.New("no startup message")
	}
	if refuses {
		backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "unsupported startup parameter: auditor.session"})
		return backend.Flush()
	}
	upstream, err := net.Dial("tcp", server)
	if err != nil {
		return err
	}
	defer upstream.Close()
	kept := map[string]string{"user": startup.Parameters["user"], "database": startup.Parameters["database"]}
	raw, err := (&pgproto3.StartupMessage{ProtocolVersion: startup.ProtocolVersion, Parameters: kept}).Encode(nil)
	if err != nil {
		return err
	}
	if _, err := upstream.Write(raw); err != nil {
		return err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(client, upstream)
	}()
	_, _ = io.Copy(upstream, client)
	_ = upstream.Close()
	<-done
	return nil
}

// TestTextsCompareBytewise holds in databases of every locale.
func TestTextsCompareBytewise(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	openStore(t, address)
	var columns, other int
	err := database(t, address).QueryRowContext(t.Context(), `SELECT count(*), count(*) FILTER (WHERE collation_name IS DISTINCT FROM 'C')
		FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND data_type = 'text'`).Scan(&columns, &other)
	if err != nil || columns == 0 || other > 0 {
		t.Errorf("%d of %d columns of text have another collation than C, %v", other, columns, err)
	}
}

func TestCheckFindsDefects(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	s := openStore(t, address)
	for _, defect := range []struct{ script, undo, says string }{
		{"UPDATE sizes SET n = 7 WHERE kind = 'apps'", "UPDATE sizes SET n = 0 WHERE kind = 'apps'", "the counter of apps is 7, and there are 0"},
		{"INSERT INTO snapshot_days VALUES (1, 2)", "DELETE FROM snapshot_days", "the counter of snapshots on day 1 is 2"},
		{"ALTER TABLE apps DISABLE TRIGGER apps_more", "ALTER TABLE apps ENABLE TRIGGER apps_more", "the trigger apps_more of apps is disabled"},
	} {
		pgtest.Execute(t, address, defect.script)
		wrong, err := s.Check(t.Context())
		if err != nil || len(wrong) != 1 || !strings.Contains(wrong[0], defect.says) {
			t.Errorf("Check after %s: %q, %v; want one sentence with %q", defect.script, wrong, err, defect.says)
		}
		pgtest.Execute(t, address, defect.undo)
	}
	if wrong, err := s.Check(context.Background()); err != nil || len(wrong) > 0 {
		t.Errorf("Check afterwards: %q, %v", wrong, err)
	}
}
