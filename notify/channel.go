package notify

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
)

// Channel is the kind of service that a destination uses.
type Channel string

// The channels that other packages name. The first four are webhooks.
const (
	Generic  Channel = settings.Generic // JSON for programs
	Slack    Channel = settings.Slack
	Discord  Channel = settings.Discord
	Teams    Channel = settings.Teams
	Ntfy     Channel = "ntfy"
	Gotify   Channel = "gotify"
	Matrix   Channel = "matrix"
	Telegram Channel = "telegram"
	Email    Channel = "email"
)

// Form is how a form asks for a destination of a channel.
type Form struct {
	Label  string  // what people call the channel
	Group  string  // where its messages are read
	Fields []Field // what a destination needs, besides a name
}

// Field is a value of a destination.
type Field struct {
	Name   string // as in JSON
	Label  string
	Hint   string
	Secret bool // what is set is not shown
}

// channel is a row of the table of channels: all that distinguishes one from the others.
type channel struct {
	name Channel
	form Form

	// format is how a message is written.
	format format

	// check refuses an address, credentials or a recipient that the channel cannot use. Of a channel
	// without send, the address is one of the web. Nil: it refuses nothing else.
	check func(s *stored, u *url.URL) error

	// address is the address of a destination that has none of its own. Empty: each needs one.
	address string
	// programs means that messages are read by programs, in English.
	programs bool
	// webhook means that messages have the headers of Standard Webhooks, and a signature if there is
	// a secret.
	webhook bool
	// account means that a destination may have a user.
	account bool

	// method is that of the request. Empty: POST.
	method string
	// target returns the URL of the request. Nil: the address.
	target func(e endpoint, base *url.URL, id string) *url.URL
	// topic returns the recipient that the body names. Nil: that of the destination.
	topic func(e endpoint) string
	// authorize adds the credentials to a request. Nil: it has none.
	authorize func(e endpoint, r *http.Request)
	// waits means that the body of a refusal may say how long to wait.
	waits bool

	// hideTo masks the recipients. Nil: [hide] does.
	hideTo func(to string) string
	// mask returns the address without the parts that may be secret. Nil: [settings.Mask] does.
	mask func(address string) string
	// send makes an attempt to deliver a message that is not an HTTP request.
	send func(ctx context.Context, o *Outbox, e endpoint, id string, m message) result
}

// The groups of channels.
const (
	onPhone   = "Phone"
	byMail    = "Mail"
	inChat    = "Chat"
	toProgram = "Your own program"
)

// Groups returns the groups of channels, in the order in which a form offers them.
func Groups() []string { return []string{onPhone, byMail, inChat, toProgram} }

