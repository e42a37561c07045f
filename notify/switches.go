package notify

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// prefsSetting is the setting with the switches that were set by the names of their
// types.
const prefsSetting = "notification_prefs"

// errFlags means that the feature flags, and therefore some switches, could not be read.
var errFlags = errors.New("resolve the feature flags")

// switches holds the values of all switches.
type switches struct {
	flags  feature.Flags
	stored map[storage.NotificationType]bool
	// unresolved reports that the flags could not be read. Switches that are flags then
	// count as on, because an unwanted notification is better than a missed one.
	unresolved bool
}

// switchesOf returns the switches. If only the flags could not be read, the error wraps
// [errFlags] and the result has the switches of the setting.
func switchesOf(tx *storage.Tx) (switches, error) {
	kept, err := settings.Text(tx, prefsSetting)
	if err != nil {
		return switches{}, err
	}
	s := switches{stored: parsePrefs(kept)}
	if s.flags, err = feature.Resolve(tx); err != nil {
		s.unresolved = true
		return s, errors.Join(errFlags, err)
	}
	return s, nil
}

// on reports whether the switch of a type is on.
func (s switches) on(c class) bool {
	if c.flag != "" {
		return s.unresolved || s.flags.On(c.flag)
	}
	if on, ok := s.stored[c.kind]; ok {
		return on
	}
	return c.standard
}

// sends reports whether messages about a type are sent to an endpoint that names these types.
func (s switches) sends(c class, named []storage.NotificationType) bool {
	if _, set := s.stored[c.kind]; c.chosen && !set {
		return slices.Contains(named, c.kind)
	}
	return s.on(c)
}

// deliverable reports whether a notification goes to an endpoint: messages about its type must
// be sent, and the endpoint must want it. An unknown type, of another version of the service,
// counts as on.
func (s switches) deliverable(tx *storage.Tx, e endpoint, n storage.Notification) (bool, error) {
	for _, c := range classes() {
		if c.kind == n.Type && !s.sends(c, e.Types) {
			return false, nil
		}
	}
	return e.wants(tx, n)
}

// off returns the types whose switch is off.
func (s switches) off() []storage.NotificationType {
	var off []storage.NotificationType
	for _, c := range classes() {
		if !s.on(c) {
			off = append(off, c.kind)
		}
	}
	return off
}

// parsePrefs parses the setting. It ignores a text that is not a JSON object, and members that
// are not switches or not booleans.
func parsePrefs(stored string) map[storage.NotificationType]bool {
	var members map[string]json.RawMessage
	if stored == "" || json.Unmarshal([]byte(stored), &members) != nil {
		return nil
	}
	return switchesNamed(members)
}

// PrefsSetting returns the setting that stores the switches of a JSON object, such as
// {"versionUpdates":false}. It takes the boolean members with the name of a type, and reports
// false if there are none. A switch that is a feature flag follows the flag, whatever is
// stored.
func PrefsSetting(object string) (storage.Setting, bool) {
	stored := parsePrefs(object)
	if len(stored) == 0 {
		return storage.Setting{}, false
	}
	text, err := json.Marshal(stored)
	return storage.Setting{Name: prefsSetting, Value: string(text)}, err == nil
}

// boolean returns a member of a JSON object, if it is a boolean.
func boolean(members map[string]json.RawMessage, name string) (on, ok bool) {
	switch string(bytes.TrimSpace(members[name])) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// switchesNamed returns the switches that a JSON object sets by the names of their
// types.
func switchesNamed(members map[string]json.RawMessage) map[storage.NotificationType]bool {
	stored := make(map[storage.NotificationType]bool)
	for _, c := range classes() {
		if on, ok := boolean(members, string(c.kind)); ok && c.named {
			stored[c.kind] = on
		}
	}
	return stored
}
