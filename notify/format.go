package notify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// format describes how to write messages for one kind of receiver.
type format struct {
	most   int              // the maximum size of the text
	size   func(string) int // how the receiver counts it
	gap    string           // between two lines
	escape func(rune) string
	opens  bool                                              // the body has the link as a member of its own
	body   func(m message, title string, lines []string) any // title and lines are escaped
}

// maxLines is how many lines a message has below its title; the rest is counted. A phone shows no
// more.
const maxLines = 5

// write returns a message as JSON (RFC 8259): the same bytes for the same message.
func (f format) write(m message) ([]byte, error) {
	title, lines := f.fit(m)
	body, err := json.Marshal(f.body(m, title, lines))
	if err != nil {
		return nil, fmt.Errorf("write a message: %w", err)
	}
	return body, nil
}

// fit returns the title and the lines that fit. A line counts the rest, and the last one is the link.
func (f format) fit(m message) (title string, lines []string) {
	title = f.escaped(m.title, f.most/2)
	left := f.most - f.size(title) - f.size(f.gap+"… and 1000000000 more")
	link, most := m.link, maxLines
	if f.opens || m.templated {
		link = ""
	}
	if m.templated {
		most = len(m.lines)
	}
	if link != "" {
		left -= f.size(f.gap + link)
	}
	for i, raw := range m.lines[:min(len(m.lines), most)] {
		room := left - f.size(f.gap)
		text := f.escaped(raw, f.most)
		if m.templated && raw == m.link && raw != "" {
			text = raw // escaped, it would not be a link
		}
		if f.size(text) > room && i == 0 {
			text = f.escaped(raw, room)
		}
		if f.size(text) > room {
			break
		}
		lines = append(lines, text)
		left = room - f.size(text)
	}
	if rest := m.omitted + len(m.lines) - len(lines); rest > 0 {
		lines = append(lines, string(cmp.Or(m.say, language.English).Text("… and %s more", fmt.Sprint(rest))))
	}
	if link != "" {
		lines = append(lines, link) // not escaped, or it would not be one
	}
	return title, lines
}

// escaped returns a text, escaped so that the receiver shows it verbatim, and cut to a size.
func (f format) escaped(s string, most int) string {
	var b strings.Builder
	const cut = "…"
	length, last := 0, f.size(cut)-1
	for _, r := range s {
		text := f.escape(r)
		if length += f.size(text); length >= most-last {
			b.WriteString(cut)
			break
		}
		b.WriteString(text)
	}
	return b.String()
}

// encoded returns the length of a text in JSON, in bytes.
func encoded(s string) int {
	text, err := json.Marshal(s)
	if err != nil {
		return len(s) // cannot happen: strings are always encoded
	}
	return len(text) - len(`""`)
}

// units returns the length of a text in UTF-16 units, which chat services count.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// escapeSlack prevents links and mentions.
func escapeSlack(r rune) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	}
	return string(r)
}

// escapeMarkdown prevents formatting and links.
func escapeMarkdown(r rune) string {
	if strings.ContainsRune("\\`*_~|#<>[]-+", r) {
		return `\` + string(r)
	}
	return string(r)
}

// escapeCard escapes the Markdown and HTML that cards support.
func escapeCard(r rune) string {
	switch r {
	case '&', '<', '>':
		return escapeSlack(r)
	case '\\', '`', '*', '_', '#', '[', ']':
		return `\` + string(r)
	}
	return string(r)
}

func slackBody(_ message, title string, lines []string) any {
	return map[string]any{"text": joined("\n", title, lines)}
}

func discordBody(_ message, title string, lines []string) any {
	return map[string]any{
		"content":          joined("\n", title, lines),
		"allowed_mentions": map[string]any{"parse": []string{}}, // without this, a text could mention @everyone
	}
}

func teamsBody(m message, title string, lines []string) any {
	text := strings.Join(lines, "\n\n")
	if text == "" { // Teams refuses a card without text
		text = title
	}
	return map[string]any{
		"@type": "MessageCard", "@context": "https://schema.org/extensions",
		"summary": m.title, "themeColor": "0a84ff", "title": title, "text": text,
	}
}

// PayloadVersion is the version of the generic format. It is incremented when a member changes
// its meaning or is removed. New members can be added without a new version.
const PayloadVersion = 1

// genericBody returns the format for programs.
func genericBody(m message, title string, lines []string) any {
	type notification struct {
		ID             string                   `json:"id"`
		App            *storage.AppID           `json:"appId"`
		AppName        storage.Text             `json:"appName"`
		Type           storage.NotificationType `json:"type"`
		Summary        string                   `json:"summary"`
		CreatedAt      storage.Time             `json:"createdAt"`
		Changes        []storage.Entry          `json:"changes"`
		ChangesOmitted int                      `json:"changesOmitted,omitempty"`
	}
	notifications := make([]notification, len(m.items))
	for i, item := range m.items {
		notifications[i] = notification{
			ID: item.Notification, AppName: item.AppName, Type: item.Type, Summary: item.Summary, CreatedAt: item.CreatedAt,
			Changes: categorized(item.Changes), ChangesOmitted: item.Omitted,
		}
		if item.App != 0 {
			notifications[i].App = &item.App
		}
	}
	return struct {
		Version       int            `json:"version"`
		Title         string         `json:"title"`
		Text          string         `json:"text"`
		URL           string         `json:"url,omitempty"`
		Notifications []notification `json:"notifications"`
	}{PayloadVersion, m.title, joined("\n", title, lines), m.link, notifications}
}

func joined(gap, title string, lines []string) string {
	return strings.Join(append([]string{title}, lines...), gap)
}
