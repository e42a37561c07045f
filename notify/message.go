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
	omitted int // notifications that are only counted
	items   []storage.DeliveryItem
	say     *language.Language // of what is added to the texts; nil: English
}

// messageOf returns the message of a delivery.
func messageOf(d storage.Delivery) message {
	m := message{title: d.Title, omitted: d.Omitted, items: d.Items}
	if d.Kind == storage.DeliveryImmediate {
		for _, item := range d.Items {
			m.lines = append(m.lines, linesOf(d.Title, item)...)
		}
		return m
	}
	for _, item := range d.Items {
		m.lines = append(m.lines, named(string(item.AppName), item.Summary))
	}
	return m
}

// linesOf returns the lines of a notification below a title, without what the title has
// already.
func linesOf(title string, item storage.DeliveryItem) (lines []string) {
	only := len(item.Changes) == 1 && item.Omitted == 0
	switch {
	case only && strings.HasSuffix(title, line(item.Changes[0].Sentence(), maxSentence)):
		for _, detail := range toldOf(item.Changes[0]) {
			lines = append(lines, line(detail, maxSentence))
		}
	case !strings.HasSuffix(title, item.Summary):
		lines = append(lines, item.Summary)
	}
	for _, e := range item.Changes {
		if link := linkOf(e); link != "" {
			lines = append(lines, link)
		}
	}
	return lines
}

// toldOf returns what an entry on a policy says about the text, beside its sentence.
func toldOf(e storage.Entry) []string {
	if e.Category != storage.CategoryPrivacyPolicy {
		return nil
	}
	return e.Details
}

// linkOf returns the URL of the policy that an entry is about, or "" if the entry has none
// that can be sent without escapes.
func linkOf(e storage.Entry) string {
	var more struct {
		PolicyURL string `json:"policyUrl"`
	}
	if e.Category != storage.CategoryPrivacyPolicy || len(e.More) == 0 || json.Unmarshal(e.More, &more) != nil || !plainURL(more.PolicyURL) {
		return ""
	}
	return more.PolicyURL
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
func testMessage(l *language.Language) message {
	return message{say: l, title: l.Words("Test message"), lines: []string{
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

// titleOf returns the title of a notification: its app, and its worst change, which is the
// first, with the number of the others.
func titleOf(n storage.Notification) string {
	what := "notification"
	switch {
	case len(n.Changes) == 1:
		what = line(n.Changes[0].Sentence(), maxSentence)
	case len(n.Changes) > 1:
		more := fmt.Sprintf(" and %d more", len(n.Changes)-1)
		what = line(n.Changes[0].Sentence(), maxTitle/2-len(more)) + more
	}
	return shorten(named(line(n.AppName, maxTitle/2), what), maxTitle)
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
