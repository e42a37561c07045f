package sqlite

import (
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
)

// Each connection has the full text index of SQLite, also those of the tools and tests that read
// the schema without this package.
func init() { sqlite3.AutoExtension(fts5.Register) }
