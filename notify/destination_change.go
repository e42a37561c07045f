package notify

import (
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// standardHour is the default hour at which summaries are made.
const standardHour = 8

// The limits of a destination.
const (
	maxName       = 100 // characters
	maxCredential = 512 // bytes
	maxSelected   = 200 // apps, and devices
	maxRecipients = 10  // of an e-mail
)

// DestinationChange has new values for a destination. A nil value leaves the old one
// unchanged, and so does a value that is sent back in the masked form of [Destination]. A
// secret belongs to one account at one address; it is removed if either changes and there is
// no new secret.
type DestinationChange struct {
	Name    *string
	Channel *Channel
	URL     *string // see [Destination.Address]
	Secret  *string // signs webhooks; for other channels it is the token or the password
	User    *string // of e-mail and, if the secret is a password, of ntfy
	From    *string // of e-mail
	To      *string // the room of Matrix, the chat of Telegram, or the recipients of e-mail, separated by commas

	Frequency  *string
	Hour       *int
	TimeZone   *string
	QuietFrom  *string
	QuietUntil *string
	Types      *[]storage.NotificationType
	Apps       *[]storage.AppID
	Devices    *[]string
	Tags       *[]string

	TitleTemplate *string // of text/template; see docs/OPERATIONS.md
	BodyTemplate  *string
}

// InvalidError means that a value of a destination or a setting is invalid.
type InvalidError struct {
	Name   string // of the value, as JSON has it
	Reason string // follows the name: "must be …"
}

func (e *InvalidError) Error() string { return e.Name + " " + e.Reason }

func invalid(name, format string, of ...any) error {
	return &InvalidError{name, fmt.Sprintf(format, of...)}
}

// apply returns a destination after the change. The error is an [*InvalidError].
func (c DestinationChange) apply(s stored, now storage.Time) (stored, error) {
	s = c.onto(s)
	if s.Name == "" {
		s.Name = string(s.Channel)
	}
	s.UpdatedAt = now
	for _, check := range []func() error{s.checkTexts, s.checkChannel, s.checkTimes, s.checkSelection, s.checkTemplates} {
		if err := check(); err != nil {
			return stored{}, err
		}
	}
	return s, nil
}

// onto returns a destination with the values of the change, which are not checked.
func (c DestinationChange) onto(s stored) stored {
	before := s
	setText(&s.Name, c.Name)
	set(&s.Channel, c.Channel)
	setHidden(&s.URL, c.URL, before.Channel.masked)
	setHidden(&s.User, c.User, hide)
	setHidden(&s.From, c.From, hide)
	setHidden(&s.To, c.To, before.Channel.hidden)
	if before.Channel == Email && s.Channel == Email && s.To != before.To {
		s.To = unhidden(s.To, before.To)
	}
	if s.URL == "" {
		s.URL = s.Channel.row().address
	}
	if c.Secret != nil {
		s.Secret = strings.TrimSpace(*c.Secret)
	} else if s.Channel != before.Channel || s.URL != before.URL || s.User != before.User {
		s.Secret = ""
	}
	setText(&s.Frequency, c.Frequency)
	set(&s.Hour, c.Hour)
	setText(&s.TimeZone, c.TimeZone)
	setText(&s.QuietFrom, c.QuietFrom)
	setText(&s.QuietEnd, c.QuietUntil)
	set(&s.Types, c.Types)
	set(&s.Apps, c.Apps)
	set(&s.Devices, c.Devices)
	set(&s.Tags, c.Tags)
	set(&s.TitleTemplate, c.TitleTemplate)
	set(&s.BodyTemplate, c.BodyTemplate)
	return s
}

func set[T any](value, to *T) {
	if to != nil {
		*value = *to
	}
}

func setText(value, to *string) {
	if to != nil {
		*value = strings.TrimSpace(*to)
	}
}

// setHidden is setText for a value that is shown masked. The masked form leaves it unchanged.
func setHidden(value, to *string, shown func(string) string) {
	if to != nil && (*value == "" || *to != shown(*value)) {
		setText(value, to)
	}
}

// unhidden returns the recipients of an e-mail with those of before in place of their masks, so
// that one can be added or removed where the others are shown masked.
func unhidden(to, before string) string {
	all, known := recipients(to), recipients(before)
	for i, one := range all {
		if n := slices.IndexFunc(known, func(k string) bool { return hide(k) == one }); n >= 0 {
			all[i] = known[n]
			known = slices.Delete(known, n, n+1)
		}
	}
	return strings.Join(all, ", ")
}

// checkTexts refuses texts that are too long or have more than one line.
func (s *stored) checkTexts() error {
	for _, text := range []struct {
		name, value string
		most        int
	}{
		{"name", s.Name, maxName}, {"url", s.URL, maxCredential}, {"secret", s.Secret, maxCredential}, {"user", s.User, maxCredential},
		{"from", s.From, maxCredential}, {"to", s.To, maxRecipients * maxCredential},
	} {
		if !utf8.ValidString(text.value) || utf8.RuneCountInString(text.value) > text.most || strings.ContainsFunc(text.value, unicode.IsControl) {
			return invalid(text.name, "must be a line of at most %d characters", text.most)
		}
	}
	if s.Name != "" && storage.Blank(s.Name) {
		return invalid("name", "must have a character that can be seen, or be empty")
	}
	return nil
}

var (
	ntfyTopic     = whenUsed(`^/[-_A-Za-z0-9]{1,64}$`)
	telegramToken = whenUsed(`^[0-9]{1,20}:[A-Za-z0-9_-]{10,200}$`)
	telegramChat  = whenUsed(`^(-?[0-9]{1,20}|@[A-Za-z0-9_]{4,64})$`)
	matrixRoom    = whenUsed(`^![^\s/?#]{1,254}$`)
)

// whenUsed compiles a regular expression at its first use. Those with many repetitions take
// hundreds of kilobytes, which a service without such a destination does not need.
func whenUsed(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// checkMail is the check of e-mail.
func (s *stored) checkMail() error {
	if _, err := mailServerOf(s.URL); err != nil {
		return invalid("url", "must be the address of a mail server: smtp://host:587 with STARTTLS, smtps://host:465 with TLS, or smtp+plain://host:25 without either")
	}
	if strings.HasPrefix(s.URL, schemePlain+":") && (s.User != "" || s.Secret != "") {
		return invalid("user", "and a password must not be sent without encryption: use smtp or smtps")
	}
	if (s.User == "") != (s.Secret == "") {
		return invalid("secret", "is the password of the user, and one needs the other")
	}
	if !isMailAddress(s.From) {
		return invalid("from", "must be the address of the sender, such as auditor@example.org")
	}
	to := recipients(s.To)
	if slices.ContainsFunc(to, func(a string) bool { return strings.Contains(a, "***") }) {
		return invalid("to", "has a mask, but not the one of a recipient that is set")
	}
	if len(to) == 0 || len(to) > maxRecipients || slices.ContainsFunc(to, func(a string) bool { return !isMailAddress(a) }) {
		return invalid("to", "must be 1 to %d mail addresses with commas between them", maxRecipients)
	}
	return nil
}

// recipients returns the recipients of an e-mail.
func recipients(to string) []string {
	return strings.FieldsFunc(to, func(r rune) bool { return r == ',' || r == ' ' })
}

// isMailAddress reports whether a text is a plain mail address: without a name, quotes, or
// characters beyond ASCII.
func isMailAddress(text string) bool {
	at, err := mail.ParseAddress(text)
	return err == nil && at.Address == text && len(text) <= 254 && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune(`"<>(),;:\`, r)
	})
}

// checkTimes refuses an unknown frequency, hour or time zone, and quiet hours without a
// beginning or an end.
func (s *stored) checkTimes() error {
	if !slices.Contains([]string{settings.Immediate, settings.DailySummary, settings.WeeklySummary, settings.Off}, s.Frequency) {
		return invalid("frequency", "must be immediate, daily_summary, weekly_summary or off")
	}
	if s.Hour < 0 || s.Hour > 23 {
		return invalid("hour", "must be from 0 to 23")
	}
	if !settings.KnownTimeZone(s.TimeZone) {
		return invalid("timeZone", "must be the name of a time zone such as Europe/Berlin, or empty")
	}
	for _, field := range []struct{ name, text string }{{"quietFrom", s.QuietFrom}, {"quietUntil", s.QuietEnd}} {
		if _, ok := settings.TimeOfDay(field.text); field.text != "" && !ok {
			return invalid(field.name, "must be a time of day such as 22:30, or empty")
		}
	}
	if (s.QuietFrom == "") != (s.QuietEnd == "") {
		return invalid("quietFrom", "and quietUntil must both be set, or both be empty")
	}
	return nil
}

// checkSelection refuses unknown types, too many apps, devices or tags, and texts that are no tags.
func (s *stored) checkSelection() error {
	for _, t := range s.Types {
		if !slices.Contains(Types(), t) {
			return invalid("types", "must be types of notifications, and %.40q is not one", t)
		}
	}
	if len(s.Types) > len(Types()) {
		return invalid("types", "must not be repeated")
	}
	if len(s.Apps) > maxSelected || len(s.Devices) > maxSelected || len(s.Tags) > maxSelected {
		return invalid("appIds", "and deviceIds and tags must each be at most %d", maxSelected)
	}
	for i, text := range s.Tags {
		tag, ok := storage.TagOf(text)
		if !ok {
			return invalid("tags", "must be tags of 1 to %d characters without commas, and %.60q is not one", storage.MaxTag, text)
		}
		s.Tags[i] = tag
	}
	for _, app := range s.Apps {
		if app <= 0 || app > storage.MaxAppID {
			return invalid("appIds", "must be ids of apps")
		}
	}
	for _, id := range s.Devices {
		if id == "" || len(id) > maxCredential || !utf8.ValidString(id) {
			return invalid("deviceIds", "must be ids of devices")
		}
	}
	return nil
}

// Types returns the types of notifications that a destination can select.
func Types() []storage.NotificationType {
	var types []storage.NotificationType
	for _, c := range classes() {
		types = append(types, c.kind)
	}
	return append(types, storage.NoticeTokenGuesses)
}

// Undeliverable returns why messages to an address can never be delivered, as a reason that
// follows the name of a value: "cannot be …". It returns "" if they may be delivered, and
// also if the host does not resolve at the moment.
func (o *Outbox) Undeliverable(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return "must have a host"
	}
	if o.config.Check == nil || o.config.Check(address) == nil {
		return ""
	}
	return fmt.Sprintf("cannot be delivered to: this service does not call %.200s, which is on a private network or an unusual port, or a metadata service; "+
		"SERVICE_OUTBOUND_ALLOW (-outbound-allow) allows private networks and host names, for messages with notify= or without a use, but no metadata services", u.Host)
}

// checkAddress returns an [*InvalidError] if messages to an address can never be delivered.
func (o *Outbox) checkAddress(address string) error {
	if reason := o.Undeliverable(address); reason != "" {
		return &InvalidError{"url", reason}
	}
	return nil
}
