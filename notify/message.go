package notify

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// The longest parts of a message, in characters.
const (
	maxTitle    = 256
	maxSentence = 300
	maxSummary  = 1000
)

// maxChanges is the maximum size of the changes of one notification in a message, in bytes.
const maxChanges = 16 << 10

// message is the content of a message, independent of the format.
type message struct {
	to      string // the topic or the chat, for formats that include it
	title   string
	lines   []string
	omitted int    // notifications and changes that are only counted
	link    string // where there is more; empty: nowhere
	items   []storage.DeliveryItem
	say     *language.Language // of what is added to the texts; nil: English

	// templated means that a template has made the lines: all are sent, and the link is not added.
	templated bool
}

// message returns the message of a delivery to the endpoint. If a template fails, the message has the texts
// that it has without one, and the error says why.
func (e endpoint) message(l *language.Language, d storage.Delivery) (message, error) {
	d = deliveryIn(l, d)
	return e.apply(messageOf(l, d, e.page), d, e.page)
}

// messageOf returns the message of a delivery, whose texts are in the language, with a link to the page, whose address is empty if it is
// not known.
func messageOf(l *language.Language, d storage.Delivery, page string) message {
	m := message{say: l, title: d.Title, omitted: d.Omitted, items: d.Items}
	subjects := subjectsOf(d.Items)
	for _, s := range subjects {
		if d.Kind != storage.DeliveryImmediate {
			m.lines = append(m.lines, s.headline(l))
			continue
		}
		m.lines = append(m.lines, s.lines(l, d.Title)...)
		m.omitted += s.omitted
	}
	m.link = linkOf(page, d.Kind, subjects)
	return m
}

// lineOf returns a change as a line: its sentence and its details.
func lineOf(e storage.Entry) string {
	sentence := line(e.Sentence(), maxSentence)
	if told := strings.Join(toldOf(e), "; "); told != "" {
		sentence += ": " + told
	}
	return line(sentence, maxSentence)
}

// toldOf returns what an entry says beside its sentence, as lines.
func toldOf(e storage.Entry) []string {
	switch {
	case len(e.Details) == 0:
		return nil
	case e.Type == storage.EntryAdded || e.Type == storage.EntryRemoved: // names of categories
		return []string{strings.Join(e.Details, ", ")}
	}
	return e.Details
}

// maxLink is the maximum length of a link in a message, in bytes.
const maxLink = 500

// plainURL reports whether a text is a URL of the web without a character that a receiver
// could take for markup.
func plainURL(s string) bool {
	const marks = "-._~:/?#@!$&'*+,;=%"
	u, err := url.Parse(s)
	return err == nil && len(s) <= maxLink && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil &&
		!strings.ContainsFunc(s, func(r rune) bool {
			return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(marks, r))
		})
}

// testMessage returns the message by which a user tests a destination.
func testMessage(l *language.Language, page string) message {
	return message{say: l, title: l.Words("Test message"), link: linkOf(page, "", nil), lines: []string{
		l.Words("This destination can be reached."), l.Words("Changes to the privacy labels of tracked apps will be sent here."),
	}}
}

// line returns untrusted text as one line of at most most characters.
func line(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r): // would change the direction of the text after it
			return -1
		}
		return r
	}, s)
	return shorten(strings.TrimSpace(s), most)
}

// shorten cuts a text to at most most characters, including the ellipsis.
func shorten(s string, most int) string {
	n := 0
	cut := 0 // where to cut the text if it is too long
	for i := range s {
		if n == most-1 {
			cut = i
		}
		if n++; n > most {
			return s[:cut] + "…"
		}
	}
	return s
}

// named puts a name before a sentence.
func named(name, sentence string) string {
	if name == "" {
		return sentence
	}
	return name + ": " + sentence
}

// itemOfNotification returns a notification as an item of a message. The error is that of
// a change that cannot be encoded.
func itemOfNotification(n storage.Notification) (storage.DeliveryItem, error) {
	item := storage.DeliveryItem{
		Notification: n.ID, App: n.App, AppName: storage.Text(line(n.AppName, maxTitle/2)), Type: n.Type,
		Summary: summaryOf(n.Changes), CreatedAt: n.CreatedAt,
	}
	size := 0
	for i, e := range n.Changes {
		text, err := json.Marshal(e)
		if err != nil {
			return item, fmt.Errorf("encode change %d of notification %s: %w", i, n.ID, err)
		}
		if size += len(text); size > maxChanges {
			item.Omitted = len(n.Changes) - i
			break
		}
		item.Changes = append(item.Changes, e)
	}
	return item, nil
}

// summaryOf returns the sentences of entries as one line. Those that do not fit are
// counted.
func summaryOf(entries []storage.Entry) string {
	const more = len("; and 1000000 more")
	var b strings.Builder
	length := 0
	for i, e := range entries {
		sentence := line(e.Sentence(), maxSentence)
		if told := toldOf(e); len(told) > 0 {
			sentence += ": " + line(told[0], maxSentence)
		}
		if i > 0 {
			sentence = "; " + sentence
		}
		n := len([]rune(sentence))
		if length+n+more > maxSummary {
			fmt.Fprintf(&b, "; and %d more", len(entries)-i)
			break
		}
		length += n
		b.WriteString(sentence)
	}
	return b.String()
}
