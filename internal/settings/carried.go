package settings

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// DeviceBackups is the prefix of the settings with the time and file of the backup of a
// device on this machine.
const DeviceBackups = "deviceBackup."

// Secret reports whether a setting must not leave the installation.
func Secret(name string) bool {
	return name == AIKey || name == WebhookURL || name == WebhookSecret || strings.HasPrefix(name, Destinations)
}

// The settings with the state of the installation.
const (
	BackupSnapshotLastRun = "backupSnapshotLastRunAt" // the time of the last scheduled backup
	HealthCheckLast       = "healthCheckLastResult"   // the report of the last health check
	EntrySubjects         = "entrySubjects"           // how far old entries got subjects; a restore deletes it
	ChangeLog             = "changeLog"               // the counter of the commits of changes
	SyncAlertState        = "syncAlertState"          // what users were notified of about failing syncs
	AppStoreRefusal       = "appStoreRefusal"         // why the last sync says nothing about its apps; not set: it does
)

// PrivacyProfile is the setting with the privacy profile, not set if the profile is empty.
const PrivacyProfile = "privacyProfile"

// Cooldowns is the prefix of the settings with the ends of rate limits.
const Cooldowns = "rate_limit_"

// Readers is the prefix of the settings with the cursors of the readers of the changelog.
const Readers = "reader."

// The prefixes of the settings with the destinations of messages, which contain their
// secrets, and with the times of their last summaries.
const (
	Destinations         = "destination."
	DestinationsLastSent = "destinationLastSent."
)

// WebhookLastSent is the setting with the time of the last summary of the webhook.
const WebhookLastSent = "notificationWebhookLastSent"

// Local reports whether a setting is state of this installation: rate limits, the runtime
// environment, the destinations of messages, the last summaries, the alerts of
// syncs, the last backup and health check, the progress on old entries, the backups of devices
// on this machine, and positions in the changelog. Backups do not contain such settings, and a
// restore does not replace them.
func Local(name string) bool {
	switch name {
	case "runtimeEnvironment", WebhookLastSent, BackupSnapshotLastRun, HealthCheckLast, EntrySubjects, ChangeLog, SyncAlertState,
		AppStoreRefusal:
		return true
	}
	return slices.ContainsFunc([]string{Cooldowns, DeviceBackups, Readers, Destinations, DestinationsLastSent}, func(prefix string) bool {
		return strings.HasPrefix(name, prefix)
	})
}

// FromText returns the setting for a value in the text form of another service. Ok is false if
// the name is unknown, secret or local, or the value is invalid.
func FromText(name, text string, now storage.Time) (_ storage.Setting, ok bool) {
	s, known := find(name)
	quoted, err := json.Marshal(text)
	if !known || Secret(name) || Local(name) || err != nil {
		return storage.Setting{}, false
	}
	for _, sent := range [][]byte{quoted, []byte(text)} {
		if kept, err := s.read(sent, now); err == nil {
			return storage.Setting{Name: name, Value: kept}, kept != ""
		}
	}
	return storage.Setting{}, false
}
