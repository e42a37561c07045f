package forms

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// destinationList is the screens of the destinations of notifications: the list, and a
// form for one of them.
type destinationList struct{ *ui.Kit }

const (
	destinationsPath  = "/settings/destinations"
	addDestination    = "POST /api/notifications/destinations"
	changeDestination = "PATCH /api/notifications/destinations/{id}"
	removeDestination = "DELETE /api/notifications/destinations/{id}"

	previewDestination = "POST /api/notifications/destinations/preview"
)

func newDestinationList(kit *ui.Kit) []ui.Screen {
	s := destinationList{kit}
	return []ui.Screen{
		{Route: "GET " + destinationsPath, Query: []string{"device"}, As: "GET /api/notifications/destinations", Serve: s.get},
		{Route: "GET " + destinationsPath + "/new", Query: []string{"channel", "device"}, As: addDestination, Serve: s.begin},
		{Route: "POST " + destinationsPath, Fields: destinationFields(), Lists: destinationLists, As: addDestination, Once: true, Serve: ui.Form(s.add)},
		{Route: "POST " + destinationsPath + "/preview", Fields: destinationFields(), Lists: destinationLists, As: previewDestination, Serve: ui.Form(s.preview)},
		{Route: "GET " + destinationsPath + "/{id}", As: changeDestination, Serve: s.open},
		{Route: "POST " + destinationsPath + "/{id}", Fields: destinationFields(), Lists: destinationLists, As: changeDestination, Serve: ui.Form(s.change)},
		{Route: "POST " + destinationsPath + "/{id}/test", As: "POST /api/notifications/destinations/{id}/test", Serve: ui.Form(s.test)},
		{Route: "GET " + destinationsPath + "/{id}/remove", As: removeDestination, Serve: s.askRemove},
		{Route: "POST " + destinationsPath + "/{id}/remove", As: removeDestination, Serve: ui.Form(s.remove)},
	}
}

type destinationsView struct {
	Destinations []destinationLine
	Groups       []channelGroup // of the channels of which one can be added
	Full         bool           // no more can be added
	Device       string         // whose apps a new one is for; empty: not chosen
}

func (v destinationsView) write(m *ui.Markup) {
	writeSections(m, "destinations")
	m.Add(`<section aria-labelledby="destinations-title"><h2 id="destinations-title">Destinations</h2>
		`)
	if len(v.Destinations) > 0 {
		m.Add(`<div class="scroll" tabindex="0"><table class="cards">
			<thead><tr><th scope="col">Destination</th><th scope="col">What</th><th scope="col">When</th>
			<th scope="col"><span class="unseen">Action</span></th></tr></thead>
			<tbody>`)
		for _, line := range v.Destinations {
			line.write(m)
		}
		m.Add(`</tbody></table></div>
			<p class="hint">A test sends one message with what is saved. Messages that were sent are under
			<a href="{}/activity/messages">Activity</a>.</p>
			`, m.Base)
	} else {
		m.Add(`<p class="soft">Notifications go nowhere yet. Add your phone, your mailbox or a chat.</p>`)
	}

	m.Add(`</section>
		`)
	if m.Offers(addDestination) {
		v.writeNew(m)
	}
}

// writeNew writes links to the forms for a new destination.
func (v destinationsView) writeNew(m *ui.Markup) {
	m.Add(`<section aria-labelledby="new-title"><h2 id="new-title">Where should it go?</h2>
		`)
	if v.Full {
		m.Add(`<p class="soft">There are as many destinations as there can be. Remove one to add another.</p></section>
			`)
		return
	}
	for _, group := range v.Groups {
		m.Add(`<h3>{}</h3><div class="row">`, group.Words)
		for _, c := range group.Channels {
			m.Add(`<a class="button" href="{}/settings/destinations/new?channel={}{?&amp;device={}}">{}</a> `,
				m.Base, c.Value, v.Device != "", v.Device, c.Words)
		}
		m.Add(`</div>`)
	}
	m.Add(`</section>
		`)
}

// destinationLine is a destination in words.
type destinationLine struct {
	notify.Destination
	Label      language.Words
	When, What language.Words
	OfSettings bool // it is changed in another screen
}

func (l destinationLine) write(m *ui.Markup) {
	m.Add(`<tr><th scope="row">{}<br><small class="soft">`, l.Name)
	if l.Name != string(l.Label) {
		m.Add(`{} · `, l.Label)
	}

	m.Add(`{}`, l.Address)
	if l.To != "" {
		m.Add(` · {}`, l.To)
	}

	m.Add(`</small></th><td>{}</td><td>{}`, l.What, l.When)
	if l.QuietFrom != "" {
		m.Add(`<br><small class="soft">quiet from {} until {}</small>`, l.QuietFrom, l.QuietUntil)
	}

	m.Add(`</td>
		<td class="num"><div class="row does">`)
	switch {
	case l.OfSettings:
		m.Add(`<a href="{}/settings/notifications">Edit<span class="unseen"> {}</span></a>`, m.Base, l.Name)
	case m.Offers(changeDestination):
		m.Add(`<a href="{}/settings/destinations/{}">Edit<span class="unseen"> {}</span></a>`, m.Base, l.ID, l.Name)
	}

	if m.Offers("POST /api/notifications/destinations/{id}/test") {
		m.Add(`
			<form method="post" action="{}/settings/destinations/{}/test">`, m.Base, l.ID)
		m.Back()
		m.Add(`<button>Test<span class="unseen"> {}</span></button></form>`, l.Name)
	}

	m.Add(`</div></td></tr>`)
}

