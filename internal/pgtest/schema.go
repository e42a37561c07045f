package pgtest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"strings"
	"testing"
)

// Server names the environment variable with the URL of a PostgreSQL server for tests,
// which make schemas of their own in its database.
const Server = "AUDITOR_POSTGRES"

// URL returns the URL of the server, or skips the test.
func URL(t testing.TB) string {
	t.Helper()
	if os.Getenv(Server) == "" {
		t.Skip(Server + " does not name a PostgreSQL server, such as postgres://root@127.0.0.1:5432/test")
	}
	return os.Getenv(Server)
}

// NewSchema returns the URL of a new schema, which is removed after the test.
func NewSchema(t testing.TB) string {
	t.Helper()
	address := CreateSchema(t)
	t.Cleanup(func() {
		if err := DropSchema(address); err != nil {
			t.Error(err)
		}
	})
	return address
}

// CreateSchema returns the URL of a new schema, which the caller removes with [DropSchema].
func CreateSchema(t testing.TB) string {
	t.Helper()
	server := URL(t)
	schema := "auditor_" + strings.ToLower(rand.Text())
	Execute(t, server, "CREATE SCHEMA "+schema)
	return With(t, server, "search_path", schema)
}

// DropSchema removes the schema of a URL with all that is in it.
func DropSchema(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	return execute(address, "DROP SCHEMA "+u.Query().Get("search_path")+" CASCADE")
}

// NewDatabase returns the URL of a new database on the server, with options of CREATE DATABASE
// such as ENCODING 'UTF8'. It is removed after the test.
func NewDatabase(t testing.TB, options string) string {
	t.Helper()
	server := URL(t)
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	name := "auditor_" + strings.ToLower(rand.Text())
	Execute(t, server, "CREATE DATABASE "+name+" TEMPLATE template0 "+options)
	t.Cleanup(func() { Execute(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	u.Path = "/" + name
	return u.String()
}

// With sets a parameter of a URL.
func With(t testing.TB, address, name, value string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}

// Execute executes a script in the database of a URL.
func Execute(t testing.TB, address, script string) {
	t.Helper()
	if err := execute(address, script); err != nil {
		t.Fatal(err)
	}
}

func execute(address, script string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(context.Background(), script)
	return errors.Join(err, db.Close())
}
