package forms

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	settingsTitle = language.Words("Settings")
	saveSettings  = "POST /api/settings"
)

// preferences are the screens of the settings.
type preferences struct{ *ui.Kit }

func newPreferences(kit *ui.Kit) []ui.Screen {
	s := preferences{kit}
	screens := []ui.Screen{
		{Route: "POST /schedule", Fields: []string{"schedule"}, As: saveSettings, Serve: ui.Form(s.setSchedule)},
		{Route: "POST /purpose", Fields: []string{"purpose"}, As: saveSettings, Serve: ui.Form(s.setPurpose)},
		{Route: "POST /settings/switches", Fields: slices.Collect(maps.Keys(noticeLabels())), As: "PUT /api/notification-prefs", Serve: ui.Form(s.setSwitches)},
		{Route: "POST /settings/webhook-test", Fields: []string{"url", "format"}, As: "POST /api/notifications/webhook-test", Serve: ui.Form(s.testWebhook)},
		{Route: "POST /settings/model-test", As: "POST /api/ai/test", Serve: s.testModel},
	}
	for i, g := range groups() {
		nav := language.Words("")
		if i == 0 {
			nav = settingsTitle
		}
		screens = append(screens,
			ui.Screen{Route: "GET " + g.Path, As: "GET /api/settings", Nav: nav, Serve: s.get(g)},
			ui.Screen{Route: "POST " + g.Path, Fields: fieldsOf(g.Inputs), As: saveSettings, Serve: s.save(g)})
	}
	return screens
}

// settingsView is a group of settings.
type settingsView struct {
	Section  string
	Title    language.Words
	Action   string
	Inputs   []input
	Failed   language.Words
	LastSync storage.NullTime
	Switches []toggle       // of the notifications
	Unread   language.Words // why the switches could not be read
	Wrong    language.Words
	Purpose  string // of the installation; only with the general settings

	Destinations int // of messages; only with the notifications
}

// Webhook returns the inputs of the one address that gets all messages.
func (v settingsView) Webhook() []input {
	return slices.DeleteFunc(slices.Clone(v.Inputs), func(in input) bool { return !in.webhook() })
}

// WebhookUsed reports whether one of them is set or wrong.
func (v settingsView) WebhookUsed() bool { return slices.ContainsFunc(v.Webhook(), input.used) }

// Plain returns the other inputs.
func (v settingsView) Plain() []input {
	return slices.DeleteFunc(slices.Clone(v.Inputs), input.webhook)
}

// section is a screen of the settings.
type section struct {
	Key, Path string
	Title     language.Words
}

// sections are the screens of the settings.
var sections = []section{
	{"general", "/settings", "General"},
	{"notifications", "/settings/notifications", "Notifications"},
	{"destinations", destinationsPath, "Destinations"},
	{"profile", "/settings/profile", "Profile"},
	{"models", "/settings/models", "Policy summaries"},
	{"devices", "/settings/devices", "Devices"},
	{"backup", "/settings/backup", "Backup"},
	{"access", accessPath, "Access"},
}

// toggle is whether notifications of a type are on.
type toggle struct {
	notify.Switch
	Label language.Words
}

func (s preferences) get(g group) ui.Handler {
	return func(ctx context.Context, r ui.Request) (ui.Reply, error) {
		return s.show(ctx, r, 0, g, nil, nil)
	}
}