func (s destinationList) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	all, err := s.Outbox.Destinations(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	view := destinationsView{Groups: channelGroups(), Device: ui.Query(r, "device")}
	own := 0
	for _, d := range all {
		line := lineOf(ui.Say(r), d)
		if !line.OfSettings {
			own++
		}
		view.Destinations = append(view.Destinations, line)
	}
	view.Full = own >= notify.MaxDestinations
	return s.Render(r, ui.Head{Title: "Destinations", Nav: settingsTitle}, view.write)
}

// lineOf returns a destination in words.
func lineOf(say *language.Language, d notify.Destination) destinationLine {
	l := destinationLine{Destination: d, OfSettings: d.CreatedAt == 0, Label: words(string(d.Channel), channelChoices())}
	l.When = words(d.Frequency, frequencyChoices())
	if d.Frequency != settings.Immediate && d.Frequency != settings.Off && !l.OfSettings {
		l.When = say.Text("%s at %s:00", l.When, d.Hour)
	}
	var what []string
	for _, t := range d.Types {
		what = append(what, say.Words(words(string(t), typeChoices())))
	}
	if n := len(d.Apps); n > 0 {
		what = append(what, string(say.Plural(n, "%s app", "%s apps")))
	}
	if n := len(d.Tags); n > 0 {
		what = append(what, string(say.Text("apps tagged %s", strings.Join(d.Tags, ", "))))
	}
	if n := len(d.Devices); n > 0 {
		what = append(what, string(say.Plural(n, "the apps on %s device", "the apps on %s devices")))
	}
	l.What = cmp.Or(language.Words(strings.Join(what, ", ")), "All notifications")
	return l
}

// find returns the destination that the path names.
func (s destinationList) find(ctx context.Context, r ui.Request) (notify.Destination, error) {
	all, err := s.Outbox.Destinations(ctx)
	if err != nil {
		return notify.Destination{}, err
	}
	at := slices.IndexFunc(all, func(d notify.Destination) bool { return d.ID == r.Param("id") })
	if at < 0 || all[at].CreatedAt == 0 {
		return notify.Destination{}, storage.ErrNotFound
	}
	return all[at], nil
}

// test sends a message to a destination as it is saved.
func (s destinationList) test(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	flash, err := s.try(ctx, ui.Say(r), r.Param("id"))
	if err != nil {
		return refused(r, form, destinationsPath, err)
	}
	return ui.Back(r, form, destinationsPath, flash), nil
}

// try sends a test message and returns what became of it.
func (s destinationList) try(ctx context.Context, say *language.Language, id string) (ui.Flash, error) {
	result, err := s.Outbox.TestDestination(ctx, id)
	if err != nil {
		return ui.Flash{}, err
	}
	return tested(say, "The destination took the test message.", "The destination did not take the test message: %s", result), nil
}

// tested says what became of a test message: it was taken, or not, and why.
func tested(say *language.Language, taken, refused language.Words, result notify.TestResult) ui.Flash {
	if result.OK {
		return ui.Flash{Text: taken}
	}
	reason := string(result.Detail)
	if reason == "" && result.Status != 0 {
		reason = string(say.Text("status %s", strconv.Itoa(result.Status)))
	}
	return ui.Flash{Text: say.Text(string(refused), reason), Bad: true}
}

func (s destinationList) askRemove(ctx context.Context, r ui.Request) (ui.Reply, error) {
	found, err := s.find(ctx, r)
	if err != nil {
		return ui.Reply{}, err
	}
	line := lineOf(ui.Say(r), found)
	say, lost := ui.Say(r), "Its address and the messages that wait for it are deleted: %s · %s."
	if found.SecretSet {
		lost = "Its address, its stored secret and the messages that wait for it are deleted: %s · %s."
	}
	return s.Ask(r, "Remove a destination", settingsTitle, ui.Question{
		Ask: say.Text("Remove %s?", line.Name), Lost: say.Text(lost, line.Label, line.Address),
		Form: destinationsPath + "/" + found.ID + "/remove", Yes: "Remove the destination", Keep: destinationsPath + "/" + found.ID,
	})
}

func (s destinationList) remove(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := r.Param("id")
	if err := s.Outbox.RemoveDestination(ctx, id); err != nil {
		return refused(r, form, destinationsPath, err)
	}
	r.Note("settings.destination.remove", id, true)
	return ui.SeeOther(r, destinationsPath, ui.Flash{Text: "The destination was removed."}), nil
}

func channelChoices() (all []choice) {
	for _, c := range notify.Channels() {
		all = append(all, choice{string(c), language.Words(c.Form().Label)})
	}
	return all
}

// channelGroup is the channels whose messages are read in one place.
type channelGroup struct {
	Words    language.Words
	Channels []choice
}

// channelGroups returns the channels by where people read their messages.
func channelGroups() (groups []channelGroup) {
	for _, name := range notify.Groups() {
		group := channelGroup{Words: language.Words(name)}
		for _, c := range notify.Channels() {
			if form := c.Form(); form.Group == name {
				group.Channels = append(group.Channels, choice{string(c), language.Words(form.Label)})
			}
		}
		groups = append(groups, group)
	}
	return groups
}

func frequencyChoices() []choice {
	all := settings.All()
	i := slices.IndexFunc(all, func(s settings.Setting) bool { return s.Name == settings.WebhookFrequency })
	return choicesOf(all[i])
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
