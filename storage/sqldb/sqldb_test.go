package sqldb_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// TestServer runs the contract on a database that is not like SQLite; that of
// SQLite is in storage/sqlite.
func TestServer(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t testing.TB) storage.Store { return newServer(t).store(t, nil) })
}

func putting(name, value string) func(*storage.Tx) error {
	return func(tx *storage.Tx) error { return tx.Settings.Put(storage.Setting{Name: name, Value: value}) }
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

var errLost = errors.New("lost against another one")

func retryLost(d *sqldb.Dialect) { d.Retry = func(err error) bool { return errors.Is(err, errLost) } }

func TestUpdateRunsAgain(t *testing.T) {
	t.Parallel()
	s := newServer(t).store(t, retryLost)
	runs := 0
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		runs++
		if err := putting("run", strings.Repeat("x", runs))(tx); err != nil {
			return err
		}
		if runs < 4 {
			return errLost
		}
		return nil
	})
	if err != nil || runs != 4 || value(t, s, "run") != "xxxx" {
		t.Errorf("%d runs, %q was kept, %v; want 4 runs and the last one's value", runs, value(t, s, "run"), err)
	}
}

// TestUpdateRunsAgainUnasked lets fn hide that it lost.
func TestUpdateRunsAgainUnasked(t *testing.T) {
	t.Parallel()
	for name, hide := range map[string]error{"as success": nil, "as something else": errors.New("no")} {
		s := newServer(t).store(t, func(d *sqldb.Dialect) {
			d.Retry = func(err error) bool { return errors.Is(err, sqlite3.CONSTRAINT_FOREIGNKEY) }
		})
		runs := 0
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			runs++
			if runs == 1 {
				_ = tx.Features.Put(storage.Feature{App: 1, Identifier: "of no app"})
				return hide
			}
			return putting("a", "1")(tx)
		})
		if err != nil || runs != 2 || value(t, s, "a") != "1" {
			t.Errorf("hidden %s: %d runs, %v; want 2", name, runs, err)
		}
	}
}

func TestUpdateGivesUp(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	synctest.Test(t, func(t *testing.T) {
		s := server.store(t, retryLost)
		start, runs := time.Now(), 0
		err := s.Update(t.Context(), func(*storage.Tx) error { runs++; return errLost })
		if err != errLost || runs != 50 { //nolint:errorlint // the very error
			t.Errorf("%d runs, %v; want 50 and %v", runs, err, errLost)
		}
		if took := time.Since(start); took < 500*time.Millisecond || took > 13*time.Second {
			t.Errorf("50 runs with pauses took %v", took)
		}
	})
}

func TestPauseEndsWithTheContext(t *testing.T) {
	t.Parallel()
	s := newServer(t).store(t, retryLost)
	ctx, cancel := context.WithCancel(t.Context())
	runs := 0
	err := s.Update(ctx, func(*storage.Tx) error {
		if runs++; runs == 3 {
			cancel()
		}
		return errLost
	})
	if !errors.Is(err, context.Canceled) || runs != 3 {
		t.Errorf("%d runs, %v; want 3 and %v", runs, err, context.Canceled)
	}
}

func TestViewRunsOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t).store(t, retryLost)
	runs := 0
	err := s.View(t.Context(), func(*storage.Tx) error { runs++; return errLost })
	if err != errLost || runs != 1 { //nolint:errorlint // the very error
		t.Errorf("%d runs, %v; want 1 and %v", runs, err, errLost)
	}
}

func TestCommitted(t *testing.T) {
	t.Parallel()
	reported := 0
	s := newServer(t).store(t, func(d *sqldb.Dialect) { d.Committed = func(context.Context, *sql.Conn, storage.Tables) { reported++ } })
	for _, c := range []struct {
		name string
		want int
		fn   func(*storage.Tx) error
	}{
		{"a write", 1, putting("a", "1")},
		{"the same write", 1, putting("a", "1")},
		{"nothing", 0, func(*storage.Tx) error { return nil }},
		{"an empty Put", 0, func(tx *storage.Tx) error { return tx.Settings.Put() }},
		{"a Delete of nothing", 0, func(tx *storage.Tx) error { _, err := tx.Settings.Delete("b"); return err }},
		{"an undone write", 0, func(tx *storage.Tx) error { return errors.Join(putting("a", "2")(tx), errLost) }},
		{"a Delete", 1, func(tx *storage.Tx) error { _, err := tx.Settings.Delete("a"); return err }},
	} {
		reported = 0
		if err := s.Update(t.Context(), c.fn); err != nil && !errors.Is(err, errLost) {
			t.Fatal(err)
		}
		if reported != c.want {
			t.Errorf("%s: reported %d times, want %d", c.name, reported, c.want)
		}
	}
}

// TestLostConnections cuts all connections, between transactions and within one.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s := server.store(t, nil)
	if err := s.Update(t.Context(), putting("a", "1")); err != nil {
		t.Fatal(err)
	}
	server.lose.Store(true)
	if err := s.Update(t.Context(), putting("a", "2")); err == nil {
		t.Error("an Update whose connection was lost within it: no error")
	}
	server.lose.Store(false)
	if got := value(t, s, "a"); got != "1" {
		t.Errorf("the value is %q, want that of the last commit", got)
	}
	opened := server.opens.Load()
	if err := s.Update(t.Context(), putting("a", "3")); err != nil {
		t.Error(err)
	}
	if more := server.opens.Load() - opened; more > 0 {
		t.Errorf("%d connections were opened while one was idle", more)
	}
}