// show shows a group as it is stored or, with a form, as it was typed, with what is wrong.
func (s preferences) show(ctx context.Context, r ui.Request, status int, g group, form url.Values, fault *settings.Fault) (ui.Reply, error) {
	shown, err := storage.View(ctx, s.Store, settings.Show)
	if err != nil {
		return ui.Reply{}, err
	}
	if shown[settings.AppCountry], err = s.Fleet.Country(ctx); err != nil {
		return ui.Reply{}, err
	}
	view := settingsView{Section: g.Key, Title: g.Title, Action: g.Path, Inputs: slices.Clone(g.Inputs)}
	for i := range view.Inputs {
		in := &view.Inputs[i]
		if start, _ := shown[settings.QuietHoursStart].(string); in.Kind == "zone" && start != "" {
			in.Kind = "text" // an empty one goes with the quiet hours that are set
		}
		if in.Name == settings.AppCountry {
			in.Choices = countryChoices(ui.Say(r))
		}
		on, _ := shown[in.Name].(bool)
		in.On = on != in.Inverted
		switch {
		case in.Kind == "secret":
			in.Set, _ = shown[in.Name+"Set"].(bool)
		case in.Kind != "check" && shown[in.Name] != nil:
			in.Value = fmt.Sprint(shown[in.Name])
		}
		if form != nil {
			in.On = form.Get(in.Name) != ""
			if in.Kind != "secret" {
				in.Value = form.Get(in.Name)
			}
		}
		if fault != nil && fault.Name == in.Name {
			in.Wrong = ui.Say(r).Text("%s %s.", in.Label, language.Words(fault.Reason))
		}
	}
	switch g.Key {
	case "general":
		sync, err := s.Fleet.SyncStatus(ctx)
		if err != nil {
			return ui.Reply{}, err
		}
		view.LastSync = storage.NullTime(sync.LastRun)
		if view.Purpose, err = s.Kit.Purpose(ctx); err != nil {
			return ui.Reply{}, err
		}
	case "notifications":
		view.Switches, view.Unread = s.switches(ctx, r)
		destinations, err := s.Outbox.Destinations(ctx)
		if err != nil {
			return ui.Reply{}, err
		}
		view.Destinations = len(destinations)
	}
	return s.Render(r, ui.Head{Title: g.Title, Nav: settingsTitle, Status: status}, view.write)
}

// save writes all settings of a group, or none.
func (s preferences) save(g group) ui.Handler {
	return ui.Form(func(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
		sent := make(map[string]json.RawMessage)
		for _, in := range g.Inputs {
			if raw := in.sent(form); raw != nil {
				sent[in.Name] = raw
			}
		}
		if text := strings.ToLower(strings.TrimSpace(form.Get(settings.AppCountry))); sent[settings.AppCountry] != nil && text != "" && settings.Country(text) != text {
			// Parse takes what it does not know, such as "uk", as "us". A person would not notice.
			return s.show(ctx, r, 400, g, form, &settings.Fault{Name: settings.AppCountry, Reason: "must be the code of a storefront in two letters, such as us, gb or de"})
		}
		change, err := settings.Parse(sent, storage.TimeOf(s.Now()))
		if err == nil {
			err = change.Deliverable(s.Outbox.Undeliverable)
		}
		if err == nil {
			err = s.Store.Update(ctx, func(tx *storage.Tx) error {
				return notify.ChangeSettings(tx, storage.TimeOf(s.Now()), change.Write)
			})
		}
		if fault, ok := errors.AsType[*settings.Fault](err); ok {
			return s.show(ctx, r, 400, g, form, fault)
		}
		if err != nil {
			return ui.Reply{}, err
		}
		r.Note("settings.write.success", strings.Join(change.Names(), ","), true)
		return ui.SeeOther(r, g.Path, ui.Flash{Text: "Saved."}), nil
	})
}

// setSchedule sets when all apps are checked.
func (s preferences) setSchedule(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	raw, _ := json.Marshal(form.Get("schedule")) // a text is always encoded
	change, err := settings.Parse(map[string]json.RawMessage{settings.SyncSchedule: raw}, storage.TimeOf(s.Now()))
	if fault, ok := errors.AsType[*settings.Fault](err); ok {
		return ui.Reply{}, ui.Refuse(http.StatusBadRequest, fault.Error())
	}
	if err == nil {
		err = s.Store.Update(ctx, func(tx *storage.Tx) error {
			return notify.ChangeSettings(tx, storage.TimeOf(s.Now()), change.Write)
		})
	}
	if err != nil {
		return ui.Reply{}, err
	}
	r.Note("settings.write.success", settings.SyncSchedule, true)
	done := map[string]language.Words{
		settings.Manual: "Apps are checked only when you start it.", settings.Daily: "All apps are checked every day.",
		settings.Weekly: "All apps are checked every week.",
	}
	return ui.Back(r, form, "/settings", ui.Flash{Text: done[form.Get("schedule")]}), nil
}