// channels returns the table.
func channels() []channel {
	address := func(label, hint string) Field { return Field{Name: "url", Label: label, Hint: hint} }
	secret := func(label, hint string) Field { return Field{Name: "secret", Label: label, Hint: hint, Secret: true} }
	hook := []Field{address("Address of the webhook", "The channel shows it when you add an incoming webhook.")}
	return []channel{
		{
			name: Generic, webhook: true, programs: true,
			form: Form{Label: "Webhook", Group: toProgram, Fields: []Field{
				address("Address", "Each message is sent there as JSON, by POST."),
				secret("Signing key", "whsec_ and 24 to 64 bytes in base64. With it the receiver can tell that a message is from here. Empty: not signed."),
			}},
			format: format{most: 60_000, size: units, gap: "\n", escape: sameRune, body: genericBody},
		},
		{
			name: Slack, webhook: true, form: Form{Label: "Slack", Group: inChat, Fields: hook},
			format: format{most: 30_000, size: units, gap: "\n", escape: escapeSlack, body: slackBody},
		},
		{
			name: Discord, webhook: true, form: Form{Label: "Discord", Group: inChat, Fields: hook},
			format: format{most: 1900, size: units, gap: "\n", escape: escapeMarkdown, body: discordBody},
		},
		{
			name: Teams, webhook: true, form: Form{Label: "Teams", Group: inChat, Fields: hook},
			// Teams refuses a request of more than 28 KB in UTF-16.
			format: format{most: 11_000, size: encoded, gap: "\n\n", escape: escapeCard, body: teamsBody},
		},
		{
			name: Ntfy, account: true,
			form: Form{Label: "ntfy", Group: onPhone, Fields: []Field{
				address("Address of the topic", "Such as https://ntfy.sh/my-topic. Subscribe to the same topic in the app on your phone."),
				secret("Token or password", "Only if the topic is protected."),
				{Name: "user", Label: "User", Hint: "Only with a password, not with a token."},
			}},
			// ntfy turns a message of more than 4096 bytes into an attachment.
			format: format{most: 3900, size: encoded, gap: "\n", escape: sameRune, opens: true, body: ntfyBody},
			check: func(_ *stored, u *url.URL) error {
				if !ntfyTopic().MatchString(u.Path) {
					return invalid("url", "must be that of a topic, such as https://ntfy.sh/my-topic")
				}
				return nil
			},
			target: func(_ endpoint, base *url.URL, _ string) *url.URL { return base.ResolveReference(&url.URL{Path: "/"}) },
			topic:  topicOf,
			authorize: func(e endpoint, r *http.Request) {
				if e.User != "" {
					r.SetBasicAuth(e.User, e.Secret)
					return
				}
				bearer(e, r)
			},
		},
		{
			name: Gotify,
			form: Form{Label: "Gotify", Group: onPhone, Fields: []Field{
				address("Address of the server", "Such as https://gotify.example.org."),
				secret("Token of the application", "Create an application in Gotify, and copy its token."),
			}},
			format: format{most: 30_000, size: units, gap: "\n", escape: sameRune, opens: true, body: gotifyBody},
			check: func(s *stored, _ *url.URL) error {
				if s.Secret == "" {
					return invalid("secret", "must be the token of an application in Gotify")
				}
				return nil
			},
			target:    func(_ endpoint, base *url.URL, _ string) *url.URL { return base.JoinPath("message") },
			authorize: func(e endpoint, r *http.Request) { r.Header.Set("X-Gotify-Key", e.Secret) },
		},
		{
			name: Matrix,
			form: Form{Label: "Matrix", Group: inChat, Fields: []Field{
				address("Address of the server", "Such as https://matrix.example.org."),
				secret("Access token", "Of an account that is in the room."),
				{Name: "to", Label: "Room", Hint: "Its ID, such as !abc:example.org. An alias is not one."},
			}},
			// Matrix refuses an event of more than 65536 bytes.
			format: format{most: 30_000, size: encoded, gap: "\n", escape: sameRune, body: matrixBody},
			check: func(s *stored, _ *url.URL) error {
				if !matrixRoom().MatchString(s.To) {
					return invalid("to", "must be the ID of a room, such as !abc:example.org; an alias is not one")
				}
				if s.Secret == "" {
					return invalid("secret", "must be the access token of an account that is in the room")
				}
				return nil
			},
			method: http.MethodPut, // idempotent, because the id is in the path
			target: func(e endpoint, base *url.URL, id string) *url.URL {
				return base.JoinPath("_matrix/client/v3/rooms", url.PathEscape(e.To), "send/m.room.message", url.PathEscape(id))
			},
			authorize: bearer, waits: true,
		},
		{
			name: Telegram, address: "https://api.telegram.org/",
			form: Form{Label: "Telegram", Group: inChat, Fields: []Field{
				secret("Token of the bot", "From @BotFather, such as 123456:ABC-DEF."),
				{Name: "to", Label: "Chat", Hint: "The number of the chat, or the @name of a channel."},
			}},
			// Telegram refuses more than 4096 characters.
			format: format{most: 4000, size: units, gap: "\n", escape: escapeMention, body: telegramBody},
			check: func(s *stored, _ *url.URL) error {
				if !telegramToken().MatchString(s.Secret) {
					return invalid("secret", "must be the token of a bot, such as 123456:ABC-DEF")
				}
				if !telegramChat().MatchString(s.To) {
					return invalid("to", "must be the number of a chat, or the @name of a channel")
				}
				return nil
			},
			target: func(e endpoint, base *url.URL, _ string) *url.URL {
				return base.JoinPath("bot"+e.Secret, "sendMessage")
			},
			waits: true,
		},
		{
			name: Email, account: true,
			form: Form{Label: "E-mail", Group: byMail, Fields: []Field{
				address("Mail server", "smtp://mail.example.org:587 with STARTTLS, or smtps://mail.example.org:465 with TLS."),
				{Name: "user", Label: "User", Hint: "Of the mail server, often your mail address. Empty: it needs none."},
				secret("Password", "Of that user."),
				{Name: "from", Label: "Sender", Hint: "Such as auditor@example.org."},
				{Name: "to", Label: "Recipients", Hint: "Mail addresses with commas between them."},
			}},
			format: format{most: 60_000, size: units, gap: "\n", escape: sameRune},
			check:  func(s *stored, _ *url.URL) error { return s.checkMail() },
			hideTo: hideRecipients,
			mask:   func(address string) string { return address }, // it has no path
			send: func(ctx context.Context, o *Outbox, e endpoint, id string, m message) result {
				return o.mail(ctx, e, id, m)
			},
		},
	}
}

