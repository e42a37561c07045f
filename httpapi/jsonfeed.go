package httpapi

import "context"

// The members of a JSON Feed (version 1.1, jsonfeed.org) that ours have.
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
		Authors       []jsonAuthor `json:"authors,omitempty"` // none: the feed's
	}
	jsonAuthor struct {
		Name string `json:"name"`
	}
)

// jsonFeed answers "GET /api/feeds/json".
func (a *API) jsonFeed(ctx context.Context, in newsRequest) (document, error) {
	news, err := a.news(ctx, in)
	if err != nil {
		return document{}, err
	}
	feed := jsonFeed{
		Version: "https://jsonfeed.org/version/1.1", Title: news.title, FeedURL: news.self,
		Authors: []jsonAuthor{{"Privacy label auditor"}}, Items: []jsonFeedItem{},
	}
	for _, item := range news.items {
		entry := jsonFeedItem{
			ID: item.id, URL: item.url, Title: item.title, ContentHTML: item.html, ContentText: item.text,
			DatePublished: stamp(item.at), DateModified: stamp(item.at),
		}
		if item.author != "" {
			entry.Authors = []jsonAuthor{{item.author}}
		}
		feed.Items = append(feed.Items, entry)
	}
	_, body, err := encode(feed)
	return document{"application/feed+json", body}, err
}
