package notify

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// MaxDestinations is the maximum number of destinations.
const MaxDestinations = 20

var (
	// ErrTooManyDestinations means that there are [MaxDestinations] already.
	ErrTooManyDestinations = errors.New("too many destinations")
	// ErrSettingsWebhook means that a destination is the webhook of the settings, which can
	// be changed only there.
	ErrSettingsWebhook = errors.New("the webhook of the settings")
)

// Destination is where messages about notifications go, without its secrets: of the
// address, the account and the recipient only a part is shown.
type Destination struct {
	// The ID. "webhook" is the webhook of the settings, which can be changed only there.
	ID   string `json:"id"`
	Name string `json:"name"` // the name
	// The kind of service or protocol that takes the messages.
	Channel   Channel `json:"channel"`
	Address   string  `json:"address"`   // the URL, with its secret parts masked
	SecretSet bool    `json:"secretSet"` // whether a secret or password is set
	User      string  `json:"user"`      // the user name at the service; empty: none
	// The sender of e-mails; empty: not an e-mail destination.
	From string `json:"from"`
	// The recipients of e-mails, the room ID or the chat; empty: not needed for the channel.
	To string `json:"to"`

	// When messages are sent: immediate, daily_summary, weekly_summary or off.
	Frequency string `json:"frequency"`
	// The hour at which summaries are sent, in the time zone, from 0 to 23.
	Hour     int    `json:"hour"`
	TimeZone string `json:"timeZone"` // the time zone, such as Europe/Berlin; empty: UTC
	// When the quiet hours begin, such as 22:00; empty: those of the settings apply.
	QuietFrom  string                     `json:"quietFrom"`
	QuietUntil string                     `json:"quietUntil"` // when the quiet hours end, such as 07:00
	Types      []storage.NotificationType `json:"types"`      // the types of notifications that are sent; empty: all
	// The apps whose notifications are sent, besides the apps on deviceIds and those with tags. If all
	// three lists are empty, the notifications of all apps are sent.
	Apps    []storage.AppID `json:"appIds"`
	Devices []string        `json:"deviceIds"` // the devices whose apps' notifications are sent
	Tags    []string        `json:"tags"`      // the tags of the apps whose notifications are sent
	// The template of the title; empty: the standard title.
	TitleTemplate string `json:"titleTemplate"`
	// The template of the lines below the title; empty: the standard lines.
	BodyTemplate string `json:"bodyTemplate"`
	// When it was created; null: it is the webhook of the settings.
	CreatedAt storage.NullTime `json:"createdAt"`
	UpdatedAt storage.NullTime `json:"updatedAt"` // when it last changed; null: never
}

func (e endpoint) shown() Destination {
	return Destination{
		ID: e.id, Name: e.Name, Channel: cmp.Or(e.Channel, Generic), Address: e.Channel.masked(e.URL), SecretSet: e.Secret != "",
		User: hide(e.User), From: hide(e.From), To: e.Channel.hidden(e.To),
		Frequency: cmp.Or(e.Frequency, settings.Immediate), Hour: e.Hour, TimeZone: e.TimeZone, QuietFrom: e.QuietFrom, QuietUntil: e.QuietEnd,
		Types: append([]storage.NotificationType{}, e.Types...), Apps: append([]storage.AppID{}, e.Apps...), Devices: append([]string{}, e.Devices...),
		Tags: append([]string{}, e.Tags...), TitleTemplate: e.TitleTemplate, BodyTemplate: e.BodyTemplate,
		CreatedAt: storage.NullTime(e.CreatedAt), UpdatedAt: storage.NullTime(e.UpdatedAt),
	}
}

// hide masks an account or a recipient: it shows only the first character of the part before
// the last @ or colon.
func hide(s string) string {
	if s == "" {
		return ""
	}
	first := string([]rune(s)[:1])
	if i := strings.LastIndexAny(s, "@:"); i > 0 {
		return first + "***" + s[i:]
	}
	return first + "***"
}

// hideRecipients masks each of the recipients of e-mail.
func hideRecipients(to string) string {
	all := recipients(to)
	for i, one := range all {
		all[i] = hide(one)
	}
	return strings.Join(all, ", ")
}

// Destinations returns the webhook of the settings, if one is set, and then the destinations,
// oldest first.
func (o *Outbox) Destinations(ctx context.Context) ([]Destination, error) {
	return storage.View(ctx, o.config.Store, func(tx *storage.Tx) ([]Destination, error) {
		found, err := endpoints(tx)
		all := []Destination{}
		for _, e := range found {
			if e.URL != "" {
				all = append(all, e.shown())
			}
		}
		return all, err
	})
}

