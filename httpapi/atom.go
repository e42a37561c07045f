package httpapi

import (
	"context"
	"encoding/xml"
	"fmt"
)

// The elements of an Atom feed (RFC 4287) that ours have. encoding/xml writes
// what no XML can hold, such as control characters, as U+FFFD.
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  *atomPerson `xml:"author"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		ID        string      `xml:"id"`
		Title     string      `xml:"title"`
		Updated   string      `xml:"updated"`
		Published string      `xml:"published"`
		Author    *atomPerson `xml:"author"` // nil: the feed's
		Links     []atomLink  `xml:"link"`
		Content   atomText    `xml:"content"`
	}
	atomPerson struct {
		Name string `xml:"name"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Type string `xml:"type,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
	atomText struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
)

const atomType = "application/atom+xml"

// atomFeed answers "GET /api/feeds/atom".
func (a *API) atomFeed(ctx context.Context, in newsRequest) (document, error) {
	news, err := a.news(ctx, in)
	if err != nil {
		return document{}, err
	}
	feed := atomFeed{
		ID: news.id, Title: news.title, Updated: stamp(news.updated), Author: &atomPerson{"Privacy label auditor"},
		Links: []atomLink{{"self", atomType, news.self}},
	}
	for _, item := range news.items {
		entry := atomEntry{
			ID: item.id, Title: item.title, Updated: stamp(item.at), Published: stamp(item.at),
			Links: []atomLink{{"alternate", "text/html", item.url}}, Content: atomText{"html", item.html},
		}
		if item.author != "" {
			entry.Author = &atomPerson{item.author}
		}
		feed.Entries = append(feed.Entries, entry)
	}
	body, err := xml.Marshal(feed)
	if err != nil {
		return document{}, fmt.Errorf("write an Atom feed: %w", err)
	}
	return document{atomType + "; charset=utf-8", append([]byte(xml.Header), body...)}, nil
}
