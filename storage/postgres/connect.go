package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/privacylabels/auditor/storage"
)

// ErrPooler means that the connection leads to a connection pooler, not to PostgreSQL.
var ErrPooler = errors.New("connection goes through a pooler, such as PgBouncer, that does not pass on session settings: " +
	"connect to the PostgreSQL server itself")

const (
	connectTimeout = 10 * time.Second
	// viewIdle is how long a View may be idle, because its caller may wait for a slow client.
	viewIdle = 10 * time.Minute
	// sessionSetting is a session setting of each connection that a pooler does not pass on.
	sessionSetting = "auditor.session"
)

// address is the parsed address of a database.
type address struct {
	conn         *pgx.ConnConfig
	passwordFile string
	lock         time.Duration
}

var errURL = errors.New("a part of it is not valid")

// parse parses a URL or a keyword/value string, as libpq does.
func parse(url string, c config) (address, error) {
	if url == "" {
		return address{}, errors.New("no URL")
	}
	if _, rest, isURL := strings.Cut(url, "://"); isURL && strings.Count(rest[:strings.IndexAny(rest+"/", "/?#")], "@") > 1 {
		return address{}, errors.New("the URL has an @ in the name or the password of the user: write %40")
	}
	conn, err := pgx.ParseConfig(url)
	if err != nil {
		// Its text has the URL, from which it does not remove a password in every form.
		return address{}, fmt.Errorf("cannot parse the URL: %w", cmp.Or(errors.Unwrap(err), errURL))
	}
	if c.passwordFile != "" && conn.Password != "" {
		return address{}, errors.New("both the URL and a file have a password: remove it from the URL")
	}
	conn.ConnectTimeout = cmp.Or(conn.ConnectTimeout, connectTimeout)
	conn.DialFunc = (&net.Dialer{Control: limitWait}).DialContext
	for name, value := range map[string]string{
		"application_name":  "auditor",
		"client_encoding":   "UTF8",
		"jit":               "off", // compilation takes longer than these queries
		"random_page_cost":  "1.1", // makes the planner read a page by the index of its order instead of sorting
		"lock_timeout":      milliseconds(c.lock),
		"statement_timeout": milliseconds(c.statement),
		// The server ends the session of a process that it can no longer reach.
		"tcp_keepalives_idle":     "10",
		"tcp_keepalives_interval": "5",
		"tcp_keepalives_count":    "2",
	} {
		if _, ok := conn.RuntimeParams[name]; !ok {
			conn.RuntimeParams[name] = value
		}
	}
	conn.RuntimeParams[sessionSetting] = rand.Text()
	return address{conn: conn, passwordFile: c.passwordFile, lock: c.lock}, nil
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// open returns a pool with a maximum number of connections and an idle timeout for their
// transactions.
func (a address) open(conns int, idle time.Duration) *sql.DB {
	conn := a.conn.Copy()
	conn.RuntimeParams = maps.Clone(conn.RuntimeParams)
	conn.RuntimeParams["idle_in_transaction_session_timeout"] = milliseconds(idle)
	db := stdlib.OpenDB(*conn, stdlib.OptionBeforeConnect(a.readPassword))
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db
}

// readPassword sets the password of a new connection from the file.
func (a address) readPassword(_ context.Context, conn *pgx.ConnConfig) error {
	if a.passwordFile == "" {
		return nil
	}
	if info, err := os.Stat(a.passwordFile); err == nil && !info.Mode().IsRegular() { // to open a pipe would wait
		return fmt.Errorf("%w: read the password: %s is not a regular file", storage.ErrUnavailable, a.passwordFile)
	}
	password, err := os.ReadFile(a.passwordFile)
	if err != nil {
		return fmt.Errorf("%w: read the password: %w", storage.ErrUnavailable, err)
	}
	conn.Password = strings.TrimRight(string(password), "\r\n")
	return nil
}

// String returns the address without user and password.
func (a address) String() string {
	return fmt.Sprintf("postgres://%s:%d/%s", a.conn.Host, a.conn.Port, a.conn.Database)
}

const minVersion = 13_00_00

// vet refuses a server that the store cannot use.
func (a address) vet(ctx context.Context, db *sql.DB) error {
	var session sql.NullString
	var version int
	var encoding string
	var onlyReads bool
	err := db.QueryRowContext(ctx, "SELECT current_setting('"+sessionSetting+"', TRUE), current_setting('server_version_num')::INT, "+
		"current_setting('server_encoding'), current_setting('transaction_read_only')::BOOL").Scan(&session, &version, &encoding, &onlyReads)
	var refused *pgconn.PgError
	switch {
	case errors.As(err, &refused) && strings.Contains(refused.Message, "startup parameter"):
		return fmt.Errorf("%w: %w", ErrPooler, err)
	case err != nil:
		return err
	case session.String != a.conn.RuntimeParams[sessionSetting]:
		return ErrPooler
	case version < minVersion:
		return fmt.Errorf("server is PostgreSQL %d: version %d or later is needed", version/10000, minVersion/10000)
	case encoding != "UTF8":
		return fmt.Errorf("database has the encoding %s: create one with UTF8", encoding)
	case onlyReads:
		return errors.New("database can only be read, as that of a standby: name the primary server in the URL, " +
			"or all servers with target_session_attrs=read-write")
	}
	return nil
}
