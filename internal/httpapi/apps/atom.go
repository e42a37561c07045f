package apps

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// The elements of an Atom feed (RFC 4287) that are used. encoding/xml replaces characters
// that are invalid in XML, such as control characters, by U+FFFD.
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
		Changes   []atomChange
	}
	// atomChange is an extension element (RFC 4287, section 6).
	atomChange struct {
		XMLName      xml.Name   `xml:"https://github.com/privacylabels/auditor change"`
		Type         string     `xml:"type,attr"`
		Category     string     `xml:"category,attr"`
		PrivacyType  string     `xml:"privacyType,attr,omitempty"`
		DataCategory string     `xml:"dataCategory,attr,omitempty"`
		Purpose      string     `xml:"purpose,attr,omitempty"`
		DataType     string     `xml:"dataType,attr,omitempty"`
		Feature      string     `xml:"feature,attr,omitempty"`
		From         string     `xml:"from,attr,omitempty"`
		To           string     `xml:"to,attr,omitempty"`
		StoreWide    bool       `xml:"storeWide,attr,omitempty"`
		Parts        []atomPart `xml:"part"`
	}
	atomPart struct {
		Type         string `xml:"type,attr"`
		DataCategory string `xml:"dataCategory,attr,omitempty"`
		Purpose      string `xml:"purpose,attr,omitempty"`
		DataType     string `xml:"dataType,attr,omitempty"`
		Optional     bool   `xml:"optional,attr,omitempty"`
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

// extension is the namespace of the extensions in feeds, and the URL of their description.
const extension = "https://github.com/privacylabels/auditor"

const atomType = "application/atom+xml"

func (c changes) atom(ctx context.Context, in newsRequest) (op.Document, error) {
	news, err := c.news(ctx, in)
	if err != nil {
		return op.Document{}, err
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
		for _, e := range item.changes {
			entry.Changes = append(entry.Changes, atomChangeOf(e))
		}
		feed.Entries = append(feed.Entries, entry)
	}
	body, err := xml.Marshal(feed)
	if err != nil {
		return op.Document{}, fmt.Errorf("write an Atom feed: %w", err)
	}
	return op.Document{ContentType: atomType + "; charset=utf-8", Body: append([]byte(xml.Header), body...)}, nil
}

func atomChangeOf(e storage.Entry) atomChange {
	change := atomChange{
		Type: string(e.Type), Category: string(cmp.Or(e.Category, storage.CategoryPrivacyLabel)), PrivacyType: e.PrivacyType,
		DataCategory: e.DataCategory, Purpose: e.Purpose, DataType: e.DataType, Feature: e.Feature, From: e.From, To: e.To, StoreWide: e.StoreWide,
	}
	for _, p := range e.Parts {
		change.Parts = append(change.Parts, atomPart{string(p.Type), p.DataCategory, p.Purpose, p.DataType, p.Optional})
	}
	return change
}
