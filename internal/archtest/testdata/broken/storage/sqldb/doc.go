// Package sqldb is in its place.
package sqldb

import _ "github.com/privacylabels/auditor/storage"
