package settings

import "strings"

// DeviceBackups is what the names of the settings begin with that say when a
// device was backed up, and to which file of this machine.
const DeviceBackups = "deviceBackup."

// Secret says whether a setting must not leave the installation.
func Secret(name string) bool {
	return name == aiKey || name == WebhookURL || name == WebhookSecret
}

// Local says whether a setting is about this installation and not about what it
// knows: how long others want to be left alone, what the service runs in, up to
// when a webhook was told of everything, and which backups of devices lie here. It neither goes with a backup nor is
// replaced by one.
func Local(name string) bool {
	return strings.HasPrefix(name, "rate_limit_") || strings.HasPrefix(name, DeviceBackups) || name == "runtimeEnvironment" || name == "notificationWebhookLastSent"
}
