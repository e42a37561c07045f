package forms

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// destinationList is the screen of the destinations of notifications.
type destinationList struct {
	Config
	page *ui.Template
}

const destinationsPath = "/settings/destinations"

func newDestinationList(kit *ui.Kit, c Config) ([]ui.Screen, error) {
	page, err := kit.Template(templates, "templates/destinations.html", "templates/setting.html", "templates/sections.html")
	s := destinationList{c, page}
	return []ui.Screen{
		{Route: "GET " + destinationsPath, As: "GET /api/notifications/destinations", Serve: s.get},
		{Route: "POST " + destinationsPath, As: "POST /api/notifications/destinations", Serve: s.add},
		{Route: "POST " + destinationsPath + "/{id}/test", As: "POST /api/notifications/destinations/{id}/test", Serve: s.test},
		{Route: "POST " + destinationsPath + "/{id}/remove", As: "DELETE /api/notifications/destinations/{id}", Serve: s.remove},
	}, err
}

type destinationsView struct {
	Section      string
	Destinations []destinationLine
	Inputs       []input
	Types        []choice
	Devices      []device.Summary
	Chosen       map[string]bool // the types and the devices that are checked
	Wrong        string          // with the form, but no field of it
}

// destinationLine is a destination in words.
type destinationLine struct {
	notify.Destination
	Channel, When, What string
	OfSettings          bool // it is changed in another screen
}

func (s destinationList) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	return s.show(ctx, r, 0, nil, nil)
}

// show shows the destinations and a form for another one: with what was typed and what is
// wrong with it, if there is a form.
func (s destinationList) show(ctx context.Context, r ui.Request, status int, form url.Values, wrong *notify.InvalidError) (ui.Reply, error) {
	all, err := s.Outbox.Destinations(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	view := destinationsView{Section: "destinations", Inputs: destinationInputs(), Types: typeChoices(), Chosen: make(map[string]bool)}
	if view.Devices, err = s.Devices.List(ctx); err != nil {
		return ui.Reply{}, err
	}
	for _, d := range all {
		view.Destinations = append(view.Destinations, lineOf(d))
	}
	if wrong != nil {
		view.Wrong = wrong.Error() + "."
	}
	for i := range view.Inputs {
		in := &view.Inputs[i]
		if form != nil && in.Kind != "secret" {
			in.Value = form.Get(in.Name)
		}
		if wrong != nil && wrong.Name == in.Name {
			in.Wrong, view.Wrong = in.Label+" "+wrong.Reason+".", ""
		}
	}
	for _, name := range []string{"types", "deviceIds"} {
		for _, value := range form[name] {
			view.Chosen[value] = true
		}
	}
	return s.page.Render(r, ui.Head{Title: "Destinations", Nav: settingsTitle, Status: status}, view)
}

// lineOf returns a destination in words.
func lineOf(d notify.Destination) destinationLine {
	l := destinationLine{Destination: d, OfSettings: d.CreatedAt == 0, Channel: words(string(d.Channel), channelChoices())}
	l.When = words(d.Frequency, frequencyChoices())
	if d.Frequency != settings.Immediate && d.Frequency != settings.Off && !l.OfSettings {
		l.When += " at " + strconv.Itoa(d.Hour) + ":00"
	}
	var what []string
	for _, t := range d.Types {
		what = append(what, words(string(t), typeChoices()))
	}
	if n := len(d.Apps); n > 0 {
		what = append(what, ui.Plural(n, "app", "apps"))
	}
	if n := len(d.Devices); n > 0 {
		what = append(what, "the apps on "+ui.Plural(n, "device", "devices"))
	}
	if l.What = strings.Join(what, ", "); l.What == "" {
		l.What = "All notifications"
	}
	return l
}

func (s destinationList) add(ctx context.Context, r ui.Request) (ui.Reply, error) {
	form, err := r.Form()
	if err != nil {
		return ui.Reply{}, err
	}
	change, err := destinationOf(form)
	if err == nil {
		var added notify.Destination
		if added, err = s.Outbox.AddDestination(ctx, change); err == nil {
			r.Note("settings.destination.add", added.ID, true)
			return ui.SeeOther(r, destinationsPath, ui.Flash{Text: added.Name + " was added. Send a test message to try it."}), nil
		}
	}
	if wrong, ok := errors.AsType[*notify.InvalidError](err); ok {
		return s.show(ctx, r, 400, form, wrong)
	}
	return refused(r, form, destinationsPath, err)
}

// destinationOf reads the form of a new destination.
func destinationOf(form url.Values) (c notify.DestinationChange, err error) {
	text := func(name string) *string {
		value := strings.TrimSpace(form.Get(name))
		return &value
	}
	channel := notify.Channel(form.Get("channel"))
	frequency := chosen(form.Get("frequency"), settings.Immediate, settings.DailySummary, settings.WeeklySummary, settings.Off)
	devices := form["deviceIds"]
	var types []storage.NotificationType
	for _, t := range form["types"] {
		types = append(types, storage.NotificationType(t))
	}
	c = notify.DestinationChange{
		Name: text("name"), Channel: &channel, URL: text("url"), Secret: text("secret"), User: text("user"), From: text("from"), To: text("to"),
		Frequency: &frequency, TimeZone: text("timeZone"), QuietFrom: text("quietFrom"), QuietUntil: text("quietUntil"), Types: &types, Devices: &devices,
	}
	if hour := *text("hour"); hour != "" {
		n, err := strconv.Atoi(hour)
		if err != nil {
			return c, &notify.InvalidError{Name: "hour", Reason: "must be from 0 to 23"}
		}
		c.Hour = &n
	}
	var apps []storage.AppID
	for _, field := range strings.FieldsFunc(form.Get("appIds"), func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return c, &notify.InvalidError{Name: "appIds", Reason: "must be ids of apps with commas between them"}
		}
		apps = append(apps, storage.AppID(n))
	}
	c.Apps = &apps
	return c, nil
}

