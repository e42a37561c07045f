package apps

import (
	"context"
	"crypto/sha256"
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// maxNews is the maximum number of snapshots in a feed.
const maxNews = 100

type newsRequest struct {
	App  storage.AppID `query:"appId" doc:"Changes of this app only." example:"1"`
	Self string        `address:""`
}

// newsFeed is a feed in either format.
type newsFeed struct {
	id, self, title string
	updated         storage.Time // zero: nothing has changed yet
	items           []newsItem   // newest first
}

// newsItem is a snapshot with changes.
type newsItem struct {
	id, url, title string
	author         string // empty: unknown
	html, text     string // the changes, in both formats
	at             storage.Time
	app            storage.AppID
	changes        []storage.Entry // the same, for programs
}

// news returns the newest changes of an app, or of all apps.
func (c changes) news(ctx context.Context, in newsRequest) (newsFeed, error) {
	found, err := c.Changelog.News(ctx, changelog.NewsQuery{App: in.App, Limit: maxNews})
	if err != nil {
		return newsFeed{}, err
	}
	feed := newsFeed{id: uuid("feed"), self: in.Self, title: "Changes to the privacy labels of apps"}
	if in.App != 0 {
		feed.self += "?appId=" + in.App.String()
		feed.id = uuid("feed/" + in.App.String())
		feed.title = fmt.Sprintf("Changes to the privacy labels of app %d", in.App)
	}
	for _, n := range found {
		feed.items = append(feed.items, itemOf(n))
		feed.updated = max(feed.updated, n.ID.At)
	}
	if in.App != 0 && len(found) > 0 {
		feed.title = "Changes to the privacy label of " + found[0].App.Name
	}
	return feed, nil
}

func itemOf(n changelog.News) newsItem {
	item := newsItem{
		id: uuid("snapshot/" + n.ID.String()), url: n.App.URL, author: string(n.App.Developer), at: n.ID.At,
		title: n.App.Name, app: n.ID.App, changes: n.Entries,
	}
	entries := changelog.WorstFirst(n.Entries)
	if len(entries) > 0 {
		item.title, _ = changelog.Headline(n.App.Name, entries[0])
	}
	if len(entries) > 1 {
		item.title += fmt.Sprintf(" and %d more", len(entries)-1)
	}
	var list strings.Builder
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = e.Sentence()
		list.WriteString("<li>" + html.EscapeString(lines[i]) + details(e) + "</li>")
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

// uuid returns a URN that depends on the name alone: a UUID of version 8 (RFC 9562, section
// 5.8) from the digest of the name.
func uuid(name string) string {
	b := sha256.Sum256([]byte("github.com/privacylabels/auditor/" + name))
	b[6] = b[6]&0x0f | 0x80
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

// stamp formats a time for feeds (RFC 3339), which have no form for times that are not
// expressible.
func stamp(t storage.Time) string { return t.Bounded().Std().Format(time.RFC3339Nano) }