// sent returns what a form has for a setting as the operation would get it, nil if the
// setting stays as it is.
func (in input) sent(form url.Values) json.RawMessage {
	text := strings.TrimSpace(form.Get(in.Name))
	switch {
	case in.Kind == "check":
		return json.RawMessage(strconv.FormatBool((text != "") != in.Inverted))
	case in.Kind == "secret" && form.Get(in.Name+"-forget") != "":
		return json.RawMessage("null")
	case in.Kind == "secret" && text == "":
		return nil
	case !form.Has(in.Name):
		return nil
	case in.Kind == "number":
		if _, err := strconv.Atoi(text); err == nil {
			return json.RawMessage(text)
		}
	}
	raw, _ := json.Marshal(text) // a text is always encoded
	return raw
}

// switches reads of which types of notifications messages are sent.
func (s preferences) switches(ctx context.Context, r ui.Request) (toggles []toggle, failed language.Words) {
	prefs, err := s.Inbox.Prefs(ctx)
	if err != nil {
		return nil, ui.Why(r, err)
	}
	for _, on := range prefs.Sent {
		if label, known := noticeLabels()[on.Name]; known { // two have a second name, which is not
			toggles = append(toggles, toggle{on, label})
		}
	}
	return toggles, ""
}

// noticeLabels are the words for the types of notifications.
func noticeLabels() map[string]language.Words {
	return map[string]language.Words{
		"label_changes":                         "Changes of privacy labels",
		"policy_updates":                        "Changes of privacy policies",
		"accessibility_changes":                 "Changes of accessibility labels",
		"new_privacy_types":                     "Kinds of data that an app did not collect before",
		string(storage.NoticeProfileMismatch):   "Apps that go beyond your privacy profile",
		string(storage.NoticeVersionUpdates):    "New versions",
		string(storage.NoticeImportCompleted):   "Imports that are complete",
		string(storage.NoticeManualAppsPrompt):  "Apps of an import that were not found",
		string(storage.NoticeAITimeout):         "Language models that do not answer in time",
		string(storage.NoticeJobResumed):        "Runs that were resumed",
		string(storage.NoticeParserFallthrough): "Pages of the App Store in an unexpected format",
		string(storage.NoticeAvailability):      "Apps that leave the App Store or return",
		string(storage.NoticeListingChanges):    "Another developer, bundle ID or privacy policy address",
		string(storage.NoticeSyncAlert):         "Checks that fail, and the first that works again",
	}
}

func (s preferences) setSwitches(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	members := make(map[string]json.RawMessage)
	for name := range noticeLabels() {
		members[name] = json.RawMessage(strconv.FormatBool(form.Get(name) != ""))
	}
	if err := s.Inbox.SetPrefs(ctx, members); err != nil {
		return ui.Reply{}, err
	}
	return ui.SeeOther(r, "/settings/notifications", ui.Flash{Text: "Saved."}), nil
}

// testWebhook sends a message to the address in the form.
func (s preferences) testWebhook(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	address := strings.TrimSpace(form.Get("url"))
	format := cmp.Or(form.Get("format"), settings.Generic)
	if !slices.Contains([]string{settings.Generic, settings.Slack, settings.Discord, settings.Teams}, format) {
		return ui.Reply{}, ui.Refuse(http.StatusBadRequest, "There is no such format")
	}
	if address == "" {
		return ui.SeeOther(r, "/settings/notifications", ui.Flash{Text: "Enter the address to test.", Bad: true}), nil
	}
	result, err := s.Outbox.Test(ctx, address, format)
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.SeeOther(r, "/settings/notifications", tested(ui.Say(r), "The webhook took the test message.", "The webhook did not take the test message: %s", result)), nil
}

// testModel asks the model of the settings for an answer.
func (s preferences) testModel(ctx context.Context, r ui.Request) (ui.Reply, error) {
	target, err := storage.View(ctx, s.Store, llm.Load)
	if err != nil {
		return ui.Reply{}, err
	}
	flash := ui.Flash{}
	if target.Provider == "" || target.Provider == settings.NoAI {
		flash = ui.Flash{Text: "Choose a provider and save first.", Bad: true}
	} else if models, err := s.Models.Test(ctx, target); err != nil {
		flash = ui.Flash{Text: "The provider could not be reached, or refused the key. The log below has more.", Bad: true}
		if status, ok := errors.AsType[*llm.StatusError](err); ok {
			flash.Text = ui.Say(r).Text("The provider refused: %s.", status)
		}
	} else {
		flash.Text = ui.Say(r).Plural(models, "The provider answers. It offers %s model.", "The provider answers. It offers %s models.")
	}
	return ui.SeeOther(r, "/settings/models", flash), nil
}
