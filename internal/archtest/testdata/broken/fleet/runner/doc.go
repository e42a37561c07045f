// Package runner imports what lies before it.
package runner

import _ "github.com/privacylabels/auditor/backup"
