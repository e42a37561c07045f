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

// webhook is an endpoint that gets messages about notifications.
type webhook struct {
	endpoint  string // its name in deliveries
	clock     string // the setting with the end of the last summary
	url       string // a secret; empty: no webhook
	format    string
	frequency string
	key       []byte // signs the messages; nil: they are not signed
}

// webhooks returns all endpoints, which is the one of the settings, set or not.
func webhooks(tx *storage.Tx) ([]webhook, error) {
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

// disabled returns why nothing is delivered to the webhook, empty if messages are.
func (w webhook) disabled() string {
	switch {
	case w.url == "":
		return "No webhook is set"
	case w.frequency == settings.Off:
		return "Messages to the webhook are switched off"
	}
	return ""
}

// immediate reports whether the webhook gets a message for each notification.
func (w webhook) immediate() bool {
	_, summary := w.summary()
	return w.disabled() == "" && !summary
}

// host returns the part of the URL that can be shown.
func (w webhook) host() string {
	u, err := url.Parse(w.url)
	if err != nil {
		return ""
	}
	return u.Host
}

// signature signs a message according to Standard Webhooks: its id, the time of sending
// in seconds, and its body.
func (w webhook) signature(id string, seconds int64, body []byte) string {
	mac := hmac.New(sha256.New, w.key)
	mac.Write([]byte(id + "." + strconv.FormatInt(seconds, 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
