package ui

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/services"
)

// Services are what the screens call.
type Services struct {
	services.Set

	// Icons fetches the icons of apps, which are saved in a folder of Dir. Without either,
	// no icons are shown.
	Icons *http.Client
	Dir   string
}

// Kit is what all screens have: the services, and the layout that it renders them in. It is safe for
// concurrent use once [Kit.Mount] was called.
type Kit struct {
	Services

	// Found are the apps that a search has found.
	Found *Found

	fragments map[*language.Language]*fragments

	files *assets
	nav   []navItem
}

type navItem struct {
	Label language.Words
	Path  string
	Key   string // of the keyboard; empty: none
}

// New returns a kit for screens that call the services.
func New(services Services) (*Kit, error) {
	k := &Kit{Services: services, Found: new(Found), fragments: newFragments()}
	var err error
	if k.files, err = newAssets(); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return k, nil
}

// Mount returns all screens, those of the kit included. The navigation has those with a
// word for it, in this order.
func (k *Kit) Mount(screens ...[]Screen) []Screen {
	all := []Screen{k.files.screen(), k.manifest(), k.choosing()}
	for _, some := range screens {
		for _, s := range some {
			all = append(all, s)
			if s.Nav != "" {
				_, path, _ := strings.Cut(s.Route, " ")
				k.nav = append(k.nav, navItem{s.Nav, path, navKeys[path]})
			}
		}
	}
	return all
}

// navKeys are the keys that lead to screens, by path.
var navKeys = map[string]string{"/": "c", "/apps": "a"}

// Head is what the layout shows of a screen.
type Head struct {
	Title language.Words // in the title of the window
	Nav   language.Words // the word in the navigation that is marked; see [Screen]
	Name  string         // what is in the title instead, such as the name of an app; empty: Title
	// Status is the status of the answer; zero: 200.
	Status int
}

// waiting returns the number of apps with changes to review, zero if the client may not read it or if it cannot
// be read: the screen says what fails.
func (k *Kit) waiting(r Request) int {
	if may, err := r.Allows("GET /api/summary"); err != nil || !may || k.Fleet == nil {
		return 0
	}
	n, err := k.Fleet.Waiting(r.HTTP().Context())
	if err != nil {
		return 0
	}
	return n
}

// Origin returns the path and the query, without the prefix, of the screen that was asked
// for or, for a form, of the one that it was on, as far as that is known.
func Origin(r Request) string {
	at := r.HTTP().URL
	if r.HTTP().Method != http.MethodGet && r.HTTP().Method != http.MethodHead {
		return From(r, "/")
	}
	path := cmp.Or(at.EscapedPath(), "/")
	if at.RawQuery != "" {
		path += "?" + at.RawQuery
	}
	return path
}
