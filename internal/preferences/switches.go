package preferences

import (
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The settings of preferences.
const (
	dashboardSetting  = "dashboardLayout"
	dateFormatSetting = "dateFormat"
	bannerSetting     = "manualAppsBannerDismissedAt"
	welcomedSetting   = "welcomedAt"
	tasksSetting      = "userTasks"
)

// Switch is a preference that is on or off. The default is off.
type Switch string

// The switches.
const (
	CoachmarksSeen Switch = "coachmarkTourDone" // the user has seen the tour of hints
	DevMenu        Switch = "devMenuEnabled"    // the developer's menu is shown
)

// Get reports whether the switch is on.
func (s Switch) Get(tx *storage.Tx) (bool, error) {
	text, err := settings.Text(tx, string(s))
	return text == "true", err
}

// Put sets the switch.
func (s Switch) Put(tx *storage.Tx, on bool) error {
	return settings.PutText(tx, string(s), strconv.FormatBool(on))
}

// AutoDate is the default date format: that of the locale of the reader.
const AutoDate = "auto"

// dateFormat returns the format that a text names.
func dateFormat(text string) string {
	if slices.Contains([]string{"dmy", "mdy", "iso"}, text) {
		return text
	}
	return AutoDate
}

// DateFormat returns how dates are shown: dmy, mdy, iso or [AutoDate].
func DateFormat(tx *storage.Tx) (string, error) {
	text, err := settings.Text(tx, dateFormatSetting)
	return dateFormat(text), err
}

// PutDateFormat sets how dates are shown, and returns it. An unknown format becomes
// [AutoDate].
func PutDateFormat(tx *storage.Tx, text string) (string, error) {
	format := dateFormat(text)
	return format, settings.PutText(tx, dateFormatSetting, format)
}

// BannerDismissed reports whether the banner about manual apps was dismissed.
func BannerDismissed(tx *storage.Tx) (bool, error) {
	at, err := settings.Time(tx, bannerSetting)
	return at > 0, err
}

// DismissBanner dismisses the banner about manual apps, or shows it again.
func DismissBanner(tx *storage.Tx, now storage.Time, dismiss bool) error {
	if dismiss {
		return settings.PutTime(tx, bannerSetting, now)
	}
	_, err := tx.Settings.Delete(bannerSetting)
	return err
}

// Welcome records that the user was welcomed.
func Welcome(tx *storage.Tx, now storage.Time) error {
	return settings.PutTime(tx, welcomedSetting, now)
}
