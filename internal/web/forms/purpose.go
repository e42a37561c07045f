package forms

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// purpose is what an answer to the question what an installation is for sets.
type purpose struct {
	done     language.Words  // what is said of it
	preset   string          // the privacy profile; empty: it stays
	switches map[string]bool // the types of notifications that it switches
	device   string          // the name of a device that is added if there is none; empty: none
}

// aboutApps are the types of notifications about the labels and policies of apps.
var aboutApps = []string{
	"label_changes", "policy_updates", "accessibility_changes", "new_privacy_types", string(storage.NoticeProfileMismatch), string(storage.NoticeListingChanges),
}

// purposes are what each answer sets.
var purposes = map[string]purpose{
	settings.PurposePhone: {
		done:   "Apps that go beyond the profile “Balanced” are marked, and you are notified of changes.",
		preset: "balanced", switches: aboutAll(true),
	},
	settings.PurposeChild: {
		done:   "Apps that go beyond the profile “Strict” are marked, and you are notified of changes. There is a device for the phone: give it a name under Settings.",
		preset: "strict", switches: aboutAll(true), device: "A child’s phone",
	},
	settings.PurposeTeam: {
		done:     "The first screen shows what is to be reviewed. You are notified of changes and of new versions.",
		switches: with(aboutAll(true), string(storage.NoticeVersionUpdates), true),
	},
	settings.PurposeResearch: {
		done:     "The first screen shows the changes over time. You are notified of failures only, not of changes.",
		switches: with(aboutAll(false), string(storage.NoticeVersionUpdates), false),
	},
	settings.PurposeOther: {done: "Nothing was changed. You can answer later, under Settings."},
}

func aboutAll(on bool) map[string]bool {
	all := make(map[string]bool)
	for _, name := range aboutApps {
		all[name] = on
	}
	return all
}

func with(switches map[string]bool, name string, on bool) map[string]bool {
	switches[name] = on
	return switches
}

// setPurpose saves what the installation is for, and sets up what follows from it. A profile that the user
// has made stays.
func (s preferences) setPurpose(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	name := form.Get("purpose")
	wanted, known := purposes[name]
	if !known {
		return ui.Reply{}, ui.Refuse(http.StatusBadRequest, "Not a purpose of an installation")
	}
	raw, _ := json.Marshal(name) // a text is always encoded
	change, err := settings.Parse(map[string]json.RawMessage{settings.Purpose: raw}, storage.TimeOf(s.Now()))
	if err == nil {
		err = s.Store.Update(ctx, func(tx *storage.Tx) error {
			return notify.ChangeSettings(tx, storage.TimeOf(s.Now()), change.Write)
		})
	}
	if err != nil {
		return ui.Reply{}, err
	}
	r.Note("settings.write.success", settings.Purpose, true)
	flash := ui.Flash{Text: wanted.done}
	if err := errors.Join(s.setPreset(ctx, wanted.preset), s.setTypes(ctx, wanted.switches), s.addFirstDevice(ctx, wanted.device)); err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, "/", flash), nil
}

// setPreset saves a preset as the privacy profile, unless there is one that is no preset.
func (s preferences) setPreset(ctx context.Context, id string) error {
	if id == "" {
		return nil
	}
	before, err := s.Reviews.PrivacyProfile(ctx)
	if err != nil || before.Active() && before.Preset() == "" {
		return err
	}
	for _, preset := range profile.Presets() {
		if preset.ID == id {
			return s.Reviews.SetPrivacyProfile(ctx, profile.Privacy{Tiers: preset.Tiers, Retention: before.Retention})
		}
	}
	return nil
}

func (s preferences) setTypes(ctx context.Context, switches map[string]bool) error {
	if len(switches) == 0 {
		return nil
	}
	members := make(map[string]json.RawMessage)
	for name, on := range switches {
		members[name] = json.RawMessage(strconv.FormatBool(on))
	}
	return s.Inbox.SetPrefs(ctx, members)
}

// addFirstDevice adds a device for a person in the user's care, unless there is a device.
func (s preferences) addFirstDevice(ctx context.Context, name string) error {
	if name == "" {
		return nil
	}
	all, err := s.Devices.List(ctx)
	if err != nil || len(all) > 0 {
		return err
	}
	_, err = s.Devices.Add(ctx, device.Description{Name: name, OwnerAudience: storage.AudienceGuardian})
	return err
}
