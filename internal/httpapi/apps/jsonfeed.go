package apps

import (
	"context"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// The members of a JSON Feed (version 1.1, jsonfeed.org) that are used.
type (
	jsonFeed struct {
		Version string         `json:"version"`  // the URL that identifies the version of JSON Feed
		Title   string         `json:"title"`    // the title
		FeedURL string         `json:"feed_url"` // the URL of the feed
		Authors []jsonAuthor   `json:"authors"`  // the authors of the feed
		Items   []jsonFeedItem `json:"items"`    // the items
	}
	jsonFeedItem struct {
		ID            string       `json:"id"`                // the ID
		URL           string       `json:"url"`               // the URL
		Title         string       `json:"title"`             // the title
		ContentHTML   string       `json:"content_html"`      // the changes as HTML
		ContentText   string       `json:"content_text"`      // the changes as plain text
		DatePublished string       `json:"date_published"`    // when the changes were found (RFC 3339)
		DateModified  string       `json:"date_modified"`     // when the item last changed (RFC 3339)
		Authors       []jsonAuthor `json:"authors,omitempty"` // the authors of the item; missing: those of the feed

		// The changes, for programs. JSON Feed reserves names with an underscore for such extensions.
		Changes jsonChanges `json:"_changes"`
	}
	jsonChanges struct {
		About string          `json:"about"` // what the changes are about: app, type of snapshot and dates
		App   storage.AppID   `json:"appId"` // the ID of the app
		List  []storage.Entry `json:"list"`  // the changes
	}
	jsonAuthor struct {
		Name string `json:"name"` // the name
	}
)

const jsonFeedType = "application/feed+json"

func (c changes) json(ctx context.Context, in newsRequest) (op.Document, error) {
	news, err := c.news(ctx, in)
	if err != nil {
		return op.Document{}, err
	}
	feed := jsonFeed{
		Version: "https://jsonfeed.org/version/1.1", Title: news.title, FeedURL: news.self,
		Authors: []jsonAuthor{{"Privacy label auditor"}}, Items: []jsonFeedItem{},
	}
	for _, item := range news.items {
		entry := jsonFeedItem{
			ID: item.id, URL: item.url, Title: item.title, ContentHTML: item.html, ContentText: item.text,
			DatePublished: stamp(item.at), DateModified: stamp(item.at), Changes: jsonChanges{extension, item.app, item.changes},
		}
		if item.author != "" {
			entry.Authors = []jsonAuthor{{item.author}}
		}
		feed.Items = append(feed.Items, entry)
	}
	body, err := op.Encode(feed)
	return op.Document{ContentType: jsonFeedType, Body: body}, err
}
