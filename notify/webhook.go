package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// webhook is an endpoint outside that is told of notifications.
type webhook struct {
	endpoint  string // its name, by which deliveries know it
	clock     string // the setting that remembers up to when it was told of everything
	url       string // a secret; empty: there is none
	format    string
	frequency string
	key       []byte // what messages are signed with; nil: they are not
}

// webhooks returns all endpoints, those that are not set too: the one of the
// settings.
func webhooks(tx storage.Tx) ([]webhook, error) {
	w := webhook{endpoint: "webhook", clock: "notificationWebhookLastSent"}
	var secret string
	for name, into := range map[string]*string{
		settings.WebhookURL: &w.url, settings.WebhookFormat: &w.format,
		settings.WebhookFrequency: &w.frequency, settings.WebhookSecret: &secret,
	} {
		var err error
		if *into, err = settings.Text(tx, name); err != nil {
			return nil, err
		}
	}
	w.key, _ = settings.SigningKey(secret)
	return []webhook{w}, nil
}

// why says why nothing is delivered to the webhook, empty when something is.
func (w webhook) why() string {
	switch {
	case w.url == "":
		return "No webhook is set"
	case w.frequency == settings.Off:
		return "Messages to the webhook are switched off"
	}
	return ""
}

// immediate says whether the webhook is told of each notification.
func (w webhook) immediate() bool {
	_, summary := w.summary()
	return w.why() == "" && !summary
}

// host is what of the address may be shown.
func (w webhook) host() string {
	u, err := url.Parse(w.url)
	if err != nil {
		return ""
	}
	return u.Host
}

// signature signs a message as the Standard Webhooks say: its id, the moment of
// sending in seconds, and its body.
func (w webhook) signature(id string, seconds int64, body []byte) string {
	mac := hmac.New(sha256.New, w.key)
	mac.Write([]byte(id + "." + strconv.FormatInt(seconds, 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
