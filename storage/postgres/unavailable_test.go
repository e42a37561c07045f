package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// role creates a role that may log in, and returns the URL with it. It is removed with the
// test, before the schema is.
func role(t *testing.T, address, options string) string {
	t.Helper()
	name := "auditor_" + strings.ToLower(strings.TrimPrefix(filepath.Base(t.TempDir()), "0")) + fmt.Sprint(time.Now().UnixNano())
	pgtest.Execute(t, address, "CREATE ROLE "+name+" LOGIN PASSWORD 'test' "+options)
	t.Cleanup(func() { pgtest.Execute(t, address, "DROP OWNED BY "+name+"; DROP ROLE "+name) })
	before, after, _ := strings.Cut(address, "//")
	if _, rest, ok := strings.Cut(after, "@"); ok {
		after = rest
	}
	return before + "//" + name + ":test@" + after
}

// schemaOf returns the schema that a URL names.
func schemaOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("search_path")
}

// TestUnavailable takes the server away in several ways. Each is the same error, and none
// lasts.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	openStore(t, address) // creates the tables
	limited := role(t, address, "CONNECTION LIMIT 5")
	schema := schemaOf(t, limited)
	name := strings.TrimPrefix(limited[:strings.Index(limited, ":test@")], "postgres://")
	pgtest.Execute(t, address, fmt.Sprintf("GRANT ALL ON SCHEMA %s TO %s; GRANT ALL ON ALL TABLES IN SCHEMA %s TO %[2]s; GRANT ALL ON ALL SEQUENCES IN SCHEMA %[1]s TO %[2]s", schema, name, schema))
	s, err := postgres.Open(t.Context(), limited, postgres.WithReaders(8))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	set(t, s, "n", "1")
	calls, err := s.Limiters(time.Now)("scrape", 3, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	clock, err := s.NewClock(t.Context(), time.Now)
	if err != nil {
		t.Fatal(err)
	}

	unavailable := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, storage.ErrUnavailable) {
			t.Errorf("%s: %v, want %v", what, err, storage.ErrUnavailable)
		}
	}
	nothing := func(*storage.Tx) error { return nil }
	var nest func(depth int) error
	nest = func(depth int) error {
		if depth == 0 {
			return nil
		}
		return s.View(t.Context(), func(*storage.Tx) error { return nest(depth - 1) })
	}
	unavailable("more connections than the role may have", nest(8))

	end := func(in func(context.Context, func(*storage.Tx) error) error) error {
		return in(t.Context(), func(tx *storage.Tx) error {
			pgtest.Execute(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"+name+"'")
			time.Sleep(50 * time.Millisecond)
			_, err := tx.Settings.Get("n")
			return err
		})
	}
	unavailable("a View whose session is ended", end(s.View))
	unavailable("an Update whose session is ended", end(s.Update))

	pgtest.Execute(t, address, "ALTER ROLE "+name+" NOLOGIN")
	pgtest.Execute(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"+name+"'")
	time.Sleep(50 * time.Millisecond)
	unavailable("a View without a server", s.View(t.Context(), nothing))
	unavailable("an Update without a server", s.Update(t.Context(), nothing))
	_, err = s.Revision(t.Context())
	unavailable("the revision without a server", err)
	_, err = s.Inspect(t.Context())
	unavailable("the diagnostics without a server", err)
	_, err = s.Check(t.Context())
	unavailable("the check without a server", err)
	_, err = clock.Adjust(t.Context())
	unavailable("the clock without a server", err)
	_, _, _, _, err = calls.Take(t.Context(), "a")
	unavailable("a limited call without a server", err)
	_, _, err = calls.Get(t.Context(), "a")
	unavailable("a limit without a server", err)
	unavailable("a call that is put back without a server", calls.Burst(t.Context(), "a", 1))
	pgtest.Execute(t, address, "ALTER ROLE "+name+" LOGIN")
	if got := value(t, s, "n"); got != "1" {
		t.Errorf("when the server is back, the setting is %q", got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.View(ended, nothing); !errors.Is(err, context.Canceled) || errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("a View whose caller has gone: %v", err)
	}
}

// TestPasswordFileIsMissingForAWhile opens connections while the password is being replaced.
func TestPasswordFileIsMissingForAWhile(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("any\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.Open(t.Context(), address, postgres.WithPasswordFile(file))
	if err != nil {
		t.Skipf("the server does not take any password: %v", err)
	}
	defer s.Close()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	err = s.View(t.Context(), func(*storage.Tx) error { return nil })
	if !errors.Is(err, storage.ErrUnavailable) || !strings.Contains(err.Error(), "read the password") {
		t.Errorf("%v, want %v with the cause", err, storage.ErrUnavailable)
	}
}

// TestOpenSaysWhatTheRoleNeeds opens the database as a role that may not create tables, and
// with one that may not write.
func TestOpenSaysWhatTheRoleNeeds(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	weak := role(t, address, "")
	openStore(t, address)
	unable := role(t, address, "")
	schema := schemaOf(t, weak)
	name, _, _ := strings.Cut(strings.TrimPrefix(weak, "postgres://"), ":")
	pgtest.Execute(t, address, "GRANT USAGE ON SCHEMA "+schema+" TO "+name)
	for name, test := range map[string]struct{ url, says string }{
		"a role without rights":              {weak, "make it the owner"},
		"a role that may not use the schema": {unable, "that the role may use"},
		"only reads":                         {pgtest.With(t, address, "default_transaction_read_only", "on"), "target_session_attrs=read-write"},
	} {
		s, err := postgres.Open(t.Context(), test.url)
		if err == nil {
			t.Errorf("%s: Open succeeds: %v", name, s.Close())
		} else if !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want a sentence with %q", name, err, test.says)
		}
	}
}

// TestClock reads the time on a machine whose clock is wrong.
func TestClock(t *testing.T) {
	t.Parallel()
	s := openStore(t, pgtest.NewSchema(t))
	right, err := s.NewClock(t.Context(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []time.Duration{0, -time.Hour, 30 * time.Second} {
		c, err := s.NewClock(t.Context(), func() time.Time { return time.Now().Add(wrong) })
		if err != nil {
			t.Fatal(err)
		}
		if off := c.Now().Sub(right.Now()).Abs(); off > time.Second {
			t.Errorf("a clock that is %v wrong differs by %v", wrong, off)
		}
		ahead, err := c.Adjust(t.Context())
		if err != nil || (ahead+wrong).Abs() > time.Second {
			t.Errorf("the database is ahead of a clock that is %v wrong by %v, %v", wrong, ahead, err)
		}
	}
}
