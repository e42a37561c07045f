package notify

import (
	"context"
	"strings"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

const (
	maxPreviewed  = 3   // messages
	maxPreviewing = 500 // the newest notifications, which are searched for them
)

// PreviewedMessages is what a destination would have got of the newest notifications.
type PreviewedMessages struct {
	Messages []PreviewMessage `json:"messages"` // up to three messages, newest first, or one summary
	// Whether the messages are invented, because no recent notification would have been sent.
	Sample bool `json:"sample"`
}

// PreviewMessage is a message as people would read it.
type PreviewMessage struct {
	Title string       `json:"title"` // the title
	Text  string       `json:"text"`  // the lines below the title
	Link  storage.Text `json:"link"`  // where there is more; null: nowhere
}

// Preview returns what a destination with these values would have got of the newest notifications. It
// needs no address. The error is an [*InvalidError].
func (o *Outbox) Preview(ctx context.Context, c DestinationChange) (PreviewedMessages, error) {
	now := o.stamp()
	s := c.onto(stored{Channel: Generic, Frequency: settings.Immediate, Hour: standardHour})
	if s.Frequency == settings.Off {
		s.Frequency = settings.Immediate
	}
	for _, check := range []func() error{s.checkTimes, s.checkSelection, s.checkTemplates} {
		if err := check(); err != nil {
			return PreviewedMessages{}, err
		}
	}
	e := endpointOf("", s)
	found, err := storage.View(ctx, o.config.Store, func(tx *storage.Tx) (found []storage.Delivery, err error) {
		if e.page, err = settings.Text(tx, settings.PageURL); err != nil {
			return nil, err
		}
		return e.recent(tx, now)
	})
	if err != nil {
		return PreviewedMessages{}, err
	}
	shown := PreviewedMessages{Messages: []PreviewMessage{}, Sample: len(found) == 0}
	if shown.Sample {
		found = samples()
	}
	l, err := o.languageFor(ctx, e)
	if err != nil {
		return PreviewedMessages{}, err
	}
	for _, d := range found {
		m, err := e.message(l, d)
		if err != nil {
			return PreviewedMessages{}, err
		}
		f := e.Channel.row().format
		f.escape, f.opens = sameRune, true
		title, lines := f.fit(m)
		shown.Messages = append(shown.Messages, PreviewMessage{title, strings.Join(lines, "\n"), storage.Text(m.link)})
	}
	return shown, nil
}

// recent returns the messages that an endpoint would have got of the newest notifications.
func (e endpoint) recent(tx *storage.Tx, now storage.Time) (messages []storage.Delivery, err error) {
	wanted, err := switchesOf(tx)
	if err != nil {
		return nil, err
	}
	if how, ok := e.summary(); ok {
		d, total, err := wanted.summary(tx, e, how, window{now.Add(-how.every), now + 1}, now)
		if err != nil || total == 0 {
			return nil, err
		}
		return []storage.Delivery{d}, nil
	}
	var together []storage.Notification // those that were posted at one moment
	for n, err := range tx.Notifications.List(storage.NotificationQuery{Limit: maxPreviewing}) {
		if err != nil {
			return nil, err
		}
		if len(together) > 0 && together[0].CreatedAt != n.CreatedAt {
			more, err := wanted.immediate(tx, e, together, now)
			if messages = append(messages, more...); err != nil || len(messages) >= maxPreviewed {
				return messages[:min(len(messages), maxPreviewed)], err
			}
			together = nil
		}
		together = append(together, n)
	}
	more, err := wanted.immediate(tx, e, together, now)
	messages = append(messages, more...)
	return messages[:min(len(messages), maxPreviewed)], err
}
