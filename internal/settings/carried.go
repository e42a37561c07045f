package settings

import "strings"

// Secret says whether a setting must not leave the installation.
func Secret(name string) bool {
	return name == aiKey || name == WebhookURL || name == WebhookSecret
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
// when a webhook was told of everything, and what was done to the database and the
// disk. It neither goes with a backup nor is replaced by one.
func Local(name string) bool {
	switch name {
	case "runtimeEnvironment", "notificationWebhookLastSent", BackupSnapshotLastRun, HealthCheckLast:
		return true
	}
	return strings.HasPrefix(name, Cooldowns)
}
