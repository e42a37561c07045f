package appdata

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Remove removes an app and everything that refers to it, except notifications and
// activity entries. Items of imports remember its ID. It reports whether the app was
// tracked.
func Remove(tx *storage.Tx, id storage.AppID) (removed bool, err error) {
	items, err := storage.Collect(tx.ImportItems.List(storage.ImportItemQuery{App: id}))
	if err != nil {
		return false, err
	}
	lists := make(map[string]storage.Import)
	for i, item := range items {
		list, known := lists[item.ID.Import]
		if !known {
			if list, err = tx.Imports.Get(item.ID.Import); err != nil {
				return false, err
			}
		}
		list.Tally.Add(item.Status, -1)
		list.Tally.Add(storage.ImportRemoved, 1)
		lists[list.ID] = list
		items[i].Status, items[i].RemovedApp, items[i].App, items[i].NextAttempt = storage.ImportRemoved, id, 0, 0
	}
	if err := tx.ImportItems.Put(items...); err != nil {
		return false, err
	}
	for _, list := range lists {
		if err := tx.Imports.Put(list); err != nil {
			return false, err
		}
	}
	n, err := tx.Apps.Delete(id)
	if err != nil {
		return false, err
	}
	_, err = tx.Settings.Delete(VersionNoticeSetting(id), MismatchNoticeSetting(id), LanguagesSetting(id))
	return n > 0, err
}

// The prefixes of the settings that remember something of an app: when a notice on it was last posted, and
// what its page said in other languages.
const (
	versionNotices  = "version_update_notified_"
	mismatchNotices = "profile_mismatch_notified_"
	languages       = "languages_of_"
)

// VersionNoticeSetting returns the setting that remembers when the last notice on a new
// version of an app was posted.
func VersionNoticeSetting(app storage.AppID) string {
	return fmt.Sprintf("%s%d_at", versionNotices, app)
}

// MismatchNoticeSetting returns the setting that remembers when the last notice on the
// privacy profile was posted for an app.
func MismatchNoticeSetting(app storage.AppID) string {
	return fmt.Sprintf("%s%d_at", mismatchNotices, app)
}

// LanguagesSetting returns the setting that remembers what the page of an app said in other languages
// than that in which it was read last.
func LanguagesSetting(app storage.AppID) string { return fmt.Sprintf("%s%d", languages, app) }

// RemoveAppSettings removes these settings for all apps. It is for transactions that
// remove all apps.
func RemoveAppSettings(tx *storage.Tx) error {
	for _, prefix := range []string{versionNotices, mismatchNotices, languages} {
		if _, err := storage.DeleteListed(tx.Settings, storage.SettingQuery{Prefix: prefix}); err != nil {
			return err
		}
	}
	return nil
}
