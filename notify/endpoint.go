package notify

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// settingsWebhook is the id of the endpoint that the settings describe.
const settingsWebhook = "webhook"

// endpoint is a destination, or the webhook of the settings, with its secrets.
type endpoint struct {
	id    string // identifies it in deliveries
	clock string // the setting with the end of the last summary
	stored

	page   string     // the address of the page that messages link to; empty: not known
	atHour bool       // summaries are made at the destination's own hour
	quiet  quietHours // the destination's own quiet hours
	key    []byte     // signs the messages; nil: they are not signed
}

// stored is a destination as its setting has it. Of the webhook in the settings, it has
// what the settings say.
type stored struct {
	Name      string                     `json:"name"`
	Channel   Channel                    `json:"channel"`
	URL       string                     `json:"url"` // a secret; empty: nothing is delivered
	Secret    string                     `json:"secret,omitempty"`
	User      string                     `json:"user,omitempty"`
	From      string                     `json:"from,omitempty"`
	To        string                     `json:"to,omitempty"`
	Frequency string                     `json:"frequency"`
	Hour      int                        `json:"hour"`
	TimeZone  string                     `json:"timeZone,omitempty"`
	QuietFrom string                     `json:"quietFrom,omitempty"`
	QuietEnd  string                     `json:"quietUntil,omitempty"`
	Types     []storage.NotificationType `json:"types,omitempty"`
	Apps      []storage.AppID            `json:"appIds,omitempty"`
	Devices   []string                   `json:"deviceIds,omitempty"`
	Tags      []string                   `json:"tags,omitempty"`

	TitleTemplate string `json:"titleTemplate,omitempty"`
	BodyTemplate  string `json:"bodyTemplate,omitempty"`

	CreatedAt storage.Time `json:"createdAt"`
	UpdatedAt storage.Time `json:"updatedAt"`
}

// endpoints returns the endpoint of the settings, whether or not it is set, and then the
// destinations, oldest first.
func endpoints(tx *storage.Tx) ([]endpoint, error) {
	first, err := webhookOf(tx)
	if err != nil {
		return nil, err
	}
	all := []endpoint{first}
	for set, err := range tx.Settings.List(storage.SettingQuery{Prefix: settings.Destinations}) {
		if err != nil {
			return nil, err
		}
		e, err := destinationOf(set)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	order.Sort(all[1:], func(a, b endpoint) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), strings.Compare(a.id, b.id))
	})
	return all, nil
}

// webhookOf returns the endpoint of the settings.
func webhookOf(tx *storage.Tx) (endpoint, error) {
	e := endpoint{id: settingsWebhook, clock: settings.WebhookLastSent, stored: stored{Name: "Webhook"}}
	for name, into := range map[string]*string{
		settings.WebhookURL: &e.URL, settings.WebhookFormat: (*string)(&e.Channel),
		settings.WebhookFrequency: &e.Frequency, settings.WebhookSecret: &e.Secret,
	} {
		var err error
		if *into, err = settings.Text(tx, name); err != nil {
			return e, err
		}
	}
	e.key, _ = settings.SigningKey(e.Secret)
	return e, nil
}

// ChangeSettings calls change, which writes settings. If that corrects the webhook of the
// settings, the messages that wait for it are due: a pause was that of the other address.
func ChangeSettings(tx *storage.Tx, now storage.Time, change func(*storage.Tx) error) error {
	before, err := webhookOf(tx)
	if err != nil {
		return err
	}
	if err := change(tx); err != nil {
		return err
	}
	after, err := webhookOf(tx)
	if err != nil || after.reaches(before.stored) {
		return err
	}
	return endPause(tx, after.id, now)
}

// reaches reports whether messages to both endpoints are sent in the same way.
func (s stored) reaches(other stored) bool {
	return s.Channel == other.Channel && s.URL == other.URL && s.Secret == other.Secret && s.User == other.User && s.From == other.From && s.To == other.To
}

