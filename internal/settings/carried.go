package settings

import "strings"

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
)

// Cooldowns is what the names of settings begin with that tell for how long others
// want to be left alone.
const Cooldowns = "rate_limit_"

// Local says whether a setting is about this installation and not about what it
// knows: how long others want to be left alone, what the service runs in, up to
// when a webhook was told of everything, what was done to the database and the
// disk, and which backups of devices lie here. It neither goes with a backup nor
// is replaced by one.
func Local(name string) bool {
	switch name {
	case "runtimeEnvironment", "notificationWebhookLastSent", BackupSnapshotLastRun, HealthCheckLast:
		return true
	}
	return strings.HasPrefix(name, Cooldowns) || strings.HasPrefix(name, DeviceBackups)
}
