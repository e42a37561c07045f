package httpapi

import (
	"context"
	"crypto/sha256"
	"fmt"
	"html"
	"net/url"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// maxNews is how many snapshots a feed for readers has.
const maxNews = 100

// newsRequest is GET /api/feeds/atom and GET /api/feeds/json.
type newsRequest struct {
	self string // the address that was asked, as the client knows it
	app  storage.AppID
}

func (in *newsRequest) decode(r *request) error {
	text, sent := r.query("appId")
	if sent {
		var err error
		if in.app, err = storage.ParseAppID(text); err != nil {
			return badRequest("appId must be the number of an app")
		}
		if in.app == 0 {
			return storage.ErrNotFound
		}
	}
	in.self = r.self()
	if sent {
		in.self += "?appId=" + in.app.String()
	}
	return nil
}

// self returns the address of the request without its query, below whatever
// prefix the API is mounted at.
func (r *request) self() string {
	scheme := "http"
	if r.secure {
		scheme = "https"
	}
	path := r.URL.Path
	if asked, err := url.ParseRequestURI(r.RequestURI); err == nil && strings.HasSuffix(asked.Path, path) {
		path = asked.Path
	}
	at := url.URL{Scheme: scheme, Host: r.host.String(), Path: path}
	return strings.Clone(at.String())
}

// newsFeed is what changed, as feed readers see it.
type newsFeed struct {
	id, self, title string
	updated         storage.Time // zero: nothing has changed yet
	items           []newsItem   // newest first
}

// newsItem is a snapshot with changes.
type newsItem struct {
	id, url, title string
	author         string // empty: not known
	html, text     string // the changes, one each
	at             storage.Time
}

// news returns the newest changes of an app, or of all.
func (a *API) news(ctx context.Context, in newsRequest) (newsFeed, error) {
	found, err := a.cfg.Changelog.News(ctx, changelog.NewsQuery{App: in.app, Limit: maxNews})
	if err != nil {
		return newsFeed{}, err
	}
	feed := newsFeed{id: uuid("feed"), self: in.self, title: "Changes to the privacy labels of apps"}
	if in.app != 0 {
		feed.id = uuid("feed/" + in.app.String())
		feed.title = fmt.Sprintf("Changes to the privacy labels of app %d", in.app)
	}
	for _, n := range found {
		feed.items = append(feed.items, itemOf(n))
		feed.updated = max(feed.updated, n.ID.At)
	}
	if in.app != 0 && len(found) > 0 {
		feed.title = "Changes to the privacy label of " + found[0].App.Name
	}
	return feed, nil
}

func itemOf(n changelog.News) newsItem {
	item := newsItem{
		id: uuid("snapshot/" + n.ID.String()), url: n.App.URL, author: string(n.App.Developer), at: n.ID.At,
		title: fmt.Sprintf("%s: %d changes", n.App.Name, len(n.Entries)),
	}
	if len(n.Entries) == 1 {
		item.title = n.App.Name + ": " + n.Entries[0].Description
	}
	var list strings.Builder
	lines := make([]string, len(n.Entries))
	for i, e := range n.Entries {
		lines[i] = e.Description
		list.WriteString("<li>" + html.EscapeString(e.Description) + details(e) + "</li>")
	}
	item.text = strings.Join(lines, "\n")
	item.html = "<ul>" + list.String() + "</ul>"
	if n.Source == storage.SourceWayback {
		item.html += "<p>Read from the web archive.</p>"
	}
	return item
}

// details returns the details of an entry as a list.
func details(e storage.Entry) string {
	if len(e.Details) == 0 {
		return ""
	}
	var list strings.Builder
	for _, d := range e.Details {
		list.WriteString("<li>" + html.EscapeString(d) + "</li>")
	}
	return "<ul>" + list.String() + "</ul>"
}

// uuid returns the same URN for the same name, always: a UUID of version 8 (RFC
// 9562, section 5.8) made from a digest.
func uuid(name string) string {
	b := sha256.Sum256([]byte("github.com/privacylabels/auditor/" + name))
	b[6] = b[6]&0x0f | 0x80
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

// stamp writes a moment as feeds have it (RFC 3339).
func stamp(t storage.Time) string { return t.Std().Format(time.RFC3339Nano) }
