package settings

import "strings"

// Secret says whether a setting must not leave the installation.
func Secret(name string) bool {
	return name == AIKey || name == WebhookURL || name == WebhookSecret
}

// Local says whether a setting is about this installation and not about what it
// knows: how long others want to be left alone, what the service runs in, and up
// to when a webhook was told of everything. It neither goes with a backup nor is
// replaced by one.
func Local(name string) bool {
	return strings.HasPrefix(name, "rate_limit_") || name == "runtimeEnvironment" || name == "notificationWebhookLastSent"
}