// test sends a message to a destination as it is saved.
func (s destinationList) test(ctx context.Context, r ui.Request) (ui.Reply, error) {
	form, err := r.Form()
	if err != nil {
		return ui.Reply{}, err
	}
	result, err := s.Outbox.TestDestination(ctx, r.Param("id"))
	if err != nil {
		return refused(r, form, destinationsPath, err)
	}
	flash := ui.Flash{Text: "The destination took the test message."}
	if !result.OK {
		flash = ui.Flash{Text: "The destination did not take the test message: " + string(result.Detail), Bad: true}
	}
	return ui.SeeOther(r, destinationsPath, flash), nil
}

func (s destinationList) remove(ctx context.Context, r ui.Request) (ui.Reply, error) {
	form, err := r.Form()
	if err != nil {
		return ui.Reply{}, err
	}
	id := r.Param("id")
	if err := s.Outbox.RemoveDestination(ctx, id); err != nil {
		return refused(r, form, destinationsPath, err)
	}
	r.Note("settings.destination.remove", id, true)
	return ui.SeeOther(r, destinationsPath, ui.Flash{Text: "The destination was removed."}), nil
}

func channelChoices() []choice {
	return []choice{
		{string(notify.Ntfy), "ntfy"}, {string(notify.Gotify), "Gotify"}, {string(notify.Email), "E-mail"}, {string(notify.Matrix), "Matrix"},
		{string(notify.Telegram), "Telegram"}, {string(notify.Slack), "Slack"}, {string(notify.Discord), "Discord"}, {string(notify.Teams), "Teams"},
		{string(notify.Generic), "JSON for programs"},
	}
}

func frequencyChoices() []choice {
	return []choice{{settings.Immediate, "At once"}, {settings.DailySummary, "Once a day"}, {settings.WeeklySummary, "Once a week"}, {settings.Off, "Never"}}
}

// typeChoices are the types of notifications in words.
func typeChoices() (types []choice) {
	labels := noticeLabels()
	for name, as := range map[string]storage.NotificationType{
		"label_changes": storage.NoticeLabelChanges, "policy_updates": storage.NoticePolicyUpdates,
		"accessibility_changes": storage.NoticeAccessibilityChanges, "new_privacy_types": storage.NoticeNewPrivacyTypes,
	} {
		labels[string(as)] = labels[name]
	}
	labels[string(storage.NoticeTokenGuesses)] = "Attempts to guess the admin token"
	for _, t := range notify.Types() {
		types = append(types, choice{string(t), labels[string(t)]})
	}
	return types
}

// destinationInputs are the fields of a new destination, besides what it is for.
func destinationInputs() []input {
	return []input{
		{Name: "channel", Label: "Channel", Kind: "select", Choices: channelChoices()},
		{Name: "name", Label: "Name", Kind: "text", Hint: "Yours. Empty: the channel."},
		{Name: "url", Label: "Address", Kind: "text", Hint: "https://ntfy.sh/your-topic, the address of your Gotify or Matrix server, that of a webhook, or of a mail server: smtp://mail.example.org:587 with STARTTLS, smtps:// with TLS. Not needed for Telegram."},
		{Name: "secret", Label: "Token, password or signing key", Kind: "secret", Hint: "The token of the app in Gotify, of the bot in Telegram, of the account in Matrix or ntfy; the password for the mail server. It is never shown again."},
		{Name: "user", Label: "User", Kind: "text", Hint: "For a mail server, and for ntfy with a password."},
		{Name: "from", Label: "Sender", Kind: "text", Hint: "Of e-mails, such as auditor@example.org."},
		{Name: "to", Label: "Recipient", Kind: "text", Hint: "The room of Matrix such as !abc:example.org, the number of a chat in Telegram, or mail addresses with commas between them."},
		{Name: "frequency", Label: "When", Kind: "select", Choices: frequencyChoices()},
		{Name: "hour", Label: "Hour of summaries", Kind: "number", Hint: "0 to 23, in the time zone. Empty: 8."},
		{Name: "quietFrom", Label: "Quiet from", Kind: "time", Hint: "Empty: the quiet hours of the notifications."},
		{Name: "quietUntil", Label: "Quiet until", Kind: "time"},
		{Name: "timeZone", Label: "Time zone", Kind: "text", Hint: "Such as Europe/Berlin. Empty: UTC."},
		{Name: "appIds", Label: "Only these apps", Kind: "text", Hint: "Their ids with commas between them. Empty: all."},
	}
}
