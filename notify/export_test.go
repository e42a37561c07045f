package notify

import (
	"crypto/x509"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// Write returns a message of a title and lines in a format.
func Write(format, title string, omitted int, lines ...string) ([]byte, error) {
	m := message{title: title, lines: lines, omitted: omitted}
	for _, l := range lines {
		name, sentence, _ := strings.Cut(l, ": ")
		m.items = append(m.items, storage.DeliveryItem{AppName: storage.Text(name), Summary: sentence, CreatedAt: 1})
	}
	return Channel(format).row().format.write(m)
}

// WriteNotification returns the message of a notification in a format.
func WriteNotification(format string, n storage.Notification) ([]byte, error) {
	item, err := itemOfNotification(n)
	if err != nil {
		return nil, err
	}
	item.Changes = slices.Clone(item.Changes)
	items := []storage.DeliveryItem{item}
	return Channel(format).row().format.write(messageOf(language.English, storage.Delivery{Kind: storage.DeliveryImmediate, Title: subjectsOf(items)[0].title(language.English), Items: items}, ""))
}

// Longest returns the length that a text in this format may have.
func Longest(format string) int { return Channel(format).row().format.most }

// QuietUntil returns until when quiet hours hold back what is posted at a moment,
// zero when they do not.
func QuietUntil(start, end time.Duration, zone *time.Location, at storage.Time) storage.NullTime {
	return quietHours{start, end, zone}.until(at)
}

// PauseAfter returns the pause after an attempt, before jitter.
var PauseAfter = pauseAfter

// TrustMailServers lets an outbox accept the certificates of these authorities.
func TrustMailServers(o *Outbox, roots *x509.CertPool) { o.roots = roots }

// RetryAfter returns how long the body of a refusal asks to wait.
var RetryAfter = retryAfter

// TextIn returns the title and the lines of a message in a language.
func TextIn(l *language.Language, d storage.Delivery) []string {
	m := messageOf(l, deliveryIn(l, d), "")
	return append([]string{m.title}, m.lines...)
}
