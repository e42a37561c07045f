package web

import (
	"github.com/privacylabels/auditor/internal/web/forms"
	"github.com/privacylabels/auditor/internal/web/reading"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// Site is the web page. It is safe for concurrent use.
type Site struct {
	kit      *ui.Kit
	all      []ui.Screen
	sessions sessions
}

// New returns the web page.
func New(services ui.Services) (*Site, error) {
	kit, err := ui.New(services)
	if err != nil {
		return nil, err
	}
	s := &Site{kit: kit, sessions: sessions{kit}}
	s.all = kit.Mount(s.sessions.screens(), reading.New(kit), forms.New(kit))
	return s, nil
}

// Screens returns the screens.
func (s *Site) Screens() []ui.Screen { return s.all }
