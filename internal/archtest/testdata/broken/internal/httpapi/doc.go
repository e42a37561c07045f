// Package httpapi is in its place.
package httpapi

import (
	_ "github.com/privacylabels/auditor/fleet"
	_ "github.com/privacylabels/auditor/internal/hidden"
	_ "github.com/privacylabels/auditor/storage"
)