// AddDestination adds a destination. The change must have a channel and the values that this
// channel needs. The error is an [*InvalidError], or wraps [ErrTooManyDestinations].
func (o *Outbox) AddDestination(ctx context.Context, c DestinationChange) (Destination, error) {
	now := o.stamp()
	id, err := storage.NewID(now, o.config.Random)
	if err != nil {
		return Destination{}, err
	}
	added, err := c.apply(stored{Frequency: settings.Immediate, Hour: standardHour, CreatedAt: now}, now)
	if err != nil {
		return Destination{}, err
	}
	if err := o.checkAddress(added.URL); err != nil {
		return Destination{}, err
	}
	e := endpointOf(id, added)
	err = o.config.Store.Update(ctx, func(tx *storage.Tx) error {
		n, err := tx.Settings.Count(storage.SettingQuery{Prefix: settings.Destinations})
		if err != nil {
			return err
		}
		if n >= MaxDestinations {
			return ErrTooManyDestinations
		}
		if err := settings.PutTime(tx, e.clock, now); err != nil { // the first summary covers the time from now
			return err
		}
		return e.save(tx)
	})
	return e.shown(), err
}

// ChangeDestination changes a destination. The error is an [*InvalidError], or wraps
// [ErrSettingsWebhook] or [storage.ErrNotFound].
func (o *Outbox) ChangeDestination(ctx context.Context, id string, c DestinationChange) (Destination, error) {
	now := o.stamp()
	return storage.Update(ctx, o.config.Store, func(tx *storage.Tx) (d Destination, err error) {
		before, err := destination(tx, id)
		if err != nil {
			return d, err
		}
		after, err := c.apply(before.stored, now)
		if err != nil {
			return d, err
		}
		if after.URL != before.URL {
			if err := o.checkAddress(after.URL); err != nil {
				return d, err
			}
		}
		e := endpointOf(id, after)
		if err := e.save(tx); err != nil || after.reaches(before.stored) {
			return e.shown(), err
		}
		return e.shown(), endPause(tx, id, now)
	})
}

// RemoveDestination removes a destination, and gives up the messages that wait for it. The
// error wraps [ErrSettingsWebhook] or [storage.ErrNotFound].
func (o *Outbox) RemoveDestination(ctx context.Context, id string) error {
	return o.config.Store.Update(ctx, func(tx *storage.Tx) error {
		e, err := destination(tx, id)
		if err != nil {
			return err
		}
		for {
			n, err := tx.Deliveries.Count(queueOf(id))
			if err != nil {
				return err
			}
			if n == 0 {
				break
			}
			if err := giveUpAll(tx, id, never, "The destination was removed"); err != nil {
				return err
			}
		}
		_, err = tx.Settings.Delete(settings.Destinations+id, e.clock)
		return err
	})
}

// TestDestination makes one attempt to send a test message to a destination, even if its
// messages are switched off. It stores nothing. The error wraps [storage.ErrNotFound] if
// there is no such destination, or is that of the context or of the random source.
func (o *Outbox) TestDestination(ctx context.Context, id string) (TestResult, error) {
	e, err := storage.View(ctx, o.config.Store, func(tx *storage.Tx) (endpoint, error) {
		e, err := webhookOf(tx)
		switch {
		case id != settingsWebhook:
			e, err = destination(tx, id)
		case err == nil && e.URL == "":
			err = noDestination(id)
		}
		if err == nil {
			e.page, err = settings.Text(tx, settings.PageURL)
		}
		return e, err
	})
	if err != nil {
		return TestResult{}, err
	}
	return o.test(ctx, e)
}

// destination returns a destination other than the webhook of the settings.
func destination(tx *storage.Tx, id string) (endpoint, error) {
	if id == settingsWebhook {
		return endpoint{}, ErrSettingsWebhook
	}
	set, found, err := storage.Find(tx.Settings, settings.Destinations+id)
	if err != nil {
		return endpoint{}, err
	}
	if !found {
		return endpoint{}, noDestination(id)
	}
	return destinationOf(set)
}

func noDestination(id string) error {
	return &storage.MissingError{Kind: "destination", Key: id}
}

func (e endpoint) save(tx *storage.Tx) error {
	return settings.PutJSON(tx, settings.Destinations+e.id, e.stored)
}
