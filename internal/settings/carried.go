package settings

import (
	"encoding/json"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// DeviceBackups is what the names of the settings begin with that say when a
// device was backed up, and to which file of this machine.
const DeviceBackups = "deviceBackup."

// Secret says whether a setting must not leave the installation.
func Secret(name string) bool {
	return name == AIKey || name == WebhookURL || name == WebhookSecret
}

// What an installation remembers of itself.
const (
	BackupSnapshotLastRun = "backupSnapshotLastRunAt" // when it wrote the last backup to its own disk
	HealthCheckLast       = "healthCheckLastResult"   // what the last check of its records found
	PoliciesRequested     = "policiesRequested"       // apps that wait for a run over their policies
)

// Cooldowns is what the names of settings begin with that tell for how long others
// want to be left alone.
const Cooldowns = "rate_limit_"

// Local says whether a setting is about this installation and not about what it
// knows: how long others want to be left alone, what the service runs in, up to
// when a webhook was told of everything, what waits for a run, what was done to the database and the
// disk, and which backups of devices lie here. It neither goes with a backup nor
// is replaced by one.
func Local(name string) bool {
	switch name {
	case "runtimeEnvironment", "notificationWebhookLastSent", BackupSnapshotLastRun, HealthCheckLast, PoliciesRequested:
		return true
	}
	return strings.HasPrefix(name, Cooldowns) || strings.HasPrefix(name, DeviceBackups)
}

// FromText returns a setting of a text that stands for its value, as another
// service keeps it. It returns false when no setting is called so, when it is one
// that does not travel, and when the text is none that it takes.
func FromText(name, text string, now storage.Time) (storage.Setting, bool) {
	if Secret(name) || Local(name) {
		return storage.Setting{}, false
	}
	for _, s := range table() {
		if s.name != name {
			continue
		}
		quoted, err := json.Marshal(text)
		if err != nil {
			return storage.Setting{}, false
		}
		for _, sent := range [][]byte{quoted, []byte(text)} {
			if kept, err := s.read(sent, now); err == nil {
				return storage.Setting{Name: name, Value: kept}, kept != ""
			}
		}
	}
	return storage.Setting{}, false
}