// Channels returns all channels.
func Channels() []Channel {
	var names []Channel
	for _, row := range channels() {
		names = append(names, row.name)
	}
	return names
}

// Values returns the names of all channels.
func (Channel) Values() []string {
	var names []string
	for _, row := range channels() {
		names = append(names, string(row.name))
	}
	return names
}

// Form returns how a form asks for a destination of the channel.
func (c Channel) Form() Form { return c.row().form }

// row returns the row of a channel: the generic one for an unknown channel, such as that of a webhook
// whose format is not set.
func (c Channel) row() channel {
	all := channels()
	return all[max(0, slices.IndexFunc(all, func(row channel) bool { return row.name == c }))]
}

// masked returns the address of a destination without the parts that may be secret.
func (c Channel) masked(address string) string {
	if mask := c.row().mask; mask != nil {
		return mask(address)
	}
	return settings.Mask(address)
}

// hidden masks the recipient of messages.
func (c Channel) hidden(to string) string {
	if hideTo := c.row().hideTo; hideTo != nil {
		return hideTo(to)
	}
	return hide(to)
}

// checkChannel refuses an address, credentials or a recipient that the channel cannot use.
func (s *stored) checkChannel() error {
	if !slices.Contains(Channels(), s.Channel) {
		names := s.Channel.Values()
		last := len(names) - 1
		return invalid("channel", "must be %s or %s", strings.Join(names[:last], ", "), names[last])
	}
	if strings.Contains(s.URL, "***") {
		return invalid("url", "is a mask, but not the one of the address that is set")
	}
	row := s.Channel.row()
	var u *url.URL
	if row.send == nil {
		var err error
		if u, err = s.checkWeb(row); err != nil {
			return err
		}
	}
	if row.check == nil {
		return nil
	}
	return row.check(s, u)
}

// checkWeb refuses an address that is not one of the web, and what only some channels have.
func (s *stored) checkWeb(row channel) (*url.URL, error) {
	if u, err := url.Parse(s.URL); err == nil && !netguard.ValidPort(u) {
		return nil, invalid("url", "has a port that is not a number from 1 to 65535")
	}
	u, err := netguard.ParseURL(s.URL)
	if err != nil {
		return nil, invalid("url", "must be an http or https address of at most %d characters, without user", maxCredential)
	}
	if _, ok := settings.SigningKey(s.Secret); row.webhook && s.Secret != "" && !ok {
		return nil, invalid("secret", "must be whsec_ and then 24 to 64 bytes in base64")
	}
	if !row.webhook && (u.RawQuery != "" || u.Fragment != "") {
		return nil, invalid("url", "must not have a query or a fragment")
	}
	if s.User != "" && !row.account {
		return nil, invalid("user", "is only for %s", strings.Join(withAccounts(), " and "))
	}
	return u, nil
}

// withAccounts returns the channels whose destinations may have a user.
func withAccounts() (names []string) {
	for _, row := range channels() {
		if row.account {
			names = append(names, string(row.name))
		}
	}
	return names
}

// bearer adds the secret of an endpoint to a request as a token.
func bearer(e endpoint, r *http.Request) {
	if e.Secret != "" {
		r.Header.Set("Authorization", fmt.Sprintf("Bearer %s", e.Secret))
	}
}
