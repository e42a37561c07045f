package preferences

import (
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The settings that preferences are kept as.
const (
	dashboardSetting  = "dashboardLayout"
	dateFormatSetting = "dateFormat"
	bannerSetting     = "manualAppsBannerDismissedAt"
	welcomedSetting   = "welcomedAt"
	tasksSetting      = "userTasks"
)

// Switch is something that is so or not: not, at first.
type Switch string

// The switches.
const (
	CoachmarksSeen Switch = "coachmarkTourDone" // the tour of hints was gone through
	DevMenu        Switch = "devMenuEnabled"    // the developer's menu is shown
)

// Get says whether the switch is on.
func (s Switch) Get(tx storage.Tx) (bool, error) {
	text, err := settings.Text(tx, string(s))
	return text == "true", err
}

// Put sets the switch.
func (s Switch) Put(tx storage.Tx, on bool) error {
	return settings.PutText(tx, string(s), strconv.FormatBool(on))
}

// AutoDate is the date format of a new installation: that of the reader's place.
const AutoDate = "auto"

// dateFormat returns the format that a text names.
func dateFormat(text string) string {
	if slices.Contains([]string{"dmy", "mdy", "iso"}, text) {
		return text
	}
	return AutoDate
}

// DateFormat returns how dates are shown: dmy, mdy, iso or [AutoDate].
func DateFormat(tx storage.Tx) (string, error) {
	text, err := settings.Text(tx, dateFormatSetting)
	return dateFormat(text), err
}

// PutDateFormat sets how dates are shown, and returns it: what is no format is
// [AutoDate].
func PutDateFormat(tx storage.Tx, text string) (string, error) {
	format := dateFormat(text)
	return format, settings.PutText(tx, dateFormatSetting, format)
}

// BannerDismissed says whether the banner about apps of no store was put away.
func BannerDismissed(tx storage.Tx) (bool, error) {
	at, err := settings.Time(tx, bannerSetting)
	return at > 0, err
}

// DismissBanner puts the banner about apps of no store away, or shows it again.
func DismissBanner(tx storage.Tx, now storage.Time, dismiss bool) error {
	if dismiss {
		return settings.PutTime(tx, bannerSetting, now)
	}
	_, err := tx.Settings().Delete(bannerSetting)
	return err
}

// Welcome notes that the user was welcomed.
func Welcome(tx storage.Tx, now storage.Time) error {
	return settings.PutTime(tx, welcomedSetting, now)
}