// TestPanicOfTheDriver goes on after a panic below database/sql, which then
// would wait for ever to close the connection.
func TestPanicOfTheDriver(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s := server.store(t, nil)
	server.crash.Store(true)
	func() {
		defer func() {
			if r := recover(); r != "out of memory" {
				t.Errorf("recovered %v, want the panic of the driver", r)
			}
		}()
		_ = s.Update(t.Context(), putting("a", "1"))
		t.Error("Update returned from a panic")
	}()
	if err := s.Update(t.Context(), putting("b", "2")); err != nil {
		t.Error(err)
	}
	if a, b := value(t, s, "a"), value(t, s, "b"); a != "" || b != "2" {
		t.Errorf("after the panic there are %q and %q, want the second only", a, b)
	}
}

func TestBoundOfConnections(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s := server.store(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var deeper func(int) error
	deeper = func(n int) error {
		return s.View(ctx, func(*storage.Tx) error {
			switch n {
			case 1:
				return nil
			case 2: // all connections are in use
				time.AfterFunc(50*time.Millisecond, cancel)
			}
			return deeper(n - 1)
		})
	}
	if err := deeper(7); !errors.Is(err, context.Canceled) {
		t.Errorf("one View more than connections: %v, want %v", err, context.Canceled)
	}
	if got := server.opens.Load(); got != 6 {
		t.Errorf("%d connections were opened, want 6", got)
	}
}

func TestIdleConnections(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		idle       time.Duration
		used, want int
	}{
		{"closed but for one", time.Minute, 0, 1},
		{"closed but for those in use", time.Minute, 2, 2},
		{"all in use", time.Minute, 3, 3},
		{"kept", 0, 0, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			synctest.Test(t, func(t *testing.T) {
				s := server.store(t, func(d *sqldb.Dialect) { d.Idle = c.idle })
				var nest func(int) error // Views within each other
				nest = func(n int) error {
					return s.View(t.Context(), func(*storage.Tx) error {
						if n > 1 {
							return nest(n - 1)
						}
						return nil
					})
				}
				if err := nest(3); err != nil {
					t.Fatal(err)
				}
				for range 10 {
					time.Sleep(25 * time.Second)
					if c.used > 0 {
						if err := nest(c.used); err != nil {
							t.Fatal(err)
						}
					}
				}
				synctest.Wait()
				if got := int(server.opens.Load() - server.ends.Load()); got != c.want || server.opens.Load() != 3 {
					t.Errorf("%d connections of %d are open, want %d of 3", got, server.opens.Load(), c.want)
				}
			})
		})
	}
}

func TestMaxBytes(t *testing.T) {
	t.Parallel()
	s := newServer(t).store(t, func(d *sqldb.Dialect) { d.MaxBytes = 100 })
	if err := s.Update(t.Context(), putting("a", strings.Repeat("x", 100))); err != nil {
		t.Errorf("a text of 100 bytes: %v", err)
	}
	if err := s.Update(t.Context(), putting("a", strings.Repeat("x", 101))); !errors.Is(err, storage.ErrInvalid) {
		t.Errorf("a text of 101 bytes: %v, want %v", err, storage.ErrInvalid)
	}
}

// TestSameKeyTwice puts more records than one statement takes, some of them twice.
func TestSameKeyTwice(t *testing.T) {
	t.Parallel()
	s := newServer(t).store(t, nil)
	var records, want []storage.Setting
	for i := range 50 {
		name := string(rune('A' + i%26))
		records = append(records, storage.Setting{Name: name, Value: strings.Repeat("x", i)})
	}
	for i := range 26 {
		last := i
		if i+26 < 50 {
			last += 26
		}
		want = append(want, storage.Setting{Name: string(rune('A' + i)), Value: strings.Repeat("x", last)})
	}
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		if err := tx.Settings.Put(records...); err != nil {
			return err
		}
		got, err := storage.Collect(tx.Settings.List(storage.SettingQuery{}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the last of each key (-want +got):\n%s", diff)
		}
		if n, err := tx.Settings.Delete("A", "A", "none", "B", "C", "D", "E", "F", "G", "H", "I"); n != 9 || err != nil {
			t.Errorf("Delete of nine that are there: %d, %v", n, err)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestManyStatements asks in more ways than a connection keeps statements for.
func TestManyStatements(t *testing.T) {
	t.Parallel()
	s := newServer(t).store(t, nil)
	if err := s.Update(t.Context(), func(tx *storage.Tx) error {
		return tx.Notifications.Put(storage.Notification{ID: "a", App: 1, Type: "t", CreatedAt: 1})
	}); err != nil {
		t.Fatal(err)
	}
	is := func(i, bit int) bool { return i>>bit&1 == 1 }
	number := func(i, bit int) int { return i >> bit & 1 }
	for range 2 {
		for i := range 128 {
			q := storage.NotificationQuery{
				App: storage.AppID(number(i, 0)), Unread: is(i, 1), Read: is(i, 2), Due: storage.Time(number(i, 3)),
				Oldest: is(i, 4), Limit: 5 * number(i, 5), Offset: number(i, 6),
			}
			want := 1
			if q.Read || q.Offset > 0 {
				want = 0
			}
			if err := s.View(t.Context(), func(tx *storage.Tx) error {
				all, err := storage.Collect(tx.Notifications.List(q))
				if err != nil {
					return err
				}
				n, err := tx.Notifications.Count(q)
				if len(all) != want || n != want {
					t.Errorf("%+v: %d listed, %d counted, want %d", q, len(all), n, want)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
