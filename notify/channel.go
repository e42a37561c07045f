package notify

import (
	"slices"

	"github.com/privacylabels/auditor/internal/settings"
)

// Channel is the kind of service that a destination uses.
type Channel string

// The channels. The first four are webhooks.
const (
	Generic  Channel = settings.Generic // JSON for programs
	Slack    Channel = settings.Slack
	Discord  Channel = settings.Discord
	Teams    Channel = settings.Teams
	Ntfy     Channel = "ntfy"
	Gotify   Channel = "gotify"
	Matrix   Channel = "matrix"
	Telegram Channel = "telegram"
	Email    Channel = "email"
)

// Channels returns all channels.
func Channels() []Channel {
	return []Channel{Generic, Slack, Discord, Teams, Ntfy, Gotify, Matrix, Telegram, Email}
}

// signs reports whether messages over the channel can be signed, which those of webhooks can.
func (c Channel) signs() bool {
	return slices.Contains([]Channel{Generic, Slack, Discord, Teams}, c)
}

// mask returns the address of a destination without the parts that may be secret.
func (c Channel) mask(address string) string {
	if c == Email { // it has no path
		return address
	}
	return settings.Mask(address)
}

// standardURL returns the default address of destinations of the channel, or "" if each
// needs an address of its own.
func (c Channel) standardURL() string {
	if c == Telegram {
		return "https://api.telegram.org/"
	}
	return ""
}
