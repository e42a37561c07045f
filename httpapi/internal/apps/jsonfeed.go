package apps

import (
	"context"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// The members of a JSON Feed (version 1.1, jsonfeed.org) that are used.
type (
	jsonFeed struct {
		Version string         `json:"version"`
		Title   string         `json:"title"`
		FeedURL string         `json:"feed_url"`
		Authors []jsonAuthor   `json:"authors"`
		Items   []jsonFeedItem `json:"items"`
	}
	jsonFeedItem struct {
		ID            string       `json:"id"`
		URL           string       `json:"url"`
		Title         string       `json:"title"`
		ContentHTML   string       `json:"content_html"`
		ContentText   string       `json:"content_text"`
		DatePublished string       `json:"date_published"`
		DateModified  string       `json:"date_modified"`
		Authors       []jsonAuthor `json:"authors,omitempty"` // the authors of the item; missing: those of the feed

		// Changes is an extension: those have a name with an underscore.
		Changes jsonChanges `json:"_changes"`
	}
	jsonChanges struct {
		About string          `json:"about"`
		App   storage.AppID   `json:"appId"`
		List  []storage.Entry `json:"list"`
	}
	jsonAuthor struct {
		Name string `json:"name"`
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
