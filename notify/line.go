package notify

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/storage"
)

// How much of a notification a message tells, in characters.
const (
	maxTitle    = 256
	maxSentence = 300
	maxSummary  = 1000
)

// line makes one line of at most so many characters out of foreign text.
func line(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r): // would turn round what follows
			return -1
		}
		return r
	}, s)
	return shorten(strings.TrimSpace(s), most)
}

// shorten cuts a text after so many characters, the mark of the cut included.
func shorten(s string, most int) string {
	n := 0
	cut := 0 // where the last character that may stay ends, if one must go
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

// titleOf returns what to say first of a notification: what happened, or how
// much of it.
func titleOf(n storage.Notification) string {
	what := "notification"
	switch {
	case len(n.Changes) == 1:
		what = line(n.Changes[0].Description, maxSentence)
	case len(n.Changes) > 1:
		what = fmt.Sprintf("%d changes", len(n.Changes))
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

// itemOfNotification returns a notification as a message tells of it.
func itemOfNotification(n storage.Notification) storage.DeliveryItem {
	return storage.DeliveryItem{
		Notification: n.ID, AppName: storage.Text(line(n.AppName, maxTitle/2)), Summary: summaryOf(n.Changes), CreatedAt: n.CreatedAt,
	}
}

// summaryOf returns the sentences of entries as one line. Those that there is no
// room for are counted.
func summaryOf(entries []storage.Entry) string {
	const more = len("; and 1000000 more")
	var b strings.Builder
	length := 0
	for i, e := range entries {
		sentence := line(e.Description, maxSentence)
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
