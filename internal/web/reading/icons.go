package reading

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const (
	// iconsFolder is the folder of icons in the data folder.
	iconsFolder = "icons"
	// maxIcon is how long an icon may be, in bytes.
	maxIcon = 512 << 10
	// maxIconFetches is how many icons are fetched at once.
	maxIconFetches = 4
	// iconRetry is how long an icon that could not be fetched is not tried again, and
	// maxIconFailures how many of them are remembered.
	iconRetry       = time.Hour
	maxIconFailures = 10_000
)

// icons serves the icons of apps from the data folder. An icon is fetched once, so that a
// browser asks no one else.
type icons struct {
	*ui.Kit
	turns chan struct{}

	mu     sync.Mutex
	failed map[string]time.Time // by file name
}

func newIcons(kit *ui.Kit) []ui.Screen {
	s := &icons{Kit: kit, turns: make(chan struct{}, maxIconFetches), failed: make(map[string]time.Time)}
	return []ui.Screen{{Route: "GET /icons/{id}", As: "GET /api/apps", Serve: s.get}}
}

// get answers the pages of this service with the icon of an app, and those of other ports and sibling hosts alike for
// every app: how fast an answer comes, or whether a browser has it already, would tell them which apps are tracked.
func (s *icons) get(ctx context.Context, r ui.Request) (reply ui.Reply, err error) {
	if site := r.HTTP().Header.Get("Sec-Fetch-Site"); site == "same-site" || site == "cross-site" {
		reply = letter("")
		reply.Cache = ""
	} else if reply, err = s.icon(ctx, r); err != nil {
		return reply, err
	}
	reply.Vary = "Sec-Fetch-Site"
	return reply, nil
}

func (s *icons) icon(ctx context.Context, r ui.Request) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	app, err := s.Fleet.Detail(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		if found := s.Found.Icon(id); s.Icons != nil && webURL(found) != "" {
			return s.passOn(ctx, found)
		}
		// As for an app without an icon, so that the status does not tell who asks which apps
		// are tracked.
		reply := letter("")
		reply.Cache = "" // it may be tracked soon
		return reply, nil
	}
	if err != nil {
		return ui.Reply{}, err
	}
	if s.Icons == nil || s.Dir == "" || webURL(string(app.IconURL)) == "" {
		return letter(app.Name), nil
	}
	digest := sha256.Sum256([]byte(app.IconURL))
	name := hex.EncodeToString(digest[:16])
	icon, err := os.ReadFile(filepath.Join(s.Dir, iconsFolder, name))
	if errors.Is(err, fs.ErrNotExist) {
		icon, err = s.fetch(ctx, name, string(app.IconURL))
	}
	if errors.Is(err, storage.ErrNotFound) {
		return letter(app.Name), nil
	}
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Reply{Body: icon, ContentType: http.DetectContentType(icon), Cache: "private, max-age=604800"}, nil
}

// passOn returns the icon of an app that is not tracked, without saving it.
func (s *icons) passOn(ctx context.Context, url string) (ui.Reply, error) {
	icon, err := s.once(ctx, url, url)
	if errors.Is(err, storage.ErrNotFound) {
		return letter(""), nil
	}
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Reply{Body: icon, ContentType: http.DetectContentType(icon), Cache: "private, max-age=86400"}, nil
}

// letter draws the first letter of a name, in place of an icon that cannot be had.
func letter(name string) ui.Reply {
	drawing := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 84 84"><text x="42" y="56" text-anchor="middle" font-family="Georgia,serif" font-size="38" fill="#857d70">%s</text></svg>`,
		html.EscapeString(ui.Initial(name)))
	return ui.Reply{Body: drawing, ContentType: "image/svg+xml", Cache: "private, max-age=3600"}
}

// fetch fetches an icon and saves it. An icon that cannot be fetched is not found.
func (s *icons) fetch(ctx context.Context, name, url string) ([]byte, error) {
	icon, err := s.once(ctx, name, url)
	if err != nil {
		return nil, err
	}
	return icon, s.save(name, icon)
}

// once fetches an icon in its turn. One that cannot be fetched is not found, and is not tried again for some time.
func (s *icons) once(ctx context.Context, name, url string) ([]byte, error) {
	if s.tried(name) {
		return nil, storage.ErrNotFound
	}
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	icon, err := s.download(ctx, url)
	if err != nil {
		if ctx.Err() == nil { // not because the reader has left
			s.remember(name)
		}
		return nil, fmt.Errorf("%w: %w", storage.ErrNotFound, err)
	}
	return icon, nil
}

// download returns an image of a kind and length that a page may show.
func (s *icons) download(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := s.Icons.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the icon is answered with status %d", response.StatusCode)
	}
	icon, err := io.ReadAll(io.LimitReader(response.Body, maxIcon+1))
	if err != nil {
		return nil, err
	}
	if kind := http.DetectContentType(icon); len(icon) > maxIcon || !slices.Contains([]string{"image/png", "image/jpeg", "image/webp"}, kind) {
		return nil, fmt.Errorf("the icon is no image, or too large: %s, %d bytes", kind, len(icon))
	}
	return icon, nil
}

// save writes an icon under another name first, so that no one reads a part of it.
func (s *icons) save(name string, icon []byte) error {
	dir := filepath.Join(s.Dir, iconsFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("save an icon: %w", err)
	}
	file, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return fmt.Errorf("save an icon: %w", err)
	}
	_, err = file.Write(icon)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		return fmt.Errorf("save an icon: %w", errors.Join(err, os.Remove(file.Name())))
	}
	return nil
}

// tried reports whether an icon could not be fetched a short time ago.
func (s *icons) tried(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.failed[name]
	return ok && s.Now().Sub(at) < iconRetry
}

func (s *icons) remember(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.failed) >= maxIconFailures {
		clear(s.failed)
	}
	s.failed[name] = s.Now()
}

// writeIcon writes the icon of an app.
func writeIcon(m *ui.Markup, id storage.AppID, big bool) {
	m.Add(`<img class="icon{? big}" src="{}/icons/{}" alt="" loading="lazy">`, big, m.Base, id)
}

// writeAbout begins the head of a screen about an app: its icon beside a heading and its developer.
func writeAbout(m *ui.Markup, app storage.App, heading func()) {
	m.Add(`<header class="about">`)
	writeIcon(m, app.ID, false)
	m.Add(`<div><h1>`)
	heading()
	m.Add(`</h1><p class="soft">{}</p></div></header>
	`, app.Developer)
}

// linkTo returns the name of an app as a link to it.
func linkTo(m *ui.Markup, app storage.App) ui.HTML {
	return m.Part(`<a href="{}/apps/{}">{}</a>`, m.Base, app.ID, m.Named(app.Name, app.ID))
}
