package ui

import (
	"sync"

	"github.com/privacylabels/auditor/storage"
)

// maxFound is how many apps are remembered that were found.
const maxFound = 1000

// Found remembers the icons of apps that a search has found and that need not be tracked, so that they can
// be shown without another host being asked by the browser. It is safe for concurrent use.
type Found struct {
	mu    sync.Mutex
	icons map[storage.AppID]string
}

// Add remembers the URL of the icon of an app. When there are too many, all are forgotten first.
func (f *Found) Add(id storage.AppID, icon string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.icons == nil || len(f.icons) >= maxFound {
		f.icons = make(map[storage.AppID]string)
	}
	f.icons[id] = icon
}

// Icon returns the URL of the icon of an app, empty if it is not known.
func (f *Found) Icon(id storage.AppID) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.icons[id]
}