// destinationOf returns the destination that a setting stores.
func destinationOf(set storage.Setting) (endpoint, error) {
	id := strings.TrimPrefix(set.Name, settings.Destinations)
	var s stored
	if err := json.Unmarshal([]byte(set.Value), &s); err != nil {
		return endpoint{}, fmt.Errorf("%w: setting %s: %w", storage.ErrDamaged, set.Name, err)
	}
	return endpointOf(id, s), nil
}

// MoveDevice replaces a device, which is merged into another, in the destinations that name it.
func MoveDevice(tx *storage.Tx, from, into string) error {
	all, err := endpoints(tx)
	if err != nil {
		return err
	}
	for _, e := range all {
		if !slices.Contains(e.Devices, from) {
			continue
		}
		e.Devices = append(slices.DeleteFunc(e.Devices, func(id string) bool { return id == from || id == into }), into)
		if err := e.save(tx); err != nil {
			return err
		}
	}
	return nil
}

func endpointOf(id string, s stored) endpoint {
	e := endpoint{
		id: id, clock: settings.DestinationsLastSent + id, stored: s, atHour: true, quiet: parseQuietHours(s.QuietFrom, s.QuietEnd, s.TimeZone),
	}
	if s.Channel.row().webhook {
		e.key, _ = settings.SigningKey(s.Secret)
	}
	return e
}

// disabled returns why nothing is delivered to the endpoint, or "" if messages are delivered.
func (e endpoint) disabled() string {
	switch {
	case e.URL == "" && e.id == settingsWebhook:
		return "No webhook is set"
	case e.URL == "":
		return "The destination was removed"
	case e.Frequency == settings.Off && e.id == settingsWebhook:
		return "Messages to the webhook are switched off"
	case e.Frequency == settings.Off:
		return "Messages to this destination are switched off"
	}
	return ""
}

// immediate reports whether the endpoint gets a message for each notification.
func (e endpoint) immediate() bool {
	_, summary := e.summary()
	return e.disabled() == "" && !summary
}

// host returns the host of the URL, which is not secret.
func (e endpoint) host() string {
	u, err := url.Parse(e.URL)
	if err != nil {
		return ""
	}
	return u.Host
}

// wants reports whether a notification is selected for the endpoint: its type must be, and
// its app, directly, by a tag or by a device. If apps, tags or devices are selected, a notification
// that is not about one app is wanted only if its type is selected explicitly.
func (e endpoint) wants(tx *storage.Tx, n storage.Notification) (bool, error) {
	if len(e.Types) > 0 && !slices.Contains(e.Types, n.Type) {
		return false, nil
	}
	if len(e.Apps) == 0 && len(e.Devices) == 0 && len(e.Tags) == 0 || n.App != 0 && slices.Contains(e.Apps, n.App) {
		return true, nil
	}
	if n.App == 0 {
		return len(e.Types) > 0, nil
	}
	for _, tag := range e.Tags {
		if _, tagged, err := storage.Find(tx.AppTags, storage.AppTagID{App: n.App, Tag: tag}); err != nil || tagged {
			return tagged, err
		}
	}
	if len(e.Devices) == 0 {
		return false, nil
	}
	for link, err := range tx.DeviceLinks.List(storage.DeviceLinkQuery{Apps: []storage.AppID{n.App}}) {
		if err != nil {
			return false, err
		}
		if slices.Contains(e.Devices, link.Device) {
			return true, nil
		}
	}
	return false, nil
}

// from returns the earliest time at which a notification can be delivered: now, or the end of
// the quiet hours of the endpoint or, if it has none, of the settings.
func (e endpoint) from(n storage.Notification, now storage.Time) storage.Time {
	if e.quiet != (quietHours{}) {
		return max(now, storage.Time(e.quiet.until(now)))
	}
	return max(now, storage.Time(n.NotBefore))
}

// signature signs a message according to Standard Webhooks: its id, the time of sending
// in seconds, and its body.
func (e endpoint) signature(id string, seconds int64, body []byte) string {
	mac := hmac.New(sha256.New, e.key)
	mac.Write([]byte(id + "." + strconv.FormatInt(seconds, 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
