// Package sqlite is in its place.
package sqlite

import _ "github.com/privacylabels/auditor/storage/sqldb"
